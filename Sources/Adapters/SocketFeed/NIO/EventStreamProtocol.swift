#if NIO
  import AQKit
  import AQKitFeedFormats

  struct EventStreamProtocol: FeedProtocol {
    private let request: [UInt8]
    private let now: @Sendable () -> AirTime
    private var replyReader = HTTPReplyReader()
    private var body: HTTPBodyReader?
    private var events: EventStreamReader

    private static let ownFields: Set<String> = [
      "host", "connection", "accept", "accept-encoding", "cache-control", "content-length",
      "transfer-encoding",
      "upgrade",
    ]

    init(_ endpoint: FeedEndpoint, at address: FeedAddress, now: @escaping @Sendable () -> AirTime)
      throws(AQError)
    {
      try endpoint.checkHeaders(except: Self.ownFields)
      request = endpoint.handshake(
        at: address,
        [
          "Accept: text/event-stream", "Accept-Encoding: identity", "Cache-Control: no-store",
          "Connection: close",
        ])
      self.now = now
      events = EventStreamReader(
        maximumMessageSize: endpoint.maximumMessageSize,
        lastEventID: endpoint.headers.last { $0.isNamed("Last-Event-ID") }?.value ?? "")
    }

    var facts: FeedFacts { FeedFacts(reconnectDelay: events.reconnectDelay, lastEventID: events.lastEventID) }

    mutating func open(into output: inout FeedOutput) -> [UInt8] { request }

    mutating func consume(_ bytes: RawSpan, into output: inout FeedOutput) {
      do throws(AQError) {
        var start = 0
        if body == nil {
          guard let (head, used) = try replyReader.consume(bytes) else { return }
          start = used
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
      guard types.count == 1, type.withoutOuterBlanks.lowercased() == "text/event-stream" else {
        throw AQError(.malformed, "The server's reply is not an event stream.")
      }
      guard head.values("Content-Encoding").allSatisfy({ $0.isEmpty || $0.lowercased() == "identity" }) else {
        throw AQError(.malformed, "The server sent a compressed event stream without being asked.")
      }
      body = try HTTPBodyReader(head)
    }

    mutating func endOfInput(into output: inout FeedOutput) {
      output.end =
        switch body?.endsWithConnection {
        case true?: .closed(nil)
        case false?:
          .failed(AQError(.unreachable, "The connection broke in the middle of the server's reply."))
        case nil: .failed(.closedDuringHandshake)
        }
    }

    mutating func encode(_ message: FeedMessage) throws(AQError) -> [UInt8] {
      throw AQError(.unsupported, "Nothing can be sent to an event stream.")
    }
  }

  /// Reads server-sent events by the HTML standard (§9.2.6): lines that end with LF, CR or CR LF, split anywhere; an
  /// initial byte order mark; ignores comments, unknown fields and unfinished events.
  struct EventStreamReader {
    private static let carriageReturn = UInt8(ascii: "\r")
    private static let lineFeed = UInt8(ascii: "\n")
    private static let colon = UInt8(ascii: ":")

    private let maximumMessageSize: Int
    private var line: [UInt8] = []
    private var isAfterCarriageReturn = false
    private var isAtBeginning = true
    private var data: [UInt8] = []
    private var hasData = false
    private var type = ""
    private var id: String
    private var hasID = false
    /// The identifier that an event set last, even one without data; nil if none has set it.
    private(set) var lastEventID: String?
    private(set) var reconnectDelay: Duration?

    init(maximumMessageSize: Int, lastEventID: String) {
      self.maximumMessageSize = maximumMessageSize
      id = lastEventID
    }

    mutating func consume(_ bytes: RawSpan, into output: inout FeedOutput) throws(AQError) {
      var start = 0
      for index in 0..<bytes.byteCount {
        let byte = bytes.unsafeLoad(fromByteOffset: index, as: UInt8.self)
        if isAfterCarriageReturn {
          isAfterCarriageReturn = false
          if byte == Self.lineFeed {
            start = index &+ 1
            continue
          }
        }
        guard byte == Self.lineFeed || byte == Self.carriageReturn else { continue }
        try append(bytes.extracting(start..<index))
        start = index &+ 1
        isAfterCarriageReturn = byte == Self.carriageReturn
        try endLine(into: &output)
      }
      try append(bytes.extracting(start..<bytes.byteCount))
    }

    private mutating func append(_ bytes: RawSpan) throws(AQError) {
      // A field's name and the space after its colon count in addition to its value.
      guard line.count &+ bytes.byteCount &- 16 <= maximumMessageSize else { throw tooLarge }
      bytes.withUnsafeBytes { line.append(contentsOf: $0) }
    }

    private var tooLarge: AQError {
      AQError(.tooLarge, "The server sent an event of more than \(maximumMessageSize) bytes.")
    }

    private mutating func endLine(into output: inout FeedOutput) throws(AQError) {
      var content = line[...]
      line = []
      if isAtBeginning {
        isAtBeginning = false
        if content.starts(with: [0xEF, 0xBB, 0xBF]) { content = content.dropFirst(3) }
      }
      if content.isEmpty { return dispatch(into: &output) }
      if content.first == Self.colon { return }
      let end = content.firstIndex(of: Self.colon) ?? content.endIndex
      var value = content[end...].dropFirst()
      if value.first == UInt8(ascii: " ") { value = value.dropFirst() }
      switch String(decoding: content[..<end], as: UTF8.self) {
      case "data":
        guard
          data.count + value.count < maximumMessageSize || data.isEmpty && value.count <= maximumMessageSize
        else { throw tooLarge }
        if hasData { data.append(Self.lineFeed) }
        data += value
        hasData = true
      case "event":
        type = String(decoding: value, as: UTF8.self)
      case "id":
        if !value.contains(0) { (id, hasID) = (String(decoding: value, as: UTF8.self), true) }
      case "retry":
        if !value.isEmpty, value.allSatisfy(\.isDigit),
          let milliseconds = Int64(String(decoding: value, as: UTF8.self))
        {
          reconnectDelay = .milliseconds(milliseconds)
        }
      default: break
      }
    }

    private mutating func dispatch(into output: inout FeedOutput) {
      defer { (type, data, hasData) = ("", [], false) }
      if hasID { lastEventID = id }
      // In the standard, an event with an empty line of data is delivered, and one without a line of data isn't.
      guard hasData else { return }
      let text = data[...].isUTF8 ? data : Array(String(decoding: data, as: UTF8.self).utf8)
      output.add(FeedMessage(.event(type: type.isEmpty ? "message" : type, id: id), text))
    }
  }
#endif
