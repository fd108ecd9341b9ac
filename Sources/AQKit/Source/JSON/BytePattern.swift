/// Up to sixteen expected bytes: comparing them costs less than parsing.
struct BytePattern: Sendable {
  /// The number of bytes; 0 for no expectation.
  private(set) var length = 0
  private var head: UInt64 = 0
  private var headMask: UInt64 = 0
  private var tail: UInt64 = 0
  private var tailMask: UInt64 = 0

  /// Nothing expected.
  init() {}

  /// The bytes in `range` if they are at most 16, else none. Sixteen bytes must be readable.
  init(_ bytes: RawSpan, in range: Range<Int>) {
    guard !range.isEmpty, range.count <= 16 else { return }
    length = range.count
    headMask = length >= 8 ? .max : .max >> UInt64(truncatingIfNeeded: 64 &- 8 &* length)
    tailMask = length <= 8 ? 0 : .max >> UInt64(truncatingIfNeeded: 128 &- 8 &* length)
    head = EightBytes.load(bytes, at: range.lowerBound) & headMask
    tail = EightBytes.load(bytes, at: range.lowerBound &+ 8) & tailMask
  }

  /// The bytes of a text if they are at most 16, else none.
  init(_ text: String) {
    let padded = Array(text.utf8) + [UInt8](repeating: 0, count: 16)
    self = padded.withUnsafeBufferPointer {
      BytePattern(UnsafeRawBufferPointer($0).bytes, in: 0..<text.utf8.count)
    }
  }

  /// Whether the bytes at `offset` match. Sixteen bytes must be readable.
  @inline(__always)
  func stands(in bytes: RawSpan, at offset: Int) -> Bool {
    (EightBytes.load(bytes, at: offset) & headMask) ^ head
      | (EightBytes.load(bytes, at: offset &+ 8) & tailMask) ^ tail == 0
  }
}
