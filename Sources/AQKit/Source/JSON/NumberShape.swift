/// What stands where an element of an array of numbers begins, by which of its first eight bytes are no digits.
///
/// It covers numbers of up to seven bytes with their sign and their point, and `null`, with the comma behind them. What
/// it says is only true if the bytes that are no digits are the expected ones, for which ``fits(_:)`` is asked.
struct NumberShape {
  /// All bits of the bytes that are no digits, up to the comma.
  private var marks: UInt64 = 0
  /// What stands in them; something impossible, where there is no element of a shape.
  private var expected: UInt64 = 1
  /// The bits of the digits' values before the point.
  private var whole: UInt64 = 0
  /// The bits of the digits' values behind the point, one place further to the front.
  private var fraction: UInt64 = 0
  /// By what the eight digits, filled up with zeros at the end, are to be divided: NaN for `null`, negative behind a
  /// minus sign. A power of ten below 10^8, as the digits are: the quotient is the nearest double.
  private var scale = 1.0
  /// By these bits a zero and another digit at the beginning are known: only of a digit, and not of a point or a
  /// comma, the high half is that of zero.
  private var front: UInt32 = 0
  /// What stands in them if the zero is superfluous.
  private var superfluous: UInt32 = 1
  /// How many bytes to the next element.
  private var length: UInt8 = 0

  /// Whether the element is as the shape says.
  ///
  /// - Parameter head: The eight bytes at the element's beginning.
  @inline(__always)
  func fits(_ head: UInt64) -> Bool {
    head & marks == expected && UInt32(truncatingIfNeeded: head) & front != superfluous
  }

  /// The number, where the shape fits.
  @inline(__always)
  func number(_ head: UInt64) -> Double {
    let digits = (head & whole) | ((head &>> 8) & fraction)
    return NumberScanner.double(EightBytes.number(digits)) / scale
  }
}

extension NumberShape {
  /// How the first mark of a number is read: the bits alone don't tell.
  enum Reading: Int {
    /// As the point.
    case decimals = 0
    /// As the comma.
    case wholeNumbers = 256
    /// Not by a shape, since the elements are longer.
    case long = 512
  }

  /// All shapes, by their bits: those of ``Reading/decimals``, then those of ``Reading/wholeNumbers``.
  ///
  /// What the pointers point at is written before anyone else has them, and never again, nor moved or freed: any
  /// thread may read it at any time.
  struct Table: @unchecked Sendable {
    let shapes: UnsafePointer<NumberShape>
    /// How many bytes to the next element, by themselves: nothing is waited for as much.
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

  /// Made once.
  static let table = Table()

  /// The shape of eight bytes, one bit each, first byte lowest, set where it is no digit.
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

  private mutating func expect(_ text: StaticString, at place: Int) {
    if marks == 0 { expected = 0 }
    text.withUTF8Buffer { text in
      for (index, byte) in text.enumerated() {
        marks |= 0xFF << UInt64(8 * (place + index))
        expected |= UInt64(byte) << UInt64(8 * (place + index))
      }
    }
  }

  /// The bits of the values of digits in some of eight bytes.
  private static func digits(_ range: Range<Int>) -> UInt64 {
    range.reduce(0) { $0 | 0x0F << UInt64(8 * $1) }
  }
}
