/// Turns an adapter's values into reports. All normalisation happens here: time stamps become intervals, rows are sorted and
/// deduplicated, units checked, sentinels removed, and refusals counted.
///
/// An adapter registers a site, then adds values in any order, with the provider's raw time stamps:
///
/// ```swift
/// let station = report.site(AirSite(id: "CZ01", kind: .referenceStation), place: 0)
/// report.add(.pm25, 12.5, unit: "µg/m³", at: .text("2026-10-01T12:00:00+02:00"), to: station)
/// ```
///
/// `add` takes a value, which is a number or a ``Value`` of JSON, CSV or XML; a ``Row`` by a table of ``ReportColumn``s; or a
/// column, which is an array of numbers or of JSON. `read` takes a CSV text, `merge` a whole report, and `issue` a notice.
public struct ReportBuilder: Sendable {
  /// The source's declaration, with its time conventions, sentinels, attribution and rights.
  public let descriptor: SourceDescriptor
  /// The time at which the bytes arrived; the current time while a source of your own is being read.
  public var receivedAt: AirTime { receipt.time }
  var receipt: Receipt

  var sites: [SiteEntry] = []
  var siteTable = SiteTable()
  var columns: [Column] = []
  var notes: [AirNote] = []
  var noteTable = NoteTable()
  var notices = Notices()
  var counts = Counts()
  var undoLog = UndoLog()
  /// The origin of the times of a feed's readings.
  package var timePolicy: ReportBuilder.FeedTimePolicy?
  /// The number of the current message, for the positions of refusals.
  var message: Int?
  var meanings = Meanings()
  var seriesKinds = SeriesKinds()
  var knownLimits = SeriesLimits()
  /// The default kind of values: the first of the kinds of the source's first offer.
  let firstKind: AirReport.Kind
  var stampedTimelines = StampedTimelines()

  /// Creates an empty builder for one source; values without a time get the time of receipt.
  public init(_ descriptor: SourceDescriptor, receivedAt: AirTime) {
    self.init(descriptor, Receipt(at: receivedAt))
  }

  init(_ descriptor: SourceDescriptor, _ receipt: Receipt) {
    self.descriptor = descriptor
    self.receipt = receipt
    firstKind = descriptor.offers.first?.kinds.min { $0.rawValue < $1.rawValue } ?? .observation
  }

  /// Removes everything that was added, for the next message of a feed. What was worked out from the declaration stays, and
  /// so does the memory for the next values, unless it is large.
  mutating func removeAll() {
    // Capacities, because a large message that was taken back leaves nothing to count.
    let capacity = max(sites.capacity, columns.capacity, undoLog.steps.capacity / 4)
    guard max(capacity, seriesKinds.kinds.count) <= 512 else {
      self = Self(descriptor, receivedAt: receivedAt)
      return
    }
    sites.removeAll(keepingCapacity: true)
    siteTable.removeAll()
    columns.removeAll(keepingCapacity: true)
    (notes, noteTable, notices) = ([], NoteTable(), Notices())
    (counts, stampedTimelines) = (Counts(), StampedTimelines())
  }

  struct Counts {
    var rows = 0
    var refused = 0
  }

  /// A site that was registered with this builder.
  public struct SiteReference: Hashable, Sendable {
    let index: Int
    /// Distinguishes a site from an undone one with the same index, and from those of other builders.
    let serial: Int
  }

  // MARK: Values

  /// Adds one value.
  ///
  /// A nil or NaN value is a gap at that time. A value is refused, counted and noted when it is infinite or
  /// impossible (``AirParameter/Bounds``), its parameter is in no offer, its unit is unknown, or its time is unreadable or
  /// outside the years 1 to 9999; a declared sentinel becomes a gap and is counted. A value that isn't plausible is kept,
  /// flagged as suspect and noted. Small negative concentrations are kept.
  ///
  /// - Parameters:
  ///   - parameter: The parameter.
  ///   - value: The value; nil if the provider has none.
  ///   - unit: The provider's unit.
  ///   - stamp: The provider's time stamp.
  ///   - details: The service's further statements about the value.
  ///   - site: The site.
  public mutating func add(
    _ parameter: AirParameter, _ value: Double?, unit: AirUnit, at stamp: TimeStamp,
    with details: Details = Details(), to site: SiteReference
  ) {
    guard let timePolicy else { return place(parameter, value, unit, stamp, details, site) }
    let stamp = timePolicy.applied(to: stamp, receivedAt: receivedAt)
    place(parameter, value, unit, stamp, details, site)
  }

  private mutating func place(
    _ parameter: AirParameter, _ value: Double?, _ unit: AirUnit, _ stamp: TimeStamp, _ details: Details,
    _ site: SiteReference
  ) {
    guard let meaning = meaning(of: parameter, unit, details, site, count: 1) else { return }
    var kind = meaning.kind
    var ends = TimeStamp.Ends(interval: (0, 0))
    var fault: TimeStamp.Fault?
    do throws(TimeStamp.Fault) {
      ends = try meaning.ends(of: stamp, receivedAt: receivedAt)
      let length = ends.interval.1 - ends.interval.0
      if details.averaging == nil, stamp.statesBothEnds, !meaning.averaging.mayLast(seconds: length) {
        var own = seriesKinds[kind]
        own.averaging = AveragingPeriod(seconds: length)
        kind = seriesKinds.number(own)
      }
    } catch { fault = error }
    // Also made for a refused value, so that the site is reported as having none.
    let column = column(Identity(kind: kind, origin: details.origin), of: site)
    if let fault { return refuse(fault.reason) }
    var checks = checks(ofColumn: column, site, within: details.bounds)
    if !stamp.statesBothEnds { checks.stampsStart = meaning.bounds.stampsStart }
    var found = Column.Findings()
    // Most values have no flags, and a union of sets is slow.
    let flags =
      !stamp.isOfReceipt
      ? details.flags : details.flags.isEmpty ? Column.received : details.flags.union(Column.received)
    columns[column].add(
      value ?? .nan, ends.interval, flags, details.completeness, details.accuracy, repeating: ends.repeated,
      checks, &found)
    take(found, ofColumn: column, within: details.bounds)
  }

  /// Adds a whole column.
  ///
  /// A value is refused for the same reasons as a single one; the rest of the column is kept.
  ///
  /// - Parameters:
  ///   - parameter: The parameter.
  ///   - values: One value per time; NaN if the provider has none.
  ///   - unit: The provider's unit.
  ///   - times: The times of the values.
  ///   - details: The service's further statements about all the values.
  ///   - quality: Its statements about each value.
  ///   - site: The site.
  public mutating func add(
    _ parameter: AirParameter, column values: [Double], unit: AirUnit, at times: Times,
    with details: Details = Details(), quality: Quality = Quality(), to site: SiteReference
  ) {
    // A feed's policy judges each number; a column that it leaves as it is keeps its repeated hours.
    if let timePolicy, timePolicy != .iso8601, case .unix(let seconds) = times,
      seconds.contains(where: { timePolicy.applied(to: .unix($0), receivedAt: receivedAt) != .unix($0) })
    {
      return add(
        parameter, column: values, unit: unit, at: .stamps(seconds.map(TimeStamp.unix)), with: details,
        quality: quality, to: site)
    }
    let fits = values.count == times.count && quality.fits(values.count)
    if fits, case .stamps(let stamps) = times {
      for index in values.indices {
        add(
          parameter, values[index], unit: unit, at: stamps[index], with: quality.details(at: index, details),
          to: site)
      }
      return
    }
    guard let meaning = meaning(of: parameter, unit, details, site, count: values.count) else { return }
    let column = column(Identity(kind: meaning.kind, origin: details.origin), of: site)
    guard fits, case .unix(let seconds) = times else {
      return refuse(
        "a column of \(parameter) has a different number of values than of time stamps or details",
        count: values.count)
    }
    var checks = checks(ofColumn: column, site, within: details.bounds)
    checks.stampsStart = meaning.bounds.stampsStart
    var found = Column.Findings()
    if quality.isEmpty, !details.hasQuality,
      let timeline = stampedTimelines.timeline(of: seconds, meaning.bounds),
      columns[column].take(values, on: timeline, checks)
    {
      found.rows = values.count
    } else {
      columns[column].add(values, details, quality, checks, &found) {
        meaning.bounds.interval(at: seconds[$0])
      }
    }
    take(found, ofColumn: column, within: details.bounds)
  }

  package mutating func add(_ series: AirSeries, origin: AirOrigin?, to site: SiteReference) {
    guard isKnown(site, count: series.count) else { return }
    guard descriptor.offer(of: series.parameter) != nil else {
      return refuse(unknownParameter: series.parameter.rawValue, count: series.count)
    }
    let kind = seriesKinds.number(SeriesKinds.Kind(of: series))
    let column = column(Identity(kind: kind, origin: origin), of: site)
    var checks = checks(ofColumn: column, site, within: nil)
    checks.allowsSentinels = false
    checks.keepsGaps = true
    take(columns[column].add(series, checks), ofColumn: column, within: nil)
  }

  /// Merges a whole report into these, for example from AQKit's own schema.
  ///
  /// Keeps the report's site, kind, issue time, attribution and rights; a report of this same source inherits missing ones
  /// from the source. Another source becomes the origin of each series, because the builder's reports have the identifier of
  /// the source that is being read.
  ///
  /// - Parameters:
  ///   - report: The report.
  ///   - place: The index of the query's place that it is for; nil for no particular place.
  public mutating func merge(_ report: AirReport, place: Int? = nil) {
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

  // MARK: Inside

  /// Returns the checks for new values of a column, with tighter limits if the instrument's range is narrower.
  private func checks(
    ofColumn column: Int, _ site: SiteReference, within bounds: AirParameter.Bounds?
  ) -> Column.Checks {
    let isObserved = sites[site.index].kind == .observation
    var checks = Column.Checks(latest: isObserved ? receipt.bound.secondsSince1970 : .max)
    if let bounds, var limits = columns[column].limits {
      let kind = seriesKinds[columns[column].identity.kind]
      limits.narrow(to: bounds, of: kind.parameter, in: kind.unit)
      checks.narrowed = limits
    }
    return checks
  }

  /// Counts, notes and refuses what was found in the values that were added to a column.
  private mutating func take(
    _ found: Column.Findings, ofColumn column: Int, within bounds: AirParameter.Bounds?
  ) {
    counts.rows += found.rows
    if found.rows > 0 { undoLog.record(.rows(column: column, count: found.rows)) }
    if found.sentinels > 0 {
      refuse(Reason.sentinel(parameter(ofColumn: column)), count: found.sentinels)
    }
    if found.infinite > 0 { refuse(Reason.infinite, count: found.infinite) }
    note(found.suspect, found.impossible, ofColumn: column, within: bounds)
    if found.outOfRange > 0 { refuse(TimeStamp.Fault.outOfRange.reason, count: found.outOfRange) }
    if found.hasSkew { receipt.skew.isOpen = true }
    guard found.ahead > 0 else { return }
    let before = receipt.skew.mostRefused
    undoLog.record(.refusedSkew(before))
    receipt.skew.mostRefused = max(before, found.mostAhead)
    refuse(Reason.ahead, count: found.ahead)
  }

  /// Returns the column of a site for an identity, added if it is new.
  mutating func column(_ identity: Identity, of site: SiteReference) -> Int {
    if let known = knownColumn(identity, ofSite: site.index) { return known }
    append(
      Column(identity, limits(of: identity), sentinels: descriptor.sentinels), toSite: site.index)
    undoLog.record(.column(ofSite: site.index))
    return columns.count - 1
  }

  func parameter(ofColumn index: Int) -> AirParameter {
    seriesKinds[columns[index].identity.kind].parameter
  }

  /// Finds the column of a site: among the first few, which nearly always are all of them, else by its identity.
  func knownColumn(_ identity: Identity, ofSite site: Int) -> Int? {
    for position in 0..<min(sites[site].columns.count, Self.fewColumns) {
      let index = sites[site].columns[position]
      if columns[index].identity.kind == identity.kind, columns[index].identity.origin == identity.origin {
        return index
      }
    }
    return sites[site].furtherColumns[identity]
  }

  mutating func append(_ column: consuming Column, toSite site: Int) {
    if sites[site].columns.count >= Self.fewColumns {
      sites[site].furtherColumns[column.identity] = columns.count
    }
    sites[site].columns.append(columns.count)
    columns.append(column)
  }

  /// The number of columns of a site that are compared one by one.
  private static let fewColumns = 64
}
