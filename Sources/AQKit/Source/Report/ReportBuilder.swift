/// Turns what an adapter reads into reports: the one place where time stamps become intervals, rows are ordered and
/// freed of duplicates, units are checked, sentinels are taken out, and everything that is refused is counted.
///
/// An adapter registers a site, then adds values in any order, row by row or as whole columns, with the provider's
/// raw time stamps:
///
/// ```swift
/// let station = report.site(Site(id: "CZ01", kind: .referenceStation), place: 0)
/// report.add(.pm25, 12.5, unit: "µg/m³", at: .text("2026-10-01T12:00:00+02:00"), to: station)
/// ```
public struct ReportBuilder: Sendable {
  /// What the source declares; time conventions, sentinels, attribution and rights come from here.
  public let descriptor: SourceDescriptor
  /// When the bytes arrived.
  public let receivedAt: AirTime

  var sites: [SiteEntry] = []
  var columns: [Column] = []
  var notes: [AirNote] = []
  var refusals: [String: Int] = [:]
  /// How many values were taken, gaps included.
  private(set) var rowCount = 0
  /// How many values or rows were refused.
  private(set) var refusedCount = 0
  private var siteByKey: [SiteKey: Int] = [:]
  private var journal: [Undo]?

  /// Makes an empty builder.
  public init(_ descriptor: SourceDescriptor, receivedAt: AirTime) {
    self.descriptor = descriptor
    self.receivedAt = receivedAt
  }

  /// A site that was registered with this builder.
  public struct SiteReference: Hashable, Sendable {
    let index: Int
  }

  // MARK: Sites

  /// Registers a site, or finds it again.
  ///
  /// A site with an identifier is found by it; another one by its name and coordinate together with the place that
  /// it answers, so that two places of a query never share a report by accident.
  ///
  /// - Parameters:
  ///   - site: The site.
  ///   - place: The index of the query's place that it answers; nil for none in particular.
  ///   - kind: What its values are; by default what the source's first offer declares.
  ///   - issuedAt: When the provider issued them.
  ///   - attribution: What to show beside them; by default what the source declares.
  ///   - rights: What their licence allows; by default what the source declares.
  public mutating func site(
    _ site: Site, place: Int? = nil, kind: ReportKind? = nil, issuedAt: AirTime? = nil,
    attribution: [Attribution]? = nil, rights: Rights? = nil
  ) -> SiteReference {
    let kind = kind ?? descriptor.offers.first?.kinds.min { $0.rawValue < $1.rawValue } ?? .observation
    let key = SiteKey(
      id: site.id, name: site.id == nil ? site.name : nil, coordinate: site.id == nil ? site.coordinate : nil,
      place: site.id == nil ? place : nil, kind: kind, issuedAt: issuedAt)
    if let index = siteByKey[key] {
      if let place, !sites[index].places.contains(place) {
        sites[index].places.append(place)
        journal?.append(.place(index))
      }
      return SiteReference(index: index)
    }
    sites.append(
      SiteEntry(
        key: key, site: site, kind: kind, issuedAt: issuedAt,
        attribution: attribution ?? descriptor.attribution,
        rights: rights ?? descriptor.rights, places: place.map { [$0] } ?? []))
    siteByKey[key] = sites.count - 1
    journal?.append(.site)
    return SiteReference(index: sites.count - 1)
  }

  // MARK: Values

  /// Adds one value.
  ///
  /// A nil or NaN value is a gap at that time. A value is refused, counted and said when it is infinite, when the unit
  /// is not known, or when the time can't be read; a declared sentinel becomes a gap and is counted.
  ///
  /// - Parameters:
  ///   - parameter: What was measured.
  ///   - value: The value, nil where the provider has none.
  ///   - unit: The unit that the provider states.
  ///   - stamp: The provider's time stamp.
  ///   - averaging: The averaging period; by default the one that the source's offer declares.
  ///   - flags: What the provider says about the value's quality.
  ///   - completeness: How many of the expected sub-values went into it.
  ///   - origin: Model, instrument or channel; values of different origin are different series.
  ///   - site: The site.
  public mutating func add(
    _ parameter: AirParameter, _ value: Double?, unit: AirUnit, at stamp: TimeStamp,
    averaging: AveragingPeriod? = nil, flags: Set<QualityFlag> = [], completeness: Completeness? = nil,
    origin: Origin? = nil, correction: Correction? = nil, to site: SiteReference
  ) {
    guard let time = stamp.instant(receivedAt: receivedAt) else {
      refuse("the time stamp can't be read")
      return
    }
    guard unit.isKnown else {
      refuse("the unit “\(unit.rawValue.prefix(20))” is not known")
      return
    }
    var value = value ?? .nan
    if value.isInfinite {
      refuse("a value is infinite")
      return
    }
    if descriptor.sentinels.contains(value) {
      noteSentinel(of: parameter, count: 1)
      value = .nan
    }
    let offer = descriptor.offer(of: parameter)
    let averaging = averaging ?? offer?.averaging ?? .instant
    let interval = Self.bounds(of: time.secondsSince1970, offer?.timeConvention ?? .instant, averaging)
    let column = column(parameter, unit, averaging, origin, correction, of: site)
    let flags = stamp == .received ? flags.union([.timeOfReceipt]) : flags
    columns[column].append(interval, value, flags, completeness)
    rowCount += 1
    journal?.append(.row(column))
  }

  /// Adds a whole column.
  ///
  /// - Parameters:
  ///   - parameter: What was measured.
  ///   - values: One value per stamp; NaN where the provider has none.
  ///   - unit: The unit that the provider states.
  ///   - stamps: Seconds since 1970, one per value, in any order.
  ///   - averaging: The averaging period; by default the one that the source's offer declares.
  ///   - origin: Model, instrument or channel.
  ///   - site: The site.
  public mutating func add(
    _ parameter: AirParameter, column values: [Double], unit: AirUnit, unixStamps stamps: [Int64],
    averaging: AveragingPeriod? = nil, origin: Origin? = nil, to site: SiteReference
  ) {
    guard values.count == stamps.count else {
      refuse(
        "a column of \(parameter) has another number of values than of time stamps",
        count: max(1, values.count))
      return
    }
    guard unit.isKnown else {
      refuse("the unit “\(unit.rawValue.prefix(20))” is not known", count: max(1, values.count))
      return
    }
    let offer = descriptor.offer(of: parameter)
    let averaging = averaging ?? offer?.averaging ?? .instant
    let convention = offer?.timeConvention ?? .instant
    let column = column(parameter, unit, averaging, origin, nil, of: site)
    var sentinelCount = 0
    var infiniteCount = 0
    columns[column].reserve(values.count)
    for (index, stamp) in stamps.enumerated() {
      var value = values[index]
      if value.isInfinite {
        infiniteCount += 1
        continue
      }
      if !descriptor.sentinels.isEmpty, descriptor.sentinels.contains(value) {
        sentinelCount += 1
        value = .nan
      }
      let time = AirTime(secondsSince1970: stamp).secondsSince1970
      columns[column].append(Self.bounds(of: time, convention, averaging), value)
      rowCount += 1
      journal?.append(.row(column))
    }
    if sentinelCount > 0 { noteSentinel(of: parameter, count: sentinelCount) }
    if infiniteCount > 0 { refuse("a value is infinite", count: infiniteCount) }
  }

  /// Adds a series whose intervals are known already.
  mutating func add(_ series: AirSeries, origin: Origin?, to site: SiteReference) {
    let column = column(
      series.parameter, series.unit, series.averaging, origin, series.correction, of: site)
    for index in series.values.indices {
      columns[column].append(
        (series.timeline.startSeconds(at: index), series.timeline.endSeconds(at: index)), series.values[index],
        series.flags?[index] ?? [], series.completeness?[index])
      rowCount += 1
      journal?.append(.row(column))
    }
  }

  // MARK: What is not there

  /// Decodes the elements of a collection one by one; one whose decoding throws is undone and counted, and the rest
  /// is kept.
  ///
  /// - Throws: Only `CancellationError`, which the body may throw.
  public mutating func each<Elements: Sequence>(
    _ elements: Elements, _ body: (Elements.Element, inout ReportBuilder) throws -> Void
  ) throws {
    let outer = journal
    for (index, element) in elements.enumerated() {
      journal = []
      do {
        try body(element, &self)
        if let outer { journal = outer + (journal ?? []) } else { journal = nil }
      } catch {
        undo()
        journal = outer
        if error is CancellationError { throw error }
        refuse("\((error as? AQError)?.message ?? "an element can't be decoded")", at: "element \(index)")
      }
    }
    if outer == nil { journal = nil }
  }

  /// Says that something was refused, and counts it. The same reason is said once, with its count.
  ///
  /// - Parameters:
  ///   - reason: What was wrong, without values of the user.
  ///   - count: How many values or rows it concerns.
  ///   - position: Where it was first seen, such as `element 3`.
  public mutating func refuse(_ reason: String, count: Int = 1, at position: String? = nil) {
    refusedCount += count
    let key = refusals.count < 50 || refusals[reason] != nil ? reason : "for further reasons"
    if let index = refusals[key] {
      notes[index].count += count
    } else {
      refusals[key] = notes.count
      notes.append(
        AirNote(.refused, "Refused: \(key)" + (position.map { " (first at \($0))." } ?? "."), count: count))
    }
  }

  /// Adds a note.
  public mutating func note(_ note: AirNote) {
    guard notes.count < 10_000 else { return refuse("more notes than 10,000") }
    notes.append(note)
  }

  private mutating func noteSentinel(of parameter: AirParameter, count: Int) {
    refuse("a number of \(parameter) stands for no value", count: count)
  }

  // MARK: Inside

  private mutating func column(
    _ parameter: AirParameter, _ unit: AirUnit, _ averaging: AveragingPeriod, _ origin: Origin?,
    _ correction: Correction?, of site: SiteReference
  ) -> Int {
    for index in sites[site.index].columns
    where columns[index].matches(parameter, unit, averaging, origin, correction) { return index }
    columns.append(
      Column(parameter: parameter, unit: unit, averaging: averaging, origin: origin, correction: correction))
    sites[site.index].columns.append(columns.count - 1)
    journal?.append(.column(site.index))
    return columns.count - 1
  }

  /// The interval that a stamp stands for, in seconds since 1970.
  static func bounds(of time: Int64, _ convention: TimeConvention, _ averaging: AveragingPeriod) -> (
    Int64, Int64
  ) {
    let length = averaging.seconds ?? 0
    return switch convention {
    case .start: (time, time &+ length)
    case .end: (time &- length, time)
    case .instant: (time, time)
    }
  }

  private mutating func undo() {
    for step in (journal ?? []).reversed() {
      switch step {
      case .row(let column):
        columns[column].removeLast()
        rowCount -= 1
      case .column(let site):
        columns.removeLast()
        sites[site].columns.removeLast()
      case .place(let site): sites[site].places.removeLast()
      case .site: siteByKey[sites.removeLast().key] = nil
      }
    }
  }

  private enum Undo {
    case row(Int)
    case column(Int)
    case place(Int)
    case site
  }
}
