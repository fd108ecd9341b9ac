import AQKit
import AQKitTesting
import Testing

@testable import AQKitFixtures

@Suite("A feed's recording") struct RecordingLimitTests {
  @Test("that reaches its limit ends with an error, and keeps the messages before")
  func limit() async throws {
    let texts = ["1", String(repeating: "2", count: 1000), "3"]
    let connector = try RecordingConnector(
      ScriptedConnector(playing: texts.map { .text($0) } + [.end]), redaction: Redaction(),
      clock: ManualClock(), known: KnownCredentials(Redaction()), atMost: 500)
    let connection = try await connector.connect(to: FeedEndpoint(url: "wss://example.org/feed"))
    #expect(try await connection.receive()?.count == 1)
    for _ in 0..<2 {
      let error = await #expect(throws: AQError.self) { _ = try await connection.receive() }
      #expect(error?.code == .tooLarge)
    }
    let recording = try #require(connector.recording)
    #expect(recording.entries.map(\.message.bytes) == [Array("1".utf8)])
    #expect(recording.refused.isEmpty)
  }
}
