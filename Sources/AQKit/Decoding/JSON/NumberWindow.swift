/// Reads elements of an array of numbers by their shape: the reader's hottest loop.
///
/// A first pass marks the bytes that aren't digits, one bit per byte, for a section of the input. Eight of these bits
/// show where an element ends, so that none waits for the previous one, and length, sign, point and `null` cause no
/// branch that the processor can mispredict.
struct NumberWindow {
  /// The number of elements that certainly fit into 56 bytes.
  static let mostElements = 7
  /// The size of the longest section's bits in bytes.
  static let bytesOfBits = 128

  /// A bit for each byte of the section, set if it isn't a digit.
  private let bits: UnsafeMutableRawBufferPointer
  private var base = 0
  /// The number of positions in the section at which 64 bits can be read.
  private var reach = 0
  /// The length of the next section in bytes. It grows, because a short array isn't worth a long section.
  private var stretch = 128
  /// The last successful interpretation of the elements.
  private var reading = NumberShape.Reading.decimals

  init(bits: UnsafeMutableRawBufferPointer) { self.bits = bits }

  /// Reads elements while they are numbers of common shapes, or `null`, followed by a comma and no white space; returns
  /// false if there was none.
  @inline(__always)
  mutating func read(_ bytes: RawSpan, _ position: inout Int, into rows: inout NumberColumn.Rows) -> Bool {
    let start = position
    var at = start
    let table = NumberShape.table
    while rows.hasRoom, covers(at) || look(bytes, from: at) {
      if !step(bytes, &at, into: &rows, table), !learn(bytes, at) { break }
    }
    position = at
    return at != start
  }

  /// Reads as many elements as certainly fit into 56 bytes; returns false if one of them has no known shape.
  @inline(__always)
  private func step(
    _ bytes: RawSpan, _ position: inout Int, into rows: inout NumberColumn.Rows, _ table: NumberShape.Table
  ) -> Bool {
    let shapes = unsafe table.shapes + reading.rawValue
    let lengths = unsafe table.lengths + reading.rawValue
    var at = position
    var stops = stops(at)
    var left = Self.mostElements
    // No element starts more than 48 bytes after the first.
    precondition(at >= 0 && bytes.byteCount &- at >= 56)
    repeat {
      let head = unsafe EightBytes.load(bytes, atUnchecked: at)
      let index = Int(UInt8(truncatingIfNeeded: stops))
      let shape = unsafe shapes[index]
      guard shape.fits(head) else { break }
      rows.append(shape.number(head))
      let length = unsafe lengths[index]
      at &+= Int(length)
      stops &>>= UInt64(length)
      left &-= 1
    } while left > 0
    position = at
    return left == 0
  }

  /// Learns the shape of the element at a position; returns whether reading can go on: the shape is a new one, or the
  /// position is in the next section.
  @inline(__always)
  private mutating func learn(_ bytes: RawSpan, _ position: Int) -> Bool {
    // A position beyond this section is learned once the next one has been read.
    guard covers(position) else { return true }
    let stops = stops(position)
    let isNegative = EightBytes.byte(bytes, at: position) == UInt8(ascii: "-")
    let first = isNegative ? position &+ 1 : position
    let marks = isNegative ? stops & ~1 : stops
    let stop = position &+ marks.trailingZeroBitCount
    if marks == 0 || stop == first { return false }
    var end = stop
    if EightBytes.byte(bytes, at: stop) == UInt8(ascii: ".") {
      let more = marks & (marks &- 1)
      end = position &+ more.trailingZeroBitCount
      guard more != 0, end &- stop > 1 else { return false }
    }
    guard end &- position < 8, EightBytes.byte(bytes, at: end) == UInt8(ascii: ",") else { return false }
    let found = end == stop ? NumberShape.Reading.wholeNumbers : .decimals
    let isNews = found != reading
    reading = found
    return isNews
  }

  // MARK: Bits

  /// Returns whether the bits of the next 57 bytes are known.
  @inline(__always)
  private func covers(_ position: Int) -> Bool {
    UInt(bitPattern: position &- base) < UInt(bitPattern: reach)
  }

  /// Returns the bits from a covered position onwards: at least 57 bytes, then zeros.
  @inline(__always)
  private func stops(_ position: Int) -> UInt64 {
    let offset = position &- base
    let word = UInt64(littleEndian: bits.loadUnaligned(fromByteOffset: offset &>> 3, as: UInt64.self))
    return word &>> UInt64(truncatingIfNeeded: offset & 7)
  }

  /// Computes the bits of a section of the input; returns false if the input is too short.
  @inline(never)
  private mutating func look(_ bytes: RawSpan, from start: Int) -> Bool {
    let isNext = reach > 0 && start &- base < reach &+ 128
    stretch = isNext ? min(stretch &* 2, 8 &* Self.bytesOfBits) : 128
    let length = min(stretch, bytes.byteCount &- start) & ~127
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

  /// Returns a bit for each of the 128 bytes at `offset`, which must exist, set if it isn't a digit; first byte lowest.
  @inline(__always)
  private static func stops(_ bytes: RawSpan, at offset: Int) -> SIMD2<UInt64> {
    precondition(offset >= 0 && bytes.byteCount &- offset >= 128)
    // Bit n of byte m belongs to byte m of row n.
    var bits = SIMD2<UInt64>()
    for row in 0..<8 {
      let text = unsafe bytes.unsafeLoadUnaligned(
        fromUncheckedByteOffset: offset &+ 16 &* row, as: SIMD16<UInt8>.self)
      let values = text ^ 0x30
      let marks = unsafe unsafeBitCast(((values & 0x7F) &+ 0x76) | values, to: SIMD2<UInt64>.self)
      bits |= (marks &>> UInt64(7 - row)) & EightBytes.all(1 << UInt8(row))
    }
    // Transposes rows and columns, in squares of 2 by 2 bits, then 4 by 4, then 8 by 8.
    for (distance, mask) in [
      (7, 0x00AA_00AA_00AA_00AA), (14, 0x0000_CCCC_0000_CCCC), (28, 0x0000_0000_F0F0_F0F0),
    ] as [(UInt64, UInt64)] {
      let changes = (bits ^ (bits &>> distance)) & mask
      bits ^= changes ^ (changes &<< distance)
    }
    // The first word has the first half of each row, the second word the second half.
    let halves = unsafe unsafeBitCast(bits, to: SIMD16<UInt8>.self)
    var inOrder = SIMD16<UInt8>()
    inOrder.evenHalf = halves.lowHalf
    inOrder.oddHalf = halves.highHalf
    return unsafe unsafeBitCast(inOrder, to: SIMD2<UInt64>.self)
  }
}
