/// Eight bytes of text in one 64-bit word, first byte lowest, which every scanner uses.
enum EightBytes {
  /// A word whose eight bytes are all `byte`.
  @inline(__always) static func all(_ byte: UInt8) -> UInt64 {
    0x0101_0101_0101_0101 &* UInt64(byte)
  }

  /// The eight bytes at `offset`, which must be there.
  @inline(__always) static func load(_ bytes: RawSpan, at offset: Int) -> UInt64 {
    precondition(UInt(bitPattern: offset) < UInt(bitPattern: max(bytes.byteCount &- 7, 0)))
    return UInt64(
      littleEndian: unsafe bytes.unsafeLoadUnaligned(fromUncheckedByteOffset: offset, as: UInt64.self))
  }

  /// The eight bytes at `offset`, which the caller guarantees to exist.
  @unsafe @inline(__always) static func load(_ bytes: RawSpan, atUnchecked offset: Int) -> UInt64 {
    UInt64(littleEndian: unsafe bytes.unsafeLoadUnaligned(fromUncheckedByteOffset: offset, as: UInt64.self))
  }

  /// The four bytes at `offset`, which must be there.
  @inline(__always) static func loadFour(_ bytes: RawSpan, at offset: Int) -> UInt32 {
    precondition(UInt(bitPattern: offset) < UInt(bitPattern: max(bytes.byteCount &- 3, 0)))
    return UInt32(
      littleEndian: unsafe bytes.unsafeLoadUnaligned(fromUncheckedByteOffset: offset, as: UInt32.self))
  }

  /// The byte at `offset`, which must be there.
  @inline(__always) static func byte(_ bytes: RawSpan, at offset: Int) -> UInt8 {
    precondition(UInt(bitPattern: offset) < UInt(bitPattern: bytes.byteCount))
    return unsafe bytes.unsafeLoad(fromUncheckedByteOffset: offset, as: UInt8.self)
  }

  /// Maps the digits `0`…`9` to 0…9 and all other bytes to values above 9.
  @inline(__always) static func digitValues(_ word: UInt64) -> UInt64 {
    word ^ 0x3030_3030_3030_3030
  }

  /// The high bit of every byte of `values` (see ``digitValues(_:)``) that is no digit's value; exact for every byte,
  /// because no sum carries into the next.
  @inline(__always) static func nonDigits(_ values: UInt64) -> UInt64 {
    (((values & 0x7F7F_7F7F_7F7F_7F7F) &+ 0x7676_7676_7676_7676) | values) & 0x8080_8080_8080_8080
  }

  /// The number with these eight digit values, first byte most significant.
  @inline(__always) static func number(_ values: UInt64) -> UInt64 {
    let pairs = (values &* 0x0A01) &>> 8 & 0x00FF_00FF_00FF_00FF
    let fours = (pairs &* 0x0064_0001) &>> 16 & 0x0000_FFFF_0000_FFFF
    return (fours &* 0x2710_0000_0001) &>> 32
  }

  /// The high bit of every byte that isn't zero; exact for every byte.
  @inline(__always) static func nonZero(_ word: UInt64) -> UInt64 {
    (((word & 0x7F7F_7F7F_7F7F_7F7F) &+ 0x7F7F_7F7F_7F7F_7F7F) | word) & 0x8080_8080_8080_8080
  }

  /// The high bit of bytes that are zero; exact up to and including the first one, which is enough.
  @inline(__always) static func zeros(_ word: UInt64) -> UInt64 {
    (word &- 0x0101_0101_0101_0101) & ~word & 0x8080_8080_8080_8080
  }
}
