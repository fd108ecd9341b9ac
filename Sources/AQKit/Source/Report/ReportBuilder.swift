/// Turns what an adapter reads into reports. All normalisation happens here: time stamps become intervals, rows are
/// sorted and deduplicated, units checked, sentinels removed, and refusals counted.
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
  /// When the bytes arrived.
  public let receivedAt: AirTime

  var sites: [SiteEntry] = []
  var columns: [Column] = []
  var notes: [AirNote] = []
  /// The indices of the notes that count refusals, by reason.
  var refusals: [String: Int] = [:]
  var noteByKey: [NoteKey: Int] = [:]
  var siteByKey: [SiteKey: Int] = [:]
  /// Columns beyond the first few of a site.
  private var furtherColumns: [FurtherColumn: Int] = [:]
  /// The number of added values, gaps included.
  var rowCount = 0
  /// The number of refused values and rows.
  var refusedCount = 0
  var undoLog = UndoLog()
  /// The origin of the times of a feed's readings.
  var timePolicy: FeedTimePolicy?
  /// The sites that a feed names again and again.
  var arrivals = Arrivals()
  /// The number of values that later ones for the same interval replaced.
  var replacedCount = 0
  /// The number of the current message, for the positions of refusals.
  var message: Int?
  private var nextSerial = 0
  private var stampedTimelines = StampedTimelines()

  /// An empty builder for one source; values without a time get the time of receipt.
  public init(_ descriptor: SourceDescriptor, receivedAt: AirTime) {
    self.descriptor = descriptor
    self.receivedAt = receivedAt
  }

  /// A site that was registered with this builder.
  public struct SiteReference: Hashable, Sendable {
    let index: Int
    /// Distinguishes a site from an undone one with the same index.
    let serial: Int
  }

  // MARK: Sites

  /// Registers a site or finds it again.
  ///
  /// A site with an identifier is found by it; another one by its name, coordinate and place, so that two places of a
  /// query never share a report by accident.
  ///
  /// - Parameters:
  ///   - site: The site.
  ///   - place: The index of the query's place that it answers; nil to match by its coordinate, identifier, name or
  ///     outline, as in ``HTTPSource``.
  ///   - kind: The kind of its values; by default that of the source's first offer.
  ///   - issuedAt: When the provider issued them.
  ///   - attribution: The attribution beside them; by default the source's.
  ///   - rights: The rights of their licence; by default the source's.
  ///   - outline: The area that the values cover.
  public mutating func site(
    _ site: AirSite, place: Int? = nil, kind: AirReport.Kind? = nil, issuedAt: AirTime? = nil,
    attribution: [AirAttribution]? = nil, rights: AirRights? = nil, outline: GeoShape? = nil
  ) -> SiteReference {
    let kind = kind ?? descriptor.offers.first?.kinds.min { $0.rawValue < $1.rawValue } ?? .observation
    let key = SiteKey(
      id: site.id, name: site.id == nil ? site.name : nil, coordinate: site.id == nil ? site.coordinate : nil,
      place: site.id == nil ? place : nil, kind: kind, issuedAt: issuedAt)
    if let index = siteByKey[key] {
      if let place, !sites[index].places.contains(place) {
        sites[index].places.append(place)
        undoLog.record(.place(ofSite: index))
      }
      return SiteReference(index: index, serial: sites[index].serial)
    }
    nextSerial &+= 1
    sites.append(
      SiteEntry(
        key: key, serial: nextSerial, site: site, kind: kind, issuedAt: issuedAt,
        attribution: attribution ?? descriptor.attribution,
        rights: rights ?? descriptor.rights, outline: outline, places: place.map { [$0] } ?? []))
    siteByKey[key] = sites.count - 1
    undoLog.record(.site)
    return SiteReference(index: sites.count - 1, serial: nextSerial)
  }

  // MARK: Values

  /// Adds one value.
  ///
  /// A nil or NaN value is a gap at that time. A value is refused, counted and noted when it is infinite or physically
  /// impossible, its unit is unknown, or its time is unreadable or outside the years 1 to 9999; a declared sentinel
  /// becomes a gap and is counted. Small negative concentrations are kept.
  ///
  /// - Parameters:
  ///   - parameter: The parameter.
  ///   - value: The value; nil if the provider has none.
  ///   - unit: The provider's unit.
  ///   - stamp: The provider's time stamp.
  ///   - averaging: The averaging period; by default that of the source's offer.
  ///   - flags: The provider's quality flags.
  ///   - completeness: How many of the expected sub-values went into it.
  ///   - origin: Model, instrument or channel; values of different origin are different series.
  ///   - correction: How the value was corrected; corrected and raw values are different series.
  ///   - site: The site.
  public mutating func add(
    _ parameter: AirParameter, _ value: Double?, unit: AirUnit, at stamp: TimeStamp,
    averaging: AveragingPeriod? = nil, flags: Set<AirReading.QualityFlag> = [],
    completeness: AirReading.Completeness? = nil,
    origin: AirOrigin? = nil, correction: AirOrigin.Correction? = nil, to site: SiteReference
  ) {
    let stamp = timePolicy?.applied(to: stamp, receivedAt: receivedAt) ?? stamp
    guard accepts(unit, site, count: 1) else { return }
    let offer = descriptor.offer(of: parameter)
    let averaging = averaging ?? offer?.averaging ?? .instant
    // Made for a value that is refused too, so that the site is said to be without one.
    let column = column(Identity(parameter, unit, averaging, origin, correction), of: site)
    guard let time = stamp.instant(receivedAt: receivedAt) else {
      return refuse(
        stamp.isNumber ? Reason.timeOutOfRange : stamp.lacksZone ? Reason.noZone : Reason.unreadableTime)
    }
    guard
      let interval = Bounds(offer?.timeConvention ?? .instant, averaging).interval(at: time.secondsSince1970)
    else { return refuse(Reason.timeOutOfRange) }
    var value = value ?? .nan
    if descriptor.sentinels.contains(value) {
      refuse(Reason.sentinel(parameter))
      value = .nan
    }
    if !value.isNaN, !unit.allows(value) { return refuse(Reason.impossible(parameter, value)) }
    let flags =
      stamp == .received ? flags.isEmpty ? Column.received : flags.union(Column.received) : flags
    columns[column].append(interval, value, flags, completeness)
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
  ///   - averaging: The averaging period; by default that of the source's offer.
  ///   - origin: Model, instrument or channel.
  ///   - correction: How the values were corrected.
  ///   - site: The site.
  public mutating func add(
    _ parameter: AirParameter, column values: [Double], unit: AirUnit, unixStamps stamps: [Int64],
    averaging: AveragingPeriod? = nil, origin: AirOrigin? = nil, correction: AirOrigin.Correction? = nil,
    to site: SiteReference
  ) {
    guard accepts(unit, site, count: values.count) else { return }
    let offer = descriptor.offer(of: parameter)
    let averaging = averaging ?? offer?.averaging ?? .instant
    let bounds = Bounds(offer?.timeConvention ?? .instant, averaging)
    let column = column(Identity(parameter, unit, averaging, origin, correction), of: site)
    guard values.count == stamps.count else {
      return refuse(Reason.unequalColumn(parameter), count: values.count)
    }
    if let timeline = stampedTimelines.timeline(of: stamps, bounds),
      columns[column].take(
        values, on: timeline, sentinels: descriptor.sentinels, possible: unit.possibleValues)
    {
      rowCount += values.count
      return undoLog.record(.rows(column: column, count: values.count))
    }
    let added = columns[column].append(
      values, at: stamps, bounds, sentinels: descriptor.sentinels, possible: unit.possibleValues)
    rowCount += added.rows
    undoLog.record(.rows(column: column, count: added.rows))
    if added.sentinels > 0 { refuse(Reason.sentinel(parameter), count: added.sentinels) }
    if added.infinite > 0 { refuse(Reason.infinite, count: added.infinite) }
    if added.impossible > 0 { refuse(Reason.impossible(parameter, 0), count: added.impossible) }
    if added.outOfRange > 0 { refuse(Reason.timeOutOfRange, count: added.outOfRange) }
  }

  /// Adds a series with known intervals.
  package mutating func add(_ series: AirSeries, origin: AirOrigin?, to site: SiteReference) {
    guard isKnown(site, count: series.count) else { return }
    let column = column(
      Identity(
        series.parameter, series.unit, series.averaging, origin, series.correction,
        conversion: series.conversion), of: site)
    columns[column].append(contentsOf: series)
    rowCount += series.count
    undoLog.record(.rows(column: column, count: series.count))
  }

  // MARK: Inside

  /// The error for a physically impossible value.
  func impossible(_ parameter: AirParameter, _ value: Double) -> AQError {
    AQError(.malformed, Reason.impossible(parameter, value))
  }

  private mutating func accepts(_ unit: AirUnit, _ site: SiteReference, count: Int) -> Bool {
    guard unit.isKnown else {
      refuse("the unit “\(unit.rawValue.prefix(20))” is not known", count: count)
      return false
    }
    return isKnown(site, count: count)
  }

  private mutating func isKnown(_ site: SiteReference, count: Int) -> Bool {
    if sites.indices.contains(site.index), sites[site.index].serial == site.serial { return true }
    refuse("a value names a site that was taken back, or belongs to another report", count: count)
    return false
  }

  mutating func column(_ identity: Identity, of site: SiteReference) -> Int {
    if let known = knownColumn(identity, ofSite: site.index) { return known }
    append(Column(identity), toSite: site.index)
    undoLog.record(.column(ofSite: site.index))
    return columns.count - 1
  }

  /// Finds the column of a site: among the first few, which nearly always are all, else by its identity.
  func knownColumn(_ identity: Identity, ofSite site: Int) -> Int? {
    let all = sites[site].columns
    for index in all.prefix(Self.fewColumns) where columns[index].identity == identity { return index }
    return all.count > Self.fewColumns ? furtherColumns[FurtherColumn(site: site, identity: identity)] : nil
  }

  mutating func append(_ column: Column, toSite site: Int) {
    if sites[site].columns.count >= Self.fewColumns {
      furtherColumns[FurtherColumn(site: site, identity: column.identity)] = columns.count
    }
    sites[site].columns.append(columns.count)
    columns.append(column)
  }

  /// Removes the newest column, which is the last one of its site.
  mutating func removeLastColumn(ofSite site: Int) {
    if sites[site].columns.count > Self.fewColumns, let identity = columns.last?.identity {
      furtherColumns[FurtherColumn(site: site, identity: identity)] = nil
    }
    columns.removeLast()
    sites[site].columns.removeLast()
  }

  /// The number of columns of a site that are compared one by one.
  private static let fewColumns = 64

  /// The words by which notes tell a declared sentinel from a fault.
  package static let sentinelWords = "stands for no value"

  private enum Reason {
    static let unreadableTime = "the time stamp can't be read"
    static let noZone = "the time stamp has no zone or offset"
    static let timeOutOfRange = "a time is out of range"
    static let infinite = "a value is infinite"
    static func sentinel(_ parameter: AirParameter) -> String {
      "a number of \(parameter) \(ReportBuilder.sentinelWords)"
    }
    static func impossible(_ parameter: AirParameter, _ value: Double) -> String {
      value.isInfinite ? infinite : "a value of \(parameter) is beyond what its unit allows"
    }
    static func unequalColumn(_ parameter: AirParameter) -> String {
      "a column of \(parameter) has another number of values than of time stamps"
    }
  }
}
