import AQKit
import Foundation
import Testing

@testable import MQTTFeeds

/// Checks that no resources are left behind. Serialised, because it counts the process's threads and descriptors.
@Suite(.enabled(if: Broker.isInstalled), .serialized, .timeLimit(.minutes(10))) struct LifeTests {
  #if os(Linux)
    private static func count(_ what: String) -> Int {
      (try? FileManager.default.contentsOfDirectory(atPath: "/proc/self/\(what)").count) ?? 0
    }

    @Test("50 connections that are opened, cancelled, released and closed leave no thread and no descriptor")
    func nothingLeft() async throws {
      let broker = try await Broker()
      let silent = try await Broker()
      silent.send(SIGSTOP)
      let (threads, descriptors) = (Self.count("task"), Self.count("fd"))
      for index in 0..<50 {
        let connector = MQTTFeedConnector(["air/#"])
        let endpoint = FeedEndpoint(url: broker.url)
        switch index % 4 {
        case 0:
          await (try await connector.connect(to: endpoint)).close(.normal)
        case 1:
          _ = try await connector.connect(to: endpoint)
        case 2:
          let connection = try await connector.connect(to: endpoint)
          let task = Task { try await connection.receive() }
          task.cancel()
          await #expect(throws: CancellationError.self) { _ = try await task.value }
        default:
          let task = Task { try await connector.connect(to: FeedEndpoint(url: silent.url)) }
          task.cancel()
          await #expect(throws: CancellationError.self) { _ = try await task.value }
        }
      }
      // Tasks have threads, too, which may grow to as many as there are cores.
      let cores = ProcessInfo.processInfo.activeProcessorCount
      try await eventually {
        Self.count("task") <= threads + cores && Self.count("fd") <= descriptors
      }
    }
  #endif

  @Test("cancelling a wait throws at once, and the connection is closed for all")
  func cancelling() async throws {
    let broker = try await Broker()
    let connection = try await MQTTFeedConnector(["air/#"]).connect(to: FeedEndpoint(url: broker.url))
    let task = Task { try await connection.receive() }
    task.cancel()
    await #expect(throws: CancellationError.self) { _ = try await task.value }
    let error = await #expect(throws: AQError.self) { _ = try await connection.receive() }
    #expect(error?.code == .unreachable)
    try await eventually {
      broker.log.contains("Client aqkit") || broker.log.contains("on client aqkit")
    }
  }
}
