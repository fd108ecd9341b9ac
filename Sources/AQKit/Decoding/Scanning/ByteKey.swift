/// Bytes as the keys of a hash table, without a copy and without text.
@usableFromInline package enum ByteKey {
  /// Whether two ranges of bytes are equal; false if the first one exceeds its bytes.
  @inlinable @inline(__always)
  package static func equal(
    _ left: RawSpan, _ leftStart: Int, _ right: RawSpan, _ rightStart: Int, _ count: Int
  )
    -> Bool
  {
    guard leftStart &+ count <= left.byteCount else { return false }
    var offset = 0
    while offset &+ 8 <= count {
      if EightBytes.load(left, at: leftStart &+ offset) != EightBytes.load(right, at: rightStart &+ offset) {
        return false
      }
      offset &+= 8
    }
    if offset == count { return true }
    if count >= 8 {
      return EightBytes.load(left, at: leftStart &+ count &- 8)
        == EightBytes.load(right, at: rightStart &+ count &- 8)
    }
    while offset < count {
      if EightBytes.byte(left, at: leftStart &+ offset) != EightBytes.byte(right, at: rightStart &+ offset) {
        return false
      }
      offset &+= 1
    }
    return true
  }

  /// Random per process, so that nobody can choose colliding keys.
  private static let seed = UInt64.random(in: .min ... .max)

  /// A hash of a key: folds in eight bytes at a time with a full-width multiplication.
  package static func hash(_ bytes: RawSpan, _ segments: [Range<Int>]) -> UInt64 {
    var state = seed
    func fold(_ word: UInt64) {
      let product = (state ^ word).multipliedFullWidth(by: 0xD6E8_FEB8_6659_FD93)
      state = product.high ^ product.low
    }
    for segment in segments {
      fold(UInt64(truncatingIfNeeded: segment.count))
      var at = segment.lowerBound
      while at &+ 8 <= segment.upperBound {
        fold(EightBytes.load(bytes, at: at))
        at &+= 8
      }
      if at == segment.upperBound { continue }
      if segment.upperBound >= 8 {
        // The last eight bytes; for a short segment, the preceding bytes are shifted out.
        let word = EightBytes.load(bytes, at: segment.upperBound &- 8)
        fold(word &>> UInt64(truncatingIfNeeded: 64 &- 8 &* (segment.upperBound &- at)))
      } else {
        var word: UInt64 = 0
        for offset in at..<segment.upperBound {
          word |=
            UInt64(EightBytes.byte(bytes, at: offset)) &<< UInt64(truncatingIfNeeded: 8 &* (offset &- at))
        }
        fold(word)
      }
    }
    return state
  }
}
