import AQKit

/// The progress of a watch so far: the number of readings, the state, the refusals.
struct WatchProgress {
  struct News {
    var rows: [WatchRow] = []
    var diagnostics: [TerminalText] = []
  }

  private static let mostNotes = 20

  /// The number of readings after which to stop; nil for none.
  let limit: Int?
  /// The catalogue in which the scales of published indices are looked up for their bands.
  var catalog: AirQualityIndexCatalog?
  private(set) var readings = 0
  private(set) var refused = 0
  private(set) var dropped = 0
  /// The number of other notes that weren't printed.
  private(set) var unsaid = 0
  private var state: AirUpdate.FeedState?
  private var noted = 0

  init(limit: Int?, catalog: AirQualityIndexCatalog? = nil) { (self.limit, self.catalog) = (limit, catalog) }

  var isComplete: Bool { limit.map { readings >= $0 } ?? false }

  /// Processes an update. Readings beyond the limit are left out.
  mutating func take(_ update: AirUpdate, at now: AirTime) -> News {
    var news = News()
    if let state = update.state, state != self.state {
      self.state = state
      news.diagnostics.append(Self.text(of: state, at: now))
    }
    if let gap = update.gap, !gap.isInstant {
      news.diagnostics.append("not heard from \(Self.clock(gap.start)) to \(Self.clock(gap.end))")
    }
    for note in update.notes { take(note, &news) }
    for report in update.reports {
      for reading in report.series.flatMap(\.readings) where !isComplete {
        readings += 1
        news.rows.append(WatchRow(reading: reading, report: report, band: band(of: reading)))
      }
    }
    return news
  }

  private func band(of reading: AirReading) -> AQIBand? {
    guard let catalog, let scale = reading.parameter.indexScale else { return nil }
    return reading.band(using: IndexEdition.Reference(scale), catalog: catalog)?.band
  }

  private mutating func take(_ note: AirNote, _ news: inout News) {
    if note.code == .refused { refused = refused.addingSaturating(note.count) }
    if note.code == .dropped { dropped = dropped.addingSaturating(note.count) }
    if noted >= Self.mostNotes, note.code != .failed {
      if note.code != .refused, note.code != .dropped { unsaid = unsaid.addingSaturating(note.count) }
      return
    }
    noted += 1
    // Some messages already begin with the code.
    let code = note.message.lowercased().hasPrefix("\(note.code): ") ? "" : "\(note.code): "
    let rest = noted == Self.mostNotes ? "; further ones are only counted" : ""
    news.diagnostics.append("\(code + note.message) (\(note.count)×)\(rest)")
  }

  private static func text(of state: AirUpdate.FeedState, at now: AirTime) -> TerminalText {
    switch state {
    case .live: "live"
    case .silent(let since): "silent since \(clock(since))"
    case .waiting(let until):
      "waiting, next try in \(max(0, until.duration(since: now).components.seconds)) s"
    case .paused: "paused"
    case .failed(let code): "failed: \(code)"
    case .connecting: "connecting"
    }
  }

  /// Returns the time of day in UTC.
  private static func clock(_ time: AirTime) -> String { "\(time.description.dropFirst(11))" }
}
