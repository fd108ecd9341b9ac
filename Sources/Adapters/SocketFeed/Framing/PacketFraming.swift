public import AQKit

/// A framing of binary packets with a fixed header, a fixed or stated length and a check, as particle sensors send them
/// over a serial line.
///
/// If a packet fails its check, only its first byte is skipped, because a truncated packet has the next one *within*
/// its length. Skipped bytes are counted.
///
/// ```swift
/// /// 42 4D, the length of the rest (28), 13 words, and the sum of all bytes before it.
/// static let framing = PacketFraming(
///   header: [0x42, 0x4D], length: .stated(at: 2, bytes: 2, adding: 4), lengths: 32...32
/// ) { packet in
///   let sum = packet.dropLast(2).reduce(0) { $0 + Int($1) }
///   return packet.suffix(2).elementsEqual([UInt8(sum >> 8 & 0xFF), UInt8(sum & 0xFF)])
/// }
/// ```
public struct PacketFraming: FeedFraming {
  /// The length of a packet, header included.
  public enum Length: Hashable, Sendable {
    /// A fixed number of bytes.
    case fixed(Int)
    /// An unsigned number, most significant byte first, of 1…4 bytes at an offset, plus a constant.
    case stated(at: Int, bytes: Int, adding: Int)
  }

  private let header: [UInt8]
  private let length: Length
  private let lengths: ClosedRange<Int>
  private let isIntact: @Sendable (ArraySlice<UInt8>) -> Bool

  /// Creates a framing by header, length and check.
  ///
  /// - Parameters:
  ///   - header: The first bytes of each packet; at least one.
  ///   - length: The length of a packet.
  ///   - lengths: The valid lengths; any other means a damaged packet.
  ///   - isIntact: Returns whether a whole packet, including its header, passes its check.
  public init(
    header: [UInt8], length: Length, lengths: ClosedRange<Int>,
    isIntact: @escaping @Sendable (_ packet: ArraySlice<UInt8>) -> Bool
  ) {
    self.header = header
    self.length = length
    self.lengths = lengths
    self.isIntact = isIntact
  }

  /// Returns the next step for the bytes that wait.
  public func next(in waiting: ArraySlice<UInt8>) -> FramingStep {
    guard waiting.starts(with: header.prefix(waiting.count)) else {
      let next = waiting.dropFirst().firstIndex { $0 == header.first }
      return .broken(next.map { $0 - waiting.startIndex } ?? waiting.count)
    }
    guard waiting.count >= header.count, let length = length(of: waiting) else { return .incomplete }
    guard lengths.contains(length), length >= header.count, length > 0 else { return .broken(1) }
    guard waiting.count >= length else { return .incomplete }
    let packet = waiting.prefix(length)
    return isIntact(packet) ? .message(FeedMessage(.binary, Array(packet)), taking: length) : .broken(1)
  }

  private func length(of waiting: ArraySlice<UInt8>) -> Int? {
    switch length {
    case .fixed(let length): return length
    case .stated(let offset, let count, let rest):
      let bytes = waiting.dropFirst(max(0, offset)).prefix(min(max(1, count), 4))
      guard bytes.count == min(max(1, count), 4) else { return nil }
      // A length that doesn't fit into an Int is broken, like any impossible length.
      return Int(exactly: bytes.reduce(Int64(0)) { $0 << 8 | Int64($1) } &+ Int64(rest)) ?? -1
    }
  }

  /// Returns the message unchanged: its sender builds the packet.
  public func frame(_ message: FeedMessage) -> [UInt8] { message.bytes }
}
