/// Turns an adapter's values into reports. All normalisation happens here: time stamps become intervals, rows are sorted and
/// deduplicated, units checked, sentinels removed, and refusals counted.
///
/// An adapter registers a site, then adds values in any order, as rows or columns, with the provider's raw time stamps:
///
/// ```swift
/// let station = report.site(AirSite(id: "CZ01", kind: .referenceStation), place: 0)
/// report.add(.pm25, 12.5, unit: "µg/m³", at: .text("2026-10-01T12:00:00+02:00"), to: station)
/// ```
public struct ReportBuilder: Sendable {
  /// The source's declaration, with its time conventions, sentinels, attribution and rights.
  public let descriptor: SourceDescriptor
  /// The time at which the bytes arrived; the current time while a source of your own is being read.
  public var receivedAt: AirTime { clock?.time ?? arrival }
  private var arrival: AirTime
  /// The clock while the builder's source is being read.
  private var clock: (any AQClock)?
  /// The time at which the last bytes arrived: of merged replies some are older.
  var lastReceipt: AirTime

  var sites: [SiteEntry] = []
  var columns: [Column] = []
  var notes: [AirNote] = []
  var notices: [NoticeEntry] = []
  var noticeByID: [String: Int] = [:]
  /// The messages that others have taken back, with the newest time at which one of these was issued.
  var withdrawn: [String: AirTime] = [:]
  /// The indices of the notes that count refusals, by reason.
  var refusals: [String: Int] = [:]
  var noteByKey: [NoteKey: Int] = [:]
  /// The places of those notes that were repeated, by their index.
  var notedPlaces: [Int: Set<Int>] = [:]
  var sitesFound = SiteTable()
  /// Columns beyond the first few of a site.
  var furtherColumns: [FurtherColumn: Int] = [:]
  /// The number of added values, gaps included.
  var rowCount = 0
  /// The number of refused values and rows.
  var refusedCount = 0
  var undoLog = UndoLog()
  /// The origin of the times of a feed's readings.
  var timePolicy: ReportBuilder.FeedTimePolicy?
  /// The number of values that later ones for the same interval replaced.
  var replacedCount = 0
  /// The number of the current message, for the positions of refusals.
  var message: Int?
  /// The number of repeated registrations that changed what was known of a site.
  var restatements = 0
  var nextSerial = 0
  var stampedTimelines = StampedTimelines()
  var quantities = Quantities()
  var seriesKinds = SeriesKinds()
  var clockSkew = ClockSkew()
  var knownLimits = SeriesLimits()

  /// Creates an empty builder for one source; values without a time get the time of receipt.
  public init(_ descriptor: SourceDescriptor, receivedAt: AirTime) {
    self.descriptor = descriptor
    arrival = receivedAt
    lastReceipt = receivedAt
  }

  /// Creates an empty builder whose values count as received when they are added, until ``endReading()``.
  init(_ descriptor: SourceDescriptor, readingBy clock: any AQClock) {
    self.init(descriptor, receivedAt: clock.time)
    self.clock = clock
  }

  /// Fixes the time of receipt at the present.
  mutating func endReading() {
    (arrival, clock) = (receivedAt, nil)
    lastReceipt = max(lastReceipt, arrival)
  }

  /// Reserves space for further sites and series, if they are more than the existing ones: growing a little at a time would
  /// be slower than by factors.
  package mutating func reserveCapacity(sites siteCount: Int, columns columnCount: Int) {
    if siteCount > sites.count {
      sites.reserveCapacity(sites.count + siteCount)
      sitesFound.reserveCapacity(sites.count + siteCount)
    }
    if columnCount > columns.count { columns.reserveCapacity(columns.count + columnCount) }
  }

  /// A site that was registered with this builder.
  public struct SiteReference: Hashable, Sendable {
    let index: Int
    /// Distinguishes a site from an undone one with the same index.
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
  ///   - convention: The meaning of the stamp; by default as in the parameter's offer, of several the one with this
  ///     averaging and the site's kind.
  ///   - averaging: The averaging period; by default as in the source's offer.
  ///   - flags: The provider's quality flags.
  ///   - completeness: The share of the expected sub-values.
  ///   - accuracy: Its uncertainty and the detection limit, in the provider's unit.
  ///   - origin: Model, instrument or channel; values of different origin are different series.
  ///   - correction: How the value was corrected; corrected and raw values are different series.
  ///   - bounds: The values that this instrument can give, if neither the declaration nor the instrument's model defines them.
  ///   - site: The site.
  public mutating func add(
    _ parameter: AirParameter, _ value: Double?, unit: AirUnit, at stamp: TimeStamp,
    convention: SourceDescriptor.TimeConvention? = nil, averaging: AveragingPeriod? = nil,
    flags: Set<AirReading.QualityFlag> = [], completeness: AirReading.Completeness? = nil,
    accuracy: AirReading.Accuracy? = nil,
    origin: AirOrigin? = nil, correction: AirOrigin.Correction? = nil,
    within bounds: AirParameter.Bounds? = nil, to site: SiteReference
  ) {
    if convention == nil, averaging == nil, completeness == nil, accuracy == nil, correction == nil,
      bounds == nil,
      let quantity = quantity(parameter, in: unit), let time = stamp.plainInstant(receivedAt: receivedAt),
      add(value ?? .nan, of: quantity, at: time, flags: flags, origin: origin, to: site)
    {
      return
    }
    let stamp = timePolicy?.applied(to: stamp, receivedAt: receivedAt) ?? stamp
    guard let (parameter, unit, offer) = accepted(parameter, unit, averaging, site, count: 1) else { return }
    var span = Span(averaging ?? (convention == .instant ? .instant : offer.averaging))
    var fault: TimeStamp.Fault?
    do throws(TimeStamp.Fault) {
      try span.place(
        stamp, convention ?? offer.timeConvention, isGiven: averaging != nil, receivedAt: receivedAt)
    } catch { fault = error }
    // Also made for a refused value, so that the site is reported to be without one.
    let kind = seriesKinds.number(parameter, unit, span.averaging, correction)
    let column = column(Identity(kind: kind, origin: origin), of: site)
    if let fault { return refuse(fault.reason) }
    var value = value ?? .nan
    if descriptor.sentinels.contains(value) {
      refuse(Reason.sentinel(parameter))
      value = .nan
    }
    var flags = stamp.isOfReceipt ? flags.isEmpty ? Column.received : flags.union(Column.received) : flags
    switch verdict(on: value, ofColumn: column, within: bounds) {
    case .plausible: break
    case .suspect: flags.insert(.suspect)
    case .impossible:
      // A row of an hour that occurs twice keeps its position.
      guard span.repeatsAfter > 0 else { return }
      value = .nan
    }
    let stampMeans = stamp.statesBothEnds ? nil : convention ?? offer.timeConvention
    switch value.isNaN ? .none : lead(of: span.interval, stampMeans, ofSite: site.index) {
    case .none: break
    case .skew:
      flags.formUnion(Column.received)
      clockSkew.isOpen = true
    case .beyond(let seconds):
      clockSkew.mostRefused = max(clockSkew.mostRefused, seconds)
      return refuse(Reason.ahead)
    }
    columns[column].append(span.interval, value, flags, completeness, accuracy)
    if span.repeatsAfter > 0 { columns[column].lastRepeats(span) }
    rowCount += 1
    undoLog.record(.rows(column: column, count: 1))
  }

  /// Adds a whole column.
  ///
  /// Values are refused one by one, for the same reasons as single ones.
  ///
  /// - Parameters:
  ///   - parameter: The parameter.
  ///   - values: One value per stamp; NaN if the provider has none.
  ///   - unit: The provider's unit.
  ///   - stamps: Seconds since 1970, one per value, in any order.
  ///   - convention: The meaning of the stamps; by default as in the parameter's offer.
  ///   - averaging: The averaging period; by default as in the source's offer.
  ///   - flags: The provider's quality flags, a set per value, its validation among them.
  ///   - completeness: The share of the expected sub-values of each value; nil if unknown.
  ///   - accuracy: The uncertainty and the detection limit of each value, in the provider's unit.
  ///   - origin: Model, instrument or channel.
  ///   - correction: How the values were corrected.
  ///   - site: The site.
  public mutating func add(
    _ parameter: AirParameter, column values: [Double], unit: AirUnit, unixStamps stamps: [Int64],
    convention: SourceDescriptor.TimeConvention? = nil, averaging: AveragingPeriod? = nil,
    flags: [Set<AirReading.QualityFlag>]? = nil, completeness: [AirReading.Completeness?]? = nil,
    accuracy: [AirReading.Accuracy?]? = nil,
    origin: AirOrigin? = nil, correction: AirOrigin.Correction? = nil, to site: SiteReference
  ) {
    let details = Column.Details(flags: flags, completeness: completeness, accuracy: accuracy)
    add(
      parameter, column: values, unit: unit, unixStamps: stamps, convention: convention, averaging: averaging,
      details, origin: origin, correction: correction, to: site)
  }

  mutating func add(
    _ parameter: AirParameter, column values: [Double], unit: AirUnit, unixStamps stamps: [Int64],
    convention: SourceDescriptor.TimeConvention?, averaging: AveragingPeriod?, _ details: Column.Details,
    origin: AirOrigin?, correction: AirOrigin.Correction?, to site: SiteReference
  ) {
    guard
      let (parameter, unit, offer) = accepted(parameter, unit, averaging, site, count: values.count)
    else { return }
    let averaging = averaging ?? (convention == .instant ? .instant : offer.averaging)
    let bounds = Bounds(convention ?? offer.timeConvention, averaging)
    let kind = seriesKinds.number(parameter, unit, averaging, correction)
    let column = column(Identity(kind: kind, origin: origin), of: site)
    guard values.count == stamps.count, details.fits(values.count) else {
      return refuse(Self.unequalColumn(parameter), count: values.count)
    }
    let latest = latestEnd(ofSite: site.index)
    if details.isEmpty, let timeline = stampedTimelines.timeline(of: stamps, bounds),
      timeline.last.map({ $0.end.secondsSince1970 <= latest }) ?? true,
      columns[column].take(
        values, on: timeline, sentinels: descriptor.sentinels, plausible: limits(ofColumn: column).plausible)
    {
      rowCount += values.count
      return undoLog.record(.rows(column: column, count: values.count))
    }
    let added = columns[column].append(
      values, at: stamps, bounds, sentinels: descriptor.sentinels, limits(ofColumn: column), details,
      latest: latest)
    rowCount += added.rows
    undoLog.record(.rows(column: column, count: added.rows))
    if added.sentinels > 0 { refuse(Reason.sentinel(parameter), count: added.sentinels) }
    if added.infinite > 0 { refuse(Reason.infinite, count: added.infinite) }
    note(added.suspect, added.impossible, ofColumn: column)
    if added.outOfRange > 0 { refuse(TimeStamp.Fault.outOfRange.reason, count: added.outOfRange) }
    take(added.ahead)
  }

  /// Adds a series with known intervals.
  package mutating func add(_ series: AirSeries, origin: AirOrigin?, to site: SiteReference) {
    guard isKnown(site, count: series.count) else { return }
    guard descriptor.offer(of: series.parameter) != nil else {
      return refuse(Self.unknownParameter(series.parameter.rawValue), count: series.count)
    }
    let kind = seriesKinds.number(
      series.parameter, series.unit, series.averaging, series.correction, series.conversion)
    let column = column(Identity(kind: kind, origin: origin), of: site)
    columns[column].append(contentsOf: series)
    let judged = columns[column].judge(last: series.count, limits(ofColumn: column))
    note(judged.suspect, judged.impossible, ofColumn: column)
    var count = series.count
    let latest = latestEnd(ofSite: site.index)
    if series.mayEnd(after: latest) {
      let ahead = columns[column].heedReceipt(latest, ofLast: count)
      count -= ahead.refused
      take(ahead)
    }
    rowCount += count
    undoLog.record(.rows(column: column, count: count))
  }

  // MARK: Inside

  /// Counts the observations that were ahead of their receipt.
  private mutating func take(_ ahead: Column.Ahead) {
    if ahead.hasSkew { clockSkew.isOpen = true }
    clockSkew.mostRefused = max(clockSkew.mostRefused, ahead.most)
    if ahead.refused > 0 { refuse(Reason.ahead, count: ahead.refused) }
  }

  /// Returns the parameter and unit in AQKit's names, and the offer that allows them; nil after refusing the value.
  private mutating func accepted(
    _ parameter: AirParameter, _ unit: AirUnit, _ averaging: AveragingPeriod?, _ site: SiteReference,
    count: Int
  ) -> (AirParameter, AirUnit, SourceDescriptor.Offer)? {
    let (parameter, unit) = named(parameter, unit)
    guard unit.isKnown else {
      refuse(Self.unknown(unit), count: count)
      return nil
    }
    guard isKnown(site, count: count) else { return nil }
    guard
      let offer = descriptor.offer(of: parameter, averaging: averaging, kind: sites[site.index].kind)
    else {
      refuse(Self.unknownParameter(parameter.rawValue), count: count)
      return nil
    }
    return (parameter, unit, offer)
  }

  /// Returns a parameter and a unit in AQKit's names.
  func named(_ parameter: AirParameter, _ unit: AirUnit) -> (AirParameter, AirUnit) {
    (
      descriptor.parameterNames.isEmpty || parameter.family != .other
        ? parameter : descriptor.parameterNames.named(parameter.rawValue) ?? parameter,
      unit.isKnown ? unit : descriptor.unitNames.named(unit.rawValue) ?? unit
    )
  }

  private mutating func isKnown(_ site: SiteReference, count: Int) -> Bool {
    if sites.indices.contains(site.index), sites[site.index].serial == site.serial { return true }
    refuse("a value names a site that was taken back, or belongs to another report", count: count)
    return false
  }
}
