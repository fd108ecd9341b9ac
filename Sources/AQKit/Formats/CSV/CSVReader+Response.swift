extension CSVReader {
  /// Reports the rows since the last call; at the end also the refusals. `ordersRepeatedHours` says whether no earlier rows
  /// are in the builder, so that hours that occur twice are told apart here.
  mutating func report(
    into builder: inout ReportBuilder, isLast: Bool, place: Int?,
    timeConvention: SourceDescriptor.TimeConvention? = nil, averaging: AveragingPeriod? = nil,
    ordersRepeatedHours: Bool = false
  ) {
    hasRows = hasRows || rows.count > 0
    let averaging = averaging ?? (settings.isDeclared ? nil : settings.layout.averaging)
    let qualities = plan?.qualities ?? []
    let isCivil = if case .civil? = settings.layout.timeFormat.zone { true } else { false }
    // The order tells hours apart that occur twice, perhaps only in a later text.
    rows.forEachGroup(of: groups.groups, joining: groups.haveTwins, keepingOrder: isCivil) {
      index, times, repeated, values, groupOfRow, rowNumbers in
      let series = groups.groups[index].series
      var (times, repeated) = (times, repeated)
      if isCivil, ordersRepeatedHours {
        if !repeated.isEmpty {
          var ordered = ContiguousArray(times)
          repeated.order(&ordered, after: lastTimes[index], isOver: isOver(times, of: series))
          times = Array(ordered)
        }
        lastTimes[index] = times.last
      }
      let site = builder.site(
        series.site, place: place, kind: settings.isDeclared ? nil : settings.layout.kind)
      let origin = series.instrument.map { AirOrigin(instrument: AirSite.Instrument($0)) }
      for (number, (column, numbers)) in zip(series.columns, values).enumerated() {
        let stated = qualities[number]
        var quality = stated.details(
          of: numbers, in: values, below: rows.limits(of: number, in: rowNumbers),
          flags: stated.flag == nil ? nil : groupOfRow.map { groups.groups[$0].flags[number] })
        quality.repeated = repeated
        builder.add(
          column.parameter, column: numbers, unit: column.unit, at: .unix(times),
          with: .init(
            timeConvention: column.timeConvention ?? timeConvention,
            averaging: column.averaging ?? averaging, origin: origin),
          quality: quality, to: site)
      }
    }
    rows.removeAll()
    if groups.groups.count > Self.mostGroups || groups.keys.keys.count > Self.mostGroupBytes {
      groups = CSVGroups(segmentCount: groups.keys.segmentCount)
      lastTimes.removeAll()
      hints = CSVHints()
      last = 0
    }
    if isLast {
      for refusal in refusals {
        builder.refuse(refusal.reason + refusal.remedy, count: refusal.count, at: "line \(refusal.line)")
      }
      let columns = plan?.columns ?? []
      if hasRows, !settings.isDeclared, settings.layout.averaging == .instant,
        settings.layout.timeConvention != .instant,
        columns.isEmpty || columns.contains(where: { $0.averaging == nil })
      {
        builder.note(
          .remark, "The text has no averaging period, so each value is treated as an instant.")
      }
    }
  }

  /// Returns whether rows with these times, moved by some seconds, are over; a forecast never is.
  private func isOver(_ times: [Int64], of series: CSVGroups.Series) -> (Int, Int64) -> Bool {
    guard settings.descriptor.offers.allSatisfy({ $0.kinds == [.observation] }) else {
      return { _, _ in false }
    }
    let layout = settings.layout
    let lengths = series.columns.map { column in
      (column.timeConvention ?? layout.timeConvention) == .start
        ? (column.averaging ?? layout.averaging).seconds ?? 0 : 0
    }
    let now = settings.context.receivedAt.adding(seconds: -(lengths.max() ?? 0)).secondsSince1970
    return { times[$0] + $1 <= now }
  }
}

extension CSVPlan.Quality {
  /// Returns the details that a file states about each value of a column. `numbers` are all columns of numbers, `below` the
  /// detection limits of values that were stated as below a limit.
  fileprivate func details(
    of values: [Double], in numbers: [[Double]], below: [Double?]?, flags: [Set<AirReading.QualityFlag>]?
  ) -> ReportBuilder.Quality {
    var stated = ReportBuilder.Quality()
    func given(_ index: Int?) -> [Double]? {
      index.map { numbers[$0] }.flatMap { $0.allSatisfy(\.isNaN) ? nil : $0 }
    }
    let (uncertainty, limit) = (given(uncertainty), given(detectionLimit))
    if uncertainty != nil || limit != nil || below != nil {
      stated.accuracy = values.indices.map { row in
        let accuracy = AirReading.Accuracy(
          uncertainty: uncertainty?[row], detectionLimit: below?[row] ?? limit?[row])
        return accuracy == AirReading.Accuracy() ? nil : accuracy
      }
    }
    stated.completeness = given(completeness)?.map {
      $0.isNaN ? nil : AirReading.Completeness(percent: $0)
    }
    stated.flags = flags
    if let below {
      let flags = flags ?? Array(repeating: [], count: below.count)
      stated.flags = zip(flags, below).map { $1 == nil ? $0 : $0.union([.belowDetection]) }
    }
    return stated
  }
}

/// The group of a row whose fields were found: the properties that all rows of one site and parameter share.
extension CSVReader {
  /// Returns the group of a row by the bytes before, between and after its slots, created from its fields if it is new.
  mutating func findGroup(_ bytes: RawSpan, _ plan: CSVPlan) -> Int {
    segments.removeAll(keepingCapacity: true)
    var start = fields.first?.lowerBound ?? 0
    for slot in plan.slots {
      segments.append(start..<fields[slot.field].lowerBound)
      start = fields[slot.field + slot.count - 1].upperBound
    }
    segments.append(start..<max(start, fields.last?.upperBound ?? start))
    if let known = groups.keys.find(bytes, segments) { return known }
    if groups.groups.isEmpty { last = 0 }
    hints.add(groupWithKeyLength: segments.first?.count ?? 0)
    return groups.add(makeGroup(bytes, plan), bytes, segments)
  }

  private func makeGroup(_ bytes: RawSpan, _ plan: CSVPlan) -> CSVGroups.Group {
    func text(_ field: Int?) -> String? {
      field.map { CSVFields.text(bytes, fields[$0]) }.flatMap {
        $0.isEmpty || settings.layout.noValue.contains($0) ? nil : $0
      }
    }
    var refusal: String?
    var site = AirSite(id: text(plan.siteID), name: text(plan.siteName), kind: settings.layout.siteKind)
    if let latitude = text(plan.latitude), let longitude = text(plan.longitude) {
      site.coordinate = Double(decimal: latitude).flatMap { latitude in
        Double(decimal: longitude).flatMap { try? Coordinate(latitude, $0) }
      }
      if site.coordinate == nil { refusal = "a coordinate is invalid" }
    }
    if plan.siteID == nil, plan.siteName == nil, plan.latitude == nil,
      let place = settings.context.places.first
    {
      site = place
    }
    var columns = plan.columns
    if columns.isEmpty {
      let parameter = text(plan.parameter)
      let (name, spelling) = (parameter ?? "", text(plan.unit) ?? "")
      columns = [
        PayloadFormat.CSVLayout.ValueColumn(
          "",
          settings.layout.parameterNames.named(name) ?? settings.descriptor.parameterNames.named(name)
            ?? AirParameter(name),
          unit: settings.layout.unitNames.named(spelling) ?? settings.descriptor.unitNames.named(spelling)
            ?? AirUnit(spelling))
      ]
      if parameter == nil { refusal = "a row names no parameter" }
    }
    let series = CSVGroups.Series(site: site, instrument: text(plan.instrument), columns: columns)
    if let unit = series.unknownUnit { refusal = ReportBuilder.isNotKnown(unit) }
    let flags = plan.qualities.map { quality -> Set<AirReading.QualityFlag> in
      guard let name = text(quality.flag).map(CSVFields.trimmed) else { return [] }
      return settings.layout.flagNames[name] ?? [AirReading.QualityFlag(rawValue: name)]
    }
    return CSVGroups.Group(
      series: series, refusal: refusal, flags: plan.qualities.contains { $0.flag != nil } ? flags : [])
  }
}

/// Groups the rows of a CSV text by the bytes between their times and values, parsed once per group.
struct CSVGroups {
  /// The properties that all rows of a series share.
  struct Series: Hashable {
    let site: AirSite
    let instrument: String?
    let columns: [PayloadFormat.CSVLayout.ValueColumn]

    /// The unit of a column that AQKit doesn't know.
    var unknownUnit: AirUnit? { columns.first { !$0.unit.isKnown }?.unit }
  }

  struct Group {
    let series: Series
    /// The reason why the rows are refused; nil if they are valid.
    var refusal: String?
    /// The flags of each value column; empty if there are none.
    var flags: [Set<AirReading.QualityFlag>] = []
    /// The first group with the same series, which differs in flags or spelling only; nil if it is this one.
    var first: Int?
  }

  private(set) var groups: [Group] = []
  /// The first groups of valid series.
  private var firsts: [Series: Int] = [:]
  /// Whether some groups have the same series.
  private(set) var haveTwins = false
  /// For each group, the group of the row that last followed one of its rows.
  var next = ContiguousArray<Int>()
  /// For each group, the number of lines of a row; negative if its rows are refused.
  private(set) var lines = ContiguousArray<Int>()
  /// The keys of the groups; a segment is the bytes between two times or values.
  private(set) var keys: ByteKeyTable

  init(segmentCount: Int) { keys = ByteKeyTable(segmentCount: segmentCount) }

  mutating func add(_ group: Group, _ bytes: RawSpan, _ segments: [Range<Int>]) -> Int {
    var group = group
    if group.refusal == nil {
      group.first = firsts[group.series]
      if group.first == nil { firsts[group.series] = groups.count } else { haveTwins = true }
    }
    next.append(groups.count)
    let ends = segments.joined().count { EightBytes.byte(bytes, at: $0) == UInt8(ascii: "\n") }
    lines.append(group.refusal == nil ? 1 + ends : -1 - ends)
    groups.append(group)
    return keys.add(bytes, segments)
  }
}
