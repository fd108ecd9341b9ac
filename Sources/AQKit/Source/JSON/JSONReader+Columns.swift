extension JSONReader {
  /// Reads a whole array of numbers and nulls, and appends them to a column; `null` becomes NaN.
  ///
  /// - Parameters:
  ///   - column: What the numbers are appended to. After an error it holds what was read before it.
  ///   - count: How many are expected, to make room at once.
  package mutating func doubles(into column: inout [Double], expecting count: Int = 0) throws(AQError) {
    // No more than the rest of the document can hold, whatever was promised.
    column.reserveCapacity(column.count + min(max(count, 0), (limit - position) / 2 + 1))
    let allowsNaN = allowsNaN
    try scanColumn { bytes, at throws(ScanFault) in
      try ArrayScan.doubles(bytes, &at, into: &column, allowsNaN: allowsNaN)
    }
  }

  /// Reads a whole array of whole numbers, and appends them to a column.
  ///
  /// - Parameters:
  ///   - column: What the numbers are appended to. After an error it holds what was read before it.
  ///   - count: How many are expected, to make room at once.
  package mutating func int64s(into column: inout [Int64], expecting count: Int = 0) throws(AQError) {
    column.reserveCapacity(column.count + min(max(count, 0), (limit - position) / 2 + 1))
    try scanColumn { bytes, at throws(ScanFault) in
      try ArrayScan.integers(bytes, &at, into: &column)
    }
  }

  /// Reads a whole array of times, and appends them to a column as seconds since 1970 in GMT: whole numbers of
  /// the same meaning, or texts in ISO 8601.
  ///
  /// - Parameters:
  ///   - column: What the times are appended to. After an error it holds what was read before it.
  ///   - offset: The offset from GMT, in seconds east, of texts that name none; without it such a text is an
  ///     error.
  ///   - count: How many are expected, to make room at once.
  package mutating func instants(
    into column: inout [Int64], assuming offset: Int? = nil, expecting count: Int = 0
  ) throws(AQError) {
    column.reserveCapacity(column.count + min(max(count, 0), (limit - position) / 2 + 1))
    try scanColumn { bytes, at throws(ScanFault) in
      try ArrayScan.instants(bytes, &at, into: &column, offset: offset)
    }
  }

  /// Reads a whole array of strings, and appends them to a column.
  package mutating func strings(into column: inout [String]) throws(AQError) {
    try beginArray()
    while try nextElement() { column.append(try string()) }
  }

  /// As ``scan(_:)``, for an array of values that hold no others: an error names the element.
  @inline(__always)
  private mutating func scanColumn(_ body: (RawSpan, inout Int) throws(ScanFault) -> Void) throws(AQError) {
    let limit = limit
    var at = position
    do throws(ScanFault) {
      try bytes.withUnsafeBufferPointer { buffer throws(ScanFault) in
        let bytes = UnsafeRawBufferPointer(start: buffer.baseAddress, count: limit).bytes
        Whitespace.skip(bytes, &at)
        try body(bytes, &at)
      }
    } catch {
      throw AQError(error, in: bytes, at: path + element(at: error))
    }
    position = at
  }

  /// Which element of the array at the position a fault was found in: the commas before it say.
  private func element(at fault: ScanFault) -> String {
    guard fault.offset > position, fault.reason != .expected(.array) else { return "" }
    let commas = bytes[position..<min(fault.offset, limit)].count { $0 == UInt8(ascii: ",") }
    return JSONPath.step(position: commas)
  }
}
