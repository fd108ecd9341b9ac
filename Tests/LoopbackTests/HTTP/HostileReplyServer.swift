import AQKit
import LoopbackServers

/// Serves every hostile reply under its own address: `/case12/…`.
struct HostileReplyServer {
  private let server: LoopbackHTTPServer

  /// Runs a body while a server runs.
  static func run<Result>(
    certificate: LoopbackCertificate? = nil, body: (HostileReplyServer) async throws -> Result
  ) async throws -> Result {
    try await LoopbackHTTPServer.withServer(certificate: certificate, respond: reply) {
      try await body(HostileReplyServer(server: $0))
    }
  }

  @Sendable private static func reply(to request: LoopbackRequest) -> LoopbackReply {
    let parts = request.path.split(separator: "/")
    guard let index = parts.first.flatMap({ Int($0.dropFirst(4)) }), all.indices.contains(index) else {
      return LoopbackReply(steps: HostileReply.honest)
    }
    // A redirect may append an odd character to the name.
    let isNext = parts.last?.hasPrefix("next") == true
    return LoopbackReply(steps: isNext ? all[index].next : all[index].steps)
  }

  private static let all = HostileReply.all

  /// The address of a reply, by its place in ``HostileReply/all``.
  func url(of index: Int) -> String { server.url("/case\(index)") }

  /// The address of an honest reply.
  var honestURL: String { server.url("/") }

  /// Waits until no connection is open; false when that never happens.
  func isLeftAlone(within limit: Duration = .hangGuard) async -> Bool {
    await server.waitForOpenConnections(0, within: limit)
  }
}
