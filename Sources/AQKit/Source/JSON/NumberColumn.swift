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
  ///   - window: The precomputed bits of the input.
  ///   - allowsNaN: Whether to read a bare `nan` as `null`.
  /// - Returns: Whether the array has ended.
  @inline(never)
  static func read(
    _ bytes: RawSpan, _ position: inout Int, into room: UnsafeMutableBufferPointer<Double>,
    _ count: inout Int, _ window: inout NumberWindow, allowsNaN: Bool
  ) throws(ScanFault) -> Bool {
    var at = position
    var rows = Rows(room: room)
    defer { count = rows.count }
    while rows.hasRoom {
      if window.read(bytes, &at, into: &rows) { continue }
      let (number, next, isLast) = try element(bytes, at, allowsNaN: allowsNaN)
      rows.append(number)
      at = next
      if isLast {
        position = at
        return true
      }
    }
    position = at
    return false
  }

  /// Reads one element of any shape, the white space around it and the delimiter after it.
  ///
  /// - Returns: The number, the start of the next element or of what follows the array, and whether the array has
  ///   ended.
  @inline(never)
  private static func element(_ bytes: RawSpan, _ start: Int, allowsNaN: Bool) throws(ScanFault)
    -> (number: Double, next: Int, isLast: Bool)
  {
    var at = start
    Whitespace.skip(bytes, &at)
    guard at < bytes.byteCount else { throw ScanFault(.endOfInput, at: at) }
    let number: Double
    if JSONGrammar.startsNumber(EightBytes.byte(bytes, at: at)), !JSONGrammar.isNaN(bytes, at) {
      number = try NumberScanner.double(bytes, &at)
    } else if try JSONGrammar.skipNull(bytes, &at, allowsNaN: allowsNaN) {
      number = .nan
    } else {
      throw ScanFault(.expected(.numberOrNull), at: at)
    }
    let isLast = try JSONGrammar.endsArray(bytes, &at)
    return (number, at, isLast)
  }
}

extension NumberColumn {
  /// Room that is being filled.
  private struct Rows: NumberWindow.Sink {
    private let room: UnsafeMutableBufferPointer<Double>
    private(set) var count = 0

    init(room: UnsafeMutableBufferPointer<Double>) { self.room = room }

    @inline(__always)
    var hasRoom: Bool { count &+ NumberWindow.mostElements <= room.count }

    @inline(__always)
    mutating func append(_ number: Double) {
      assert(count < room.count)
      unsafe room[count] = number
      count &+= 1
    }

    @inline(__always)
    mutating func short(_ head: UInt64, _ shape: NumberShape, at start: Int) {
      append(shape.number(head))
    }

    /// Up to 8 digits before the point and 19 in total: a double with all its digits.
    @inline(__always)
    mutating func long(_ bytes: RawSpan, at start: Int, _ digits: Range<Int>, point: Int) -> Bool {
      let whole = point &- digits.lowerBound
      let end = digits.upperBound
      guard whole <= 8, point < end, end &- digits.lowerBound <= 20 else { return false }
      let head = EightBytes.digitValues(EightBytes.load(bytes, at: digits.lowerBound))
      var significand = EightBytes.number(head &<< UInt64(truncatingIfNeeded: 64 &- 8 &* whole))
      var at = point &+ 1
      while end &- at >= 8 {
        let values = EightBytes.digitValues(EightBytes.load(bytes, at: at))
        significand = significand &* 100_000_000 &+ EightBytes.number(values)
        at &+= 8
      }
      if at < end {
        let values = EightBytes.digitValues(EightBytes.load(bytes, at: at))
        let rest = EightBytes.number(values &<< UInt64(truncatingIfNeeded: 64 &- 8 &* (end &- at)))
        significand = significand &* NumberScanner.powersOfTen[end &- at] &+ rest
      }
      guard let number = DecimalConversion.double(significand: significand, exponent: point &+ 1 &- end)
      else {
        return false
      }
      append(start < digits.lowerBound ? -number : number)
      return true
    }
  }
}
