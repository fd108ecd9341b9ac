extension AQJSON {
  /// A whole array of numbers as a column, the fast way for columnar services: `null` becomes NaN.
  ///
  /// - Throws: ``AQError`` with the code ``AQError/Code/malformed`` and the path of the first element that is
  ///   neither a number nor `null`, or is beyond the range of a double; or if the value isn't an array.
  public func doubles() throws(AQError) -> [Double] {
    try column { bytes, at, column throws(ScanFault) in
      try ArrayScan.doubles(bytes, &at, into: &column, allowsNaN: tape.allowsNaN)
    }
  }

  /// A whole array of whole numbers as a column, such as times in seconds since 1970.
  ///
  /// - Throws: ``AQError`` with the code ``AQError/Code/malformed`` and the path of the first element that isn't
  ///   whole in value or is beyond the range of `Int64`; or if the value isn't an array.
  public func ints() throws(AQError) -> [Int64] {
    try column { bytes, at, column throws(ScanFault) in
      try ArrayScan.integers(bytes, &at, into: &column)
    }
  }

  /// A whole array of times as a column, in seconds since 1970: ISO 8601 texts, or whole numbers of that meaning.
  ///
  /// - Parameter offset: The offset of texts that state none, in seconds east of UTC; nil refuses them.
  /// - Throws: ``AQError`` with the code ``AQError/Code/malformed`` and the path of the first element that is no
  ///   time; or if the value isn't an array.
  public func instants(secondsFromUTC offset: Int? = nil) throws(AQError) -> [Int64] {
    try column { bytes, at, column throws(ScanFault) in
      try ArrayScan.instants(bytes, &at, into: &column, offset: offset)
    }
  }

  /// A whole array of strings as a column.
  ///
  /// - Throws: ``AQError`` with the code ``AQError/Code/malformed`` and the path of the first element that isn't
  ///   a string; or if the value isn't an array.
  public func strings() throws(AQError) -> [String] {
    try elements.map { element throws(AQError) in try element.string() }
  }

  /// Reads a column, and gives a fault its path.
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
      // The element at which the fault was found is the last one that begins at or before it.
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
