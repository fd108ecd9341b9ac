/// Bytes as the keys of a hash table, without copying them or making strings.
@usableFromInline package enum ByteKey {
  /// Returns whether two ranges of bytes are equal; false if the first one exceeds its bytes.
  @inlinable @inline(__always)
  package static func equal(
    _ left: RawSpan, _ leftStart: Int, _ right: RawSpan, _ rightStart: Int, _ count: Int
  )
    -> Bool
  {
    guard leftStart &+ count <= left.byteCount else { return false }
    var offset = 0
    if count < 8 {
      if count > 0, leftStart &+ 8 <= left.byteCount, rightStart &+ 8 <= right.byteCount {
        let difference = EightBytes.load(left, at: leftStart) ^ EightBytes.load(right, at: rightStart)
        return difference &<< UInt64(truncatingIfNeeded: 64 &- 8 &* count) == 0
      }
      while offset < count {
        if EightBytes.byte(left, at: leftStart &+ offset) != EightBytes.byte(right, at: rightStart &+ offset)
        {
          return false
        }
        offset &+= 1
      }
      return true
    }
    // The last eight bytes overlap the ones before.
    let last = count &- 8
    while offset < last {
      if EightBytes.load(left, at: leftStart &+ offset) != EightBytes.load(right, at: rightStart &+ offset) {
        return false
      }
      offset &+= 8
    }
    return EightBytes.load(left, at: leftStart &+ last) == EightBytes.load(right, at: rightStart &+ last)
  }

  /// Random per process, so that a sender can't choose colliding keys.
  private static let seed = UInt64.random(in: .min ... .max)

  /// Returns a hash of a key, folding in eight bytes at a time with a full-width multiplication.
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
