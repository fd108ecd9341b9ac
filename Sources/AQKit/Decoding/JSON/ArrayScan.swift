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
    let result = withUnsafeTemporaryAllocation(byteCount: NumberWindow.bytesOfBits, alignment: 8) { bits in
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

  /// Reads the array of times whose bracket is at `position`, and appends them to a column as seconds since 1970 in
  /// UTC, from numbers or ISO 8601 strings. A text without an offset has `offset`, and is a fault if that is nil. After
  /// a fault the column keeps the elements before it.
  static func instants(
    _ bytes: RawSpan, _ position: inout Int, into column: inout [Int64], offset: Int?
  ) throws(ScanFault) {
    var at = position
    var isAtEnd = try isEmpty(bytes, &at)
    while !isAtEnd {
      Whitespace.skip(bytes, &at)
      let instant = try instant(bytes, &at, offset: offset)
      isAtEnd = try JSONGrammar.ends(bytes, &at, isObject: false)
      column.append(instant)
    }
    position = at
  }

  /// Reads a time from the number or the string at `position`.
  static func instant(_ bytes: RawSpan, _ position: inout Int, offset: Int?) throws(ScanFault) -> Int64 {
    let lead = try EightBytes.next(bytes, at: position)
    if JSONGrammar.startsNumber(lead) { return try NumberScanner.int64(bytes, &position) }
    guard lead == UInt8(ascii: "\"") else { throw ScanFault(.expected(.time), at: position) }
    let start = position
    position &+= 1
    let stamp: ISO8601.Stamp
    do throws(ISO8601.Fault) {
      stamp = try ISO8601.scan(bytes, &position)
    } catch {
      throw ScanFault(error == .endOfInput ? .endOfInput : .invalidTime, at: start)
    }
    guard try EightBytes.next(bytes, at: position) == UInt8(ascii: "\"") else {
      throw ScanFault(.invalidTime, at: start)
    }
    position &+= 1
    guard let instant = stamp.instant(assuming: offset) else { throw ScanFault(.missingOffset, at: start) }
    return instant
  }

  /// Skips the opening bracket, and the closing one if it follows.
  static func isEmpty(_ bytes: RawSpan, _ position: inout Int) throws(ScanFault) -> Bool {
    guard try EightBytes.next(bytes, at: position) == UInt8(ascii: "[") else {
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
}
