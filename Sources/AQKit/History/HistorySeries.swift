struct HistorySeries {
  let id: AirChart.ID
  var site: AirSite
  var attribution: [AirAttribution]
  var rights: AirRights
  var samples: HistorySamples
  var latest: AirReading
  var latestReceivedAt: AirTime
  private(set) var textBytes: Int

  /// The maximum number of bytes of text in a site's description.
  static let mostText = 4096

  static var overhead: Int {
    MemoryLayout<HistorySeries>.stride + 2 * (MemoryLayout<AirChart.ID>.stride + MemoryLayout<Int>.stride)
      + 64
  }

  /// Makes a reading the newest one, and updates the site's description if it isn't too long. With `anew`, the series starts
  /// again at the reading, because a clock was set back. Returns the growth of the description in bytes.
  mutating func renew(_ reading: AirReading, in measured: inout MeasuredReport, anew: Bool) -> Int {
    let report = measured.report
    latestReceivedAt = anew ? report.receivedAt : max(latestReceivedAt, report.receivedAt)
    guard report.site != site || reading.flags != latest.flags else {
      latest = reading
      return 0
    }
    let more = measured.siteText - Self.textSize(of: site.texts)
    let flags = Self.textSize(of: reading.flags) - Self.textSize(of: latest.flags)
    guard textBytes + more + flags <= Self.mostText else {
      // The value counts; its long description is dropped.
      latest = changed(reading) { $0.flags = latest.flags }
      return 0
    }
    latest = reading
    site = report.site
    textBytes += more + flags
    return more + flags
  }

  /// Adds a licence to those of earlier readings: attributions are combined, if they aren't too long, and the stricter
  /// rights win. Returns the growth in bytes.
  mutating func unite(_ newAttribution: [AirAttribution], _ newRights: AirRights) -> Int {
    rights = rights.combined(with: newRights)
    guard newAttribution != attribution else { return 0 }
    let further = newAttribution.filter { !attribution.contains($0) }
    let more = further.reduce(0) {
      $0 + MemoryLayout<AirAttribution>.stride + Self.textSize(of: $1.texts)
    }
    guard more > 0, textBytes + more <= Self.mostText else { return 0 }
    attribution += further
    textBytes += more
    return more
  }

  static func textSize(of flags: Set<AirReading.QualityFlag>) -> Int {
    flags.reduce(0) { $0 + MemoryLayout<AirReading.QualityFlag>.stride + $1.rawValue.utf8.count }
  }

  static func textSize(of texts: [String?]) -> Int { texts.reduce(0) { $0 + ($1?.utf8.count ?? 0) } }

  /// Returns the bytes of text that describe a report's site and licence.
  static func textSize(of report: AirReport) -> Int {
    let texts = textSize(
      of: [report.source.rawValue, report.rights.terms] + report.site.texts
        + report.attribution.flatMap(\.texts))
    return texts + report.site.details.measures.count * MemoryLayout<AirSite.Details.Measurement>.stride
      + report.attribution.count * MemoryLayout<AirAttribution>.stride
  }

  /// Returns the bytes of text that describe a series.
  static func textSize(of series: AirSeries) -> Int {
    let texts = textSize(
      of: [series.parameter.rawValue, series.unit.rawValue, series.correction?.method]
        + (series.origin?.texts ?? []))
    return (series.correction?.inputs ?? []).reduce(texts) { $0 + 16 + $1.rawValue.utf8.count }
  }
}

/// A report whose texts are measured once for all of its readings, because both can be many.
struct MeasuredReport {
  let report: AirReport
  lazy var text = HistorySeries.textSize(of: report)
  lazy var siteText = HistorySeries.textSize(of: report.site.texts)
}

struct HistorySiteKey: Hashable {
  let source: SourceID
  let device: FeedSnapshot.Device
}

/// The gaps of all sources, up to a limit.
struct HistoryGaps {
  static let most = 1024

  private var closed: [AirHistory.Gap] = []
  private var open: [SourceID?: AirHistory.Gap] = [:]
  private(set) var agedOut = 0

  var bytes: Int { closed.capacity * MemoryLayout<AirHistory.Gap>.stride }
  static var mostBytes: Int { 2 * most * MemoryLayout<AirHistory.Gap>.stride }

  /// The gaps of all sources, in order.
  var all: [AirHistory.Gap] { (closed + open.values).ordered { $0.start < $1.start } }

  /// Drops the future after the clock was set back; closed gaps end now at the latest, and open ones begin by then.
  mutating func settle(at now: AirTime) {
    guard closed.last?.end.map({ $0 > now }) ?? false || open.values.contains(where: { $0.start > now })
    else { return }
    closed.removeAll { $0.start >= now }
    for index in closed.indices { closed[index].end = closed[index].end.map { min($0, now) } }
    for (source, gap) in open where gap.start > now { open[source]?.start = now }
  }

  /// Adds a gap with an end, in order of the ends. Of two that begin alike the longer one stays. If there are too many, the
  /// first is dropped.
  mutating func add(_ gap: AirHistory.Gap) {
    guard let end = gap.end else { return }
    let known = closed.firstIndex {
      $0.source == gap.source && $0.start == gap.start && $0.cause == gap.cause
    }
    if let known {
      if let other = closed[known].end, other >= end { return }
      closed.remove(at: known)
    }
    let before = closed.lastIndex { $0.end.map { $0 <= end } ?? true }
    closed.insert(gap, at: before.map { $0 + 1 } ?? 0)
    guard closed.count > Self.most else { return }
    closed.removeFirst()
    agedOut = agedOut.addingSaturating(1)
  }

  mutating func enter(_ cause: AirHistory.Gap.Cause?, of source: SourceID?, since: AirTime, now: AirTime) {
    let before = open[source]
    if let before, before.cause == cause { return }
    close(source, at: now)
    guard let cause, open.count < Self.most else { return }
    open[source] = AirHistory.Gap(source: source, start: before == nil ? min(since, now) : now, cause: cause)
  }

  /// Records a missed time that the stream reports afterwards. A lost connection's gap moves back to the last arrival,
  /// before the loss was noticed; a pause began when it was announced; a gap without a state is new.
  mutating func missed(_ interval: AirInterval, of source: SourceID?) {
    guard !interval.isInstant else { return }
    let told = closed.lastIndex { gap in
      gap.source == source && gap.cause != .silent && gap.start < interval.end
        && gap.end.map { interval.start < $0 } ?? true
    }
    guard let told else {
      return add(
        AirHistory.Gap(source: source, start: interval.start, end: interval.end, cause: .disconnected))
    }
    guard closed[told].cause == .disconnected else { return }
    // Stops at a gap with its own cause, such as the pause before a reconnection.
    let before = closed[..<told].last { $0.source == source }?.end ?? interval.start
    closed[told].start = min(closed[told].start, max(interval.start, before))
  }

  mutating func close(_ source: SourceID?, at now: AirTime) {
    guard var gap = open.removeValue(forKey: source), gap.start < now else { return }
    gap.end = now
    add(gap)
  }
}
