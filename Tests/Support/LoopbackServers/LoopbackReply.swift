public import AQKit

/// The reply of a loopback HTTP server to a request it has read: an honest response, or bytes and timing of any kind.
public struct LoopbackReply: Hashable, Sendable {
  /// The steps on the connection, in order.
  public var steps: [LoopbackStep]
  /// Whether the connection serves further requests afterwards; if not it is closed.
  public var keepsConnection: Bool

  /// Creates a reply of any kind.
  public init(steps: [LoopbackStep], keepsConnection: Bool = false) {
    self.steps = steps
    self.keepsConnection = keepsConnection
  }

  /// An honest response, with its length stated.
  public static func response(_ response: TransportResponse) -> LoopbackReply {
    let kept = response.headers.filter {
      !$0.isNamed("Content-Length") && !$0.isNamed("Transfer-Encoding") && !$0.isNamed("Connection")
    }
    return raw(
      status: response.status,
      headers: kept + [TransportRequest.Header("Content-Length", "\(response.body.count)")],
      body: response.body,
      keepsConnection: true)
  }

  /// The response of a transport, sent as it asks for in `X-Loopback-Sending`.
  static func sending(_ response: TransportResponse) -> LoopbackReply {
    let words = (response.header("X-Loopback-Sending") ?? "").split(separator: " ")
    var passed = response
    passed.headers.removeAll { $0.isNamed("X-Loopback-Sending") }
    var reply = Self.response(passed)
    guard let word = words.first, !passed.body.isEmpty else { return reply }
    let kept = passed.headers.filter { !$0.isNamed("Content-Length") && !$0.isNamed("Transfer-Encoding") }
    let length = passed.body.count + (word == "cut" ? 1000 : 0)
    let head = head(
      status: passed.status, headers: kept + [TransportRequest.Header("Content-Length", "\(length)")])
    if word == "cut" {
      reply = LoopbackReply(steps: [.bytes(head + passed.body)])
    } else if word == "trickle", words.count == 2, let pause = Int64(words[1]) {
      reply = LoopbackReply(
        steps: [.bytes(head), .trickle(passed.body, every: .microseconds(pause))], keepsConnection: true)
    }
    return reply
  }

  /// An honest response with a text body.
  public static func text(_ text: String, status: Int = 200, type: String = "application/json")
    -> LoopbackReply
  {
    response(
      TransportResponse(status: status, headers: [TransportRequest.Header("Content-Type", type)], text: text))
  }

  /// An honest response with an already compressed body, declared in `Content-Encoding`.
  public static func encoded(
    _ body: [UInt8], encoding: String = "gzip", status: Int = 200, type: String = "application/json"
  ) -> LoopbackReply {
    let headers = [
      TransportRequest.Header("Content-Type", type), TransportRequest.Header("Content-Encoding", encoding),
    ]
    return response(TransportResponse(status: status, headers: headers, body: body))
  }

  /// An honest response in chunks.
  public static func chunked(
    _ chunks: [[UInt8]], status: Int = 200, headers: [TransportRequest.Header] = [], pause: Duration = .zero
  ) -> LoopbackReply {
    let head = Self.head(
      status: status, headers: headers + [TransportRequest.Header("Transfer-Encoding", "chunked")])
    var steps: [LoopbackStep] = [.bytes(head)]
    for chunk in chunks where !chunk.isEmpty {
      if pause > .zero { steps.append(.pause(pause)) }
      steps.append(.bytes(Self.chunk(chunk)))
    }
    return LoopbackReply(steps: steps + [.text("0\r\n\r\n")], keepsConnection: true)
  }

  /// A redirect.
  public static func redirect(to location: String, status: Int = 302) -> LoopbackReply {
    response(TransportResponse(status: status, headers: [TransportRequest.Header("Location", location)]))
  }

  /// A page for people, as portals and proxies send instead of the service's response.
  public static func html(status: Int = 200, title: String = "Sign in") -> LoopbackReply {
    text(
      "<!DOCTYPE html><html><head><title>\(title)</title></head><body><h1>\(title)</h1></body></html>",
      status: status, type: "text/html; charset=utf-8")
  }

  /// A status line, headers and a body exactly as given: no length is added.
  public static func raw(
    status: Int, headers: [TransportRequest.Header], body: [UInt8], keepsConnection: Bool = false
  ) -> LoopbackReply {
    LoopbackReply(
      steps: [.bytes(head(status: status, headers: headers) + body)], keepsConnection: keepsConnection)
  }

  static func head(status: Int, headers: [TransportRequest.Header]) -> [UInt8] {
    var text = "HTTP/1.1 \(status) \(reason(status))\r\n"
    for header in headers { text += "\(header.name): \(header.value)\r\n" }
    return Array((text + "\r\n").utf8)
  }

  static func chunk(_ bytes: [UInt8]) -> [UInt8] {
    Array((String(bytes.count, radix: 16) + "\r\n").utf8) + bytes + Array("\r\n".utf8)
  }

  private static func reason(_ status: Int) -> String {
    switch status {
    case 101: "Switching Protocols"
    case 200: "OK"
    case 301: "Moved Permanently"
    case 302: "Found"
    case 400: "Bad Request"
    case 401: "Unauthorized"
    case 403: "Forbidden"
    case 404: "Not Found"
    case 429: "Too Many Requests"
    case 500: "Internal Server Error"
    case 502: "Bad Gateway"
    case 503: "Service Unavailable"
    default: "Status"
    }
  }
}

extension LoopbackReply {
  /// Declares a body that is longer by a number of bytes, and closes.
  public static func cut(_ body: [UInt8], missing: Int, status: Int = 200, type: String = "application/json")
    -> LoopbackReply
  {
    raw(
      status: status,
      headers: [
        TransportRequest.Header("Content-Type", type),
        TransportRequest.Header("Content-Length", "\(body.count + missing)"),
      ], body: body)
  }

  /// Breaks off in the middle of a chunk, and closes.
  public static func cutChunk(_ chunk: [UInt8], missing: Int, status: Int = 200) -> LoopbackReply {
    let head = head(status: status, headers: [TransportRequest.Header("Transfer-Encoding", "chunked")])
    let size = Array((String(chunk.count + missing, radix: 16) + "\r\n").utf8)
    return LoopbackReply(steps: [.bytes(head + size + chunk)])
  }

  /// A body in chunks that doesn't end while the client reads it: the same chunk, up to a number of times.
  public static func endless(
    _ chunk: [UInt8] = Array(repeating: UInt8(ascii: " "), count: 1 << 16), times: Int = 1 << 16,
    headers: [TransportRequest.Header] = []
  ) -> LoopbackReply {
    let head = head(status: 200, headers: headers + [TransportRequest.Header("Transfer-Encoding", "chunked")])
    return LoopbackReply(steps: [.bytes(head), .repeating(Self.chunk(chunk), times: times)])
  }

  /// Header lines that don't end, up to a number.
  public static func endlessHeaders(times: Int = 1 << 20) -> LoopbackReply {
    LoopbackReply(steps: [
      .text("HTTP/1.1 200 OK\r\n"),
      .repeating(Array("X-Filler: aaaaaaaaaaaaaaaaaaaaaaaa\r\n".utf8), times: times),
    ])
  }

  /// An honest response, its body sent one byte at a time.
  public static func trickle(_ body: [UInt8], every pause: Duration, type: String = "application/json")
    -> LoopbackReply
  {
    let head = head(
      status: 200,
      headers: [
        TransportRequest.Header("Content-Type", type),
        TransportRequest.Header("Content-Length", "\(body.count)"),
      ])
    return LoopbackReply(steps: [.bytes(head), .trickle(body, every: pause)], keepsConnection: true)
  }

  /// Sends the beginning of a body and then stops, keeping the connection open.
  public static func stalled(_ body: [UInt8], length: Int) -> LoopbackReply {
    let head = head(status: 200, headers: [TransportRequest.Header("Content-Length", "\(length)")])
    return LoopbackReply(steps: [.bytes(head + body), .hold])
  }

  /// Never responds, keeping the connection open until the client leaves.
  public static let silent = LoopbackReply(steps: [.hold])

  /// Closes without a response.
  public static let closed = LoopbackReply(steps: [.close])

  /// Resets the connection without a response.
  public static let reset = LoopbackReply(steps: [.reset])

  /// Sends bytes that aren't HTTP at all, and closes.
  public static func garbage(_ bytes: [UInt8]) -> LoopbackReply { LoopbackReply(steps: [.bytes(bytes)]) }
}
