#if NIO
  import AQKit
  import AQKitFeedFormats
  import NIOCore
  import NIOHTTP1
  import NIOWebSocket

  /// RFC 6455 from the client's side: the opening handshake, then frames.
  struct WebSocketProtocol: FeedProtocol {
    private let request: [UInt8]
    private let key: String
    private let offered: [String]
    private let now: @Sendable () -> AirTime
    private var replyReader = HTTPReplyReader()
    private var reader: WebSocketReader
    private var isOpen = false
    private(set) var facts = FeedFacts()

    init(_ endpoint: FeedEndpoint, at address: FeedAddress, now: @escaping @Sendable () -> AirTime)
      throws(AQError)
    {
      try endpoint.checkWebSocket()
      let key = NIOWebSocketClientUpgrader.randomRequestKey()
      var fields = [
        "Upgrade: websocket", "Connection: Upgrade", "Sec-WebSocket-Key: \(key)", "Sec-WebSocket-Version: 13",
      ]
      if !endpoint.subprotocols.isEmpty {
        fields.append("Sec-WebSocket-Protocol: \(endpoint.subprotocols.joined(separator: ", "))")
      }
      request = endpoint.handshake(at: address, fields)
      self.key = key
      self.now = now
      offered = endpoint.subprotocols
      reader = WebSocketReader(maximumMessageSize: endpoint.maximumMessageSize)
    }

    static var hasPing: Bool { true }
    var lingers: Bool { true }

    mutating func open(into output: inout FeedOutput) -> [UInt8] { request }

    mutating func consume(_ bytes: RawSpan, into output: inout FeedOutput) {
      guard !isOpen else { return reader.consume(bytes, into: &output) }
      do throws(AQError) {
        guard let (head, used) = try replyReader.consume(bytes) else { return }
        try accept(head)
        isOpen = true
        output.isOpen = true
        if used < bytes.byteCount {
          reader.consume(bytes.extracting(used..<bytes.byteCount), into: &output)
        }
      } catch {
        output.end = .failed(error)
      }
    }

    private mutating func accept(_ head: HTTPReplyHead) throws(AQError) {
      guard head.status == 101 else { throw head.refusal(wanted: 101, now: now()) }
      guard head.isHTTP11, head.hasToken("Upgrade", "websocket"),
        head.hasToken("Connection", "upgrade")
      else {
        throw AQError(.malformed, "The server's response to the handshake does not upgrade to WebSocket.")
      }
      var response = HTTPResponseHead(version: .http1_1, status: .switchingProtocols)
      for value in head.values("Sec-WebSocket-Accept") {
        response.headers.add(name: "Sec-WebSocket-Accept", value: value)
      }
      let upgrader = NIOWebSocketClientUpgrader(requestKey: key) { channel, _ in
        channel.eventLoop.makeSucceededVoidFuture()
      }
      guard upgrader.shouldAllowUpgrade(upgradeResponse: response) else {
        throw AQError(.malformed, "The server's response to the handshake has a wrong accept key.")
      }
      guard head.values("Sec-WebSocket-Extensions").allSatisfy(\.isEmpty) else {
        throw AQError(.malformed, "The server chose a WebSocket extension that was not offered.")
      }
      let chosen = head.values("Sec-WebSocket-Protocol")
      guard chosen.count <= 1, chosen.allSatisfy(offered.contains) else {
        throw AQError(.malformed, "The server chose a sub-protocol that was not offered.")
      }
      facts.subprotocol = chosen.first
    }

    mutating func endOfInput(into output: inout FeedOutput) {
      output.end = .failed(
        isOpen
          ? AQError(.unreachable, "The connection broke: the server left without closing the feed.")
          : .closedDuringHandshake)
    }

    mutating func encode(_ message: FeedMessage) throws(AQError) -> [UInt8] {
      guard message.kind != .text || message.bytes[...].isUTF8 else {
        throw AQError(.invalidRequest, "The text message to be sent is not UTF-8.")
      }
      return WebSocketFrame.bytes(
        message.kind == .text ? WebSocketFrame.text : WebSocketFrame.binary, message.bytes)
    }

    mutating func encodePing() -> [UInt8] { WebSocketFrame.bytes(WebSocketFrame.ping) }

    mutating func encodeClose(_ code: FeedMessage.Closure.Code) -> [UInt8]? {
      guard isOpen, !reader.hasSentClose else { return nil }
      reader.hasSentClose = true
      // The peer would respond to a forbidden code with a protocol error.
      let isAllowed = WebSocketFrame.isAllowedOnTheWire(code.rawValue)
      return WebSocketFrame.closing(isAllowed ? code.rawValue : FeedMessage.Closure.Code.normal.rawValue)
    }
  }
#endif
