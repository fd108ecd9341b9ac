/// Takes the elements of an array of numbers by their shape: the hottest loop of the reader.
///
/// Which bytes aren't digits is found beforehand for a stretch of the input, one bit for each byte. Eight of these bits
/// say where an element ends, so that none waits until the one before it has been read, and nothing about the length, the
/// sign, the point or `null` is a branch that the processor can guess wrongly.
struct NumberWindow {
  /// What is done with the elements that are found. All of it is inlined into the loop.
  protocol Sink {
    /// Whether there is room for ``NumberWindow/mostElements``.
    var hasRoom: Bool { get }
    /// An element at `start` whose shape fits.
    mutating func short(_ head: UInt64, _ shape: NumberShape, at start: Int)
    /// A longer number at `start`. False if it can't be taken here.
    ///
    /// - Parameters:
    ///   - digits: From its first digit to its comma.
    ///   - point: Where its point stands; the end of `digits` for a whole number.
    mutating func long(_ bytes: RawSpan, at start: Int, _ digits: Range<Int>, point: Int) -> Bool
  }

  /// How many elements are taken before a sink is asked again whether it has room.
  static let mostElements = 7
  /// How many bytes the bits of the longest stretch are.
  static let bytesOfBits = 128

  /// One bit for each byte of the stretch, set where it is no digit.
  private let bits: UnsafeMutableRawBufferPointer
  /// Where the stretch begins.
  private var base = 0
  /// At how many places from there on 64 bits can be taken.
  private var reach = 0
  /// How many bytes the next stretch has. It grows, since a short array isn't worth a long one.
  private var stretch = 128
  /// How the elements are read, as found last.
  private var reading = NumberShape.Reading.decimals
  /// The white space between the elements, as found last.
  private var spacing = BytePattern()
  /// How many elements of a shape, and the spacing, are in 56 bytes for certain.
  private var elementsAStep = mostElements

  /// Nothing known yet.
  ///
  /// - Parameter bits: Room for the bits of the longest stretch.
  init(bits: UnsafeMutableRawBufferPointer) { self.bits = bits }

  /// Takes elements as far as they are numbers of common shapes, or `null`, followed by a comma.
  ///
  /// - Parameters:
  ///   - bytes: The input.
  ///   - position: Where an element, or the white space before one, begins; left at the first one that isn't of a
  ///     common shape.
  ///   - sink: What is done with the numbers.
  /// - Returns: Whether there was any progress.
  @inline(__always)
  mutating func read(_ bytes: RawSpan, _ position: inout Int, into sink: inout some Sink) -> Bool {
    let start = position
    var at = start
    let table = NumberShape.table
    while sink.hasRoom, covers(at) || look(bytes, from: at) {
      if reading != .long,
        spacing.length == 0
          ? step(bytes, &at, into: &sink, table, isSpaced: false)
          : step(bytes, &at, into: &sink, table, isSpaced: true)
      {
        continue
      }
      if !unusual(bytes, &at, into: &sink) { break }
    }
    position = at
    return at != start
  }

  /// Takes as many elements of a shape as are in 56 bytes for certain. False if one of them isn't of a shape.
  @inline(__always)
  private mutating func step(
    _ bytes: RawSpan, _ position: inout Int, into sink: inout some Sink, _ table: NumberShape.Table,
    isSpaced: Bool
  ) -> Bool {
    let shapes = unsafe table.shapes + reading.rawValue
    let lengths = unsafe table.lengths + reading.rawValue
    let spacing = spacing
    var at = position
    var stops = stops(at)
    var left = elementsAStep
    // No element begins more than 48 bytes behind the first, nor the spacing more than 64.
    precondition(at >= 0 && bytes.byteCount &- at >= 80)
    repeat {
      let head = unsafe EightBytes.load(bytes, atUnchecked: at)
      let index = Int(UInt8(truncatingIfNeeded: stops))
      let shape = unsafe shapes[index]
      guard shape.fits(head) else { break }
      sink.short(head, shape, at: at)
      let length = unsafe lengths[index]
      at &+= Int(length)
      stops &>>= UInt64(length)
      if isSpaced {
        guard spacing.stands(in: bytes, at: at) else { break }
        at &+= spacing.length
        stops &>>= UInt64(truncatingIfNeeded: spacing.length)
      }
      left &-= 1
    } while left > 0
    position = at
    return left == 0
  }

  /// Takes one element of another shape, or the white space before one, or finds how elements are to be read. False if
  /// nothing of that can be done here.
  @inline(__always)
  private mutating func unusual(
    _ bytes: RawSpan, _ position: inout Int, into sink: inout some Sink
  ) -> Bool {
    // The next stretch comes first.
    guard covers(position) else { return true }
    let start = position
    let stops = stops(start)
    let isNegative = EightBytes.byte(bytes, at: start) == UInt8(ascii: "-")
    let first = isNegative ? start &+ 1 : start
    let marks = isNegative ? stops & ~1 : stops
    let stop = start &+ marks.trailingZeroBitCount
    if marks == 0 || stop == first { return passOver(bytes, &position) }
    var end = stop
    if EightBytes.byte(bytes, at: stop) == UInt8(ascii: ".") {
      let more = marks & (marks &- 1)
      end = start &+ more.trailingZeroBitCount
      guard more != 0, end &- stop > 1 else { return false }
    }
    guard EightBytes.byte(bytes, at: end) == UInt8(ascii: ",") else { return false }
    if end &- start < 8 {
      let found = end == stop ? NumberShape.Reading.wholeNumbers : .decimals
      if reading == found {
        // It may have been the white space before it that was missed.
        if spacing.length == 0 { return false }
        expect(BytePattern())
      }
      reading = found
      return true
    }
    guard !NumberScanner.startsWithSuperfluousZero(EightBytes.load(bytes, at: first)),
      sink.long(bytes, at: start, first..<end, point: stop)
    else { return false }
    reading = .long
    position = end &+ 1
    return true
  }

  /// Passes over white space, and expects the same between the next elements.
  @inline(never)
  private mutating func passOver(_ bytes: RawSpan, _ position: inout Int) -> Bool {
    let end = Whitespace.end(bytes, from: position)
    guard end > position else {
      // It may be a null.
      if reading != .long { return false }
      reading = .decimals
      return true
    }
    expect(BytePattern(bytes, in: position..<end))
    position = end
    return true
  }

  /// Expects white space between the next elements.
  private mutating func expect(_ spacing: BytePattern) {
    self.spacing = spacing
    elementsAStep = 56 / (8 + spacing.length)
  }

  // MARK: Bits

  /// Whether the bits of the next 57 bytes are known, and twenty-three bytes more are there.
  @inline(__always)
  private func covers(_ position: Int) -> Bool {
    UInt(bitPattern: position &- base) < UInt(bitPattern: reach)
  }

  /// The bits from a position on that is covered: those of 57 bytes or more, and zeros.
  @inline(__always)
  private func stops(_ position: Int) -> UInt64 {
    let offset = position &- base
    let word = UInt64(littleEndian: bits.loadUnaligned(fromByteOffset: offset &>> 3, as: UInt64.self))
    return word &>> UInt64(truncatingIfNeeded: offset & 7)
  }

  /// Finds the bits of a stretch of the input. False if it ends too soon for one.
  @inline(never)
  private mutating func look(_ bytes: RawSpan, from start: Int) -> Bool {
    let isNext = reach > 0 && start &- base < reach &+ 128
    stretch = isNext ? min(stretch &* 2, 8 &* Self.bytesOfBits) : 128
    let length = min(stretch, bytes.byteCount &- start &- 16) & ~127
    guard length > 0 else {
      reach = 0
      return false
    }
    var offset = 0
    while offset < length {
      let stops = Self.stops(bytes, at: start &+ offset)
      bits.storeBytes(of: stops.x.littleEndian, toByteOffset: offset &>> 3, as: UInt64.self)
      bits.storeBytes(of: stops.y.littleEndian, toByteOffset: offset &>> 3 &+ 8, as: UInt64.self)
      offset &+= 128
    }
    base = start
    reach = length &- 63
    return true
  }

  /// One bit for each of the 128 bytes at `offset`, which must be there, that isn't a digit; first byte lowest.
  @inline(__always)
  private static func stops(_ bytes: RawSpan, at offset: Int) -> SIMD2<UInt64> {
    precondition(offset >= 0 && bytes.byteCount &- offset >= 128)
    // Bit n of byte m is about byte m of the row n.
    var bits = SIMD2<UInt64>()
    for row in 0..<8 {
      let text = unsafe bytes.unsafeLoadUnaligned(
        fromUncheckedByteOffset: offset &+ 16 &* row, as: SIMD16<UInt8>.self)
      let values = text ^ 0x30
      let marks = unsafe unsafeBitCast(((values & 0x7F) &+ 0x76) | values, to: SIMD2<UInt64>.self)
      bits |= (marks &>> UInt64(7 - row)) & EightBytes.all(1 << UInt8(row))
    }
    // Rows and columns change places, in squares of two by two bits, then of four by four, then of eight by eight.
    for (distance, mask) in [
      (7, 0x00AA_00AA_00AA_00AA), (14, 0x0000_CCCC_0000_CCCC), (28, 0x0000_0000_F0F0_F0F0),
    ] as [(UInt64, UInt64)] {
      let changes = (bits ^ (bits &>> distance)) & mask
      bits ^= changes ^ (changes &<< distance)
    }
    // The first word has the first half of each row, the second one the other.
    let halves = unsafe unsafeBitCast(bits, to: SIMD16<UInt8>.self)
    var inOrder = SIMD16<UInt8>()
    inOrder.evenHalf = halves.lowHalf
    inOrder.oddHalf = halves.highHalf
    return unsafe unsafeBitCast(inOrder, to: SIMD2<UInt64>.self)
  }
}
