/// Reads the elements of an array of numbers into a column.
enum NumberColumn {
  /// Reads elements until the array ends or the column is full.
  ///
  /// `position` is at an element or the white space before it; afterwards at the next element, or after the closing
  /// bracket.
  ///
  /// - Parameters:
  ///   - bytes: The input.
  ///   - position: The start of the next element.
  ///   - room: Receives the numbers; `null` becomes NaN.
  ///   - count: The number of elements read, also before a fault.
  ///   - allowsNaN: Whether to read bare `nan` and `inf` as `null`.
  /// - Returns: Whether the array has ended.
  @inline(never)
  static func read(
    _ bytes: RawSpan, _ position: inout Int, into room: UnsafeMutableBufferPointer<Double>,
    _ count: inout Int, allowsNaN: Bool
  ) throws(ScanFault) -> Bool {
    var at = position
    while count < room.count {
      let number: Double
      if let short = NumberScanner.short(bytes, &at) {
        number = short
      } else {
        number = try element(bytes, &at, allowsNaN: allowsNaN)
      }
      var isLast = false
      if at < bytes.byteCount, EightBytes.byte(bytes, at: at) == UInt8(ascii: ",") {
        at &+= 1
      } else {
        isLast = try JSONGrammar.endsArray(bytes, &at)
      }
      unsafe room[count] = number
      count &+= 1
      if isLast {
        position = at
        return true
      }
    }
    position = at
    return false
  }

  /// Reads an element of any shape, and the white space before it.
  private static func element(_ bytes: RawSpan, _ position: inout Int, allowsNaN: Bool) throws(ScanFault)
    -> Double
  {
    Whitespace.skip(bytes, &position)
    guard position < bytes.byteCount else { throw ScanFault(.endOfInput, at: position) }
    if JSONGrammar.startsNumber(EightBytes.byte(bytes, at: position)),
      !(allowsNaN && JSONGrammar.isNotFinite(bytes, position))
    {
      return try NumberScanner.double(bytes, &position)
    }
    guard try JSONGrammar.skipNull(bytes, &position, allowsNaN: allowsNaN) else {
      throw ScanFault(.expected(.numberOrNull), at: position)
    }
    return .nan
  }
}
