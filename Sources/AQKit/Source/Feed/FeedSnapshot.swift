/// The newest report of every site of a live stream: for displays and late subscribers.
///
/// A live message has a changing subset of sites, so a site that an update leaves out stays as it was.
public struct FeedSnapshot: Sendable {
  private var order: [Key] = []
  private var latest: [Key: AirReport] = [:]
  /// The notes of all merged updates, with equal notes counted together.
  public private(set) var notes: [AirNote] = []

  /// The number of kept values, gaps included.
  private(set) var readingCount = 0

  private let maximumSites: Int
  private let parts: FeedSnapshot.ReadingKey.Parts
  private var notePositions: [String: Int] = [:]
  /// The most series per site, and the most distinct notes.
  private static let mostSeries = 1000
  private static let mostNotes = 100

  private struct Key: Hashable {
    let source: SourceID
    let kind: AirReport.Kind
    let id: String?
    let name: String?
    let coordinate: Coordinate?
  }

  /// An empty snapshot.
  ///
  /// - Parameters:
  ///   - maximumSites: The most sites. Further ones are dropped and counted in a note.
  ///   - key: What identifies series of the same quantity at the same site.
  public init(maximumSites: Int = 10_000, key: FeedSnapshot.ReadingKey.Parts = .all) {
    self.maximumSites = max(1, maximumSites)
    parts = key
  }

  /// Merges an update: its series replace those of the same site, kind, parameter and averaging period, unless they are
  /// older. A snapshot replaces everything.
  public mutating func merge(_ update: AirUpdate) {
    if update.isSnapshot {
      order = []
      latest = [:]
      readingCount = 0
    }
    for report in update.reports { merge(report) }
    for note in update.notes { merge(note) }
  }

  private mutating func merge(_ note: AirNote) {
    let isRoom = notes.count < Self.mostNotes || notePositions["\(note.code) \(note.message)"] != nil
    count(isRoom ? note : AirNote(.dropped, "Notes of more than \(Self.mostNotes) kinds.", count: note.count))
  }

  private mutating func count(_ note: AirNote) {
    let key = "\(note.code) \(note.message)"
    if let index = notePositions[key] {
      notes[index].count = notes[index].count.addingSaturating(note.count)
    } else {
      notePositions[key] = notes.count
      notes.append(note)
    }
  }

  private mutating func merge(_ report: AirReport) {
    let site = report.site
    let isKeyed = parts.contains(.device)
    let key = Key(
      source: report.source, kind: report.kind, id: isKeyed ? site.id : nil,
      name: isKeyed && site.id == nil ? site.name : nil,
      coordinate: isKeyed && site.id == nil ? site.coordinate : nil)
    var known: AirReport
    if let report = latest[key] {
      known = report
    } else {
      guard order.count < maximumSites else {
        return count(AirNote(.dropped, "More than \(maximumSites) sites were named; the rest is dropped."))
      }
      order.append(key)
      known = report
      known.series = []
    }
    for series in report.series {
      let same = known.series.firstIndex { isSame($0, series) }
      if let same {
        if let old = known.series[same].timeline.last, let new = series.timeline.last, new.end < old.end {
          continue
        }
        readingCount &+= series.count &- known.series[same].count
        known.series[same] = series
      } else if known.series.count < Self.mostSeries {
        readingCount &+= series.count
        known.series.append(series)
      } else {
        count(AirNote(.dropped, "A site has more than \(Self.mostSeries) series; the rest is dropped."))
      }
    }
    known.receivedAt = max(known.receivedAt, report.receivedAt)
    known.issuedAt = report.issuedAt.map { max($0, known.issuedAt ?? $0) } ?? known.issuedAt
    let before = known.site
    known.site = site
    known.site.fillGaps(from: before)
    // They hold for the series of earlier messages, too.
    known.attribution = known.attribution.united(with: report.attribution)
    known.rights = known.rights.combined(with: report.rights)
    known.places = report.places
    latest[key] = known
  }

  private func isSame(_ one: AirSeries, _ other: AirSeries) -> Bool {
    if parts.contains(.parameter), one.parameter != other.parameter || one.averaging != other.averaging {
      return false
    }
    return !parts.contains(.channel) || one.origin == other.origin && one.correction == other.correction
  }

  /// The newest report of each site, in order of the sites' first appearance.
  public var reports: [AirReport] { order.compactMap { latest[$0] } }

  /// Whether any site has been named.
  public var hasReports: Bool { !order.isEmpty }

  /// Everything as a response.
  public var response: AirResponse { AirResponse(reports: reports, notes: notes) }

  /// The query's places that the reports answer.
  var answeredPlaces: Set<Int> { latest.values.reduce(into: []) { $0.formUnion($1.places) } }
}

extension FeedSnapshot {
  /// The identity of a quantity at a site: the feed, the device, its channel and the parameter.
  ///
  /// Of two readings with the same key one is newer; readings with different keys are unrelated.
  public struct ReadingKey: Hashable, Sendable {
    /// The parts of a reading that form its key, besides the feed.
    public struct Parts: OptionSet, Hashable, Sendable {
      /// The bits.
      public let rawValue: Int
      /// Parts by their bits.
      public init(rawValue: Int) { self.rawValue = rawValue }
      /// The device: the site's identifier, or without one its name and coordinate.
      public static let device = Parts(rawValue: 1)
      /// The channel or model, as in ``AirOrigin``, and the correction of the value.
      public static let channel = Parts(rawValue: 2)
      /// The parameter and its averaging period.
      public static let parameter = Parts(rawValue: 4)
      /// All of them.
      public static let all: Parts = [.device, .channel, .parameter]
    }

    private struct Device: Hashable, Sendable {
      let id: String?
      let name: String?
      let coordinate: Coordinate?
    }

    private let source: SourceID
    private let kind: AirReport.Kind
    private let device: Device?
    private let origin: AirOrigin?
    private let correction: AirOrigin.Correction?
    private let parameter: AirParameter?
    private let averaging: AveragingPeriod?

    /// The key of a series' readings.
    public init(_ series: AirSeries, of report: AirReport, parts: Parts = .all) {
      source = report.source
      kind = report.kind
      let site = report.site
      device =
        parts.contains(.device)
        ? Device(
          id: site.id, name: site.id == nil ? site.name : nil,
          coordinate: site.id == nil ? site.coordinate : nil)
        : nil
      origin = parts.contains(.channel) ? series.origin : nil
      correction = parts.contains(.channel) ? series.correction : nil
      parameter = parts.contains(.parameter) ? series.parameter : nil
      averaging = parts.contains(.parameter) ? series.averaging : nil
    }
  }
}
