#if NIO
  import AQKit

  /// Server-sent events over HTTP/1.1.
  struct EventStreamProtocol: FeedProtocol {
    private let request: [UInt8]
    private let now: @Sendable () -> AirTime
    private var replyReader = HTTPReplyReader()
    private var body: HTTPBodyReader?
    private var events: EventStreamReader

    /// The fields that the request itself sets.
    private static let ownFields: Set<String> = [
      "host", "connection", "accept", "accept-encoding", "cache-control", "content-length",
      "transfer-encoding",
      "upgrade",
    ]

    /// Prepares a request.
    ///
    /// - Throws: ``AQError/Code/invalidRequest`` for invalid headers.
    init(_ endpoint: FeedEndpoint, at address: FeedAddress, now: @escaping @Sendable () -> AirTime)
      throws(AQError)
    {
      var text = """
        GET \(address.target) HTTP/1.1\r
        Host: \(address.authority)\r
        Accept: text/event-stream\r
        Accept-Encoding: identity\r
        Cache-Control: no-store\r
        Connection: close\r

        """
      text += try HTTPReplyHead.lines(of: endpoint.headers, except: Self.ownFields)
      request = Array((text + "\r\n").utf8)
      self.now = now
      events = EventStreamReader(
        maximumMessageSize: endpoint.maximumMessageSize,
        lastEventID: endpoint.headers.last { $0.isNamed("Last-Event-ID") }?.value ?? "")
    }

    var facts: FeedFacts { FeedFacts(reconnectDelay: events.reconnectDelay, lastEventID: events.lastEventID) }
    static var hasPing: Bool { false }
    var lingers: Bool { false }

    mutating func open(into output: inout FeedOutput) -> [UInt8] { request }

    mutating func consume(_ bytes: RawSpan, into output: inout FeedOutput) {
      do throws(AQError) {
        var start = 0
        while body == nil {
          guard let (head, used) = try replyReader.consume(bytes.extracting(start..<bytes.byteCount)) else {
            return
          }
          start &+= used
          if (100...199).contains(head.status), head.status != 101 { continue }
          try accept(head)
          output.isOpen = true
        }
        try body?.consume(bytes.extracting(start..<bytes.byteCount)) { bytes throws(AQError) in
          try events.consume(bytes, into: &output)
        }
        if body?.isFinished == true { output.end = .closed(nil) }
      } catch {
        output.end = body == nil ? .failed(error) : .violated(error)
      }
    }

    private mutating func accept(_ head: HTTPReplyHead) throws(AQError) {
      if head.status == 204 {
        throw AQError(
          .unavailable, "The server has no more events and asks not to come back (HTTP 204).", retry: .never)
      }
      guard head.status == 200 else { throw head.refusal(wanted: 200, now: now()) }
      let types = head.values("Content-Type")
      let type = types.first?.prefix { $0 != ";" } ?? ""
      guard types.count == 1, HTTPReplyHead.trimmed(type).lowercased() == "text/event-stream" else {
        throw AQError(.malformed, "The server's reply is not an event stream.")
      }
      guard head.values("Content-Encoding").allSatisfy({ $0.isEmpty || $0.lowercased() == "identity" }) else {
        throw AQError(.malformed, "The server compressed the event stream, which nobody asked for.")
      }
      body = try HTTPBodyReader(head)
    }

    mutating func endOfInput(into output: inout FeedOutput) {
      if body?.endsWithConnection == true {
        output.end = .closed(nil)
      } else {
        output.end = .failed(
          AQError(
            .unreachable,
            body == nil
              ? "The server closed the connection during the handshake."
              : "The connection broke: the server left in the middle of its reply."))
      }
    }

    mutating func encode(_ message: FeedMessage) throws(AQError) -> [UInt8] {
      throw AQError(.unsupported, "Nothing can be sent to an event stream.")
    }
    mutating func encodePing() -> [UInt8] { [] }
    mutating func encodeClose(_ code: FeedClosure.Code) -> [UInt8]? { nil }
  }
#endif
