@testable import AQKit
import AQKitFeedFormats
@testable import AQKitHTTPRules
@testable import FeedWire

extension FuzzTarget {
  /// Heads and bodies of HTTP replies as the feeds read them, and the texts of header fields and addresses: the same
  /// whole and in pieces.
  static let http = FuzzTarget(
    name: "http",
    seeds: [
      "HTTP/1.1 200 OK\r\nContent-Type: text/event-stream\r\nContent-Length: 5\r\n\r\nhello",
      "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n5;a=b\r\nhello\r\n0\r\n\r\n",
      "HTTP/1.1 103 Early Hints\r\nLink: </a>\r\n\r\nHTTP/1.0 302 Found\r\nLocation: ../a/./b?c#d\r\n\r\n",
      "HTTP/1.1 429 \r\nRetry-After: 17\r\nDate: Sun, 06 Nov 1994 08:49:37 GMT\r\n\r\n",
      "HTTP/1.1 503 Unavailable\r\nRetry-After: Sun, 06 Nov 1994 08:50:37 GMT\r\n\r\n",
      "wss://[::1]:443/feed?a=b%20c", "https://user:pass@example.org:8080/v1/air?latitude=52.5&key=a+b#top",
      "//host/path",
    ],
    words: [
      "HTTP/1.1 ", "\r\n\r\n", "Content-Length: ", "Transfer-Encoding: chunked", "Retry-After: ",
      "Location: ",
      "Connection: Upgrade", "9223372036854775807", "18446744073709551616", "7fffffffffffffff", "://", "/../",
      "?", "#", "%",
    ]
  ) { bytes in
    readReply(bytes)
    let text = String(decoding: bytes, as: UTF8.self)
    readFieldValue(text)
    readAddress(text)
  }

  /// Frames of a WebSocket: the same messages and the same end, however they are cut.
  static let webSocket = FuzzTarget(
    name: "websocket", seeds: ["\u{1}\u{2}hi"],
    bytes: [
      [0x81, 2, 0x68, 0x69, 0x88, 2, 3, 0xE8], [0x01, 1, 0xC3, 0x89, 1, 7, 0x80, 1, 0xA9],
      [0x82, 126, 0, 126] + [UInt8](repeating: 7, count: 126), [0x88, 5, 3, 0xE9] + Array("bye".utf8),
      [0x82, 127, 0, 0, 0, 0, 0, 1, 0, 0] + [UInt8](repeating: 7, count: 300), [0x8A, 0, 0x88, 0],
    ]
  ) { bytes in
    for limit in [0, 100, 1 << 20] {
      inPieces(of: bytes, by: "the WebSocket reader") {
        WebSocketReader(maximumMessageSize: limit)
      } consume: {
        $0.consume($1, into: &$2)
      }
    }
  }

  /// Server-sent events, bare and as the body of a reply: the same events, however they are cut.
  static let events = FuzzTarget(
    name: "events",
    seeds: [
      "\u{FEFF}: hi\nretry: 1000\nid: 7\nevent: air\ndata: {\"a\":1}\ndata\ndata:  b\n\n",
      "data:a\r\rdata:b\r\n\r\nid\n\n",
      "HTTP/1.1 200 OK\r\nContent-Type: text/event-stream\r\nTransfer-Encoding: chunked\r\n\r\n9\r\ndata: 1\n\n\r\n0\r\n\r\n",
    ],
    words: ["data: ", "event: ", "id: ", "retry: ", "\r\n", "\n\n", "9223372036854775807", "\u{FEFF}", "\0"]
  ) { bytes in
    for limit in [0, 20, 1 << 20] {
      inPieces(of: bytes, by: "the reader of events") {
        EventStreamReader(maximumMessageSize: limit, lastEventID: "")
      } consume: { reader, piece, output in
        do throws(AQError) { try reader.consume(piece, into: &output) } catch {
          output.end = .violated(error)
        }
      }
      var endpoint = FeedEndpoint(url: "http://example.org/feed")
      endpoint.maximumMessageSize = limit
      guard let address = try? FeedAddress(endpoint.url),
        let stream = try? EventStreamProtocol(endpoint, at: address, now: { receivedAt })
      else { fatalError("Broken: a plain address is refused") }
      inPieces(of: bytes, by: "the event stream") {
        stream
      } consume: {
        $0.consume($1, into: &$2)
      }
    }
  }

  /// Messages told apart in a stream: the same, however it is cut; and what is framed is read.
  static let framings = FuzzTarget(
    name: "framings", seeds: ["{\"a\":1}\r\n\n{\"b\":2}\nrest", "\0\0\0\u{2}hi\0\0\0\0", "\u{2}hi"],
    bytes: [[0x42, 0x4D, 0, 4, 1, 2, 0, 0x96], [0x42, 0x42, 0x4D, 0, 9]], words: ["\r\n", "\0\0\0\u{1}"]
  ) { bytes in
    for framing in allFramings {
      let whole = messages(bytes, framing, .max)
      for size in [1, 2, bytes.pieceSize] {
        check(messages(bytes, framing, size) == whole, "\(framing) reads something else in pieces of \(size)")
      }
      guard !(framing is PacketFraming) else { continue }
      let framed = framing.frame(FeedMessage(.text, bytes))
      guard let read = messages(framed, framing, bytes.pieceSize) else { continue }
      check(read.broken == 0, "\(framing) doesn't know its own frame")
    }
  }

  private static let allFramings: [any FeedFraming] = {
    let widths: [LengthPrefixFraming.Width] = [.one, .two, .four, .eight]
    return [LineFraming()]
      + widths.map { LengthPrefixFraming($0, limit: 10_000) }
      + widths.map { LengthPrefixFraming($0, order: .littleEndian, countsItself: true, limit: 10_000) }
      + [
        PacketFraming(header: [0x42, 0x4D], length: .stated(at: 2, bytes: 2, adding: 4), lengths: 6...64) {
          packet in
          packet.dropLast(2).reduce(0) { $0 &+ Int($1) } & 0xFF == Int(packet.last ?? 0)
        },
        PacketFraming(header: [0xAA], length: .fixed(10), lengths: 10...10) { $0.last == 0xAB },
      ]
  }()
}

/// The messages of a stream in pieces; nil where nothing after some bytes can be read.
private func messages(_ bytes: [UInt8], _ framing: any FeedFraming, _ size: Int) -> FramedStream? {
  do throws(AQError) {
    let read = try framing.messages(in: bytes, cutEvery: size)
    return FramedStream(messages: read.messages, broken: read.broken)
  } catch {
    look(at: error, of: "\(framing)")
    return nil
  }
}

private struct FramedStream: Equatable {
  let messages: [FeedMessage]
  let broken: Int
}

/// Reads a stream whole and in pieces, and compares messages, pongs and the end.
private func inPieces<Reader>(
  of bytes: [UInt8], by name: String, _ make: () -> Reader,
  consume: (inout Reader, RawSpan, inout FeedOutput) -> Void
) {
  func read(_ pieces: [[UInt8]]) -> (messages: [FeedMessage], pongs: Int, end: String) {
    var reader = make()
    var output = FeedOutput()
    for piece in pieces where output.end == nil { consume(&reader, piece.span.bytes, &output) }
    let end =
      switch output.end {
      case nil: "none"
      case .closed(let closure): "closed \(closure.map { "\($0)" } ?? "")"
      case .failed(let error), .violated(let error): "\(error.code): \(error.message)"
      }
    return (output.messages, output.pongs.count, end)
  }
  let whole = read([bytes])
  for size in [1, bytes.pieceSize] {
    let cut = read(bytes.pieces(of: size))
    check(cut.messages == whole.messages, "\(name) reads other messages in pieces of \(size)")
    check(cut.pongs == whole.pongs, "\(name) sends other pongs in pieces of \(size)")
    check(
      cut.end == whole.end, "\(name) ends by “\(cut.end)” in pieces of \(size), as a whole by “\(whole.end)”")
  }
}

/// Reads the head of a reply and its body, whole and in pieces.
private func readReply(_ bytes: [UInt8]) {
  func read(_ pieces: [[UInt8]]) -> String {
    var heads = HTTPReplyReader()
    var body: HTTPBodyReader?
    var content: [UInt8] = []
    do throws(AQError) {
      for piece in pieces {
        let span = piece.span.bytes
        var start = 0
        if body == nil {
          guard let (head, used) = try heads.consume(span) else { continue }
          start = used
          look(at: head.refusal(wanted: 200, now: receivedAt), of: "a refusal")
          _ = head.hasToken("Connection", "upgrade")
          body = try HTTPBodyReader(head)
        }
        try body?.consume(span.extracting(start..<span.byteCount)) { bytes throws(AQError) in
          bytes.withUnsafeBytes { content += $0 }
        }
      }
    } catch {
      look(at: error, of: "the reader of a reply")
      return "\(content) \(error.message)"
    }
    return "\(content) \(body?.isFinished ?? false) \(body?.endsWithConnection ?? false)"
  }
  let whole = read([bytes])
  check(read(bytes.pieces(of: 1)) == whole, "a reply reads as something else byte by byte")
  check(read(bytes.pieces(of: bytes.pieceSize)) == whole, "a reply reads as something else in pieces")
}

private func readFieldValue(_ text: String) {
  if let wait = RetryAfter.seconds(text, at: receivedAt) {
    check((0...RetryAfter.longest).contains(wait), "a wait of \(wait) s is believed")
  }
  _ = RetryAfter.time(text)
  let response = TransportResponse(status: 429, headers: [TransportRequest.Header("Retry-After", text)])
  _ = RequestBudgets.Budget.Advice.standard.retry(for: response, at: receivedAt)
  if let error = AQError(response: response, limits: RequestLimits()) {
    look(at: error, of: "a refused request")
  }
}

private func readAddress(_ text: String) {
  let here = TransportRequest(url: "https://example.org:8443/v1/air?page=1")
  if let there = try? here.following(text) {
    check(URLParts(there.url) == URLParts(here.url), "a link leads away to \(there.url)")
  }
  let redirect = TransportResponse(status: 307, headers: [TransportRequest.Header("Location", text)])
  if let next = try? RedirectRule.next(after: redirect, to: here) {
    check(URLParts(next.url).scheme == "https", "a redirect leads to \(next.url)")
  }
  if let target = HTTPRedirect(location: AirSecret(text)).target(from: here.url) {
    check(URLParts(target).scheme == "https", "a feed's redirect leads to \(target)")
  }
  if let address = try? FeedAddress(text) {
    check(!address.host.isEmpty && (1...65535).contains(address.port), "an address has no host or port")
    check(
      !address.target.contains("\r") && !address.authority.contains("\n"), "an address ends a request line")
  }
  check(
    PercentEncoding.decode(PercentEncoding.encode(text)[...]) == text,
    "an encoded text decodes to something else")
}
