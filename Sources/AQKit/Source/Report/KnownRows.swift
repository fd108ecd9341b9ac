/// The rows of a table that differ from earlier ones only in their times and values, such as those of the next hour.
///
/// The bytes between times and values say which row is repeated, so that site and series are found without reading
/// them again.
struct KnownRows: Sendable {
  /// What a value of a row adds to.
  struct Target: Sendable {
    /// The column; the negative ones say that nothing is added, or that the row is to be read anew.
    var column: Int32
    /// The number of its quantity.
    var quantity: Int32

    static let nothing = Target(column: -1, quantity: 0)
    static let unknown = Target(column: -2, quantity: 0)
  }

  private struct Slot: Sendable {
    let column: Int
    /// The value's number, or that of the time's field less the number of these.
    let number: Int
  }

  /// A row that was read.
  private struct Known: Sendable {
    var site: ReportBuilder.KnownSite
    /// The row that last followed it.
    var next: Int
  }

  let header: [String]
  let times: [String]
  let values: [String]
  /// How often sites and columns of the report were taken back when this was made.
  let withdrawals: Int
  private let slots: [Slot]
  private let delimiter: UInt8
  private var keys: ByteKeyTable
  private var rows = ContiguousArray<Known>()
  private var targets = ContiguousArray<Target>()
  private(set) var quantities: [ReportBuilder.Quantity] = []
  private var segments: [Range<Int>] = []
  private var last = 0
  /// The bytes of the last time that was read, and what they mean.
  private var timeTexts: [ContiguousArray<UInt8>] = []
  private(set) var seconds: Int64 = 0
  /// The values of the row that was found last; NaN where the field is blank.
  private(set) var numbers: ContiguousArray<Double>

  /// Nothing known yet of a table's rows; nil if it lacks a column of times.
  init?(_ table: AQCSV, times: [String], values: [String], withdrawals: Int) {
    (header, self.times, self.values) = (table.header, times, values)
    self.withdrawals = withdrawals
    delimiter = table.delimiter
    var slots: [Slot] = []
    for (number, name) in (times + values).enumerated() {
      if let column = table.header.firstIndex(of: name) {
        slots.append(Slot(column: column, number: number - times.count))
      } else if number < times.count {
        return nil
      }
    }
    self.slots = slots.sorted { $0.column < $1.column }
    keys = ByteKeyTable(segmentCount: slots.count + 1)
    numbers = ContiguousArray(repeating: .nan, count: values.count)
  }

  /// Whether it is about such tables.
  func fits(_ table: AQCSV, times: [String], values: [String]) -> Bool {
    table.delimiter == delimiter && header == table.header && self.times == times && self.values == values
  }

  /// What the value of a column adds to in a row.
  @inline(__always)
  func target(_ value: Int, ofRow row: Int) -> Target {
    let index = (row &* numbers.count &+ value) &* 2
    return targets[numbers[value].isNaN ? index &+ 1 : index]
  }

  /// The site of a row.
  func site(ofRow row: Int) -> ReportBuilder.KnownSite { rows[row].site }

  // MARK: Finding

  /// Finds the row at an offset among the known ones, and reads its values.
  ///
  /// - Returns: Its number and the offset of the next row; nil if it is none of them, has another time than the last
  ///   one that was remembered, or a value that isn't plain.
  mutating func find(_ bytes: RawSpan, at start: Int) -> (row: Int, next: Int)? {
    guard !rows.isEmpty else { return nil }
    var row = rows[last].next
    var next = scan(bytes, at: start, as: row)
    if next == nil {
      guard locate(bytes, at: start),
        let known = keys.find(bytes, segments, hash: ByteKey.hash(bytes, segments)), known != row
      else { return nil }
      row = known
      next = scan(bytes, at: start, as: row)
    }
    guard let next else { return nil }
    rows[last].next = row
    last = row
    return (row, next)
  }

  /// Reads a row if it is a known one, and returns the offset of the next.
  private mutating func scan(_ bytes: RawSpan, at start: Int, as row: Int) -> Int? {
    Self.scan(bytes, at: start, as: row, of: keys, slots, timeTexts, delimiter, into: &numbers)
  }

  private static func scan(
    _ bytes: RawSpan, at start: Int, as row: Int, of keys: borrowing ByteKeyTable, _ slots: [Slot],
    _ timeTexts: [ContiguousArray<UInt8>], _ delimiter: UInt8, into numbers: inout ContiguousArray<Double>
  ) -> Int? {
    var at = start
    let known = keys.keys.span.bytes
    var keyStart = keys.start(of: row)
    var segment = row &* keys.segmentCount
    for slot in slots {
      let keyEnd = keys.segmentEnds[segment]
      guard ByteKey.equal(bytes, at, known, keyStart, keyEnd &- keyStart) else { return nil }
      at &+= keyEnd &- keyStart
      keyStart = keyEnd
      segment &+= 1
      if slot.number < 0 {
        let text = timeTexts[slot.number &+ timeTexts.count]
        let known = text.span.bytes
        guard ByteKey.equal(bytes, at, known, 0, text.count) else { return nil }
        at &+= text.count
      } else if at == bytes.byteCount || isEnd(EightBytes.byte(bytes, at: at), delimiter) {
        numbers[slot.number] = .nan
      } else {
        guard let number = NumberScanner.short(bytes, &at) ?? (try? NumberScanner.double(bytes, &at))
        else { return nil }
        numbers[slot.number] = number
      }
    }
    let keyEnd = keys.segmentEnds[segment]
    guard ByteKey.equal(bytes, at, known, keyStart, keyEnd &- keyStart) else { return nil }
    return lineEnd(bytes, at &+ keyEnd &- keyStart)
  }

  private static func isEnd(_ byte: UInt8, _ delimiter: UInt8) -> Bool {
    byte == UInt8(ascii: "\"") || byte == delimiter || byte == UInt8(ascii: "\n")
      || byte == UInt8(ascii: "\r")
  }

  /// The offset of the next row, if a line ends here.
  private static func lineEnd(_ bytes: RawSpan, _ position: Int) -> Int? {
    var at = position
    guard at < bytes.byteCount else { return at }
    if EightBytes.byte(bytes, at: at) == UInt8(ascii: "\r") { at &+= 1 }
    guard at < bytes.byteCount, EightBytes.byte(bytes, at: at) == UInt8(ascii: "\n") else { return nil }
    return at &+ 1
  }

  /// Finds the segments of a row between its times and values; false if it isn't plain: it has a line end or a quote
  /// within quotes, or another number of fields than the header.
  private mutating func locate(_ bytes: RawSpan, at start: Int) -> Bool {
    segments.removeAll(keepingCapacity: true)
    let quote = UInt8(ascii: "\"")
    var (at, from, slot) = (start, start, 0)
    for column in header.indices {
      if column > 0 {
        guard at < bytes.byteCount, EightBytes.byte(bytes, at: at) == delimiter else { return false }
        at &+= 1
      }
      let isQuoted = at < bytes.byteCount && EightBytes.byte(bytes, at: at) == quote
      let first = isQuoted ? at &+ 1 : at
      var end = CSVFields.plainEnd(bytes, first, isQuoted ? quote : delimiter)
      if isQuoted {
        guard end < bytes.byteCount, EightBytes.byte(bytes, at: end) == quote else { return false }
        at = end &+ 1
      } else {
        if end > first, EightBytes.byte(bytes, at: end &- 1) == UInt8(ascii: "\r") { end &-= 1 }
        at = end
      }
      if slot < slots.count, slots[slot].column == column {
        segments.append(from..<first)
        from = end
        slot &+= 1
      }
    }
    segments.append(from..<at)
    return Self.lineEnd(bytes, at) != nil
  }

  // MARK: Remembering

  /// The most rows that are remembered.
  private static let mostRows = 1 << 16

  /// Remembers a row that was read, and the meaning of its time.
  mutating func remember(
    _ bytes: RawSpan, at start: Int, site: ReportBuilder.KnownSite, seconds: Int64, targets new: [Target]
  ) {
    guard new.count == numbers.count * 2, locate(bytes, at: start) else { return }
    var texts = [ContiguousArray<UInt8>](repeating: [], count: times.count)
    for (index, slot) in slots.enumerated() where slot.number < 0 {
      let text = segments[index].upperBound..<segments[index + 1].lowerBound
      texts[slot.number + times.count] = bytes.extracting(text).withUnsafeBytes { ContiguousArray($0) }
    }
    (timeTexts, self.seconds) = (texts, seconds)
    let hash = ByteKey.hash(bytes, segments)
    let row: Int
    if let known = keys.find(bytes, segments, hash: hash) {
      row = known
      rows[row].site = site
      for (index, target) in new.enumerated() { targets[row * new.count + index] = target }
    } else {
      guard keys.count < Self.mostRows else { return }
      row = keys.add(bytes, segments, hash: hash)
      rows.append(Known(site: site, next: 0))
      targets.append(contentsOf: new)
    }
    rows[last].next = row
    last = row
  }

  /// The number of a quantity, added if it is new.
  mutating func number(of quantity: ReportBuilder.Quantity) -> Int32 {
    if let known = quantities.firstIndex(of: quantity) { return Int32(known) }
    quantities.append(quantity)
    return Int32(quantities.count - 1)
  }
}

/// A hash table from keys of bytes to their numbers, in the order in which they were added.
///
/// A key is the bytes of some segments of a row, such as all fields but the time and the values; each key has the same
/// number of segments.
struct ByteKeyTable: Sendable {
  /// The number of segments of a key.
  let segmentCount: Int
  /// The bytes of all keys, one after the other.
  private(set) var keys = ContiguousArray<UInt8>()
  /// For each key, the ends of its segments in `keys`.
  private(set) var segmentEnds = ContiguousArray<Int>()
  private var slots = ContiguousArray<Int32>(repeating: -1, count: 64)
  private var hashes = ContiguousArray<UInt64>()

  init(segmentCount: Int) { self.segmentCount = segmentCount }

  /// The number of keys.
  var count: Int { hashes.count }

  /// The start of a key in `keys`.
  @inline(__always)
  func start(of key: Int) -> Int { key == 0 ? 0 : segmentEnds[key &* segmentCount &- 1] }

  /// The number of a key; nil if it isn't there.
  func find(_ bytes: RawSpan, _ segments: [Range<Int>], hash: UInt64) -> Int? {
    var slot = Int(truncatingIfNeeded: hash) & (slots.count &- 1)
    while slots[slot] >= 0 {
      let key = Int(slots[slot])
      if hashes[key] == hash, matches(key, bytes, segments) { return key }
      slot = (slot &+ 1) & (slots.count &- 1)
    }
    return nil
  }

  private func matches(_ key: Int, _ bytes: RawSpan, _ segments: [Range<Int>]) -> Bool {
    let span = keys.span.bytes
    var start = start(of: key)
    for (index, segment) in segments.enumerated() {
      let end = segmentEnds[key &* segmentCount &+ index]
      guard end &- start == segment.count,
        ByteKey.equal(bytes, segment.lowerBound, span, start, segment.count)
      else { return false }
      start = end
    }
    return true
  }

  /// Adds a key that isn't there, and returns its number.
  mutating func add(_ bytes: RawSpan, _ segments: [Range<Int>], hash: UInt64) -> Int {
    for segment in segments {
      bytes.extracting(segment).withUnsafeBytes { keys.append(contentsOf: $0) }
      segmentEnds.append(keys.count)
    }
    hashes.append(hash)
    if hashes.count &* 2 > slots.count {
      slots = ContiguousArray(repeating: -1, count: slots.count &* 4)
      for index in hashes.indices { insert(index) }
    } else {
      insert(hashes.count &- 1)
    }
    return hashes.count &- 1
  }

  private mutating func insert(_ key: Int) {
    var slot = Int(truncatingIfNeeded: hashes[key]) & (slots.count &- 1)
    while slots[slot] >= 0 { slot = (slot &+ 1) & (slots.count &- 1) }
    slots[slot] = Int32(truncatingIfNeeded: key)
  }
}
