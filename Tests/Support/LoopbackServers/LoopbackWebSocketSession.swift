public import AQKit

/// A WebSocket connection, seen from the loopback server.
///
/// The client's frames are read, recorded and kept for ``receive()`` while the session's closure runs. Pings and close
/// frames get automatic replies, unless the server was started otherwise.
public final class LoopbackWebSocketSession: Sendable {
  struct Inbound: Sendable {
    var frames: [LoopbackFrame] = []
    var taken = 0
    var hasEnded = false
  }

  /// The opening handshake.
  public let request: LoopbackRequest
  /// The underlying connection, for anything that frames can't express.
  public let connection: LoopbackConnection
  let inbound = LoopbackState(Inbound())

  init(request: LoopbackRequest, connection: LoopbackConnection) {
    self.request = request
    self.connection = connection
  }

  /// Every frame that the client has sent so far, control frames included.
  public var received: [LoopbackFrame] { inbound.value.frames }

  /// Waits for the next frame from the client, control frames included; nil when the client has left.
  public func receive() async -> LoopbackFrame? {
    guard await inbound.wait(for: { $0.frames.count > $0.taken || $0.hasEnded }) else { return nil }
    return inbound.update { inbound in
      guard inbound.frames.count > inbound.taken else { return nil }
      inbound.taken += 1
      return inbound.frames[inbound.taken - 1]
    }
  }

  /// Waits for the next frame of a kind, passing over others; nil when the client has left.
  public func receive(_ opcode: LoopbackFrame.Opcode) async -> LoopbackFrame? {
    while let frame = await receive() {
      if frame.opcode == opcode { return frame }
    }
    return nil
  }

  /// Sends a frame unchanged.
  public func send(_ frame: LoopbackFrame) async throws { try await connection.write(frame.bytes) }

  /// Sends frames in one write.
  public func send(_ frames: [LoopbackFrame]) async throws {
    try await connection.write(frames.flatMap(\.bytes))
  }

  /// Sends a text message.
  public func send(text: String) async throws { try await send(.text(text)) }

  /// Sends a binary message.
  public func send(binary: [UInt8]) async throws { try await send(LoopbackFrame(.binary, binary)) }

  /// Sends bytes unchanged.
  public func send(bytes: [UInt8]) async throws { try await connection.write(bytes) }

  /// Sends text messages again and again as fast as the client takes them.
  ///
  /// - Parameters:
  ///   - texts: The messages of one round.
  ///   - count: The total number of messages.
  public func flood(_ texts: [String], count: Int) async throws {
    guard !texts.isEmpty else { return }
    let round = texts.flatMap { LoopbackFrame.text($0).bytes }
    let perWrite = max(1, (1 << 18) / max(1, round.count))
    let block = Array(repeatElement(round, count: perWrite).joined())
    var left = count
    while left >= perWrite * texts.count {
      try await connection.write(block)
      left -= perWrite * texts.count
    }
    let rest = (0..<left).flatMap { LoopbackFrame.text(texts[$0 % texts.count]).bytes }
    if !rest.isEmpty { try await connection.write(rest) }
  }

  /// Sends a ping.
  public func ping(_ payload: [UInt8] = []) async throws { try await send(LoopbackFrame(.ping, payload)) }

  /// Sends a close frame, waits for the client's, and closes the connection.
  public func close(_ code: UInt16 = 1000, reason: String = "") async throws {
    try await send(.close(code, reason: reason))
    _ = await inbound.wait { $0.hasEnded || $0.frames.contains { $0.opcode == .close } }
    await connection.close()
  }

  /// Cuts the connection without a close frame.
  public func drop() async { await connection.drop() }

  /// Resets the connection without a close frame.
  public func reset() async { await connection.reset() }

  /// Sends no messages until the client has left.
  public func hold() async { await connection.waitForEnd() }

  /// Sends every text and binary message back, until the client has left.
  public func echo() async throws {
    while let frame = await receive() {
      guard frame.opcode == .text || frame.opcode == .binary || frame.opcode == .continuation else {
        continue
      }
      try await send(LoopbackFrame(frame.opcode, frame.payload, isFinal: frame.isFinal))
    }
  }

  /// Reads frames until the client leaves, with the automatic replies.
  ///
  /// - Parameter keepsAll: Whether all frames are kept; otherwise only the closing one is.
  func readFrames(
    manners: LoopbackWebSocketServer.Manners, keepsAll: Bool = true,
    record: @Sendable (LoopbackFrame) -> Void
  ) async {
    while let frame = await LoopbackFrame.read(from: connection) {
      if keepsAll { record(frame) }
      if keepsAll || frame.opcode == .close { inbound.update { $0.frames.append(frame) } }
      switch frame.opcode {
      case .ping where manners.contains(.sendsPongs):
        try? await send(LoopbackFrame(.pong, frame.payload))
      case .close where manners.contains(.returnsClose):
        try? await send(LoopbackFrame(.close, frame.payload))
        await connection.close()
      default: break
      }
    }
    inbound.update { $0.hasEnded = true }
  }
}

/// The reply of a loopback WebSocket server to an opening handshake: a proper one, one with a single fault, or none.
public struct LoopbackUpgrade: Sendable {
  enum Outcome: Sendable {
    case accept
    case reply(LoopbackReply)
    case decide(@Sendable (LoopbackRequest) -> LoopbackUpgrade)
  }

  var outcome: Outcome
  /// Header fields that are added to the proper ones, or replace them by name.
  public var headers: [TransportRequest.Header] = []
  /// Names of proper header fields that are left out.
  public var removedHeaders: [String] = []
  /// The status line of an accepted handshake.
  public var statusLine = "HTTP/1.1 101 Switching Protocols"
  /// Bytes that follow the header in the same write, such as the first frames.
  public var trailingBytes: [UInt8] = []

  /// Accepts according to the standard.
  public static let accept = LoopbackUpgrade(outcome: .accept)

  /// Accepts and chooses a sub-protocol.
  public static func accept(subprotocol: String) -> LoopbackUpgrade {
    accept(replacing: [TransportRequest.Header("Sec-WebSocket-Protocol", subprotocol)])
  }

  /// Accepts, but with other header fields: those given replace the proper ones, those named are left out.
  public static func accept(replacing headers: [TransportRequest.Header] = [], removing names: [String] = [])
    -> LoopbackUpgrade
  {
    LoopbackUpgrade(outcome: .accept, headers: headers, removedHeaders: names)
  }

  /// Accepts, and sends bytes right behind the header.
  public static func accept(followedBy bytes: [UInt8]) -> LoopbackUpgrade {
    LoopbackUpgrade(outcome: .accept, trailingBytes: bytes)
  }

  /// Accepts with a key that doesn't match the client's.
  public static let wrongAcceptKey = accept(
    replacing: [TransportRequest.Header("Sec-WebSocket-Accept", "s3pPLMBiTxaQ9kYGzzhZRbK+xOo=")])

  /// Refuses with a status, such as 401 or 429.
  public static func refuse(_ status: Int, headers: [TransportRequest.Header] = []) -> LoopbackUpgrade {
    reply(.response(TransportResponse(status: status, headers: headers, text: "No.")))
  }

  /// Replies with anything at all, and doesn't speak WebSocket afterwards.
  public static func reply(_ reply: LoopbackReply) -> LoopbackUpgrade {
    LoopbackUpgrade(outcome: .reply(reply))
  }

  /// Replies to each handshake as a closure decides, such as the first one differently from the rest.
  public static func deciding(by decide: @escaping @Sendable (LoopbackRequest) -> LoopbackUpgrade)
    -> LoopbackUpgrade
  {
    LoopbackUpgrade(outcome: .decide(decide))
  }

  func decided(for request: LoopbackRequest) -> LoopbackUpgrade {
    if case .decide(let decide) = outcome { return decide(request).decided(for: request) }
    return self
  }
}
