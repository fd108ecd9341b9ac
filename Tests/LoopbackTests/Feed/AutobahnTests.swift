#if NIO
  import AQKit
  import AQKitSocketFeed
  import Foundation
  import Testing

  /// Runs the public Autobahn suite against the connector where its server has been started: its address
  /// is in `AUTOBAHN_URL` (`Scripts/autobahn` does all of it and reads the verdicts).
  @Suite("The Autobahn suite", .enabled(if: ProcessInfo.processInfo.environment["AUTOBAHN_URL"] != nil))
  struct AutobahnTests {
    @Test("echoes every message of every case")
    func cases() async throws {
      let base = try #require(ProcessInfo.processInfo.environment["AUTOBAHN_URL"])
      let connector = NIOFeedConnector()
      func endpoint(_ path: String) -> FeedEndpoint {
        FeedEndpoint(url: base + path, maximumMessageSize: 32 << 20, maximumBufferedBytes: 64 << 20)
      }
      let counting = try await transcript(of: endpoint("/getCaseCount"))
      let count = try #require(counting.texts.first.flatMap { Int($0) })
      for number in 1...count {
        let connection = try await connector.connect(to: endpoint("/runCase?case=\(number)&agent=AQKit"))
        do {
          while let messages = try await connection.receive() {
            for message in messages { try await connection.send(message) }
          }
          await connection.close(.normal)
        } catch is AQError {
          // Most cases end in a failure on purpose; the server judges.
          await connection.close(.normal)
        }
      }
      _ = try await transcript(of: endpoint("/updateReports?agent=AQKit"))
    }
  }
#endif
