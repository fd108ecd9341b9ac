import AQKit
import NIOCore
import NIOHTTP1
import NIOWebSocket

/// A WebSocket server on a loopback port, honest or hostile, with or without TLS.
///
/// ```swift
/// try await LoopbackWebSocketServer.withServer { session in
///   try await session.send(text: #"[{"city":"Pune","aqi":161.2}]"#)
///   try await session.close()
/// } body: { server in
///   let endpoint = FeedEndpoint(url: server.url("/feed"))
///   let connection = try await connector.connect(to: endpoint)
///   while let messages = try await connection.receive() { print(messages.map(\.bytes.count)) }
///   await connection.close(.normal)
/// }
/// ```
public final class LoopbackWebSocketServer: LoopbackServer {
  /// The automatic behaviour of the server.
  public struct Manners: OptionSet, Hashable, Sendable {
    /// The bits.
    public let rawValue: Int
    /// Creates a set from its bits.
    public init(rawValue: Int) { self.rawValue = rawValue }
    /// Replies to pings.
    public static let sendsPongs = Manners(rawValue: 1)
    /// Returns a close frame and closes.
    public static let returnsClose = Manners(rawValue: 2)
    /// All of these.
    public static let good: Manners = [.sendsPongs, .returnsClose]
  }

  struct Record: Sendable {
    var requests: [LoopbackRequest] = []
    var frames: [LoopbackFrame] = []
  }

  package let listener: LoopbackListener
  private let record: LoopbackState<Record>
  private let server: String

  private init(listener: LoopbackListener, record: LoopbackState<Record>, server: String) {
    self.listener = listener
    self.record = record
    self.server = server
  }

  /// Starts a server.
  ///
  /// - Parameters:
  ///   - certificate: The certificate to show; nil for plain `ws`.
  ///   - manners: The automatic behaviour of the server.
  ///   - upgrade: How it replies to an opening handshake; accepts by default.
  ///   - port: The port to listen on; 0 for any that is free.
  ///   - mostPending: The most bytes of a client that are kept until they are read, such as of a frame; one that sends
  ///     more is cut off.
  ///   - keepsFrames: Whether requests and frames are kept for the tests that look at them.
  ///   - session: Serves one accepted connection, which is closed when it returns or throws; cancelled by
  ///     ``stop()``.
  public static func start(
    certificate: LoopbackCertificate? = nil, manners: Manners = .good,
    upgrade: LoopbackUpgrade = .accept, port: Int = 0, mostPending: Int = .max, keepsFrames: Bool = true,
    session: @escaping @Sendable (LoopbackWebSocketSession) async throws -> Void
  ) async throws -> LoopbackWebSocketServer {
    let record = LoopbackState(Record())
    let server = certificate == nil ? "ws://127.0.0.1" : "wss://localhost"
    let listener = try await LoopbackListener.start(
      certificate: certificate, port: port, mostPending: mostPending
    ) { connection in
      let origin = "\(server):\(connection.localPort)"
      guard let request = try await LoopbackRequest.read(from: connection, origin: origin, withBody: false)
      else { return }
      if keepsFrames { record.update { $0.requests.append(request) } }
      let upgrade = upgrade.decided(for: request)
      if case .reply(let reply) = upgrade.outcome { return try await connection.perform(reply.steps) }
      try await connection.write(
        try await head(of: upgrade, for: request, on: connection) + upgrade.trailingBytes)
      let accepted = LoopbackWebSocketSession(request: request, connection: connection)
      await withTaskGroup { group in
        group.addTask {
          await accepted.readFrames(manners: manners, keepsAll: keepsFrames) { frame in
            record.update { $0.frames.append(frame) }
          }
        }
        group.addTask {
          try? await session(accepted)
          await connection.close()
        }
      }
    }
    return LoopbackWebSocketServer(listener: listener, record: record, server: server)
  }

  /// Runs a closure while a server runs, and stops the server when it returns or throws.
  @discardableResult
  public static func withServer<Result>(
    certificate: LoopbackCertificate? = nil, manners: Manners = .good,
    upgrade: LoopbackUpgrade = .accept,
    session: @escaping @Sendable (LoopbackWebSocketSession) async throws -> Void,
    body: (LoopbackWebSocketServer) async throws -> Result
  ) async throws -> Result {
    try await start(certificate: certificate, manners: manners, upgrade: upgrade, session: session)
      .stopped(after: body)
  }

  /// Returns the header of an accepted handshake; the proper fields come from NIO's own upgrader.
  private static func head(
    of upgrade: LoopbackUpgrade, for request: LoopbackRequest, on connection: LoopbackConnection
  ) async throws -> [UInt8] {
    var asked = HTTPRequestHead(version: .http1_1, method: .GET, uri: request.target)
    for header in request.headers { asked.headers.add(name: header.name, value: header.value) }
    let channel = connection.channel
    let proper = try await channel.eventLoop.flatSubmit { [asked] in
      NIOWebSocketServerUpgrader(
        shouldUpgrade: { channel, _ in channel.eventLoop.makeSucceededFuture(HTTPHeaders()) },
        upgradePipelineHandler: { channel, _ in channel.eventLoop.makeSucceededVoidFuture() }
      ).buildUpgradeResponse(channel: channel, upgradeRequest: asked, initialResponseHeaders: HTTPHeaders())
    }.get()
    var lines = [upgrade.statusLine]
    let replaced = Set(
      upgrade.headers.map { $0.name.lowercased() } + upgrade.removedHeaders.map { $0.lowercased() })
    for field in proper where !replaced.contains(field.name.lowercased()) {
      lines.append("\(field.name): \(field.value)")
    }
    for name in ["Upgrade", "Connection"] where proper[name].isEmpty && !replaced.contains(name.lowercased())
    {
      lines.append(name == "Upgrade" ? "Upgrade: websocket" : "Connection: Upgrade")
    }
    for header in upgrade.headers { lines.append("\(header.name): \(header.value)") }
    return Array((lines.joined(separator: "\r\n") + "\r\n\r\n").utf8)
  }

  /// Returns the address of a path, which starts with a slash, such as `ws://127.0.0.1:40123/feed`.
  public func url(_ path: String = "/") -> String { "\(server):\(port)\(path)" }

  /// The opening handshakes seen so far.
  public var requests: [LoopbackRequest] { record.value.requests }

  /// The frames received so far, on all connections.
  public var received: [LoopbackFrame] { record.value.frames }

  /// Waits until the frames received so far meet a condition; false when that didn't happen in time.
  public func waitForFrames(
    within limit: Duration = .hangGuard, _ isMet: @escaping @Sendable ([LoopbackFrame]) -> Bool
  ) async -> Bool {
    await record.wait(within: limit) { isMet($0.frames) }
  }
}
