extension ReportBuilder {
  /// Returns the reports and notes of all that was added.
  ///
  /// Reports are in the order of the places that they answer, then of their sites' registration. A series without any
  /// value is dropped, and noted as not measured unless the site has another series of its parameter.
  ///
  /// - Parameter keepsEmptySites: Whether to report sites without series, for lists of sites.
  public consuming func response(keepingEmptySites keepsEmptySites: Bool = false) -> AirResponse {
    response(keepingEmptySites: keepsEmptySites, answering: nil, askedAt: receivedAt)
  }

  /// Whether a value was added that isn't a gap.
  var hasAnyValue: Bool { columns.contains { $0.hasValue(in: nil) } }

  /// Returns the same as ``response(keepingEmptySites:)``, after matching sites without places to a query.
  consuming func response(
    keepingEmptySites keepsEmptySites: Bool, answering query: AirQuery?, askedAt: AirTime
  ) -> AirResponse {
    settleClocks()
    if let query { assignPlaces(of: query, askedAt: askedAt) }
    orderRepeatedHours()
    var reports: [AirReport] = []
    reports.reserveCapacity(sites.count)
    var duplicates = replacedCount
    var flags: [Set<AirReading.QualityFlag>] = []
    for site in sites.indices {
      var series: [AirSeries] = []
      series.reserveCapacity(sites[site].columns.count)
      var absent: [AirParameter] = []
      for index in sites[site].columns {
        let (made, removed) = self.series(ofColumn: index, &flags)
        duplicates += removed
        if let made {
          series.append(made)
        } else if columns[index].hasNoValue {
          if query.map({ asks($0, forColumn: index, of: sites[site]) }) ?? true {
            absent.append(parameter(ofColumn: index))
          }
        } else {
          refuse(
            "a series can't be made of \(parameter(ofColumn: index))", count: columns[index].values.count)
        }
      }
      if !absent.isEmpty {
        var told = Set(series.map(\.parameter))
        absent.removeAll { !told.insert($0).inserted }
      }
      if !absent.isEmpty { note(.notMeasured(absent, places: sites[site].places.sorted())) }
      guard keepsEmptySites || !series.isEmpty else { continue }
      let (attribution, rights) = licence(of: series, at: sites[site])
      var report = AirReport(
        source: descriptor.id, site: sites[site].site, kind: sites[site].kind, series: series,
        issuedAt: sites[site].issuedAt, receivedAt: receivedAt, attribution: attribution, rights: rights,
        places: sites[site].places.sorted())
      // Of several replies the first counts, unless a later one has a newer value.
      if report.kind == .observation, receivedAt < lastReceipt,
        let newest = report.newestEnd(notAfter: lastReceipt)
      {
        report.receivedAt = max(receivedAt, newest)
      }
      reports.append(report)
    }
    noteDuplicates(duplicates)
    noteClocks()
    func place(_ index: Int) -> Int { reports[index].places.first ?? .max }
    if !reports.indices.dropFirst().allSatisfy({ place($0 - 1) <= place($0) }) {
      let order = reports.indices.sorted { (place($0), $0) < (place($1), $1) }
      reports = order.map { reports[$0] }
    }
    return AirResponse(reports: reports, notes: notes, notices: standingNotices)
  }

  /// Returns the series of a column, nil if it has no value or its intervals are out of order, and the number of
  /// values for intervals that had several.
  ///
  /// - Parameter lastFlags: The flags of the last series that was made, which others mostly share.
  private func series(
    ofColumn index: Int, _ lastFlags: inout [Set<AirReading.QualityFlag>]
  ) -> (AirSeries?, removed: Int) {
    // Member by member: a copy of the column costs more than the series.
    let kind = seriesKinds[columns[index].identity.kind]
    guard let timeline = columns[index].timeline, !columns[index].hasDetails else {
      var column = columns[index]
      let removed = column.normalise()
      return (column.hasNoValue ? nil : column.series(kind, &lastFlags), removed)
    }
    if columns[index].hasNoValue { return (nil, 0) }
    let series = AirSeries(
      checked: kind.parameter, unit: kind.unit, averaging: kind.averaging, timeline: timeline,
      values: columns[index].values,
      flags: columns[index].commonFlags.all(columns[index].values.count, &lastFlags),
      origin: columns[index].identity.origin, correction: kind.correction, conversion: kind.conversion)
    return (series, 0)
  }

  /// Notes the number of replaced values, if any.
  mutating func noteDuplicates(_ count: Int) {
    guard count > 0 else { return }
    note(
      AirNote(.duplicate, "Several values stood for the same interval; the last was kept.", count: count))
  }

  /// Returns the licence that holds for all series of a site: the site's or the source's, unless a series has its own.
  private func licence(of series: [AirSeries], at entry: SiteEntry) -> ([AirAttribution], AirRights) {
    var attribution = entry.statement.attribution ?? descriptor.attribution
    var rights = entry.statement.rights ?? descriptor.rights
    guard series.contains(where: { $0.origin?.attribution != nil || $0.origin?.rights != nil }) else {
      return (attribution, rights)
    }
    let attributions = series.map(\.origin?.attribution)
    if attributions.contains(where: { $0 != nil }) {
      if !attributions.contains(nil) { attribution = [] }
      var known = Set(attribution)
      for own in attributions { attribution += (own ?? []).filter { known.insert($0).inserted } }
    }
    let allRights = series.map(\.origin?.rights)
    if let first = allRights.first(where: { $0 != nil }) ?? nil {
      if !allRights.contains(nil) { rights = first }
      for own in allRights { rights = own.map(rights.combined) ?? rights }
    }
    return (attribution, rights)
  }

  /// Merges another builder with its places renumbered; the core merges the replies of a fetch in the order of the
  /// calls.
  ///
  /// - Parameter places: For each place of the other builder's part, its index in the whole query; nil to keep them.
  mutating func merge(_ other: ReportBuilder, renumberingPlaces places: [Int]?) {
    func renumbered(_ index: Int) -> Int? {
      guard let places else { return index }
      return places.indices.contains(index) ? places[index] : nil
    }
    var other = other
    other.settleClocks()
    var serials: [Int: Int] = [:]
    for entry in other.sites {
      let mapped = entry.places.compactMap(renumbered)
      guard mapped.count == entry.places.count else {
        refuse("a report answers a place that was not asked about")
        continue
      }
      let target = site(
        entry.site, place: mapped.first, kind: entry.kind, issuedAt: entry.issuedAt,
        attribution: entry.statement.attribution, rights: entry.statement.rights, outline: entry.outline)
      serials[entry.serial] = target.serial
      for place in mapped.dropFirst() where !sites[target.index].places.contains(place) {
        sites[target.index].places.append(place)
      }
      for index in entry.columns {
        var column = other.columns[index]
        let kind = other.seriesKinds[column.identity.kind]
        column.identity.kind = seriesKinds.number(
          kind.parameter, kind.unit, kind.averaging, kind.correction, kind.conversion)
        if let known = knownColumn(column.identity, ofSite: target.index) {
          columns[known].append(contentsOf: column)
        } else {
          column.limits = ownLimits(of: column.identity)
          append(column, toSite: target.index)
        }
      }
    }
    mergeNotices(of: other, renumbered, sites: serials)
    lastReceipt = max(lastReceipt, other.lastReceipt)
    clockSkew = clockSkew + other.clockSkew
    rowCount += other.rowCount
    replacedCount = replacedCount.addingSaturating(other.replacedCount)
    let reasons = Dictionary(other.refusals.map { ($1, $0) }) { first, _ in first }
    for (index, var note) in other.notes.enumerated() {
      if let reason = reasons[index] {
        takeRefusal(reason, as: note)
      } else {
        note.places = note.places.compactMap(renumbered)
        self.note(note)
      }
    }
  }
}

extension AirNote {
  /// Returns the note that some parameters have no value at some places.
  package static func notMeasured(_ parameters: [AirParameter], places: [Int]) -> AirNote {
    AirNote(
      .notMeasured,
      "No value of \(parameters.map(\.rawValue).joined(separator: ", ")) in the time asked about.",
      parameters: parameters, places: places, count: parameters.count)
  }
}

extension ReportBuilder {
  /// Adds a whole report, for example from AQKit's own schema.
  ///
  /// Keeps the report's site, kind, issue time, attribution and rights; a report of this same source inherits missing ones
  /// from the source. Another source becomes the origin of each series, because the builder's reports have the identifier of
  /// the source that is being read.
  ///
  /// - Parameters:
  ///   - report: The report.
  ///   - place: The index of the query's place that it answers; nil for none in particular.
  public mutating func add(_ report: AirReport, place: Int? = nil) {
    let isOwn = report.source == descriptor.id
    let reference = site(
      report.site, place: place, kind: report.kind, issuedAt: report.issuedAt,
      attribution: isOwn && report.attribution.isEmpty ? nil : report.attribution,
      rights: isOwn && report.rights == .unknown ? nil : report.rights)
    for series in report.series {
      var origin = series.origin ?? AirOrigin()
      if !isOwn, origin.source == nil { origin.source = report.source }
      add(series, origin: origin == AirOrigin() ? nil : origin, to: reference)
    }
  }
}

extension ReportBuilder {
  /// The time for which a value holds.
  struct Span {
    private(set) var averaging: AveragingPeriod
    /// Start and end in seconds since 1970.
    private(set) var interval: (Int64, Int64) = (0, 0)
    /// The seconds until the interval occurs again, if clocks are set back; else 0.
    private(set) var repeatsAfter: Int64 = 0
    /// Whether its length implies the second occurrence, unless it is stated twice.
    private(set) var isSecondByLength = false

    /// Creates a span without a time yet, with the given averaging period or else the declared one.
    init(_ averaging: AveragingPeriod) { self.averaging = averaging }

    /// Finds the interval of a stamp.
    ///
    /// - Parameter isGiven: Whether the averaging period was stated for this value, and not by the offer.
    mutating func place(
      _ stamp: TimeStamp, _ convention: SourceDescriptor.TimeConvention, isGiven: Bool, receivedAt: AirTime
    ) throws(TimeStamp.Fault) {
      if let ends = try stamp.ends(receivedAt: receivedAt, averaging: averaging) {
        interval = ends.interval
        (repeatsAfter, isSecondByLength) = (ends.repeatsAfter, ends.isSecondByLength)
        let length = interval.1 - interval.0
        if !isGiven, !averaging.mayLast(seconds: length) { averaging = AveragingPeriod(seconds: length) }
        return
      }
      let moment = try stamp.moment(receivedAt: receivedAt)
      guard let bounds = Bounds(convention, averaging).interval(at: moment.seconds) else { throw .outOfRange }
      interval = bounds
      repeatsAfter = moment.repeatsAfter
    }
  }

  /// Turns a provider's time stamp into an interval, by its convention and the averaging period.
  struct Bounds: Equatable {
    private let convention: SourceDescriptor.TimeConvention
    /// The length of each interval in seconds; nil for a calendar year.
    private let length: Int64?

    /// Whether the stamp is the start of the interval.
    var stampsStart: Bool { convention == .start }

    init(_ convention: SourceDescriptor.TimeConvention, _ averaging: AveragingPeriod) {
      self.convention = convention
      // A day's maximum covers the day, whatever the length of the underlying means.
      length = averaging.isDailyMaximum ? 86_400 : averaging.seconds
    }

    /// Returns start and end in seconds since 1970; nil if they leave the years 1 to 9999.
    func interval(at time: Int64) -> (Int64, Int64)? {
      guard time >= AirTime.firstSecond, time <= AirTime.lastSecond else { return nil }
      let start: Int64
      let end: Int64
      switch convention {
      case .instant: return (time, time)
      case .start:
        start = time
        end = length.map { time.addingReportingOverflow($0).partialValue } ?? Self.adding(years: 1, to: time)
      case .end:
        start =
          length.map { time.subtractingReportingOverflow($0).partialValue }
          ?? Self.adding(years: -1, to: time)
        end = time
      }
      guard start <= end, start >= AirTime.firstSecond, end <= AirTime.lastSecond else { return nil }
      return (start, end)
    }

    /// Returns the same day and time of another year, in UTC; 29 February becomes 28 February.
    private static func adding(years: Int64, to time: Int64) -> Int64 {
      let days = AirTime(secondsSince1970: time).dayNumber
      let (year, month, day) = CivilDate.civil(fromDays: days)
      let target = year + years
      let last = CivilDate.daysInMonth(year: target, month: month)
      return CivilDate.number(target, month, min(day, last)) * 86_400 + (time - days * 86_400)
    }
  }
}

extension AveragingPeriod {
  /// Returns whether an interval of this length can be one of the period. A local day has 23 to 25 hours, a year 365
  /// or 366 days.
  fileprivate func mayLast(seconds length: Int64) -> Bool {
    guard let seconds else { return (31_536_000 - 3600...31_622_400 + 3600).contains(length) }
    return isDailyMaximum || seconds == 86_400 ? (82_800...90_000).contains(length) : seconds == length
  }
}

extension Set<AirReading.QualityFlag> {
  /// Returns these flags once per value; nil if there are none.
  ///
  /// - Parameter last: The flags that were made last, which are shared if they are the same.
  func all(_ count: Int, _ last: inout [Set<AirReading.QualityFlag>]) -> [Set<AirReading.QualityFlag>]? {
    if isEmpty { return nil }
    if last.count != count || last[0] != self { last = Array(repeating: self, count: count) }
    return last
  }
}
