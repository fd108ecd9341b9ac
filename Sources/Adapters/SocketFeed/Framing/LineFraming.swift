public import AQKit

/// A framing with a message per line, such as NDJSON: lines end with LF or CR LF, and empty lines count as signs of life.
///
/// A message is text; a line that isn't UTF-8 is delivered as bytes, to be refused. Bytes after the last line end aren't one.
public struct LineFraming: FeedFraming {
  private var searched = 0

  /// Creates a framing at the start of a stream.
  public init() {}

  /// Returns the next step for the bytes that wait.
  public mutating func next(in waiting: ArraySlice<UInt8>) -> FramingStep {
    guard let end = waiting.dropFirst(searched).firstIndex(of: UInt8(ascii: "\n")) else {
      searched = waiting.count
      return .incomplete
    }
    searched = 0
    let length = end - waiting.startIndex + 1
    var line = waiting[waiting.startIndex..<end]
    if line.last == UInt8(ascii: "\r") { line = line.dropLast() }
    if line.isEmpty { return .separator(length) }
    return .message(FeedMessage(line.isUTF8 ? .text : .binary, Array(line)), taking: length)
  }

  /// Returns the message and a line end; line ends in it become spaces, so that it stays one message.
  public func frame(_ message: FeedMessage) -> [UInt8] {
    message.bytes.map { $0 == UInt8(ascii: "\n") || $0 == UInt8(ascii: "\r") ? UInt8(ascii: " ") : $0 }
      + [UInt8(ascii: "\n")]
  }
}
