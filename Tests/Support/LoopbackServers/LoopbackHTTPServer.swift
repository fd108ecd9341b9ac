public import AQKit

/// An HTTP/1.1 server on a loopback port: it serves any `HTTPTransport`, or replies as badly as a test asks for.
///
/// ```swift
/// try await LoopbackHTTPServer.withServer { _ in
///   .text(#"{"ok":true}"#)
/// } body: { server in
///   let response = try await transport.send(TransportRequest(url: server.url("/v1/air?x=1")))
///   #expect(response.status == 200)
///   #expect(server.requests.first?.queryValue("x") == "1")
/// }
/// ```
///
/// Connections are kept alive and served at the same time.
public final class LoopbackHTTPServer: LoopbackServer {
  private struct Record: Sendable {
    var requests: [LoopbackRequest] = []
    var pending = 0
  }

  package let listener: LoopbackListener
  private let record: LoopbackState<Record>
  /// Scheme, host and port, such as `http://127.0.0.1:40123`.
  public let origin: String

  private init(listener: LoopbackListener, record: LoopbackState<Record>, server: String) {
    self.listener = listener
    self.record = record
    origin = "\(server):\(listener.port)"
  }

  /// Starts a server.
  ///
  /// - Parameters:
  ///   - certificate: The certificate to show; nil for plain HTTP.
  ///   - respond: Decides the reply to a request; if it throws, the reply is a plain 500.
  public static func start(
    certificate: LoopbackCertificate? = nil,
    respond: @escaping @Sendable (LoopbackRequest) async throws -> LoopbackReply
  ) async throws -> LoopbackHTTPServer {
    let record = LoopbackState(Record())
    // A certificate for `localhost` is checked by name; without TLS the number saves the look-up.
    let server = certificate == nil ? "http://127.0.0.1" : "https://localhost"
    let listener = try await LoopbackListener.start(certificate: certificate) { connection in
      let origin = "\(server):\(connection.localPort)"
      while let request = try await LoopbackRequest.read(from: connection, origin: origin) {
        record.update {
          $0.requests.append(request)
          $0.pending += 1
        }
        defer { record.update { $0.pending -= 1 } }
        let reply: LoopbackReply
        do {
          reply = try await respond(request)
        } catch {
          reply = .text("\(type(of: error))", status: 500, type: "text/plain")
        }
        try await connection.perform(reply.steps)
        guard reply.keepsConnection, request.header("Connection")?.lowercased() != "close" else { return }
      }
    }
    return LoopbackHTTPServer(listener: listener, record: record, server: server)
  }

  /// Starts a server that sends a transport's responses, such as a stand-in's of the test kit.
  ///
  /// The transport is asked for the server's own address with the path and query of the request. If it fails, the client
  /// sees a similar failure: a server that never responds for a time-out, a reset connection for an unreachable one, a plain
  /// 500 for anything else. The transport sees `Via: 1.1 loopback` in the request, and can have its body sent badly by a
  /// response header `X-Loopback-Sending`, which is not passed on: `trickle 500` for a byte every 500 µs, `cut` for a length
  /// that is longer than the body.
  public static func start(certificate: LoopbackCertificate? = nil, transport: any HTTPTransport) async throws
    -> LoopbackHTTPServer
  {
    try await start(certificate: certificate) { request in
      guard let method = TransportRequest.Method(rawValue: request.method) else {
        return .text("No such method here.", status: 405, type: "text/plain")
      }
      let asked = TransportRequest(
        method, url: request.url, headers: request.headers + [TransportRequest.Header("Via", "1.1 loopback")],
        body: request.body)
      do {
        return .sending(try await transport.send(asked))
      } catch let error as AQError where error.code == .timedOut {
        return .silent
      } catch let error as AQError where error.code == .unreachable {
        return .reset
      }
    }
  }

  /// Runs a closure while a server runs, and stops the server when the closure returns or throws.
  @discardableResult
  public static func withServer<Result>(
    certificate: LoopbackCertificate? = nil,
    respond: @escaping @Sendable (LoopbackRequest) async throws -> LoopbackReply,
    body: (LoopbackHTTPServer) async throws -> Result
  ) async throws -> Result {
    try await start(certificate: certificate, respond: respond).stopped(after: body)
  }

  /// Runs a closure while a server gives every request the same reply, and stops the server afterwards.
  @discardableResult
  public static func withServer<Result>(
    certificate: LoopbackCertificate? = nil, reply: LoopbackReply,
    body: (LoopbackHTTPServer) async throws -> Result
  ) async throws -> Result {
    try await start(certificate: certificate) { _ in reply }.stopped(after: body)
  }

  /// Runs a closure while a server sends a transport's responses, and stops the server afterwards.
  @discardableResult
  public static func withServer<Result>(
    certificate: LoopbackCertificate? = nil, transport: any HTTPTransport,
    body: (LoopbackHTTPServer) async throws -> Result
  ) async throws -> Result {
    try await start(certificate: certificate, transport: transport).stopped(after: body)
  }

  /// Returns the address of a path, which starts with a slash.
  public func url(_ path: String = "/") -> String { origin + path }

  /// The requests seen so far, in the order in which they were read.
  public var requests: [LoopbackRequest] { record.value.requests }

  /// Waits until at least this number of requests have been read; false when that didn't happen in time.
  public func waitForRequests(_ count: Int, within limit: Duration = .hangGuard) async -> Bool {
    await record.wait(within: limit) { $0.requests.count >= count }
  }

  /// Waits until exactly this number of requests have neither their complete reply nor a lost connection; false when that
  /// didn't happen in time.
  public func waitForPendingRequests(_ count: Int, within limit: Duration = .hangGuard) async -> Bool {
    await record.wait(within: limit) { $0.pending == count }
  }
}
