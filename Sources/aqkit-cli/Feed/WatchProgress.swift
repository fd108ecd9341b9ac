import AQKit

/// The progress of a watch so far: the number of readings, the state, the refusals.
struct WatchProgress {
  /// The part of an update that is printed.
  struct News {
    var rows: [WatchRow] = []
    var diagnostics: [TerminalText] = []
  }

  /// The number of notes of one kind that are printed singly; after them only each tenfold.
  private static let mostNotes = 20
  private static let mostKinds = 100

  /// The number of readings after which to stop; nil for none.
  let limit: Int?
  /// The catalogue in which the scales of published indices are looked up for their bands; nil for none.
  private let catalog: AirQualityIndexCatalog?
  private var scales: [AirParameter: (any AirQualityIndex)?] = [:]
  private(set) var readings = 0
  private(set) var refused = 0
  private(set) var dropped = 0
  private(set) var state: AirUpdate.FeedState?
  /// The last notes, one of each kind, for the foot of the table.
  var recent: [TerminalText] { latest.map(\.text) }
  private var latest: [(kind: String, text: TerminalText)] = []
  private var kinds: [String: (printed: Int, count: Int)] = [:]

  init(limit: Int?, catalog: AirQualityIndexCatalog? = nil) {
    self.limit = limit
    self.catalog = catalog
  }

  /// Whether as many readings came as were wanted.
  var isComplete: Bool { limit.map { readings >= $0 } ?? false }

  /// Takes in an update. Readings beyond the limit are left out.
  mutating func take(_ update: AirUpdate, at now: AirTime) -> News {
    var news = News()
    if let state = update.state, state != self.state {
      self.state = state
      news.diagnostics.append(WatchText.state(state, at: now))
    }
    if let gap = update.gap, !gap.isInstant {
      let times = "\(WatchText.time(gap.start)) to \(WatchText.time(gap.end))"
      news.diagnostics.append("not heard from \(times)")
    }
    for note in update.notes { take(note, &news) }
    for report in update.reports {
      for series in report.series {
        for reading in series.readings where !isComplete {
          readings += 1
          news.rows.append(WatchRow(reading, in: report, band: band(of: reading)))
        }
      }
    }
    return news
  }

  /// The band of a published index on its scale.
  private mutating func band(of reading: AirReading) -> AQIBand? {
    guard reading.parameter.isPublishedIndex, let catalog else { return nil }
    let known = scales[reading.parameter] ?? reading.parameter.indexScale.flatMap { catalog.index($0) }
    if scales.count < Self.mostKinds { scales[reading.parameter] = .some(known) }
    return known?.band(ofPublished: reading.value)
  }

  private mutating func take(_ note: AirNote, _ news: inout News) {
    if note.code == .refused { refused = added(refused, note.count) }
    if note.code == .dropped { dropped = added(dropped, note.count) }
    // The position differs from message to message; the kind is the fault.
    let kind = String(note.message.prefix { $0 != "(" })
    let key = kinds[kind] != nil || kinds.count < Self.mostKinds ? kind : "further notes"
    var known = kinds[key] ?? (0, 0)
    let before = known.count
    known.count = added(before, note.count)
    let isTenfold = "\(known.count)".count > "\(before)".count
    if known.printed < Self.mostNotes || isTenfold {
      known.printed += 1
      let total = known.count > note.count ? ", \(known.count) in all" : ""
      // A message about a refusal already says that it is one.
      let code = note.message.lowercased().hasPrefix("\(note.code): ") ? "" : "\(note.code): "
      let text: TerminalText = "\(code + note.message) (\(note.count)×\(total))"
      news.diagnostics.append(text)
      latest.removeAll { $0.kind == key }
      latest = (latest + [(key, text)]).suffix(3)
    }
    kinds[key] = known
  }

  private func added(_ count: Int, _ more: Int) -> Int {
    let (sum, overflow) = count.addingReportingOverflow(more)
    return overflow ? .max : sum
  }
}
