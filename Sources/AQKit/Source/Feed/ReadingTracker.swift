/// Knows the newest reading of every key, and flags the ones that come late or again.
struct ReadingTracker {
  private struct Newest {
    var start: Int64
    var end: Int64
    var value: Double
  }

  private let semantics: FeedSemantics
  private var newest: [ReadingKey: Newest] = [:]
  /// The most keys that are told apart; readings of further ones are passed on without a flag.
  private static let mostKeys = 100_000

  init(_ semantics: FeedSemantics) { self.semantics = semantics }

  /// Flags readings: ``QualityFlag/late`` where a newer one of the same key came before, ``QualityFlag/repeated`` where
  /// the same value came before for the same interval, or, from a sender that repeats what it remembers, as the last one.
  ///
  /// Forecasts are left alone: a later one is about the same times.
  mutating func mark(_ reports: inout [AirReport]) {
    for index in reports.indices where reports[index].kind != .forecast {
      for position in reports[index].series.indices {
        let series = reports[index].series[position]
        if let marked = marked(series, of: reports[index]) { reports[index].series[position] = marked }
      }
    }
  }

  /// The series with its flags; nil where it gets none.
  private mutating func marked(_ series: AirSeries, of report: AirReport) -> AirSeries? {
    let key = ReadingKey(series, of: report, parts: semantics.key)
    let before = newest[key]
    var last = before
    var flags: [Set<QualityFlag>]?
    for (index, value) in series.values.enumerated() where !value.isNaN {
      let reading = Newest(
        start: series.timeline.startSeconds(at: index), end: series.timeline.endSeconds(at: index),
        value: value)
      if let flag = flag(reading, after: before, timed: series.flags?[index].contains(.timeOfReceipt) != true)
      {
        if flags == nil { flags = series.flags ?? Array(repeating: [], count: series.count) }
        flags?[index].insert(flag)
      }
      if last.map({ $0.end <= reading.end }) ?? true { last = reading }
    }
    if let last, before != nil || newest.count < Self.mostKeys { newest[key] = last }
    guard let flags else { return nil }
    return try? AirSeries(
      series.parameter, unit: series.unit, averaging: series.averaging, timeline: series.timeline,
      values: series.values, flags: flags, completeness: series.completeness, origin: series.origin,
      correction: series.correction, conversion: series.conversion)
  }

  private func flag(_ reading: Newest, after before: Newest?, timed: Bool) -> QualityFlag? {
    guard let before else { return nil }
    if reading.end < before.end { return .late }
    guard reading.value == before.value else { return nil }
    if reading.start == before.start, reading.end == before.end { return .repeated }
    return semantics.delivery == .repeatedCache && !timed ? .repeated : nil
  }
}
