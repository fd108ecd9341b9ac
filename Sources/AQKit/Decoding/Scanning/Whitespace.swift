/// White space as RFC 8259 defines it: space, tab, line feed, carriage return.
enum Whitespace {
  /// Advances `position` to the next byte that isn't white space, or to the end.
  @inline(__always)
  static func skip(_ bytes: RawSpan, _ position: inout Int) {
    while position < bytes.byteCount, EightBytes.byte(bytes, at: position).isSpace { position &+= 1 }
  }
}
