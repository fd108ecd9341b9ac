extension AQJSON {
  /// An array of numbers as a column, fast enough for columnar services; `null` becomes NaN.
  ///
  /// - Throws: ``AQError`` with the code ``AQError/Code/malformed`` and the path of the first element that is
  ///   neither a number nor `null`, or is beyond the range of a double; or if the value isn't an array.
  public func doubles() throws(AQError) -> [Double] {
    try column { bytes, at, column throws(ScanFault) in
      try ArrayScan.doubles(bytes, &at, into: &column, allowsNaN: tape.allowsNaN)
    }
  }

  /// An array of whole numbers as a column, such as times in seconds since 1970.
  ///
  /// - Throws: ``AQError`` with the code ``AQError/Code/malformed`` and the path of the first element that isn't
  ///   whole in value or is beyond the range of `Int64`; or if the value isn't an array.
  public func ints() throws(AQError) -> [Int64] {
    try column { bytes, at, column throws(ScanFault) in
      try ArrayScan.integers(bytes, &at, into: &column)
    }
  }

  /// An array of times as a column in seconds since 1970, from ISO 8601 texts or such numbers.
  ///
  /// - Parameter offset: The offset for texts without one, in seconds east of UTC; nil refuses such texts.
  /// - Throws: ``AQError`` with the code ``AQError/Code/malformed`` and the path of the first element that is no
  ///   time; or if the value isn't an array.
  public func instants(secondsFromUTC offset: Int? = nil) throws(AQError) -> [Int64] {
    try column { bytes, at, column throws(ScanFault) in
      try ArrayScan.instants(bytes, &at, into: &column, offset: offset)
    }
  }

  /// An array of strings as a column.
  ///
  /// - Throws: ``AQError`` with the code ``AQError/Code/malformed`` and the path of the first element that isn't
  ///   a string; or if the value isn't an array.
  public func strings() throws(AQError) -> [String] {
    try elements.map { element throws(AQError) in try element.string() }
  }

  /// Reads a column and adds the path to a fault.
  private func column<Element>(
    _ read: (RawSpan, inout Int, inout [Element]) throws(ScanFault) -> Void
  ) throws(AQError) -> [Element] {
    let elements = try elements
    var column: [Element] = []
    column.reserveCapacity(elements.count)
    do throws(ScanFault) {
      try withBytes { bytes throws(ScanFault) in
        var at = offset
        try read(bytes, &at, &column)
      }
    } catch {
      // The faulty element is the last one that starts at or before the fault.
      var culprit = self
      for element in elements {
        if element.offset > error.offset { break }
        culprit = element
      }
      throw culprit.error(column: error)
    }
    return column
  }

  private func error(column fault: ScanFault) -> AQError {
    AQError(fault, in: tape.bytes, at: path)
  }
}
