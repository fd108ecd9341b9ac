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
    enum Kind: Sendable { case time(Int), value(Int), unit(ofValue: Int) }
    let column: Int
    let kind: Kind
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
  let units: [String?]
  /// How often sites and columns of the report were taken back when this was made.
  let withdrawals: Int
  private let slots: [Slot]
  private let delimiter: UInt8
  private var keys: ByteKeyTable
  private var rows = ContiguousArray<Known>()
  private var targets = ContiguousArray<Target>()
  /// For each value of each row, the number of its unit's text in `unitTexts`; -1 where none was seen.
  private var unitsOfRows = ContiguousArray<Int32>()
  private var unitTexts: [ContiguousArray<UInt8>] = []
  private var quantities: [ReportBuilder.Quantity] = []
  /// For each quantity what values it may have, and the interval of those at the last time that was read; nil if it
  /// leaves the years that can be told.
  private(set) var spans = ContiguousArray<(possible: ClosedRange<Double>, interval: (Int64, Int64)?)>()
  private var segments: [Range<Int>] = []
  private var last = 0
  /// The bytes of the last time that was read, and what they mean.
  private var timeTexts: [ContiguousArray<UInt8>] = []
  private var seconds: Int64 = 0
  /// The values of the row that was found last; NaN where the field is blank.
  private(set) var numbers: ContiguousArray<Double>

  /// Nothing known yet of a table's rows; nil if it lacks a column of times.
  ///
  /// - Parameter units: For each column of values the one, behind it, that is blank where the value is.
  init?(_ table: AQCSV, times: [String], values: [String], units: [String?], withdrawals: Int) {
    (header, self.times, self.values, self.units) = (table.header, times, values, units)
    self.withdrawals = withdrawals
    delimiter = table.delimiter
    var slots: [Slot] = []
    for (number, name) in times.enumerated() {
      guard let column = header.firstIndex(of: name) else { return nil }
      slots.append(Slot(column: column, kind: .time(number)))
    }
    for (number, (name, unit)) in zip(values, units).enumerated() {
      guard let column = header.firstIndex(of: name) else { continue }
      slots.append(Slot(column: column, kind: .value(number)))
      guard let unit, let behind = header.firstIndex(of: unit), behind > column else { continue }
      slots.append(Slot(column: behind, kind: .unit(ofValue: number)))
    }
    self.slots = slots.sorted { $0.column < $1.column }
    keys = ByteKeyTable(segmentCount: slots.count + 1)
    numbers = ContiguousArray(repeating: .nan, count: values.count)
  }

  /// Whether it is about such tables.
  func fits(_ table: AQCSV, times: [String], values: [String], units: [String?]) -> Bool {
    table.delimiter == delimiter && header == table.header && self.times == times && self.values == values
      && self.units == units
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
  /// - Returns: Its number and the offset of the next row; nil if it is unknown, has another time than the last
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
    Self.scan(
      bytes, at: start, as: row, of: keys, slots, timeTexts, unitsOfRows, unitTexts, delimiter,
      into: &numbers)
  }

  private static func scan(
    _ bytes: RawSpan, at start: Int, as row: Int, of keys: borrowing ByteKeyTable, _ slots: [Slot],
    _ timeTexts: [ContiguousArray<UInt8>], _ unitsOfRows: ContiguousArray<Int32>,
    _ unitTexts: [ContiguousArray<UInt8>], _ delimiter: UInt8, into numbers: inout ContiguousArray<Double>
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
      let isBlank = at == bytes.byteCount || isEnd(EightBytes.byte(bytes, at: at), delimiter)
      switch slot.kind {
      case .time(let number):
        guard pass(timeTexts[number], bytes, &at) else { return nil }
      case .value(let number):
        if isBlank {
          numbers[number] = .nan
        } else {
          guard let value = NumberScanner.short(bytes, &at) ?? (try? NumberScanner.double(bytes, &at))
          else { return nil }
          numbers[number] = value
        }
      case .unit(let number):
        guard numbers[number].isNaN == isBlank else { return nil }
        if isBlank { continue }
        let text = Int(unitsOfRows[row &* numbers.count &+ number])
        guard text >= 0, pass(unitTexts[text], bytes, &at) else { return nil }
      }
    }
    let keyEnd = keys.segmentEnds[segment]
    guard ByteKey.equal(bytes, at, known, keyStart, keyEnd &- keyStart) else { return nil }
    return lineEnd(bytes, at &+ keyEnd &- keyStart)
  }

  /// Passes over a text; false if another one is there.
  @inline(__always)
  private static func pass(_ text: ContiguousArray<UInt8>, _ bytes: RawSpan, _ at: inout Int) -> Bool {
    guard ByteKey.equal(bytes, at, text.span.bytes, 0, text.count) else { return false }
    at &+= text.count
    return true
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
  private static let mostUnits = 64

  /// Remembers a row that was read, and the meaning of its time.
  mutating func remember(
    _ bytes: RawSpan, at start: Int, site: ReportBuilder.KnownSite, seconds: Int64, targets new: [Target]
  ) {
    guard new.count == numbers.count * 2, locate(bytes, at: start) else { return }
    var newUnits = ContiguousArray<Int32>(repeating: -1, count: numbers.count)
    var newTimes = [ContiguousArray<UInt8>](repeating: [], count: times.count)
    for (index, slot) in slots.enumerated() {
      let range = segments[index].upperBound..<segments[index + 1].lowerBound
      let text = bytes.extracting(range).withUnsafeBytes { ContiguousArray($0) }
      switch slot.kind {
      case .time(let number): newTimes[number] = text
      case .unit(let number) where !text.isEmpty: newUnits[number] = self.number(ofUnit: text)
      case .value, .unit: break
      }
    }
    timeTexts = newTimes
    if seconds != self.seconds || spans.count != quantities.count {
      self.seconds = seconds
      spans = ContiguousArray(quantities.map { ($0.possible, $0.bounds.interval(at: seconds)) })
    }
    let hash = ByteKey.hash(bytes, segments)
    let row: Int
    if let known = keys.find(bytes, segments, hash: hash) {
      row = known
      rows[row].site = site
      for (index, target) in new.enumerated() { targets[row * new.count + index] = target }
      for (index, unit) in newUnits.enumerated() { unitsOfRows[row * newUnits.count + index] = unit }
    } else {
      guard keys.count < Self.mostRows else { return }
      row = keys.add(bytes, segments, hash: hash)
      rows.append(Known(site: site, next: 0))
      targets.append(contentsOf: new)
      unitsOfRows.append(contentsOf: newUnits)
    }
    rows[last].next = row
    last = row
  }

  /// The number of a unit's text, added if it is new; -1 beyond the most that are remembered.
  private mutating func number(ofUnit text: ContiguousArray<UInt8>) -> Int32 {
    if let known = unitTexts.firstIndex(of: text) { return Int32(known) }
    guard unitTexts.count < Self.mostUnits else { return -1 }
    unitTexts.append(text)
    return Int32(unitTexts.count - 1)
  }

  /// The number of a quantity, added if it is new.
  mutating func number(of quantity: ReportBuilder.Quantity) -> Int32 {
    if let known = quantities.firstIndex(of: quantity) { return Int32(known) }
    quantities.append(quantity)
    return Int32(quantities.count - 1)
  }
}
