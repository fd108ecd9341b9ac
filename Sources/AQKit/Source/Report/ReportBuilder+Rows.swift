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
  ///   - units: For each of these the column, behind it, that is blank where the value is; nil if there is none.
  ///   - flags: The flags of all values.
  ///   - body: Reads a row, and says what rows like it mean; nil to have them read one by one.
  /// - Throws: `CancellationError` only, if the body throws it.
  package mutating func each(
    _ table: AQCSV, times: [String], values: [String], units: [String?], flags: Set<AirReading.QualityFlag>,
    _ body: (AQCSV.Row, inout ReportBuilder) throws -> RepeatableRow?
  ) throws {
    var known = knownRows.take()
    if known?.withdrawals != withdrawals
      || known?.fits(table, times: times, values: values, units: units) != true
    {
      known = KnownRows(table, times: times, values: values, units: units, withdrawals: withdrawals)
    }
    defer { knownRows = known }
    var (position, element) = (table.firstRow, 0)
    while true {
      if known != nil {
        element += table.bytes.withUnsafeBytes { add(&known, from: $0.bytes, at: &position, flags: flags) }
      }
      guard let (row, start) = table.row(at: &position) else { return }
      let (statements, withdrawn) = (restatements, withdrawals)
      var repeatable: RepeatableRow?
      try attempt(element: element) { repeatable = try body(row, &$0) }
      element += 1
      if withdrawals != withdrawn {
        known = KnownRows(table, times: times, values: values, units: units, withdrawals: withdrawals)
      } else if let repeatable, restatements == statements {
        table.bytes.withUnsafeBytes { remember(repeatable, at: start, of: $0.bytes, in: &known) }
      }
    }
  }

  /// Adds the rows from a position on that repeat known ones, and returns their number.
  private mutating func add(
    _ known: inout KnownRows?, from bytes: RawSpan, at position: inout AQCSV.Position,
    flags: Set<AirReading.QualityFlag>
  ) -> Int {
    guard var rows = known.take() else { return 0 }
    var count = 0
    while let found = rows.find(bytes, at: position.offset), add(found.row, of: rows, flags: flags) {
      position.offset = found.next
      position.line += 1
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
      guard target.column >= 0 else { return false }
      let span = known.spans[Int(target.quantity)]
      guard span.interval != nil,
        value.isNaN || value >= 0 && span.possible.contains(value) && !descriptor.sentinels.contains(value)
      else { return false }
    }
    for index in known.numbers.indices {
      let target = known.target(index, ofRow: row)
      guard target.column >= 0, let interval = known.spans[Int(target.quantity)].interval else { continue }
      append(known.numbers[index], interval, flags, toColumn: Int(target.column))
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
        let column = knownColumn(Identity(kind: quantity.kind, origin: nil), ofSite: site.index),
        let number = known?.number(of: quantity)
      else { return .unknown }
      return KnownRows.Target(column: Int32(truncatingIfNeeded: column), quantity: number)
    }
  }
}

extension ReportBuilder {
  /// Adds one value under the provider's names.
  ///
  /// ``SourceDescriptor/parameterNames`` and ``SourceDescriptor/unitNames`` say what the names mean, before AQKit's own
  /// names do. A value of an unknown name is refused, counted and noted.
  ///
  /// - Parameters:
  ///   - name: The provider's name of the parameter.
  ///   - value: The value; nil if the provider has none.
  ///   - unit: The provider's spelling of the unit.
  ///   - stamp: The provider's time stamp.
  ///   - convention: What the stamp means; by default what the parameter's offer says.
  ///   - averaging: The averaging period; by default that of the source's offer.
  ///   - flags: The provider's quality flags.
  ///   - completeness: How many of the expected sub-values went into it.
  ///   - accuracy: Its uncertainty and the detection limit, in the provider's unit.
  ///   - origin: Model, instrument or channel; values of different origin are different series.
  ///   - correction: How the value was corrected; corrected and raw values are different series.
  ///   - site: The site.
  public mutating func add(
    named name: String, _ value: Double?, unit: String, at stamp: TimeStamp,
    convention: SourceDescriptor.TimeConvention? = nil, averaging: AveragingPeriod? = nil,
    flags: Set<AirReading.QualityFlag> = [], completeness: AirReading.Completeness? = nil,
    accuracy: AirReading.Accuracy? = nil, origin: AirOrigin? = nil, correction: AirOrigin.Correction? = nil,
    to site: SiteReference
  ) {
    guard let parameter = parameter(named: name) else { return }
    add(
      parameter, value, unit: descriptor.unit(named: unit) ?? AirUnit(unit), at: stamp,
      convention: convention,
      averaging: averaging, flags: flags, completeness: completeness, accuracy: accuracy, origin: origin,
      correction: correction,
      to: site)
  }

  /// Adds one JSON value under the provider's names; it is read as by
  /// ``add(_:_:acceptingText:unit:at:convention:averaging:flags:completeness:accuracy:origin:correction:to:)``, and the names as
  /// by ``add(named:_:unit:at:convention:averaging:flags:completeness:accuracy:origin:correction:to:)``.
  ///
  /// - Parameters:
  ///   - name: The provider's name of the parameter.
  ///   - value: The value.
  ///   - acceptsText: Whether to read a string that contains a number (`"12.5"`).
  ///   - unit: The provider's spelling of the unit.
  ///   - stamp: The provider's time stamp.
  ///   - convention: What the stamp means; by default what the parameter's offer says.
  ///   - averaging: The averaging period; by default that of the source's offer.
  ///   - flags: The provider's quality flags.
  ///   - completeness: How many of the expected sub-values went into it.
  ///   - accuracy: Its uncertainty and the detection limit, in the provider's unit.
  ///   - origin: Model, instrument or channel; values of different origin are different series.
  ///   - correction: How the value was corrected; corrected and raw values are different series.
  ///   - site: The site.
  public mutating func add(
    named name: String, _ value: AQJSON, acceptingText acceptsText: Bool = false, unit: String,
    at stamp: TimeStamp, convention: SourceDescriptor.TimeConvention? = nil,
    averaging: AveragingPeriod? = nil,
    flags: Set<AirReading.QualityFlag> = [], completeness: AirReading.Completeness? = nil,
    accuracy: AirReading.Accuracy? = nil, origin: AirOrigin? = nil, correction: AirOrigin.Correction? = nil,
    to site: SiteReference
  ) {
    guard let parameter = parameter(named: name) else { return }
    add(
      parameter, value, acceptingText: acceptsText, unit: descriptor.unit(named: unit) ?? AirUnit(unit),
      at: stamp,
      convention: convention, averaging: averaging, flags: flags, completeness: completeness,
      accuracy: accuracy, origin: origin,
      correction: correction, to: site)
  }

  /// The parameter that the provider calls so, or nil after refusing the name.
  ///
  /// ``SourceDescriptor/parameter(named:)`` does the same without a note, for choosing what to ask about.
  ///
  /// - Parameters:
  ///   - name: The provider's name.
  ///   - count: The number of values that it stands for.
  public mutating func parameter(named name: String, count: Int = 1) -> AirParameter? {
    if let parameter = descriptor.parameter(named: name) { return parameter }
    refuse(Self.unknownParameter(name), count: count)
    return nil
  }

  /// The reason for refusing a parameter.
  static func unknownParameter(_ name: String) -> String {
    "no offer of the source names the parameter “\(name.prefix(40))”; name it there, or say in the declaration's "
      + "parameterNames what it means"
  }
}

extension ReportBuilder {
  /// Adds a whole column with the provider's time stamps.
  ///
  /// Values are refused one by one, for the same reasons as single ones.
  ///
  /// - Parameters:
  ///   - parameter: The parameter.
  ///   - values: One value per stamp; NaN if the provider has none.
  ///   - unit: The provider's unit.
  ///   - stamps: The provider's time stamps, one per value, in any order.
  ///   - convention: What the stamps mean; by default what the parameter's offer says.
  ///   - averaging: The averaging period; by default that of the source's offer.
  ///   - flags: The provider's quality flags, a set per value, its validation among them.
  ///   - completeness: How many of the expected sub-values went into each value; nil where it isn't known.
  ///   - accuracy: The uncertainty and the detection limit of each value, in the provider's unit.
  ///   - origin: Model, instrument or channel.
  ///   - correction: How the values were corrected.
  ///   - site: The site.
  public mutating func add(
    _ parameter: AirParameter, column values: [Double], unit: AirUnit, at stamps: [TimeStamp],
    convention: SourceDescriptor.TimeConvention? = nil, averaging: AveragingPeriod? = nil,
    flags: [Set<AirReading.QualityFlag>]? = nil, completeness: [AirReading.Completeness?]? = nil,
    accuracy: [AirReading.Accuracy?]? = nil,
    origin: AirOrigin? = nil, correction: AirOrigin.Correction? = nil, to site: SiteReference
  ) {
    let details = Column.Details(flags: flags, completeness: completeness, accuracy: accuracy)
    guard values.count == stamps.count, details.fits(values.count) else {
      return refuse(Self.unequalColumn(parameter), count: values.count)
    }
    for (index, (value, stamp)) in zip(values, stamps).enumerated() {
      add(
        parameter, value, unit: unit, at: stamp, convention: convention, averaging: averaging,
        flags: flags?[index] ?? [], completeness: completeness?[index], accuracy: accuracy?[index],
        origin: origin, correction: correction, to: site)
    }
  }

  /// Adds a column from a JSON array of numbers and `null` with the provider's time stamps. Any other element is
  /// refused, counted and noted, and the rest is kept. A missing or `null` column adds nothing.
  ///
  /// - Parameters:
  ///   - parameter: The parameter.
  ///   - values: The array, with one element per stamp.
  ///   - unit: The provider's unit.
  ///   - stamps: The provider's time stamps, one per value, in any order.
  ///   - convention: What the stamps mean; by default what the parameter's offer says.
  ///   - averaging: The averaging period; by default that of the source's offer.
  ///   - flags: The provider's quality flags, a set per value, its validation among them.
  ///   - completeness: How many of the expected sub-values went into each value; nil where it isn't known.
  ///   - accuracy: The uncertainty and the detection limit of each value, in the provider's unit.
  ///   - origin: Model, instrument or channel.
  ///   - correction: How the values were corrected.
  ///   - site: The site.
  public mutating func add(
    _ parameter: AirParameter, column values: AQJSON, unit: AirUnit, at stamps: [TimeStamp],
    convention: SourceDescriptor.TimeConvention? = nil, averaging: AveragingPeriod? = nil,
    flags: [Set<AirReading.QualityFlag>]? = nil, completeness: [AirReading.Completeness?]? = nil,
    accuracy: [AirReading.Accuracy?]? = nil,
    origin: AirOrigin? = nil, correction: AirOrigin.Correction? = nil, to site: SiteReference
  ) {
    guard let numbers = numbers(values) else { return }
    add(
      parameter, column: numbers, unit: unit, at: stamps, convention: convention, averaging: averaging,
      flags: flags, completeness: completeness, accuracy: accuracy, origin: origin, correction: correction,
      to: site)
  }
}
