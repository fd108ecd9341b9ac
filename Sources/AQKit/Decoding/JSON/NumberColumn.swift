/// Reads the elements of an array of numbers into a column.
enum NumberColumn {
  /// Reads elements into the room until the array ends or the room is full, and counts them, even before a
  /// fault; `null` is NaN. `position` is then at the next element, or after the bracket. Returns whether the
  /// array has ended.
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

  /// Reads one element of any shape, the white space around it and the delimiter after it. Returns the number, the start of
  /// the next element or of the text after the array, and whether the array has ended.
  @inline(never)
  private static func element(_ bytes: RawSpan, _ start: Int, allowsNaN: Bool) throws(ScanFault)
    -> (number: Double, next: Int, isLast: Bool)
  {
    var at = start
    Whitespace.skip(bytes, &at)
    let lead = try EightBytes.next(bytes, at: at)
    let number: Double
    if JSONGrammar.startsNumber(lead), !(allowsNaN && JSONGrammar.isNotFinite(bytes, at)) {
      number = try NumberScanner.double(bytes, &at)
    } else if try JSONGrammar.skipNull(bytes, &at, allowsNaN: allowsNaN) {
      number = .nan
    } else {
      throw ScanFault(.expected(.numberOrNull), at: at)
    }
    let isLast = try JSONGrammar.ends(bytes, &at, isObject: false)
    return (number, at, isLast)
  }

  /// The numbers in order, as far as there is room.
  struct Rows {
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
  }
}

/// The shape of an element in an array of numbers, by the positions of non-digits among its first eight bytes.
///
/// Shapes cover numbers of up to seven bytes with sign and point, and `null`, followed by a comma. A shape is valid
/// only if the bytes that aren't digits are the expected ones, which ``fits(_:)`` checks.
struct NumberShape {
  /// The bits of the bytes that aren't digits, up to the comma.
  private var marks: UInt64 = 0
  /// The expected bits of these bytes; impossible ones if there is no such shape.
  private var expected: UInt64 = 1
  /// The bits of the digits' values before the point.
  private var whole: UInt64 = 0
  /// The bits of the digits after the point, which move one byte forward.
  private var fraction: UInt64 = 0
  /// The divisor of the eight digits, padded with zeros: NaN for `null`, negative after a minus sign. Digits and power
  /// of ten are below 10^8, so the quotient is the nearest double.
  private var scale = 1.0
  /// Bits that identify a leading zero and another digit after it: only a digit, not a point or a comma, has the high
  /// half of a zero.
  private var front: UInt32 = 0
  /// The value of these bits if the zero is superfluous.
  private var superfluous: UInt32 = 1
  /// The distance to the next element in bytes.
  private var length: UInt8 = 0

  @inline(__always)
  func fits(_ head: UInt64) -> Bool {
    head & marks == expected && UInt32(truncatingIfNeeded: head) & front != superfluous
  }

  @inline(__always)
  func number(_ head: UInt64) -> Double {
    let digits = (head & whole) | ((head &>> 8) & fraction)
    return NumberScanner.double(EightBytes.number(digits)) / scale
  }
}

extension NumberShape {
  /// The interpretation of the first byte that isn't a digit, which the bits alone don't determine.
  enum Reading: Int {
    /// The byte is the decimal point.
    case decimals = 0
    /// The byte is the comma after the number.
    case wholeNumbers = 256
  }

  /// All shapes, by their bits: first for ``Reading/decimals``, then for ``Reading/wholeNumbers``.
  ///
  /// The memory is written before the table is shared, and never changed, moved or freed afterwards, so any thread may
  /// read it at any time.
  struct Table: @unchecked Sendable {
    let shapes: UnsafePointer<NumberShape>
    /// The distance to the next element, computed separately because the loop mostly waits for it.
    let lengths: UnsafePointer<UInt8>

    fileprivate init() {
      let all = [Reading.decimals, .wholeNumbers].flatMap { reading in
        (0...UInt8.max).map { NumberShape($0, reading) }
      }
      let shapes = UnsafeMutablePointer<NumberShape>.allocate(capacity: all.count)
      let lengths = UnsafeMutablePointer<UInt8>.allocate(capacity: all.count)
      for (index, shape) in all.enumerated() {
        unsafe (shapes + index).initialize(to: shape)
        unsafe (lengths + index).initialize(to: shape.length)
      }
      self.shapes = UnsafePointer(shapes)
      self.lengths = UnsafePointer(lengths)
    }
  }

  static let table = Table()

  /// Creates the shape for eight bits, one per byte, first byte lowest, set if the byte isn't a digit.
  private init(_ bits: UInt8, _ reading: Reading) {
    if bits & 0x1F == 0x1F {
      expect("null,", at: 0)
      (scale, length) = (.nan, 5)
      return
    }
    let first = bits & 1 == 0 ? 0 : 1
    let stops = (first..<8).filter { bits &>> $0 & 1 != 0 }
    guard let stop = stops.first, stop > first else { return }
    var end = stop
    if reading == .decimals {
      guard stops.count > 1, stops[1] > stop + 1 else { return }
      end = stops[1]
      expect(".", at: stop)
      fraction = Self.digits(stop..<end - 1)
    }
    if first > 0 { expect("-", at: 0) }
    expect(",", at: end)
    whole = Self.digits(first..<stop)
    scale = (stop..<8).reduce(first > 0 ? -1 : 1) { scale, _ in scale * 10 }
    length = UInt8(end + 1)
    front = 0xF0FF << UInt32(8 * first)
    superfluous = 0x3030 << UInt32(8 * first)
  }

  private mutating func expect(_ text: StaticString, at offset: Int) {
    if marks == 0 { expected = 0 }
    text.withUTF8Buffer { text in
      for (index, byte) in text.enumerated() {
        marks |= 0xFF << UInt64(8 * (offset + index))
        expected |= UInt64(byte) << UInt64(8 * (offset + index))
      }
    }
  }

  /// Returns the bits of the digits in some of eight bytes.
  private static func digits(_ range: Range<Int>) -> UInt64 {
    range.reduce(0) { $0 | 0x0F << UInt64(8 * $1) }
  }
}
