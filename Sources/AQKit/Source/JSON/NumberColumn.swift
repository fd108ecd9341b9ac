/// Reads the elements of an array of numbers straight into a column: the hottest loop of the reader.
enum NumberColumn {
  /// Reads elements until the array or the room ends.
  ///
  /// Expects `position` at an element or the white space before it, and leaves it there for the next element, or
  /// behind the closing bracket.
  ///
  /// - Parameters:
  ///   - bytes: The input.
  ///   - position: Where the next element begins.
  ///   - room: Where the numbers go; `null` becomes NaN.
  ///   - allowsNaN: Whether a bare `nan` is read as `null`.
  /// - Returns: How many elements were read, and whether the array has ended.
  static func read(
    _ bytes: RawSpan, _ position: inout Int, into room: inout MutableSpan<Double>, allowsNaN: Bool
  ) throws(ScanFault) -> (count: Int, isAtEnd: Bool) {
    let capacity = room.count
    var at = position
    var count = 0
    var indentation = Indentation()
    while count < capacity {
      if bytes.byteCount &- at >= 80 {
        let start = at
        readWindow(bytes, &at, into: &room, &count, &indentation)
        if at != start { continue }
      }
      let (number, next, isLast) = try element(bytes, at, allowsNaN: allowsNaN)
      room[count] = number
      count &+= 1
      at = next
      if isLast {
        position = at
        return (count, true)
      }
    }
    position = at
    return (count, false)
  }

  /// Reads the elements in the 64 bytes from `position` on as far as they are of common shapes, and leaves
  /// `position` at the first one that isn't, or that reaches beyond. Eighty bytes must be there.
  ///
  /// With everything that isn't a digit known beforehand, no number waits for the end of the one before it.
  @inline(__always)
  private static func readWindow(
    _ bytes: RawSpan, _ position: inout Int, into room: inout MutableSpan<Double>, _ filled: inout Int,
    _ spacing: inout Indentation
  ) {
    let window = position
    let capacity = room.count
    var indentation = spacing
    var at = position
    var count = filled
    var stops = EightBytes.nonDigits(inSixtyFour: bytes, at: window)
    var negative = -1
    while true {
      // Numbers without a sign: digits and a comma, or digits, a point, digits and a comma.
      while stops != 0, count < capacity {
        let stop = window &+ stops.trailingZeroBitCount
        let byte = EightBytes.byte(bytes, at: stop)
        let head = EightBytes.load(bytes, at: at)
        let more = stops & (stops &- 1)
        if byte == UInt8(ascii: ".") {
          let end = window &+ more.trailingZeroBitCount
          guard more != 0, EightBytes.byte(bytes, at: end) == UInt8(ascii: ","), end &- stop > 1,
            stop > at, !startsWithSuperfluousZero(head)
          else { break }
          if end &- at <= 8 {
            room[count] = short(head, stop &- at, end &- at)
          } else {
            guard let number = long(bytes, at, stop, end) else { break }
            room[count] = number
          }
          stops = more & (more &- 1)
          at = end &+ 1
        } else if byte == UInt8(ascii: ",") {
          let length = stop &- at
          guard UInt(bitPattern: length &- 1) < 8, !startsWithSuperfluousZero(head) else { break }
          room[count] = whole(head, length)
          stops = more
          at = stop &+ 1
        } else {
          break
        }
        count &+= 1
        if indentation.length > 0, indentation.stands(in: bytes, at: at) {
          at &+= indentation.length
          stops = bits(of: stops, from: at &- window)
        }
      }
      // The number behind a minus sign has been read now, or can't be read here.
      if negative >= 0 {
        if negative == count {
          at &-= 1
          break
        }
        room[negative] = -room[negative]
        negative = -1
      }
      if stops == 0 || count == capacity { break }
      // Whatever stands at `at` isn't a digit.
      let head = EightBytes.load(bytes, at: at)
      if head & 0xFF == UInt64(UInt8(ascii: "-")) {
        negative = count
        at &+= 1
        stops &= stops &- 1
      } else if head & 0xFF_FFFF_FFFF == 0x2C_6C6C_756E {  // null and a comma
        room[count] = .nan
        count &+= 1
        at &+= 5
        stops = bits(of: stops, from: at &- window)
      } else if head & 0xFF <= 0x20 {
        let end = Whitespace.end(bytes, from: at)
        if end == at { break }
        indentation = Indentation(bytes, in: at..<end)
        at = end
        stops = bits(of: stops, from: at &- window)
      } else {
        break
      }
    }
    position = at
    filled = count
    spacing = indentation
  }

  /// The bits of a window from an offset on.
  @inline(__always)
  private static func bits(of window: UInt64, from offset: Int) -> UInt64 {
    offset < 64 ? window & UInt64.max &<< UInt64(truncatingIfNeeded: offset) : 0
  }

  /// One element of any shape, the white space around it and what ends it.
  ///
  /// - Returns: The number, where the next element begins or what follows the array does, and whether the array
  ///   has ended.
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
