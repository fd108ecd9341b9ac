/// Takes the elements of an array of numbers sixty-four bytes at a time: the hottest loop of the reader.
///
/// With everything that isn't a digit known beforehand, no number waits for the end of the one before it.
enum NumberWindow {
  /// What is done with the numbers that are found. All of it is inlined into the loop.
  protocol Sink {
    /// Whether there is no room for another element.
    var isFull: Bool { get }
    /// How many elements there are: by it ``negate(_:)`` is told of one.
    var count: Int { get }
    /// A number of 1 to 8 digits at `start`, with the eight bytes that stand there.
    mutating func whole(_ head: UInt64, length: Int, at start: Int)
    /// A number of 3 to 8 bytes at `start`, its point after `whole` digits, with the eight bytes that stand there.
    mutating func short(_ head: UInt64, whole: Int, length: Int, at start: Int)
    /// A longer number with its point at `point`. False if it can't be taken here.
    mutating func long(_ bytes: RawSpan, _ digits: Range<Int>, point: Int) -> Bool
    /// A `null`.
    mutating func null(at start: Int)
    /// A minus sign stands before an element taken before.
    mutating func negate(_ element: Int)
  }

  /// Takes the elements in the 64 bytes from `position` on as far as they are numbers of common shapes, or `null`,
  /// followed by a comma.
  ///
  /// - Parameters:
  ///   - bytes: The input.
  ///   - position: Where an element, or the white space before one, begins; left at the first one that isn't of
  ///     a common shape, or that reaches beyond the window.
  ///   - sink: What is done with the numbers.
  ///   - spacing: The white space between the elements, as found last.
  /// - Returns: Whether there was any progress.
  @inline(__always)
  static func read(
    _ bytes: RawSpan, _ position: inout Int, into sink: inout some Sink, _ spacing: inout BytePattern
  ) -> Bool {
    guard bytes.byteCount &- position >= 80 else { return false }
    let window = position
    var indentation = spacing
    var at = position
    var stops = EightBytes.nonDigits(inSixtyFour: bytes, at: window)
    /// The element behind a minus sign, and where its digits begin.
    var (negative, digits) = (-1, 0)
    while true {
      // Digits and a comma; or digits, a point, digits and a comma.
      while stops != 0, !sink.isFull {
        let stop = window &+ stops.trailingZeroBitCount
        let byte = EightBytes.byte(bytes, at: stop)
        let head = EightBytes.load(bytes, at: at)
        let more = stops & (stops &- 1)
        if byte == UInt8(ascii: ".") {
          let end = window &+ more.trailingZeroBitCount
          guard more != 0, EightBytes.byte(bytes, at: end) == UInt8(ascii: ","), end &- stop > 1,
            stop > at, !NumberScanner.startsWithSuperfluousZero(head)
          else { break }
          if end &- at <= 8 {
            sink.short(head, whole: stop &- at, length: end &- at, at: at)
          } else {
            guard sink.long(bytes, at..<end, point: stop) else { break }
          }
          stops = more & (more &- 1)
          at = end &+ 1
        } else if byte == UInt8(ascii: ",") {
          let length = stop &- at
          guard UInt(bitPattern: length &- 1) < 8, !NumberScanner.startsWithSuperfluousZero(head) else {
            break
          }
          sink.whole(head, length: length, at: at)
          stops = more
          at = stop &+ 1
        } else {
          break
        }
        if indentation.length > 0, indentation.stands(in: bytes, at: at) {
          at &+= indentation.length
          stops = bits(of: stops, from: at &- window)
        }
      }
      if negative >= 0 {
        if at == digits {
          // What follows the minus sign can't be taken here.
          at &-= 1
          break
        }
        sink.negate(negative)
        negative = -1
      }
      if stops == 0 || sink.isFull { break }
      // Whatever stands at `at` isn't a digit.
      let head = EightBytes.load(bytes, at: at)
      if head & 0xFF == UInt64(UInt8(ascii: "-")) {
        at &+= 1
        (negative, digits) = (sink.count, at)
        stops &= stops &- 1
      } else if head & 0xFF_FFFF_FFFF == 0x2C_6C6C_756E {  // null and a comma
        sink.null(at: at)
        at &+= 5
        stops = bits(of: stops, from: at &- window)
      } else if head & 0xFF <= 0x20 {
        let end = Whitespace.end(bytes, from: at)
        if end == at { break }
        indentation = BytePattern(bytes, in: at..<end)
        at = end
        stops = bits(of: stops, from: at &- window)
      } else {
        break
      }
    }
    position = at
    spacing = indentation
    return at != window
  }

  /// The bits of a window from an offset on.
  @inline(__always)
  private static func bits(of window: UInt64, from offset: Int) -> UInt64 {
    offset < 64 ? window & UInt64.max &<< UInt64(truncatingIfNeeded: offset) : 0
  }
}
