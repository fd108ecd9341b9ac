extension AQJSON.Reader {
  /// Reads a number as the nearest double.
  public mutating func double() throws(AQError) -> Double {
    try scan { bytes, at, allowsNaN throws(ScanFault) in
      try Self.expectNumber(bytes, at, .number, allowsNaN: allowsNaN)
      return try NumberScanner.double(bytes, &at)
    }
  }

  /// Reads a number as the nearest double, or `null` as NaN.
  public mutating func doubleOrNaN() throws(AQError) -> Double {
    try scan { bytes, at, allowsNaN throws(ScanFault) in
      if try JSONGrammar.skipNull(bytes, &at, allowsNaN: allowsNaN) { return .nan }
      try Self.expectNumber(bytes, at, .numberOrNull, allowsNaN: allowsNaN)
      return try NumberScanner.double(bytes, &at)
    }
  }

  /// Reads a whole number, however it is written.
  public mutating func int() throws(AQError) -> Int64 {
    try scan { bytes, at, allowsNaN throws(ScanFault) in
      try Self.expectNumber(bytes, at, .wholeNumber, allowsNaN: allowsNaN)
      return try NumberScanner.int64(bytes, &at)
    }
  }

  /// Reads a string.
  public mutating func string() throws(AQError) -> String {
    try scan { bytes, at, _ throws(ScanFault) in
      guard try EightBytes.next(bytes, at: at) == UInt8(ascii: "\"") else {
        throw ScanFault(.expected(.string), at: at)
      }
      return try JSONString.read(bytes, &at)
    }
  }

  /// Reads `true` or `false`.
  public mutating func bool() throws(AQError) -> Bool {
    try scan { bytes, at, _ throws(ScanFault) in
      if try JSONGrammar.skip("true", bytes, &at) { return true }
      if try JSONGrammar.skip("false", bytes, &at) { return false }
      throw ScanFault(at < bytes.byteCount ? .expected(.boolean) : .endOfInput, at: at)
    }
  }

  /// Reads a time as seconds since 1970 in UTC, from a number or an ISO 8601 string.
  ///
  /// - Parameter offset: The offset for times without one, in seconds east of UTC; nil makes such a time an error.
  public mutating func instant(secondsFromUTC offset: Int? = nil) throws(AQError) -> Int64 {
    try scan { bytes, at, _ throws(ScanFault) in try ArrayScan.instant(bytes, &at, offset: offset) }
  }

  /// Skips a value of any kind and checks all of it.
  ///
  /// - Returns: Its range in the document.
  @discardableResult
  public mutating func skip() throws(AQError) -> Range<Int> {
    let deepest = maximumDepth - depth
    return try scan { bytes, at, allowsNaN throws(ScanFault) in
      let start = at
      try JSONGrammar.skipValue(bytes, &at, deepest: deepest, allowsNaN: allowsNaN)
      return start..<at
    }
  }

  // MARK: Parts

  @inline(__always)
  private static func expectNumber(
    _ bytes: RawSpan, _ at: Int, _ expectation: ScanFault.Expectation, allowsNaN: Bool
  ) throws(ScanFault) {
    guard JSONGrammar.startsNumber(try EightBytes.next(bytes, at: at)),
      !(allowsNaN && JSONGrammar.isNotFinite(bytes, at))
    else { throw ScanFault(.expected(expectation), at: at) }
  }

  /// Reads an array of numbers and nulls and appends them to a column; `null` becomes NaN.
  ///
  /// - Parameters:
  ///   - column: Receives the numbers. After an error it has those before it.
  ///   - count: The expected number of elements, for the capacity.
  public mutating func doubles(into column: inout [Double], expecting count: Int = 0) throws(AQError) {
    let allowsNaN = allowsNaN
    try scanColumn(&column, count) { bytes, at, column throws(ScanFault) in
      try ArrayScan.doubles(bytes, &at, into: &column, allowsNaN: allowsNaN)
    }
  }

  /// Reads an array of times and appends them to a column as seconds since 1970 in UTC, from numbers or ISO 8601
  /// strings.
  ///
  /// - Parameters:
  ///   - column: Receives the times. After an error it has those before it.
  ///   - offset: The offset for times without one, in seconds east of UTC; nil makes such times an error.
  ///   - count: The expected number of elements, for the capacity.
  public mutating func instants(
    into column: inout [Int64], secondsFromUTC offset: Int? = nil, expecting count: Int = 0
  ) throws(AQError) {
    try scanColumn(&column, count) { bytes, at, column throws(ScanFault) in
      try ArrayScan.instants(bytes, &at, into: &column, offset: offset)
    }
  }

  /// Scans an array of scalars as ``scan(_:)`` does; an error names the element.
  @inline(__always)
  private mutating func scanColumn<Element>(
    _ column: inout [Element], _ count: Int,
    _ body: (RawSpan, inout Int, inout [Element]) throws(ScanFault) -> Void
  ) throws(AQError) {
    let (limit, start) = (limit, column.count)
    var at = position
    // Reserve no more than the rest of the document can contain, whatever the expectation.
    column.reserveCapacity(start + min(max(count, 0), (limit - at) / 2 + 1))
    do throws(ScanFault) {
      try bytes.withUnsafeBufferPointer { buffer throws(ScanFault) in
        let bytes = UnsafeRawBufferPointer(start: buffer.baseAddress, count: limit).bytes
        Whitespace.skip(bytes, &at)
        try body(bytes, &at, &column)
      }
    } catch {
      // The column has the elements before the fault.
      let isInArray = error.offset > position && error.reason != .expected(.array)
      throw AQError(
        error, in: bytes, at: path + (isInArray ? JSONPath.step(position: column.count - start) : ""))
    }
    position = at
  }
}
