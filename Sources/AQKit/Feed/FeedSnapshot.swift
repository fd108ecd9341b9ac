/// The newest report of every site of a live stream: for displays and late subscribers.
///
/// A live message has a changing subset of sites, so a site that an update leaves out stays as it was.
public struct FeedSnapshot: Sendable {
  /// The newest report of each site, in order of the sites' first appearance.
  public private(set) var reports: [AirReport] = []
  private var positions: [Key: Int] = [:]
  private(set) var size = 0
  /// The notes of all merged updates, with equal notes counted together.
  public private(set) var notes: [AirNote] = []

  private(set) var readingCount = 0

  /// Whether updates are merged as they arrive, so that an earlier receipt means that the clock was set back.
  var arrivesInOrder = false
  private let maximumSites: Int
  private let maximumBytes: Int
  private let parts: FeedSnapshot.ReadingKey.Parts
  private var notePositions: [AirNote.Kind: Int] = [:]
  /// The maximum number of series and attributions per site, and of kinds of notes.
  private static let (mostSeries, mostAttributions) = (1000, 100)
  private static let mostNotes = 100
  /// The newest notices by the source in a hub's updates.
  private var notices: [SourceID?: [AirNotice]] = [:]

  /// Identifies what is known of a site: by its source, its device and the kind of its values.
  struct Key: Hashable, Sendable {
    let source: SourceID
    let kind: AirReport.Kind
    let device: Device?

    init(_ report: borrowing AirReport, _ parts: ReadingKey.Parts) {
      source = report.source
      kind = report.kind
      device = parts.contains(.device) ? Device(report.site) : nil
    }

    /// Hashes all but the kind, of which a device has few.
    func hash(into hasher: inout Hasher) {
      hasher.combine(source)
      hasher.combine(device)
    }
  }

  /// Identifies a site within a source: by its identifier, or without one by its name and coordinate.
  package struct Device: Hashable, Sendable {
    let id: String?
    let name: String?
    let coordinate: Coordinate?

    package init(_ site: AirSite) {
      id = site.id
      name = site.id == nil ? site.name : nil
      coordinate = site.id == nil ? site.coordinate : nil
    }
  }

  /// Creates an empty snapshot.
  ///
  /// - Parameters:
  ///   - maximumSites: The maximum number of sites. For further ones, those that were heard longest ago are dropped and
  ///     counted in a note.
  ///   - maximumBytes: The maximum size of all reports, approximately; 64 MiB by default. For more data, the sites that were
  ///     heard longest ago are dropped and counted in a note.
  ///   - key: The parts that identify series of the same quantity at the same site.
  public init(
    maximumSites: Int = 10_000, maximumBytes: Int = 64 << 20, key: FeedSnapshot.ReadingKey.Parts = .all
  ) {
    self.maximumSites = max(1, maximumSites)
    self.maximumBytes = max(1, maximumBytes)
    parts = key
  }

  /// Merges an update: its series replace those of the same site, kind, parameter and averaging period, unless they are
  /// older. Forecasts are compared by the time of issue or, if that isn't known, of receipt; other values by the end of
  /// their interval. Observations more than ten minutes ahead of their receipt are dropped and counted in a note. A snapshot
  /// replaces everything or, in the updates of a hub, all reports of its source.
  public mutating func merge(_ update: AirUpdate) {
    if update.isSnapshot {
      if let source = update.source {
        remove(Set(reports.indices.filter { reports[$0].source == source }))
      } else {
        (reports, positions, readingCount, size) = ([], [:], 0, 0)
      }
    }
    if let news = update.notices { notices[update.source] = news }
    for report in update.reports { merge(report) }
    for note in update.notes { merge(note) }
  }

  private mutating func merge(_ note: AirNote) {
    let bounded = note.bounded
    if notes.count < Self.mostNotes || notePositions[bounded.kind] != nil { return count(bounded) }
    countDropped("The feed has notes of more than \(Self.mostNotes) kinds; the rest is dropped.", note.count)
  }

  private mutating func countDropped(_ message: String, _ number: Int = 1) {
    count(AirNote(.dropped, message, count: number))
  }

  private mutating func count(_ note: AirNote) {
    if let index = notePositions[note.kind] {
      notes[index].absorb(note)
    } else {
      notePositions[note.kind] = notes.count
      notes.append(note)
    }
  }

  private mutating func merge(_ given: AirReport) {
    var (report, skew) = (given, ReportBuilder.ClockSkew())
    let ahead = report.heedReceipt(at: given.receivedAt, &skew)
    if ahead > 0 {
      count(skew.note(AirNote(.dropped, "", count: ahead)))
      if report.series.isEmpty { return }
    }
    let site = report.site
    let key = Key(report, parts)
    var position = positions[key]
    let before = position.map { reports[$0] }
    if position == nil, reports.count >= maximumSites {
      let number = makeRoom(forSites: 1)
      countDropped(
        "More than \(maximumSites) sites were named; those that were heard longest ago are dropped.", number)
    }
    var known = before ?? report
    if position == nil { (known.series, known.attribution) = ([], []) }
    if arrivesInOrder { known.receivedAt = min(known.receivedAt, report.receivedAt) }
    var (readings, growth) = (0, 0)
    for series in report.series { merge(series, of: report, into: &known, &readings, &growth) }
    known.receivedAt = max(known.receivedAt, report.receivedAt)
    known.issuedAt = Self.issue(of: known, report)
    let earlier = position == nil ? nil : known.site
    known.site = site
    // The surplus is removed before and after the two are combined, because the time for that grows with both.
    var surplus = known.site.removeSurplusDetails()
    if let earlier { known.site.fillGaps(from: earlier) }
    surplus += known.site.removeSurplusDetails()
    // Attributions and rights also apply to the series of earlier messages.
    unite(&known.attribution, with: report.attribution)
    known.rights = known.rights.combined(with: report.rights)
    known.places = report.places
    if known.site != before?.site || known.attribution.count != before?.attribution.count
      || known.rights.terms != before?.rights.terms || known.places.count != before?.places.count
    {
      growth += known.sizeWithoutSeries - (before?.sizeWithoutSeries ?? 0)
    }
    if growth > 0, size + growth > maximumBytes {
      let hasRoom = (before?.approximateSize ?? 0) + growth <= maximumBytes
      let number = hasRoom ? makeRoom(forBytes: growth, sparing: key) : 1
      countDropped(
        "The newest readings of all sites would take more than \(maximumBytes >> 20) MiB; the sites that were heard longest ago are dropped, and so is a site that is too large by itself.",
        number)
      guard hasRoom else { return }
      position = positions[key]
    }
    readingCount &+= readings
    size += growth
    if surplus > 0 {
      countDropped(
        "A site has more than \(AirSite.mostDetails) measurements or further data; the rest is dropped.",
        surplus)
    }
    if let position {
      reports[position] = known
    } else {
      positions[key] = reports.count
      reports.append(known)
    }
  }

  /// Removes the sites that were heard longest ago until there is room for more sites and bytes, and at least a tenth, so that
  /// the next ones have room without another sort; returns the number of removed ones.
  private mutating func makeRoom(forSites more: Int = 0, forBytes bytes: Int = 0, sparing spared: Key? = nil)
    -> Int
  {
    let order = reports.indices.ordered { reports[$0].receivedAt < reports[$1].receivedAt }
    var (removed, left) = (Set<Int>(), size)
    for index in order where spared == nil || Key(reports[index], parts) != spared {
      let hasRoom = reports.count - removed.count + more <= maximumSites && left + bytes <= maximumBytes
      if hasRoom, removed.count >= reports.count / 10 { break }
      removed.insert(index)
      left -= reports[index].approximateSize
    }
    remove(removed)
    return removed.count
  }

  private mutating func remove(_ removed: Set<Int>) {
    if removed.isEmpty { return }
    for index in removed {
      size -= reports[index].approximateSize
      readingCount &-= reports[index].series.reduce(0) { $0 + $1.count }
    }
    reports = reports.indices.filter { !removed.contains($0) }.map { reports[$0] }
    positions = [:]
    for (index, report) in reports.enumerated() { positions[Key(report, parts)] = index }
  }

  /// Merges a series, and adds the number of values and bytes by which the report grows.
  private mutating func merge(
    _ series: AirSeries, of report: AirReport, into known: inout AirReport, _ readings: inout Int,
    _ growth: inout Int
  ) {
    if let same = known.series.firstIndex(where: { isSame($0, series) }) {
      let old = known.series[same]
      if Self.isOlder(series, of: report, than: old, of: known) { return }
      readings &+= series.count &- old.count
      growth += series.approximateSize - old.approximateSize
      known.series[same] = series
    } else if known.series.count < Self.mostSeries {
      readings &+= series.count
      growth += series.approximateSize
      known.series.append(series)
    } else {
      countDropped("A site has more than \(Self.mostSeries) series; the rest is dropped.")
    }
  }

  /// Returns whether a series is older than the known one. A time that a sender's wrong clock gave doesn't count.
  private static func isOlder(
    _ new: AirSeries, of report: AirReport, than old: AirSeries, of known: AirReport
  ) -> Bool {
    guard report.kind != .forecast else {
      if let one = report.issuedAt, let other = known.issuedAt { return one < other }
      return report.receivedAt < known.receivedAt
    }
    guard let last = old.timeline.last, let next = new.timeline.last, next.end < last.end else {
      return false
    }
    return !last.isBeyondReceipt(known.receivedAt, for: known.kind)
  }

  /// Returns the later time of issue of two reports; one after the receipt doesn't count.
  private static func issue(of known: AirReport, _ new: AirReport) -> AirTime? {
    let latest = max(known.receivedAt, new.receivedAt).adding(seconds: ReceiptLead.tolerance)
    let issues = [known.issuedAt, new.issuedAt].compactMap(\.self)
    return issues.filter { $0 <= latest }.max()
  }

  private mutating func unite(_ known: inout [AirAttribution], with others: [AirAttribution]) {
    if known == others { return }
    for one in others where !known.contains(one) {
      guard known.count < Self.mostAttributions else {
        countDropped("A site has more than \(Self.mostAttributions) attributions; the rest is dropped.")
        continue
      }
      known.append(one)
    }
  }

  private func isSame(_ one: AirSeries, _ other: AirSeries) -> Bool {
    if parts.contains(.parameter), one.parameter != other.parameter || one.averaging != other.averaging {
      return false
    }
    return !parts.contains(.channel) || one.origin == other.origin && one.correction == other.correction
  }

  /// Whether any site has been named.
  public var hasReports: Bool { !reports.isEmpty }

  /// The newest notices of all sources; nil if no update stated any.
  var currentNotices: [AirNotice]? {
    if notices.isEmpty { return nil }
    let sources = notices.keys.sorted { ($0?.rawValue ?? "") < ($1?.rawValue ?? "") }
    return sources.flatMap { notices[$0] ?? [] }
  }

  /// Everything as a response.
  public var response: AirResponse {
    AirResponse(reports: reports, notes: notes, notices: currentNotices ?? [])
  }
}

extension FeedSnapshot {
  /// The identity of a quantity at a site: the feed, the device, its channel and the parameter.
  ///
  /// Of two readings with the same key, one replaces the other; readings with different keys are unrelated.
  public struct ReadingKey: Hashable, Sendable {
    /// The parts of a reading that form its key, besides the feed.
    public struct Parts: OptionSet, Hashable, Sendable {
      /// The bits.
      public let rawValue: Int
      /// Parts by their bits.
      public init(rawValue: Int) { self.rawValue = rawValue }
      /// The device: the site's identifier, or without one its name and coordinate.
      public static var device: Self { Self(rawValue: 1) }
      /// The channel or model, as in ``AirOrigin``, and the correction of the value.
      public static var channel: Self { Self(rawValue: 2) }
      /// The parameter and its averaging period.
      public static var parameter: Self { Self(rawValue: 4) }
      /// All parts.
      public static var all: Self { [.device, .channel, .parameter] }
    }

    private let site: Key
    private let origin: AirOrigin?
    private let correction: AirOrigin.Correction?
    private let parameter: AirParameter?
    private let averaging: AveragingPeriod?

    /// Creates the key of a series' readings.
    public init(_ series: AirSeries, of report: AirReport, parts: Parts = .all) {
      self.init(series, at: Key(report, parts), parts)
    }

    /// Creates the key of a series at a site, whose key has the same parts.
    init(_ series: borrowing AirSeries, at site: Key, _ parts: Parts) {
      self.site = site
      origin = parts.contains(.channel) ? series.origin : nil
      correction = parts.contains(.channel) ? series.correction : nil
      parameter = parts.contains(.parameter) ? series.parameter : nil
      averaging = parts.contains(.parameter) ? series.averaging : nil
    }

    var approximateSize: Int {
      let (device, inputs) = (site.device, correction?.inputs ?? [])
      let own = [device?.id, device?.name, site.source.rawValue, parameter?.rawValue, correction?.method]
      let texts: [String?] = own + inputs.map { Optional($0.rawValue) } + (origin?.texts ?? [])
      return texts.reduce(250 + 16 * inputs.count) { $0 + ($1?.utf8.count ?? 0) }
    }
  }
}
