/// White space as RFC 8259 defines it: space, tab, line feed, carriage return.
enum Whitespace {
  /// Advances `position` to the next byte that isn't white space, or to the end.
  @inline(__always)
  static func skip(_ bytes: RawSpan, _ position: inout Int) {
    if position < bytes.byteCount, EightBytes.byte(bytes, at: position) <= 0x20 {
      position = end(bytes, from: position)
    }
  }

  /// Skips eight bytes at a time: a line break and its indentation take one or two steps.
  @inline(never)
  static func end(_ bytes: RawSpan, from start: Int) -> Int {
    let size = bytes.byteCount
    var position = start
    while size &- position >= 8 {
      let word = EightBytes.load(bytes, at: position)
      let others =
        EightBytes.nonZero(word ^ EightBytes.all(0x20))
        & EightBytes.nonZero(word ^ EightBytes.all(0x0A)) & EightBytes.nonZero(word ^ EightBytes.all(0x0D))
        & EightBytes.nonZero(word ^ EightBytes.all(0x09))
      if others != 0 {
        position &+= others.trailingZeroBitCount &>> 3
        return position
      }
      position &+= 8
    }
    while position < size, isSpace(EightBytes.byte(bytes, at: position)) { position &+= 1 }
    return position
  }

  /// Whether a byte is white space.
  @inline(__always)
  static func isSpace(_ byte: UInt8) -> Bool {
    byte == 0x20 || byte == 0x0A || byte == 0x0D || byte == 0x09
  }
}
