extension AirHistory {
  /// The contents of a history, which an application saves and shows again after the next start.
  ///
  /// It is `Codable`. It holds the newest reading of each series in AQKit's own schema, its samples, and the gaps. It excludes
  /// data whose rights forbid caching.
  public struct Snapshot: Sendable {
    /// The time at which the snapshot was taken.
    public let takenAt: AirTime
    /// The number of series and gaps that couldn't be read; they are left out.
    public fileprivate(set) var unreadable = 0
    fileprivate var series: [Series]
    fileprivate var gaps: [Gap]

    private enum CodingKeys: CodingKey { case takenAt, series, gaps }

    fileprivate struct Series: Sendable, Codable {
      var latest: AirReport
      var samples: [HistorySample]
    }
  }

  /// The contents to save.
  public var snapshot: Snapshot {
    let takenAt = clock.time
    let (all, gaps) = state.withLock { ($0.series, $0.gaps) }
    return Snapshot(
      takenAt: takenAt,
      series: all.compactMap { series in
        guard series.rights.caching != .forbidden, let latest = series.latestReport else { return nil }
        return Snapshot.Series(latest: latest, samples: Array(series.samples.all))
      }, gaps: gaps.all)
  }

  /// Adds a snapshot's samples to the history, within its limits: for series that it already has, only those before
  /// their first sample. The time since the snapshot was taken is a gap, until the first sample of the source since then.
  public func restore(_ snapshot: Snapshot) {
    let now = clock.time
    state.withLock { state in
      var sources: Set<SourceID> = []
      let arrivals = state.series.compactMap { series in
        series.samples.all.first { $0.moment > snapshot.takenAt.secondsSince1970 }
          .map { (series.id.source, AirTime(secondsSince1970: $0.moment)) }
      }
      let firstArrivals = Dictionary(arrivals, uniquingKeysWith: min)
      for saved in snapshot.series {
        guard let series = saved.latest.series.first else { continue }
        let id = AirChart.ID(saved.latest, series)
        // The newest reading describes a series that isn't known yet.
        let isNew = state.seriesIndices[id] == nil
        if isNew { state.record(saved.latest, limits: limits, now: now) }
        guard let index = state.seriesIndices[id] else { continue }
        state.series[index].samples.add(saved.samples, replacing: isNew, at: now.secondsSince1970)
        sources.insert(saved.latest.source)
      }
      for var gap in snapshot.gaps where gap.source.map(sources.contains) ?? true {
        // A gap that hadn't ended ends with the snapshot; the gap that is added below continues it.
        let end = min(gap.end ?? snapshot.takenAt, now)
        gap.end = end
        if gap.start < end { state.gaps.add(gap) }
      }
      guard snapshot.takenAt < now else { return }
      for source in sources {
        state.gaps.add(
          Gap(source: source, start: snapshot.takenAt, end: firstArrivals[source] ?? now, cause: .ended))
      }
    }
  }
}

extension AirHistory.Snapshot: Codable {
  /// Reads a snapshot. A series or gap that can't be read is left out and counted in ``unreadable``.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    takenAt = try container.value(.takenAt)
    let parts: [ReadablePart<Series>] = try container.value(.series)
    let written: [ReadablePart<AirHistory.Gap>] = try container.optional(.gaps) ?? []
    (series, gaps) = (parts.compactMap(\.value), written.compactMap(\.value))
    unreadable = parts.count + written.count - series.count - gaps.count
  }
}

extension HistorySeries {
  fileprivate var latestReport: AirReport? {
    let series = try? AirSeries(
      latest.parameter, unit: latest.unit, averaging: id.averaging, timeline: AirTimeline(latest.interval),
      values: [latest.value], flags: [latest.flags], completeness: [latest.completeness],
      accuracy: [latest.accuracy], origin: id.origin, correction: id.correction)
    return series.map { series in
      AirReport(
        source: id.source, site: site, kind: id.kind, series: [series], receivedAt: latestReceivedAt,
        attribution: attribution, rights: rights)
    }
  }
}

extension HistorySample: Codable {
  /// Reads start, length, moment, time of receipt, flags and value. If there are other readings, their extremes, the mean and
  /// the number of all, the time at which the device was gone, if it was, and the parts of the cell that have others follow.
  init(from decoder: any Decoder) throws {
    var list = try decoder.unkeyedContainer()
    func second() throws -> Int64 {
      let second = try list.decode(Int64.self)
      // Year 9999 at most, so that arithmetic can't overflow.
      guard second.magnitude < 253_402_300_800 else { throw Self.impossible(in: list) }
      return second
    }
    func number() throws -> Double {
      let number = try list.decode(Double.self)
      guard number.isFinite else { throw Self.impossible(in: list) }
      return number
    }
    let start = try second()
    let length = try list.decode(Int32.self)
    let (moment, receivedAt) = try (second(), second())
    let flags = Flags(rawValue: try list.decode(UInt16.self))
    let value = try number()
    guard (1...86_400).contains(length), (start..<start + Int64(length)).contains(moment) else {
      throw Self.impossible(in: list)
    }
    self.init(
      start: start, moment: moment, receivedAt: receivedAt, value: value, mean: value, length: length,
      flags: flags)
    if list.isAtEnd { return }
    let others = try (lowest: number(), highest: number())
    mean = try number()
    count = max(1, try list.decode(Int32.self))
    guard others.lowest <= others.highest else { throw Self.impossible(in: list) }
    if count > 1 { (lowest, highest) = others }
    if !list.isAtEnd, try !list.decodeNil() { standsUntil = try second() }
    if !list.isAtEnd { parts = try list.decode(UInt32.self) }
  }

  func encode(to encoder: any Encoder) throws {
    var list = encoder.unkeyedContainer()
    try list.encode(start)
    try list.encode(length)
    try list.encode(moment)
    try list.encode(receivedAt)
    try list.encode(flags.rawValue)
    try list.encode(value)
    guard count > 1 || standsUntil != .max else { return }
    try list.encode(count > 1 ? lowest : value)
    try list.encode(count > 1 ? highest : value)
    try list.encode(mean)
    try list.encode(count)
    try list.encode(standsUntil == .max ? nil : standsUntil)
    try list.encode(parts)
  }

  private static func impossible(in list: any UnkeyedDecodingContainer) -> DecodingError {
    DecodingError.dataCorruptedError(in: list, debugDescription: "The sample has impossible numbers.")
  }
}
