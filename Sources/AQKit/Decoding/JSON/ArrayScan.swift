/// Reads whole arrays into columns, for ``AQJSON`` and ``AQJSON/Reader``.
enum ArrayScan {
  /// Reads the array of numbers and nulls whose bracket is at `position`, and appends them to a column; null becomes
  /// NaN. After a fault the column keeps the elements before it.
  static func doubles(
    _ bytes: RawSpan, _ position: inout Int, into column: inout [Double], allowsNaN: Bool
  ) throws(ScanFault) {
    var at = position
    if try isEmpty(bytes, &at) {
      position = at
      return
    }
    // Filled in blocks that fit the processor's cache.
    let result = withUnsafeTemporaryAllocation(byteCount: NumberWindow.bytesOfBits, alignment: 8) {
      bits in
      withUnsafeTemporaryAllocation(of: Double.self, capacity: 512) { room in
        Result { () throws(ScanFault) in
          var window = NumberWindow(bits: bits)
          var isAtEnd = false
          while !isAtEnd {
            var count = 0
            // Also the elements before a fault.
            defer { unsafe column.append(contentsOf: UnsafeBufferPointer(rebasing: room[..<count])) }
            isAtEnd = try NumberColumn.read(bytes, &at, into: room, &count, &window, allowsNaN: allowsNaN)
          }
        }
      }
    }
    try result.get()
    position = at
  }

  /// Reads the array of whole numbers whose bracket is at `position`, and appends them to a column.
  static func integers(_ bytes: RawSpan, _ position: inout Int, into column: inout [Int64]) throws(ScanFault)
  {
    try each(bytes, &position) { at throws(ScanFault) in
      takeRuns(bytes, &at, into: &column)
      guard at < bytes.byteCount else { throw ScanFault(.endOfInput, at: at) }
      guard JSONGrammar.startsNumber(EightBytes.byte(bytes, at: at)) else {
        throw ScanFault(.expected(.wholeNumber), at: at)
      }
      column.append(try NumberScanner.int64(bytes, &at))
    }
  }

  /// Reads the array of times whose bracket is at `position`, and appends them to a column as seconds since 1970 in
  /// UTC, from numbers or ISO 8601 strings. Without an offset, a text without one is a fault.
  static func instants(
    _ bytes: RawSpan, _ position: inout Int, into column: inout [Int64], offset: Int?
  ) throws(ScanFault) {
    try each(bytes, &position) { at throws(ScanFault) in
      takeRuns(bytes, &at, into: &column)
      guard at < bytes.byteCount else { throw ScanFault(.endOfInput, at: at) }
      if EightBytes.byte(bytes, at: at) == UInt8(ascii: "\"") {
        column.append(try instant(bytes, &at, offset: offset))
      } else if JSONGrammar.startsNumber(EightBytes.byte(bytes, at: at)) {
        column.append(try NumberScanner.int64(bytes, &at))
      } else {
        throw ScanFault(.expected(.time), at: at)
      }
    }
  }

  /// Reads a time from the string whose quotation mark is at `position`.
  static func instant(_ bytes: RawSpan, _ position: inout Int, offset: Int?) throws(ScanFault) -> Int64 {
    let start = position
    position &+= 1
    let stamp: ISO8601.Stamp
    do throws(ISO8601.Fault) {
      stamp = try ISO8601.scan(bytes, &position)
    } catch {
      throw ScanFault(error.reason == .endOfInput ? .endOfInput : .invalidTime, at: start)
    }
    guard position < bytes.byteCount else { throw ScanFault(.endOfInput, at: position) }
    guard EightBytes.byte(bytes, at: position) == UInt8(ascii: "\"") else {
      throw ScanFault(.invalidTime, at: start)
    }
    position &+= 1
    guard let instant = stamp.instant(assuming: offset) else { throw ScanFault(.missingOffset, at: start) }
    return instant
  }

  // MARK: Parts

  @inline(__always)
  private static func each(
    _ bytes: RawSpan, _ position: inout Int, _ read: (inout Int) throws(ScanFault) -> Void
  ) throws(ScanFault) {
    var at = position
    if try !isEmpty(bytes, &at) {
      repeat {
        Whitespace.skip(bytes, &at)
        try read(&at)
      } while try !JSONGrammar.endsArray(bytes, &at)
    }
    position = at
  }

  /// Skips the opening bracket, and the closing one if it follows.
  static func isEmpty(_ bytes: RawSpan, _ position: inout Int) throws(ScanFault) -> Bool {
    guard position < bytes.byteCount else { throw ScanFault(.endOfInput, at: position) }
    guard EightBytes.byte(bytes, at: position) == UInt8(ascii: "[") else {
      throw ScanFault(.expected(.array), at: position)
    }
    position &+= 1
    Whitespace.skip(bytes, &position)
    guard position < bytes.byteCount, EightBytes.byte(bytes, at: position) == UInt8(ascii: "]") else {
      return false
    }
    position &+= 1
    return true
  }

  /// Reads runs of whole numbers of one length, such as time stamps; stops at the last element or any other.
  @inline(__always)
  private static func takeRuns(_ bytes: RawSpan, _ position: inout Int, into column: inout [Int64]) {
    while takeRun(bytes, &position, into: &column) { Whitespace.skip(bytes, &position) }
  }

  /// Reads whole numbers of the same length, 9 to 15 digits, each before a comma: the position of the next one is known
  /// before this one has been read. False if there is none.
  @inline(__always)
  private static func takeRun(_ bytes: RawSpan, _ position: inout Int, into column: inout [Int64]) -> Bool {
    guard bytes.byteCount &- position >= 16 else { return false }
    let start = position
    let first = EightBytes.digitValues(EightBytes.load(bytes, at: position &+ 8))
    let more = EightBytes.nonDigits(first).trailingZeroBitCount &- 7
    guard more >= 8, more <= 56 else { return false }
    let (comma, shift) = (UInt64(truncatingIfNeeded: more), UInt64(truncatingIfNeeded: 64 &- more))
    let scale = NumberScanner.powersOfTen[more &>> 3]
    while bytes.byteCount &- position >= 16 {
      let head = EightBytes.digitValues(EightBytes.load(bytes, at: position))
      let tail = EightBytes.digitValues(EightBytes.load(bytes, at: position &+ 8))
      let digits = tail &<< shift
      guard EightBytes.nonDigits(head) | EightBytes.nonDigits(digits) == 0, head & 0xFF != 0,
        (tail &>> comma) & 0xFF == UInt64(UInt8(ascii: ",") ^ UInt8(ascii: "0"))
      else { break }
      column.append(
        Int64(truncatingIfNeeded: EightBytes.number(head) &* scale &+ EightBytes.number(digits)))
      position &+= 9 &+ more &>> 3
    }
    return position > start
  }
}
