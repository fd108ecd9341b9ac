extension JSONReader {
  /// Reads an array of numbers and nulls and appends them to a column; `null` becomes NaN.
  ///
  /// - Parameters:
  ///   - column: Receives the numbers. After an error it has those before it.
  ///   - count: The expected number of elements, for the capacity.
  package mutating func doubles(into column: inout [Double], expecting count: Int = 0) throws(AQError) {
    // At most what the rest of the document can contain, whatever the expectation.
    column.reserveCapacity(column.count + min(max(count, 0), (limit - position) / 2 + 1))
    let allowsNaN = allowsNaN
    try scanColumn { bytes, at throws(ScanFault) in
      try ArrayScan.doubles(bytes, &at, into: &column, allowsNaN: allowsNaN)
    }
  }

  /// Reads an array of whole numbers and appends them to a column.
  ///
  /// - Parameters:
  ///   - column: Receives the numbers. After an error it has those before it.
  ///   - count: The expected number of elements, for the capacity.
  package mutating func int64s(into column: inout [Int64], expecting count: Int = 0) throws(AQError) {
    column.reserveCapacity(column.count + min(max(count, 0), (limit - position) / 2 + 1))
    try scanColumn { bytes, at throws(ScanFault) in
      try ArrayScan.integers(bytes, &at, into: &column)
    }
  }

  /// Reads an array of times and appends them to a column as seconds since 1970 in UTC, from such numbers or ISO 8601
  /// texts.
  ///
  /// - Parameters:
  ///   - column: Receives the times. After an error it has those before it.
  ///   - offset: The offset for texts without one, in seconds east of UTC; nil makes such texts an error.
  ///   - count: The expected number of elements, for the capacity.
  package mutating func instants(
    into column: inout [Int64], assuming offset: Int? = nil, expecting count: Int = 0
  ) throws(AQError) {
    column.reserveCapacity(column.count + min(max(count, 0), (limit - position) / 2 + 1))
    try scanColumn { bytes, at throws(ScanFault) in
      try ArrayScan.instants(bytes, &at, into: &column, offset: offset)
    }
  }

  /// Reads an array of strings and appends them to a column.
  package mutating func strings(into column: inout [String]) throws(AQError) {
    try beginArray()
    while try nextElement() { column.append(try string()) }
  }

  /// As ``scan(_:)``, for an array of scalars: an error names the element.
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

  /// The element with the fault, by counting the commas before it.
  private func element(at fault: ScanFault) -> String {
    guard fault.offset > position, fault.reason != .expected(.array) else { return "" }
    let commas = bytes[position..<min(fault.offset, limit)].count { $0 == UInt8(ascii: ",") }
    return JSONPath.step(position: commas)
  }
}
