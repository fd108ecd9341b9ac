extension ReportBuilder {
  /// What a row of a table is about, for rows that differ from it only in their time and values.
  package struct RepeatableRow {
    let site: SiteReference
    let time: AirTime
    var fields: [(number: Repetition, blank: Repetition)] = []

    /// A row of a site and a time that is clear.
    package init(site: SiteReference, time: AirTime) { (self.site, self.time) = (site, time) }

    /// Says what a repeated row adds in the next column of values.
    ///
    /// - Parameters:
    ///   - number: Where a number goes that isn't negative.
    ///   - blank: What an empty field means.
    package mutating func add(number: Repetition, blank: Repetition) { fields.append((number, blank)) }
  }

  /// What a field of a repeated row adds.
  package enum Repetition {
    /// Nothing.
    case nothing
    /// Its value, or a gap, to the series of a parameter and a unit that the site has; if it has none, the row is read
    /// like a new one.
    case series(AirParameter, AirUnit)
    /// The row is read like a new one.
    case reading
  }

  /// Reads the rows of a table one by one as ``each(_:_:)`` does, and faster those that differ from earlier ones, also of
  /// earlier tables, only in their times and values.
  ///
  /// - Parameters:
  ///   - table: The table.
  ///   - times: The columns with the time.
  ///   - values: The columns with values.
  ///   - flags: The flags of all values.
  ///   - body: Reads a row, and says what rows like it mean; nil to have them read one by one.
  /// - Throws: `CancellationError` only, if the body throws it.
  package mutating func each(
    _ table: AQCSV, times: [String], values: [String], flags: Set<AirReading.QualityFlag>,
    _ body: (AQCSV.Row, inout ReportBuilder) throws -> RepeatableRow?
  ) throws {
    var known = knownRows.take()
    if known?.withdrawals != withdrawals || known?.fits(table, times: times, values: values) != true {
      known = KnownRows(table, times: times, values: values, withdrawals: withdrawals)
    }
    defer { knownRows = known }
    var (place, element) = (table.firstRow, 0)
    while true {
      if known != nil {
        element += table.bytes.withUnsafeBytes { add(&known, from: $0.bytes, at: &place, flags: flags) }
      }
      guard let (row, start) = table.row(at: &place) else { return }
      let (statements, withdrawn) = (restatements, withdrawals)
      var repeatable: RepeatableRow?
      try attempt(element: element) { repeatable = try body(row, &$0) }
      element += 1
      if withdrawals != withdrawn {
        known = KnownRows(table, times: times, values: values, withdrawals: withdrawals)
      } else if let repeatable, restatements == statements {
        table.bytes.withUnsafeBytes { remember(repeatable, at: start, of: $0.bytes, in: &known) }
      }
    }
  }

  /// Adds the rows from a place on that repeat known ones, and returns their number.
  private mutating func add(
    _ known: inout KnownRows?, from bytes: RawSpan, at place: inout AQCSV.Place,
    flags: Set<AirReading.QualityFlag>
  ) -> Int {
    guard var rows = known.take() else { return 0 }
    var count = 0
    while let found = rows.find(bytes, at: place.offset), add(found.row, of: rows, flags: flags) {
      place.offset = found.next
      place.line += 1
      count += 1
    }
    known = rows
    return count
  }

  /// Adds the values of a repeated row; false, without adding any, if one isn't simply a value.
  private mutating func add(_ row: Int, of known: borrowing KnownRows, flags: Set<AirReading.QualityFlag>)
    -> Bool
  {
    guard isUnchanged(known.site(ofRow: row)) else { return false }
    for index in known.numbers.indices {
      let (target, value) = (known.target(index, ofRow: row), known.numbers[index])
      if target.column == KnownRows.Target.nothing.column { continue }
      guard target.column >= 0, value.isNaN || value >= 0,
        interval(of: value, known.quantities[Int(target.quantity)], at: known.seconds) != nil
      else { return false }
    }
    for index in known.numbers.indices {
      let (target, value) = (known.target(index, ofRow: row), known.numbers[index])
      guard target.column >= 0,
        let interval = known.quantities[Int(target.quantity)].bounds.interval(at: known.seconds)
      else { continue }
      append(value, interval, flags, toColumn: Int(target.column))
    }
    return true
  }

  private mutating func remember(
    _ row: RepeatableRow, at start: Int, of bytes: RawSpan, in known: inout KnownRows?
  ) {
    guard timePolicy == nil else { return }
    var targets: [KnownRows.Target] = []
    targets.reserveCapacity(row.fields.count * 2)
    for field in row.fields {
      targets.append(target(field.number, of: row.site, in: &known))
      targets.append(target(field.blank, of: row.site, in: &known))
    }
    known?.remember(
      bytes, at: start, site: KnownSite(reference: row.site, revision: sites[row.site.index].revision),
      seconds: row.time.secondsSince1970, targets: targets)
  }

  private mutating func target(
    _ repetition: Repetition, of site: SiteReference, in known: inout KnownRows?
  ) -> KnownRows.Target {
    switch repetition {
    case .nothing: return .nothing
    case .reading: return .unknown
    case .series(let parameter, let unit):
      guard let quantity = quantity(parameter, in: unit),
        let column = knownColumn(quantity.identity(nil), ofSite: site.index),
        let number = known?.number(of: quantity)
      else { return .unknown }
      return KnownRows.Target(column: Int32(truncatingIfNeeded: column), quantity: number)
    }
  }
}
