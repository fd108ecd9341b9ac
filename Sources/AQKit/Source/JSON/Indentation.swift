/// The white space between two elements of an array as it was found last: in pretty-printed JSON the next one is
/// the same, and comparing costs less than looking for its end.
struct Indentation {
  /// Its length in bytes; 0 where none is known.
  private(set) var length = 0
  private var head: UInt64 = 0
  private var headMask: UInt64 = 0
  private var tail: UInt64 = 0
  private var tailMask: UInt64 = 0

  /// Nothing known yet.
  init() {}

  /// The white space in `range`, if it is at most 16 bytes long. Sixteen bytes must be there.
  init(_ bytes: RawSpan, in range: Range<Int>) {
    guard !range.isEmpty, range.count <= 16 else { return }
    length = range.count
    headMask = length >= 8 ? .max : .max >> UInt64(truncatingIfNeeded: 64 &- 8 &* length)
    tailMask = length <= 8 ? 0 : .max >> UInt64(truncatingIfNeeded: 128 &- 8 &* length)
    head = EightBytes.load(bytes, at: range.lowerBound) & headMask
    tail = EightBytes.load(bytes, at: range.lowerBound &+ 8) & tailMask
  }

  /// Whether the same bytes stand at `offset`. Sixteen bytes must be there.
  @inline(__always)
  func stands(in bytes: RawSpan, at offset: Int) -> Bool {
    (EightBytes.load(bytes, at: offset) & headMask) ^ head
      | (EightBytes.load(bytes, at: offset &+ 8) & tailMask) ^ tail == 0
  }
}
