/// Tracks the newest reading of every key, and flags late and repeated ones.
struct ReadingTracker {
  /// A reading, by its interval in seconds since 1970 and its value.
  struct Reading {
    var start: Int64
    var end: Int64
    var value: Double
  }

  private let semantics: FeedOptions.Semantics
  private var newest: [FeedSnapshot.ReadingKey: Reading] = [:]
  /// The bytes of the texts in the keys.
  private var bytes = 0
  /// The readings that passed without a comparison since ``takeNote()``.
  private var untracked = 0
  /// The maximum number of tracked keys, and the maximum bytes of their texts; readings of further keys pass without a flag.
  private static let (mostKeys, mostBytes) = (100_000, 32 << 20)

  init(_ semantics: FeedOptions.Semantics) { self.semantics = semantics }

  /// Flags a reading as late if a newer one of its key came before, and as repeated if the newest one has the same value and
  /// interval; from a sender that repeats remembered values the same value suffices, unless the reading has a time of its
  /// own. Forecasts aren't flagged: a later one covers the same times.
  mutating func mark(_ reports: inout [AirReport]) {
    for number in reports.indices where reports[number].kind != .forecast {
      let (site, receivedAt) = (FeedSnapshot.Key(reports[number], semantics.key), reports[number].receivedAt)
      for index in reports[number].series.indices {
        mark(&reports[number].series[index], at: site, receivedAt: receivedAt)
      }
    }
  }

  private mutating func mark(
    _ series: inout AirSeries, at site: FeedSnapshot.Key, receivedAt: AirTime
  ) {
    let key = FeedSnapshot.ReadingKey(series, at: site, semantics.key)
    let known = newest.index(forKey: key)
    // A reading from before the clock was set back would make all that follow late.
    let before = known.map { newest.values[$0] }.flatMap {
      mayBeNewest($0, of: site.kind, receivedAt) ? $0 : nil
    }
    var last = before
    for (index, value) in series.values.enumerated() where !value.isNaN {
      let reading = Reading(
        start: series.timeline.startSeconds(at: index), end: series.timeline.endSeconds(at: index),
        value: value)
      if let flag = flag(reading, after: before, timed: series.flags?[index].contains(.timeOfReceipt) != true)
      {
        series.add(flag, at: index)
      }
      // A reading that can't be the newest would make all that follow late.
      if last.map({ $0.end <= reading.end }) ?? true, mayBeNewest(reading, of: site.kind, receivedAt) {
        last = reading
      }
    }
    if let known {
      if let last { newest.values[known] = last }
    } else if let last, makeRoom(for: key, series.count) {
      newest[key] = last
    }
  }

  private func mayBeNewest(_ reading: Reading, of kind: AirReport.Kind, _ receivedAt: AirTime) -> Bool {
    reading.end <= receivedAt.secondsSince1970
      || !AirInterval(seconds: reading.start, reading.end).isBeyondReceipt(receivedAt, for: kind)
  }

  /// Returns the note on readings that passed without a comparison; nil if there are none since the last call.
  mutating func takeNote() -> AirNote? {
    guard untracked > 0 else { return nil }
    defer { untracked = 0 }
    return AirNote(
      .remark,
      "Readings were not compared with earlier ones: the feed has more than \(Self.mostKeys) series, or names longer than \(Self.mostBytes >> 20) MiB in all.",
      count: untracked)
  }

  /// Returns whether there is room for a further key; if not, counts the readings that aren't tracked.
  private mutating func makeRoom(for key: FeedSnapshot.ReadingKey, _ count: Int) -> Bool {
    let size = key.approximateSize
    guard newest.count < Self.mostKeys, bytes + size <= Self.mostBytes else {
      untracked = untracked.addingSaturating(count)
      return false
    }
    bytes += size
    return true
  }

  private func flag(
    _ reading: Reading, after before: Reading?, timed: @autoclosure () -> Bool
  ) -> AirReading.QualityFlag? {
    guard let before else { return nil }
    if reading.end < before.end { return .late }
    guard reading.value == before.value else { return nil }
    if reading.start == before.start, reading.end == before.end { return .repeated }
    return semantics.delivery == .repeatedCache && !timed() ? .repeated : nil
  }
}
