extension AQJSON {
  /// The number as the nearest double; nil for another kind, or a number beyond the range of a double.
  public var doubleValue: Double? {
    guard kind == .number else { return nil }
    return try? number(NumberScanner.double)
  }

  /// Returns the number as the nearest double.
  ///
  /// - Parameter acceptingText: Whether to read a string that contains a JSON number (`"12.5"`), as some services write
  ///   them. White space around it is ignored.
  /// - Throws: ``AQError`` with the code ``AQError/Code/malformed`` and the path, for another kind or a number beyond
  ///   the range of a double.
  public func double(acceptingText: Bool = false) throws(AQError) -> Double {
    guard acceptingText ? isNumberOrText : kind == .number else { throw error(expected: "a number") }
    do { return try number(NumberScanner.double) } catch { throw self.error(number: error, "a number") }
  }

  /// The number, if it is a whole number (`12`, `12.0`, `1.2e1`) and fits; nil for anything else.
  public var intValue: Int64? {
    guard kind == .number else { return nil }
    return try? number(NumberScanner.int64)
  }

  /// Returns the number, which must be a whole number (`12`, `12.0`, `1.2e1`).
  ///
  /// - Parameter acceptingText: Whether to read a string that contains a JSON number (`"12"`).
  /// - Throws: ``AQError`` with the code ``AQError/Code/malformed`` and the path, for another kind, a fraction, or a
  ///   number beyond the range of `Int64`.
  public func int(acceptingText: Bool = false) throws(AQError) -> Int64 {
    guard acceptingText ? isNumberOrText : kind == .number else { throw error(expected: "a whole number") }
    do { return try number(NumberScanner.int64) } catch { throw self.error(number: error, "a whole number") }
  }

  /// The content of a string, with escapes decoded; nil for another kind.
  public var stringValue: String? {
    guard kind == .string else { return nil }
    return JSONString.text(tape.bytes, at: offset)
  }

  /// Returns the content of a string, with escapes decoded.
  ///
  /// - Parameter acceptingNumber: Whether to read a number as its text, for identifiers that a service writes either way.
  /// - Throws: ``AQError`` with the code ``AQError/Code/malformed`` and the path, for another kind.
  public func string(acceptingNumber: Bool = false) throws(AQError) -> String {
    if let stringValue { return stringValue }
    if acceptingNumber, kind == .number { return rawText }
    throw error(expected: "a string")
  }

  /// Whether the value is `true`; nil if it is neither `true` nor `false`.
  public var boolValue: Bool? {
    guard kind == .bool else { return nil }
    return tape.lead(index) == UInt8(ascii: "t")
  }

  /// Returns whether the value is `true`.
  ///
  /// - Parameter acceptingNumber: Whether to read 0 as false and 1 as true.
  /// - Throws: ``AQError`` with the code ``AQError/Code/malformed`` and the path, for another kind.
  public func bool(acceptingNumber: Bool = false) throws(AQError) -> Bool {
    if let boolValue { return boolValue }
    if acceptingNumber, let number = intValue, number == 0 || number == 1 { return number == 1 }
    throw error(expected: acceptingNumber ? "true, false, 1 or 0" : "true or false")
  }

  /// The value's text in the document; empty if it is missing.
  public var rawText: String { String(decoding: tape.bytes[range], as: UTF8.self) }

  /// The value's range in the document; empty if it is missing.
  package var range: Range<Int> {
    guard miss == nil else { return 0..<0 }
    var end = offset
    withBytes { bytes in
      // The parser has checked it, so no error is lost here.
      try? JSONGrammar.skipValue(bytes, &end, deepest: .max, allowsNaN: tape.allowsNaN)
    }
    return offset..<end
  }

  /// The range of the member's name in the document, with its quotation marks; nil for a value that isn't a member.
  package var nameRange: Range<Int>? {
    guard miss == nil, parent != JSONTape.none, tape.isObject(parent) else { return nil }
    let start = Int(truncatingIfNeeded: tape[index &- 1])
    var end = start
    withBytes { _ = try? JSONString.skip($0, &end) }
    return start..<end
  }

  // MARK: Reading

  var offset: Int { Int(truncatingIfNeeded: tape[index]) }

  @inline(__always)
  func withBytes<Result, Failure>(_ body: (RawSpan) throws(Failure) -> Result) throws(Failure) -> Result {
    try tape.bytes.withUnsafeBufferPointer { buffer throws(Failure) in
      try body(UnsafeRawBufferPointer(buffer).bytes)
    }
  }

  private var isNumberOrText: Bool { kind == .number || kind == .string }

  /// Returns the number itself, or the number in a string.
  @inline(__always)
  private func number<Number>(_ scan: (RawSpan, inout Int) throws(ScanFault) -> Number) throws(ScanFault)
    -> Number
  {
    try withBytes { bytes throws(ScanFault) in
      var at = offset
      guard tape.lead(index) == UInt8(ascii: "\"") else { return try scan(bytes, &at) }
      at &+= 1
      Whitespace.skip(bytes, &at)
      let number = try scan(bytes, &at)
      Whitespace.skip(bytes, &at)
      // The parser checked the string: its quotation mark exists.
      guard EightBytes.byte(bytes, at: at) == UInt8(ascii: "\"") else {
        throw ScanFault(.expected(.number), at: at)
      }
      return number
    }
  }

  private func error(number fault: ScanFault, _ expected: String) -> AQError {
    switch fault.reason {
    case .numberOutOfRange:
      AQError(.malformed, "Unexpected JSON\(location): expected \(expected), found one out of range.")
    case .expected(.wholeNumber) where kind == .number:
      AQError(.malformed, "Unexpected JSON\(location): expected a whole number, found one with a fraction.")
    default:
      error(expected: expected)
    }
  }

  /// Returns an array of numbers as a column, fast enough for columnar services; `null` becomes NaN.
  ///
  /// - Throws: ``AQError`` with the code ``AQError/Code/malformed`` and the path of the first element that is
  ///   neither a number nor `null`, or is beyond the range of a double; or if the value isn't an array.
  public func doubles() throws(AQError) -> [Double] {
    try column { bytes, at, column throws(ScanFault) in
      try ArrayScan.doubles(bytes, &at, into: &column, allowsNaN: tape.allowsNaN)
    }
  }

  /// Returns an array of times as a column in seconds since 1970, from ISO 8601 strings or numbers.
  ///
  /// - Parameter offset: The offset for times without one, in seconds east of UTC; nil refuses such times.
  /// - Throws: ``AQError`` with the code ``AQError/Code/malformed`` and the path of the first element that isn't a
  ///   time, or if the value isn't an array.
  public func instants(secondsFromUTC offset: Int? = nil) throws(AQError) -> [Int64] {
    try column { bytes, at, column throws(ScanFault) in
      try ArrayScan.instants(bytes, &at, into: &column, offset: offset)
    }
  }

  /// Returns an array of strings as a column.
  ///
  /// - Throws: ``AQError`` with the code ``AQError/Code/malformed`` and the path of the first element that isn't
  ///   a string; or if the value isn't an array.
  public func strings() throws(AQError) -> [String] {
    try elements.map { element throws(AQError) in try element.string() }
  }

  private func column<Element>(
    _ read: (RawSpan, inout Int, inout [Element]) throws(ScanFault) -> Void
  ) throws(AQError) -> [Element] {
    guard kind == .array else { throw error(expected: "an array") }
    var column: [Element] = []
    column.reserveCapacity(tape.count(index))
    do throws(ScanFault) {
      try withBytes { bytes throws(ScanFault) in
        var at = offset
        try read(bytes, &at, &column)
      }
    } catch {
      // The column has the elements before the faulty one.
      throw AQError(error, in: tape.bytes, at: self[column.count].path)
    }
    return column
  }

  /// Returns the coordinate in two members of an object, in degrees.
  ///
  /// - Parameters:
  ///   - latitude: The name of the member with the latitude.
  ///   - longitude: The name of the member with the longitude.
  ///   - acceptsText: Whether to read strings that contain numbers.
  /// - Throws: ``AQError`` with the code ``AQError/Code/malformed`` and the path, if a member is missing or not a
  ///   number, or the two don't form a point on Earth.
  public func coordinate(
    _ latitude: String = "latitude", _ longitude: String = "longitude",
    acceptingText acceptsText: Bool = false
  ) throws(AQError) -> Coordinate {
    let (north, east) = (try require(latitude), try require(longitude))
    let degrees = (
      try north.double(acceptingText: acceptsText), try east.double(acceptingText: acceptsText)
    )
    guard let coordinate = try? Coordinate(degrees.0, degrees.1) else {
      throw error(expected: "a point on Earth in degrees")
    }
    return coordinate
  }
}
