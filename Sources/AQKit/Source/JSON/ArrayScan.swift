/// Reads whole arrays into columns: what ``AQJSON`` and ``JSONReader`` share.
enum ArrayScan {
  /// Reads an array of numbers and nulls, at whose bracket `position` stands, and appends them to a column; null
  /// becomes NaN. What was read before a fault stays in the column.
  static func doubles(
    _ bytes: RawSpan, _ position: inout Int, into column: inout [Double], allowsNaN: Bool
  ) throws(ScanFault) {
    var at = position
    if try isEmpty(bytes, &at) {
      position = at
      return
    }
    // Filled in steps that stay in the processor's cache, and appended as a block.
    let result = withUnsafeTemporaryAllocation(byteCount: NumberWindow.longestStretch / 8, alignment: 8) {
      bits in
      withUnsafeTemporaryAllocation(of: Double.self, capacity: 512) { room in
        Result { () throws(ScanFault) in
          var window = NumberWindow(bits: bits)
          var isAtEnd = false
          while !isAtEnd {
            let count: Int
            (count, isAtEnd) = try NumberColumn.read(bytes, &at, into: room, &window, allowsNaN: allowsNaN)
            unsafe column.append(contentsOf: UnsafeMutableBufferPointer(rebasing: room[..<count]))
          }
        }
      }
    }
    try result.get()
    position = at
  }

  /// Reads an array of whole numbers, at whose bracket `position` stands, and appends them to a column.
  static func integers(_ bytes: RawSpan, _ position: inout Int, into column: inout [Int64]) throws(ScanFault)
  {
    try each(bytes, &position) { at throws(ScanFault) in
      column.append(try integer(bytes, &at))
    }
  }

  /// Reads an array of times, at whose bracket `position` stands, and appends them to a column: seconds since
  /// 1970 in GMT, from whole numbers of the same meaning or from texts in ISO 8601.
  ///
  /// - Parameter offset: The offset from GMT, in seconds east, of texts that name none; without it they are a
  ///   fault.
  static func instants(
    _ bytes: RawSpan, _ position: inout Int, into column: inout [Int64], offset: Int?
  ) throws(ScanFault) {
    try each(bytes, &position) { at throws(ScanFault) in
      guard at < bytes.byteCount else { throw ScanFault(.endOfInput, at: at) }
      if EightBytes.byte(bytes, at: at) == UInt8(ascii: "\"") {
        column.append(try instant(bytes, &at, offset: offset))
      } else if JSONGrammar.startsNumber(EightBytes.byte(bytes, at: at)) {
        column.append(try integer(bytes, &at))
      } else {
        throw ScanFault(.expected(.time), at: at)
      }
    }
  }

  /// Reads a time from a string, at whose quotation mark `position` stands.
  static func instant(_ bytes: RawSpan, _ position: inout Int, offset: Int?) throws(ScanFault) -> Int64 {
    let start = position
    position &+= 1
    let stamp: ISO8601.Stamp
    do throws(ScanFault) {
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

  /// Reads the elements of an array with a closure, to which it gives the position of each.
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

  /// Passes over the opening bracket, and over the closing one if it follows.
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

  /// One whole number; up to 15 digits and a comma without detours.
  @inline(__always)
  private static func integer(_ bytes: RawSpan, _ position: inout Int) throws(ScanFault) -> Int64 {
    if bytes.byteCount &- position >= 16 {
      let head = EightBytes.digitValues(EightBytes.load(bytes, at: position))
      let tail = EightBytes.digitValues(EightBytes.load(bytes, at: position &+ 8))
      let stops = EightBytes.nonDigits(tail)
      let more = stops.trailingZeroBitCount &- 7
      if EightBytes.nonDigits(head) == 0, head & 0xFF != 0, stops != 0,
        (tail &>> UInt64(truncatingIfNeeded: more)) & 0xFF == 0x1C
      {
        position &+= 8 &+ more &>> 3
        // A comma right behind the first eight digits leaves nothing to add.
        if more == 0 { return Int64(truncatingIfNeeded: EightBytes.number(head)) }
        let digits = tail &<< UInt64(truncatingIfNeeded: 64 &- more)
        return Int64(
          truncatingIfNeeded: EightBytes.number(head) &* NumberScanner.powersOfTen[more &>> 3]
            &+ EightBytes.number(digits))
      }
    }
    guard position < bytes.byteCount else { throw ScanFault(.endOfInput, at: position) }
    guard JSONGrammar.startsNumber(EightBytes.byte(bytes, at: position)) else {
      throw ScanFault(.expected(.wholeNumber), at: position)
    }
    return try NumberScanner.int64(bytes, &position)
  }
}
