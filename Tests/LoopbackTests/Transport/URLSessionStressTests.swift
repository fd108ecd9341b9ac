import AQKit
import AQKitTesting
import AQKitURLSession
import Foundation
import LoopbackServers
import TestRuns
import Testing

@Suite("URLSessionTransport: a crowded process", .timeLimit(.minutes(10)), .enabled(if: TestEffort.isHeavy))
struct URLSessionStressTests {
  private static let timeouts = TransportRequest.Timeouts(idle: .hangGuard, total: .hangGuard)
  private static let isLong = ProcessInfo.processInfo.environment["AQKIT_LONG"] != nil
  private static let rounds = isLong ? 1000 : 10

  @Test("waits for a response longer than a session's default minute", .enabled(if: isLong))
  func patience() async throws {
    let reply = LoopbackReply(
      steps: [.pause(.seconds(65)), .text("HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok")])
    try await LoopbackHTTPServer.withServer(reply: reply) { server in
      let timeouts = TransportRequest.Timeouts(idle: .hangGuard, total: .hangGuard)
      let response = try await URLSessionTransport().send(
        TransportRequest(url: server.url(), timeouts: timeouts))
      #expect(response.status == 200)
    }
  }

  @Test("serves every request while many sessions, cancellations and other sockets share the process")
  func crowd() async throws {
    try await LoopbackHTTPServer.withServer { request in
      switch request.path {
      case "/silent": .silent
      case "/again": .redirect(to: "/again")
      case "/endless": .endless()
      default: .text("\(request.body.count)")
      }
    } body: { server in
      try await withThrowingTaskGroup(of: Void.self) { group in
        for worker in 0..<8 {
          group.addTask {
            for round in 0..<Self.rounds { try await Self.visit(server, worker + round) }
          }
        }
        try await group.waitForAll()
      }
      #expect(await server.waitForOpenConnections(0, within: .hangGuard))
    }
  }

  /// Asks through a separate session, while other requests are cancelled and a socket belongs to no session.
  private static func visit(_ server: LoopbackHTTPServer, _ number: Int) async throws {
    let transport = URLSessionTransport(configuration: .init(maximumRedirects: 1_000_000))
    let path = ["/silent", "/again", "/endless"][number % 3]
    let cancelled = Task {
      try await transport.send(
        TransportRequest(url: server.url(path), timeouts: timeouts, maximumBodySize: .max))
    }
    async let other = LoopbackConnection.connect(toPort: server.port)
    let body = Array(repeating: UInt8(0), count: number % 4 * 100_000)
    let posted = try await transport.send(
      TransportRequest(.post, url: server.url("/in"), body: body, timeouts: timeouts))
    #expect(posted.body == Array("\(body.count)".utf8))
    cancelled.cancel()
    let response = try await transport.send(TransportRequest(url: server.url("/ok"), timeouts: timeouts))
    #expect(response.status == 200)
    if number.isMultiple(of: 2) {
      await #expect(throws: CancellationError.self) { try await cancelled.value }
    }
    try await other.close()
  }
}
