import AQKit
import LoopbackServers

/// Serves every hostile answer under its own address: `/case12/…`.
struct HostileAnswerServer {
  private let server: LoopbackHTTPServer

  /// Runs a body while a server runs.
  static func run<Result>(
    certificate: LoopbackCertificate? = nil, body: (HostileAnswerServer) async throws -> Result
  ) async throws -> Result {
    try await LoopbackHTTPServer.withServer(certificate: certificate, respond: reply) {
      try await body(HostileAnswerServer(server: $0))
    }
  }

  @Sendable private static func reply(to request: LoopbackRequest) -> LoopbackReply {
    let parts = request.path.split(separator: "/")
    guard let index = parts.first.flatMap({ Int($0.dropFirst(4)) }), all.indices.contains(index) else {
      return LoopbackReply(steps: HostileAnswer.honest)
    }
    // A redirect may append an odd character to the name.
    let isNext = parts.last?.hasPrefix("next") == true
    return LoopbackReply(steps: isNext ? all[index].next : all[index].steps)
  }

  private static let all = HostileAnswer.all

  /// The address of an answer, by its place in ``HostileAnswer/all``.
  func url(of index: Int) -> String { server.url("/case\(index)") }

  /// The address of an honest answer.
  var honestURL: String { server.url("/") }

  /// Waits until no connection is open; false when that never happens.
  func isLeftAlone(within limit: Duration = .hangGuard) async -> Bool {
    await server.waitForOpenConnections(0, within: limit)
  }
}
