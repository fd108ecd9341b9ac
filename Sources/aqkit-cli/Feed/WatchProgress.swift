import AQKit

/// The progress of a watch so far: the number of readings, the state, the refusals.
struct WatchProgress {
  /// The part of an update that is printed.
  struct News {
    var rows: [WatchRow] = []
    var diagnostics: [TerminalText] = []
  }

  /// The number of notes that are printed.
  private static let mostNotes = 20

  /// The number of readings after which to stop; nil for none.
  let limit: Int?
  /// The catalogue in which the scales of published indices are looked up for their bands; nil for none.
  private let catalog: AirQualityIndexCatalog?
  private(set) var readings = 0
  private(set) var refused = 0
  private(set) var dropped = 0
  private(set) var state: AirUpdate.FeedState?
  private var noted = 0

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
  private func band(of reading: AirReading) -> AQIBand? {
    guard reading.parameter.isPublishedIndex, let scale = reading.parameter.indexScale else { return nil }
    return catalog?.index(scale)?.band(ofPublished: reading.value)
  }

  private mutating func take(_ note: AirNote, _ news: inout News) {
    if note.code == .refused { refused = added(refused, note.count) }
    if note.code == .dropped { dropped = added(dropped, note.count) }
    noted = added(noted, 1)
    guard noted <= Self.mostNotes else { return }
    // What was refused says so itself.
    let code = note.message.lowercased().hasPrefix("\(note.code): ") ? "" : "\(note.code): "
    let rest = noted == Self.mostNotes ? "; further ones are only counted" : ""
    news.diagnostics.append("\(code + note.message) (\(note.count)×)\(rest)")
  }

  private func added(_ count: Int, _ more: Int) -> Int {
    let (sum, overflow) = count.addingReportingOverflow(more)
    return overflow ? .max : sum
  }
}
