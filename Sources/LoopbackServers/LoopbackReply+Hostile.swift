public import AQKit

extension LoopbackReply {
  /// Says that the body is longer than it is, by so many bytes, and closes.
  public static func cut(_ body: [UInt8], missing: Int, status: Int = 200, type: String = "application/json")
    -> LoopbackReply
  {
    raw(
      status: status,
      headers: [
        TransportHeader("Content-Type", type), TransportHeader("Content-Length", "\(body.count + missing)"),
      ], body: body)
  }

  /// Breaks off in the middle of a chunk, and closes.
  public static func cutChunk(_ chunk: [UInt8], missing: Int, status: Int = 200) -> LoopbackReply {
    let head = head(status: status, headers: [TransportHeader("Transfer-Encoding", "chunked")])
    let size = Array((String(chunk.count + missing, radix: 16) + "\r\n").utf8)
    return LoopbackReply(steps: [.bytes(head + size + chunk)])
  }

  /// A body in chunks that never ends while the client reads it: the same chunk, up to so many times.
  public static func endless(
    _ chunk: [UInt8] = Array(repeating: UInt8(ascii: " "), count: 1 << 16), times: Int = 1 << 16,
    headers: [TransportHeader] = []
  ) -> LoopbackReply {
    let head = head(status: 200, headers: headers + [TransportHeader("Transfer-Encoding", "chunked")])
    return LoopbackReply(steps: [.bytes(head), .repeating(Self.chunk(chunk), times: times)])
  }

  /// Header lines that never end, up to so many.
  public static func endlessHeaders(times: Int = 1 << 20) -> LoopbackReply {
    LoopbackReply(steps: [
      .text("HTTP/1.1 200 OK\r\n"),
      .repeating(Array("X-Filler: aaaaaaaaaaaaaaaaaaaaaaaa\r\n".utf8), times: times),
    ])
  }

  /// An honest answer, its body sent one byte at a time.
  public static func trickle(_ body: [UInt8], every pause: Duration, type: String = "application/json")
    -> LoopbackReply
  {
    let head = head(
      status: 200,
      headers: [TransportHeader("Content-Type", type), TransportHeader("Content-Length", "\(body.count)")])
    return LoopbackReply(steps: [.bytes(head), .trickle(body, every: pause)], keepsConnection: true)
  }

  /// Sends the beginning of a body and then nothing more, keeping the connection open.
  public static func stalled(_ body: [UInt8], length: Int) -> LoopbackReply {
    let head = head(status: 200, headers: [TransportHeader("Content-Length", "\(length)")])
    return LoopbackReply(steps: [.bytes(head + body), .hold])
  }

  /// Never answers, keeping the connection open until the client leaves.
  public static let silent = LoopbackReply(steps: [.hold])

  /// Closes without an answer.
  public static let closed = LoopbackReply(steps: [.close])

  /// Resets the connection without an answer.
  public static let reset = LoopbackReply(steps: [.reset])

  /// Answers with bytes that are no HTTP at all, and closes.
  public static func garbage(_ bytes: [UInt8]) -> LoopbackReply { LoopbackReply(steps: [.bytes(bytes)]) }
}
