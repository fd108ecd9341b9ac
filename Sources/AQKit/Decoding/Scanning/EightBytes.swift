/// Eight bytes of text in one 64-bit word, first byte lowest, as every scanner uses them.
@usableFromInline package enum EightBytes {
  @inlinable @inline(__always) package static func all(_ byte: UInt8) -> UInt64 {
    0x0101_0101_0101_0101 &* UInt64(byte)
  }

  /// Returns the eight bytes at `offset`, which must exist.
  @inlinable @inline(__always) package static func load(_ bytes: RawSpan, at offset: Int) -> UInt64 {
    precondition(UInt(bitPattern: offset) < UInt(bitPattern: max(bytes.byteCount &- 7, 0)))
    return UInt64(
      littleEndian: unsafe bytes.unsafeLoadUnaligned(fromUncheckedByteOffset: offset, as: UInt64.self))
  }

  /// Returns the eight bytes at `offset`, which the caller guarantees to exist.
  @unsafe @inline(__always) static func load(_ bytes: RawSpan, atUnchecked offset: Int) -> UInt64 {
    UInt64(littleEndian: unsafe bytes.unsafeLoadUnaligned(fromUncheckedByteOffset: offset, as: UInt64.self))
  }

  /// Returns the byte at `offset`, which must exist.
  @inlinable @inline(__always) package static func byte(_ bytes: RawSpan, at offset: Int) -> UInt8 {
    precondition(UInt(bitPattern: offset) < UInt(bitPattern: bytes.byteCount))
    return unsafe bytes.unsafeLoad(fromUncheckedByteOffset: offset, as: UInt8.self)
  }

  /// Returns the byte at `offset`; throws if the text ends before it.
  @inline(__always) static func next(_ bytes: RawSpan, at offset: Int) throws(ScanFault) -> UInt8 {
    guard offset < bytes.byteCount else { throw ScanFault(.endOfInput, at: offset) }
    return byte(bytes, at: offset)
  }

  /// Returns the start of a text after a byte order mark, which RFC 8259 lets a parser of JSON ignore.
  package static func afterByteOrderMark(_ bytes: RawSpan, _ start: Int = 0) -> Int {
    guard bytes.byteCount &- start >= 3, byte(bytes, at: start) == 0xEF,
      byte(bytes, at: start &+ 1) == 0xBB, byte(bytes, at: start &+ 2) == 0xBF
    else { return start }
    return start &+ 3
  }

  /// Returns the first offset of a byte at or after an offset; nil if there is none.
  package static func firstIndex(of byte: UInt8, in bytes: RawSpan, from start: Int) -> Int? {
    let wanted = all(byte)
    let size = bytes.byteCount
    var at = max(start, 0)
    while size &- at >= 8 {
      let hits = zeros(load(bytes, at: at) ^ wanted)
      if hits != 0 { return at &+ hits.trailingZeroBitCount &>> 3 }
      at &+= 8
    }
    while at < size {
      if self.byte(bytes, at: at) == byte { return at }
      at &+= 1
    }
    return nil
  }

  /// Maps the digits `0`…`9` to 0…9 and all other bytes to values above 9.
  @inlinable @inline(__always) package static func digitValues(_ word: UInt64) -> UInt64 {
    word ^ 0x3030_3030_3030_3030
  }

  /// Returns the high bit of every byte of `values` (see ``digitValues(_:)``) that isn't a digit's value; exact for
  /// every byte, because no sum carries into the next.
  @inlinable @inline(__always) package static func nonDigits(_ values: UInt64) -> UInt64 {
    (((values & 0x7F7F_7F7F_7F7F_7F7F) &+ 0x7676_7676_7676_7676) | values) & 0x8080_8080_8080_8080
  }

  /// Returns the number with these eight digit values, first byte most significant.
  @inlinable @inline(__always) package static func number(_ values: UInt64) -> UInt64 {
    let pairs = (values &* 0x0A01) &>> 8 & 0x00FF_00FF_00FF_00FF
    let fours = (pairs &* 0x0064_0001) &>> 16 & 0x0000_FFFF_0000_FFFF
    return (fours &* 0x2710_0000_0001) &>> 32
  }

  /// Returns the high bit of bytes that are zero; exact up to and including the first one, which is enough.
  @inlinable @inline(__always) package static func zeros(_ word: UInt64) -> UInt64 {
    (word &- 0x0101_0101_0101_0101) & ~word & 0x8080_8080_8080_8080
  }
}
