public import AQKit

/// How a loopback WebSocket server answers an opening handshake: properly, with one thing wrong, or not at all.
public struct LoopbackUpgrade: Sendable {
  enum Answer: Sendable {
    case accept
    case reply(LoopbackReply)
    case decide(@Sendable (LoopbackRequest) -> LoopbackUpgrade)
  }

  var answer: Answer
  /// Header fields that are added to the proper ones, or replace those of the same name.
  public var headers: [TransportHeader] = []
  /// Names of proper header fields that are left out.
  public var removedHeaders: [String] = []
  /// The status line of an accepted handshake.
  public var statusLine = "HTTP/1.1 101 Switching Protocols"
  /// Bytes that follow the header in the same write, such as the first frames.
  public var trailingBytes: [UInt8] = []

  /// Accepts, as the standard says.
  public static let accept = LoopbackUpgrade(answer: .accept)

  /// Accepts and chooses a sub-protocol.
  public static func accept(subprotocol: String) -> LoopbackUpgrade {
    accept(replacing: [TransportHeader("Sec-WebSocket-Protocol", subprotocol)])
  }

  /// Accepts, but with other header fields: those given replace the proper ones, those named are left out.
  public static func accept(replacing headers: [TransportHeader] = [], removing names: [String] = [])
    -> LoopbackUpgrade
  {
    var upgrade = accept
    upgrade.headers = headers
    upgrade.removedHeaders = names
    return upgrade
  }

  /// Accepts, and sends bytes right behind the header.
  public static func accept(followedBy bytes: [UInt8]) -> LoopbackUpgrade {
    var upgrade = accept
    upgrade.trailingBytes = bytes
    return upgrade
  }

  /// Accepts with a key that doesn't answer the client's.
  public static let wrongAcceptKey = accept(
    replacing: [TransportHeader("Sec-WebSocket-Accept", "s3pPLMBiTxaQ9kYGzzhZRbK+xOo=")])

  /// Refuses with a status, such as 401 or 429.
  public static func refuse(_ status: Int, headers: [TransportHeader] = []) -> LoopbackUpgrade {
    reply(.response(TransportResponse(status: status, headers: headers, text: "No.")))
  }

  /// Answers with anything at all, and doesn't speak WebSocket afterwards.
  public static func reply(_ reply: LoopbackReply) -> LoopbackUpgrade {
    LoopbackUpgrade(answer: .reply(reply))
  }

  /// Answers each handshake as a closure decides, such as the first one differently from the rest.
  public static func deciding(by decide: @escaping @Sendable (LoopbackRequest) -> LoopbackUpgrade)
    -> LoopbackUpgrade
  {
    LoopbackUpgrade(answer: .decide(decide))
  }

  func decided(for request: LoopbackRequest) -> LoopbackUpgrade {
    if case .decide(let decide) = answer { return decide(request).decided(for: request) }
    return self
  }
}
