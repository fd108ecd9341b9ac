extension AQCSV {
  /// The meanings of the strings in some columns, each worked out once for all rows that repeat them.
  ///
  /// It holds at most 10,000 meanings and 1 MiB of text; beyond that it forgets them and starts again.
  package struct Meanings<Meaning: Sendable>: Sendable {
    @usableFromInline var texts: DistinctTexts
    @usableFromInline var meanings: [Meaning] = []

    /// Creates the meanings of columns of one table, or of tables with the same header.
    @inlinable package init(of columns: [Column]) { texts = DistinctTexts(columns) }

    /// Returns the meaning of a row's strings, which a closure provides if they are new.
    ///
    /// - Throws: The closure's error, which isn't remembered, and ``AQError/Code/malformed`` for a broken row.
    @inlinable
    package mutating func meaning(of row: Row, _ new: () throws -> Meaning) throws -> Meaning {
      meanings[try index(of: row, new)]
    }

    /// Returns the index of that meaning, which holds until the next row.
    @inlinable
    package mutating func index(of row: Row, _ new: () throws -> Meaning) throws -> Int {
      if let known = try texts.find(row) { return known }
      let meaning = try new()
      if texts.isFull {
        texts.removeAll()
        meanings.removeAll()
      }
      texts.add(row)
      meanings.append(meaning)
      return meanings.count - 1
    }

    /// The meaning at an index.
    @inlinable package subscript(index: Int) -> Meaning {
      _read { yield meanings[index] }
      _modify { yield &meanings[index] }
    }
  }

  /// The distinct strings of some columns, in the order in which they were added.
  @usableFromInline struct DistinctTexts: Sendable {
    private let columns: [Column]
    private var table: ByteKeyTable
    /// The fields of the last row that was looked for, and their hash.
    private var fields: [Range<Int>] = []
    private var hash: UInt64 = 0

    @usableFromInline init(_ columns: [Column]) {
      self.columns = columns
      table = ByteKeyTable(segmentCount: columns.count)
    }

    @usableFromInline var isFull: Bool { table.count >= 10_000 || table.keys.count >= 1 << 20 }

    @usableFromInline mutating func removeAll() { table = ByteKeyTable(segmentCount: columns.count) }

    /// Returns the index of a row's strings; nil if they are new.
    @usableFromInline mutating func find(_ row: Row) throws(AQError) -> Int? {
      if row.isBroken, let first = columns.first { _ = try row[first].string() }
      fields.removeAll(keepingCapacity: true)
      for index in columns.indices { fields.append(row.range(columns[index])) }
      let (hash, known) = row.bytes.withUnsafeBytes { row in
        let hash = ByteKey.hash(row.bytes, fields)
        return (hash, table.find(row.bytes, fields, hash: hash))
      }
      self.hash = hash
      return known
    }

    /// Adds the strings of the row that was looked for last.
    @usableFromInline mutating func add(_ row: Row) {
      row.bytes.withUnsafeBytes { _ = table.add($0.bytes, fields, hash: hash) }
    }
  }
}
