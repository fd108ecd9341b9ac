extension AQCSV {
  /// The meanings of the strings in some columns, each worked out once for all rows that repeat them. Beyond
  /// 10,000 meanings or 1 MiB of text it starts again.
  package struct Meanings<Meaning: Sendable>: Sendable {
    @usableFromInline var texts: DistinctTexts
    @usableFromInline var meanings: [Meaning] = []

    /// Creates the meanings of columns of one table, or of tables with the same header.
    @inlinable package init(of columns: [Column]) { texts = DistinctTexts(columns) }

    /// Returns the meaning of a row's strings, which a closure provides if they are new. Throws the closure's error, which
    /// isn't remembered, and ``AQError/Code/malformed`` for a broken row.
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
    /// The column that the error of a broken row names.
    private let first: Column?
    /// The ranges of adjacent columns, by their numbers.
    private let runs: [ClosedRange<Int>]
    private var table: ByteKeyTable
    /// The number of the texts that were found or added last.
    private var last = 0
    /// The texts of the last row that was looked for.
    private var texts: [Range<Int>] = []

    @usableFromInline init(_ columns: [Column]) {
      var runs: [ClosedRange<Int>] = []
      for number in columns.compactMap(\.index).sorted() {
        if let run = runs.last, number <= run.upperBound + 1 {
          runs[runs.count - 1] = run.lowerBound...number
        } else {
          runs.append(number...number)
        }
      }
      (first, self.runs) = (columns.first, runs)
      table = ByteKeyTable(segmentCount: runs.count)
    }

    @usableFromInline var isFull: Bool { table.count >= 10_000 || table.keys.count >= 1 << 20 }

    @usableFromInline mutating func removeAll() {
      (table, last) = (ByteKeyTable(segmentCount: runs.count), 0)
    }

    /// Returns the index of a row's strings; nil if they are new.
    @usableFromInline mutating func find(_ row: Row) throws(AQError) -> Int? {
      if row.isBroken, let first { _ = try row[first].string() }
      texts.removeAll(keepingCapacity: true)
      for run in runs { texts.append(row.range(run)) }
      let known = row.bytes.withUnsafeBytes { row -> Int? in
        // Most rows repeat the last row's texts, or have those that followed them before.
        for number in last..<min(last + 2, table.count) where table.matches(number, row.bytes, texts) {
          return number
        }
        return table.find(row.bytes, texts)
      }
      if let known { last = known }
      return known
    }

    /// Adds the strings of the row that was looked for last.
    @usableFromInline mutating func add(_ row: Row) {
      last = row.bytes.withUnsafeBytes { table.add($0.bytes, texts) }
    }
  }
}
