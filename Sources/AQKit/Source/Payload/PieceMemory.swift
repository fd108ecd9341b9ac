/// Remembers decoded values by their JSON bytes, because a stream of reports repeats many (sites, units, rights…).
struct PieceMemory<Value> {
  private struct Entry {
    let bytes: [UInt8]
    let value: Value
    /// The entry that last followed this one.
    var next: Int
  }

  private var entries: [Entry] = []
  /// Entries by the hash of their bytes; the last of colliding ones.
  private var table: [Int] = []
  private var last = 0

  private static var mostEntries: Int { 1_024 }
  private static var longestPiece: Int { 2_048 }

  /// Reads the next value of a document.
  ///
  /// - Parameters:
  ///   - reader: The reader, before the value.
  ///   - decode: Decodes an unknown value.
  mutating func read(
    _ reader: inout AQJSONReader, _ decode: (AQJSON) throws(AQError) -> Value
  ) throws(AQError) -> Value {
    if last < entries.count {
      let expected = entries[last].next
      if reader.take(entries[expected].bytes) {
        last = expected
        return entries[expected].value
      }
    }
    let range = try reader.skip()
    guard range.count <= Self.longestPiece, Self.endsItself(reader.bytes[range.lowerBound]) else {
      return try decode(try AQJSON(parsing: Array(reader.bytes[range])))
    }
    let slot = Self.hash(reader.bytes, range) & (Self.mostEntries - 1)
    let known = table.isEmpty ? -1 : table[slot]
    if known >= 0, reader.stands(entries[known].bytes, in: range) {
      entries[last].next = known
      last = known
      return entries[known].value
    }
    let piece = Array(reader.bytes[range])
    let value = try decode(try AQJSON(parsing: piece))
    if entries.count == Self.mostEntries { entries = [] }
    if entries.isEmpty {
      table = Array(repeating: -1, count: Self.mostEntries)
      last = 0
    }
    table[slot] = entries.count
    entries.append(Entry(bytes: piece, value: value, next: entries.count))
    entries[last].next = entries.count - 1
    last = entries.count - 1
    return value
  }

  /// Whether a value with this first byte ends with its own bytes, whatever follows: all but numbers.
  private static func endsItself(_ lead: UInt8) -> Bool {
    lead == UInt8(ascii: "{") || lead == UInt8(ascii: "[") || lead == UInt8(ascii: "\"")
  }

  private static func hash(_ bytes: [UInt8], _ range: Range<Int>) -> Int {
    bytes.withUnsafeBufferPointer { buffer in
      Int(truncatingIfNeeded: ByteKey.hash(UnsafeRawBufferPointer(buffer).bytes, [range]) & 0xFFFF_FFFF)
    }
  }
}

extension AQJSONReader {
  /// Skips the bytes of a whole value, if they are next.
  @inline(__always)
  mutating func take(_ piece: [UInt8]) -> Bool {
    guard stands(piece, in: position..<(position &+ piece.count)) else { return false }
    position &+= piece.count
    return true
  }

  /// Whether a range of the document has these bytes.
  @inline(__always)
  func stands(_ piece: [UInt8], in range: Range<Int>) -> Bool {
    guard range.count == piece.count, range.upperBound <= limit else { return false }
    return bytes.withUnsafeBufferPointer { buffer in
      piece.withUnsafeBufferPointer { piece in
        ByteKey.equal(
          UnsafeRawBufferPointer(buffer).bytes, range.lowerBound, UnsafeRawBufferPointer(piece).bytes, 0,
          piece.count)
      }
    }
  }
}
