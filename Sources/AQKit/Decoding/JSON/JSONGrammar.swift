/// The only implementation of RFC 8259's grammar, for parsing and for skipping.
enum JSONGrammar {
  /// The longest input, 1 GiB: all positions in it and in its tape fit into 32 bits.
  static let maximumLength = 1 << 30

  /// Receives the events of ``walk(_:_:deepest:allowsNaN:into:)`` in the order of the input.
  protocol Visitor {
    mutating func scalar(at offset: Int)
    /// Called where a member's name starts, at its quotation mark.
    mutating func name(at offset: Int)
    mutating func open(at offset: Int)
    mutating func close()
  }

  /// Ignores all events, for checking the grammar only.
  private struct Nobody: Visitor {
    // Gives each instance its own memory: instances of size 0 share an address with other data, which ThreadSanitizer
    // reports as a race.
    let count = 0
    func scalar(at offset: Int) {}
    func name(at offset: Int) {}
    func open(at offset: Int) {}
    func close() {}
  }

  /// Skips one value of any kind, with the white space before it, and checks it as ``walk(_:_:deepest:allowsNaN:into:)`` does.
  static func skipValue(
    _ bytes: RawSpan, _ position: inout Int, deepest: Int, allowsNaN: Bool
  ) throws(ScanFault) {
    var nobody = Nobody()
    try walk(bytes, &position, deepest: deepest, allowsNaN: allowsNaN, into: &nobody)
  }

  /// Skips one value of any kind, with the white space before it, and checks its grammar, escapes and UTF-8. No recursion.
  @inline(__always)
  static func walk(
    _ bytes: RawSpan, _ position: inout Int, deepest: Int, allowsNaN: Bool, into visitor: inout some Visitor
  ) throws(ScanFault) {
    var nesting = Nesting()
    var at = position
    value: while true {
      Whitespace.skip(bytes, &at)
      let byte = try EightBytes.next(bytes, at: at)
      if startsNumber(byte), !(allowsNaN && isNotFinite(bytes, at)) {
        visitor.scalar(at: at)
        try NumberScanner.skip(bytes, &at)
      } else if byte == UInt8(ascii: "\"") {
        visitor.scalar(at: at)
        try JSONString.skip(bytes, &at)
      } else if byte | 0x20 == UInt8(ascii: "{") {
        let isObject = byte == UInt8(ascii: "{")
        if nesting.depth >= deepest { throw ScanFault(.tooDeep, at: at) }
        nesting.push(isObject: isObject)
        visitor.open(at: at)
        at &+= 1
        Whitespace.skip(bytes, &at)
        if try EightBytes.next(bytes, at: at) == byte &+ 2 {
          at &+= 1
          nesting.pop()
          visitor.close()
        } else {
          if isObject { try name(bytes, &at, into: &visitor) }
          continue value
        }
      } else {
        visitor.scalar(at: at)
        try skipWord(bytes, &at, allowsNaN: allowsNaN)
      }
      // After a value: the next one, or the end of its parents.
      while true {
        if nesting.depth == 0 {
          position = at
          return
        }
        let isObject = nesting.isInObject
        if try ends(bytes, &at, isObject: isObject) {
          nesting.pop()
          visitor.close()
        } else {
          if isObject { try name(bytes, &at, into: &visitor) }
          continue value
        }
      }
    }
  }

  @inline(__always)
  private static func name(_ bytes: RawSpan, _ position: inout Int, into visitor: inout some Visitor)
    throws(ScanFault)
  {
    Whitespace.skip(bytes, &position)
    visitor.name(at: position)
    try skipName(bytes, &position)
  }

  // MARK: Marks

  /// A member's name with its quotation marks.
  struct Name {
    let range: Range<Int>
    let hasEscapes: Bool
  }

  /// Skips the member's name at `position` and the colon.
  @discardableResult
  static func skipName(_ bytes: RawSpan, _ position: inout Int) throws(ScanFault) -> Name {
    let start = position
    var at = start
    guard try EightBytes.next(bytes, at: at) == UInt8(ascii: "\"") else {
      throw ScanFault(.expectedName, at: at)
    }
    let hasEscapes = try JSONString.skip(bytes, &at)
    let name = Name(range: start..<at, hasEscapes: hasEscapes)
    Whitespace.skip(bytes, &at)
    guard try EightBytes.next(bytes, at: at) == UInt8(ascii: ":") else {
      throw ScanFault(.expectedColon, at: at)
    }
    position = at &+ 1
    return name
  }

  /// Skips the comma after a member or an element (returns false), or the end of the object or the array (returns true), and
  /// white space before it.
  @inline(__always)
  static func ends(_ bytes: RawSpan, _ position: inout Int, isObject: Bool) throws(ScanFault) -> Bool {
    Whitespace.skip(bytes, &position)
    let byte = try EightBytes.next(bytes, at: position)
    let isEnd = byte == (isObject ? UInt8(ascii: "}") : UInt8(ascii: "]"))
    guard isEnd || byte == UInt8(ascii: ",") else {
      throw ScanFault(isObject ? .expectedCommaOrBrace : .expectedCommaOrBracket, at: position)
    }
    position &+= 1
    return isEnd
  }

  // MARK: Words

  @inline(__always)
  static func startsNumber(_ byte: UInt8) -> Bool {
    byte == UInt8(ascii: "-") || byte &- UInt8(ascii: "0") <= 9
  }

  static func skipWord(_ bytes: RawSpan, _ position: inout Int, allowsNaN: Bool) throws(ScanFault) {
    if try skip("true", bytes, &position) { return }
    if try skip("false", bytes, &position) { return }
    if try !skipNull(bytes, &position, allowsNaN: allowsNaN) { throw ScanFault(.expectedValue, at: position) }
  }

  /// Skips `null` or, if allowed, a bare word for a number that isn't finite; returns false for anything else.
  static func skipNull(_ bytes: RawSpan, _ position: inout Int, allowsNaN: Bool) throws(ScanFault) -> Bool {
    // Checked first, because a word that only starts like `null` is a fault.
    if allowsNaN, let end = endOfNotFinite(bytes, position) {
      position = end
      return true
    }
    return try skip("null", bytes, &position)
  }

  /// Returns whether there is a bare `nan`, `inf` or `infinity` at `offset`, in any case and with or without a sign.
  @inline(__always)
  static func isNotFinite(_ bytes: RawSpan, _ offset: Int) -> Bool {
    guard offset < bytes.byteCount, EightBytes.byte(bytes, at: offset) &- UInt8(ascii: "0") > 9 else {
      return false
    }
    return endOfNotFinite(bytes, offset) != nil
  }

  /// Returns the offset after a bare `nan`, `inf` or `infinity`, which programs write for numbers that aren't finite;
  /// nil for anything else.
  @inline(never)
  private static func endOfNotFinite(_ bytes: RawSpan, _ offset: Int) -> Int? {
    var at = offset
    guard at < bytes.byteCount else { return nil }
    let sign = EightBytes.byte(bytes, at: at)
    if sign == UInt8(ascii: "-") || sign == UInt8(ascii: "+") { at &+= 1 }
    guard at < bytes.byteCount else { return nil }
    let letter = EightBytes.byte(bytes, at: at) | 0x20
    guard letter == UInt8(ascii: "n") || letter == UInt8(ascii: "i") else { return nil }
    for word in ["infinity", "inf", "nan"] as [StaticString]
    where bytes.byteCount &- at >= word.utf8CodeUnitCount {
      let isThere = word.withUTF8Buffer { word in
        word.indices.allSatisfy { EightBytes.byte(bytes, at: at &+ $0) | 0x20 == word[$0] }
      }
      if isThere { return at &+ word.utf8CodeUnitCount }
    }
    return nil
  }

  /// Skips a word; returns false if its first letter differs, and throws if a later one does.
  static func skip(_ word: StaticString, _ bytes: RawSpan, _ position: inout Int) throws(ScanFault) -> Bool {
    for index in 0..<word.utf8CodeUnitCount {
      let at = position &+ index
      if at >= bytes.byteCount {
        if index == 0 { return false }
        throw ScanFault(.endOfInput, at: at)
      }
      if EightBytes.byte(bytes, at: at) != word.utf8Start[index] {
        if index == 0 { return false }
        throw ScanFault(.expectedValue, at: position)
      }
    }
    position &+= word.utf8CodeUnitCount
    return true
  }
}

/// Whether each open container is an array or an object: one bit each, without allocation for the first 64.
struct Nesting {
  private(set) var depth = 0
  private var innermost: UInt64 = 0
  private var outer: [UInt64] = []

  @inline(__always)
  var isInObject: Bool { innermost & 1 != 0 }

  @inline(__always)
  mutating func push(isObject: Bool) {
    if depth & 63 == 0, depth > 0 { outer.append(innermost) }
    innermost = innermost &<< 1 | (isObject ? 1 : 0)
    depth &+= 1
  }

  @inline(__always)
  mutating func pop() {
    guard depth > 0 else { return }
    depth &-= 1
    if depth & 63 == 0, let word = outer.popLast() { innermost = word } else { innermost &>>= 1 }
  }
}
