/// The recent past of live air: a bounded history per site and parameter, fed from any stream of updates.
///
/// Readings are sampled after updates are merged: each reading enters the sample of its own interval, whenever it
/// arrives, so that late and unordered readings end up in the right sample. A sample keeps the newest, the lowest and
/// the highest reading, and the mean. There is no timer: a chart fills the samples without readings when it is made.
///
/// ```swift
/// let history = AirHistory(interval: .seconds(5))
/// async let following: Void = history.follow(source, for: query)
/// for await charts in history.liveCharts().prefix(12) { show(charts) }  // now, and at every step of sampling
/// history.interval = .seconds(60)  // from here on
/// try await following
/// ```
///
/// A reading belongs to the sample that contains its end: an hourly mean to the last sample of its hour.
///
/// Its `limits` bound the memory: ``Usage/mostBytes`` is the upper bound, ``Usage/bytes`` the current use;
/// ``counts`` says how many readings were dropped or refused.
public final class AirHistory: Sendable {
  /// Bounds on the kept data.
  public struct Limits: Hashable, Sendable {
    /// The maximum number of sites over all sources. Further ones are refused and counted. 100 by default.
    public var maximumSites: Int
    /// The maximum number of series of one site. Further ones are refused and counted. 8 by default.
    public var maximumSeriesPerSite: Int
    /// The maximum number of samples of one series; a new one replaces the oldest. 960 by default: 8 hours at 30 seconds.
    public var maximumSamples: Int

    /// Creates limits; a number below 1 becomes 1.
    public init(maximumSites: Int = 100, maximumSeriesPerSite: Int = 8, maximumSamples: Int = 960) {
      self.maximumSites = max(1, maximumSites)
      self.maximumSeriesPerSite = max(1, maximumSeriesPerSite)
      self.maximumSamples = max(1, maximumSamples)
    }
  }

  struct State {
    var interval: Int64
    var series: [HistorySeries] = []
    var seriesIndices: [AirChart.ID: Int] = [:]
    var seriesOfSite: [HistorySiteKey: Int] = [:]
    var gaps = HistoryGaps()
    var counts = Counts()
    /// Samples dropped from series that have since been removed.
    var formerlyAgedOut = 0
    var textBytes = 0
  }

  /// Bounds on the kept data.
  public let limits: Limits
  let clock: any AQClock
  let state: Locked<State>
  let intervalChanges = Condition<UInt64>(0)

  /// Creates an empty history with an interval of sampling in whole seconds from 1 s to 1 day; 5, 30 and 60 s are usual.
  public init(
    interval: Duration = .seconds(30), limits: Limits = Limits(), clock: any AQClock = AQSystemClock()
  ) {
    self.limits = limits
    self.clock = clock
    state = Locked(State(interval: Self.seconds(interval)))
  }

  /// The sampling interval in whole seconds, from 1 s to 1 day. It may change at any time: existing samples keep their
  /// length, and charts show them at the new steps.
  public var interval: Duration {
    get { .seconds(state.withLock { $0.interval }) }
    set {
      state.withLock { $0.interval = Self.seconds(newValue) }
      intervalChanges.change { $0 &+= 1 }
    }
  }

  private static func seconds(_ duration: Duration) -> Int64 {
    min(max(1, duration.boundedSeconds), 86_400)
  }

  /// Follows a stream of updates until it ends, fails or the task is cancelled. After that there is a gap until the
  /// next state or stream.
  ///
  /// - Parameters:
  ///   - updates: The stream. Several may be followed at once.
  ///   - source: The source of the states in updates that name none; nil for all sources of this history.
  /// - Throws: The errors of the stream.
  @concurrent public func follow(_ updates: AirUpdates, from source: SourceID? = nil) async throws {
    var sources: Set<SourceID?> = []
    do {
      for try await update in updates {
        // An earlier stream may have failed before it named a source.
        if sources.isEmpty { mark(nil, from: [source], at: clock.time) }
        sources.insert(update.source ?? source)
        record(update, from: source)
      }
      mark(.ended, from: sources.isEmpty ? [source] : sources, at: clock.time)
    } catch {
      let cause = error is CancellationError ? AirHistory.Gap.Cause.ended : .failed
      mark(cause, from: sources.isEmpty ? [source] : sources, at: clock.time)
      throw error
    }
  }

  /// Follows the updates of a source until they end, fail or the task is cancelled. Their states affect the gaps of
  /// this source only, so several sources can be followed at once.
  ///
  /// - Throws: The errors of the stream.
  @concurrent public func follow(_ source: some AirDataSource, for query: AirQuery) async throws {
    try await follow(source.updates(for: query), from: source.descriptor.id)
  }

  /// Forgets one series.
  public func remove(_ id: AirChart.ID) {
    state.withLock { state in state.removeSeries(state.series.map { $0.id == id }) }
  }

  /// Forgets the samples from before a moment, and the series whose newest reading ended before it.
  public func removeAll(before moment: AirTime) {
    state.withLock { state in
      for index in state.series.indices {
        state.series[index].samples.removeAll(before: moment.secondsSince1970)
      }
      state.removeSeries(state.series.map { $0.latest.interval.end < moment })
    }
  }

  /// Forgets everything but the interval.
  public func removeAll() {
    state.withLock { $0 = State(interval: $0.interval) }
  }

  /// The series without their samples, in order of first appearance.
  var bareSeries: [HistorySeries] {
    // Made under the lock: a copy of the samples would make the next reading copy them all.
    state.withLock { state in
      state.series.map { series in
        changed(series) { $0.samples = HistorySamples(limit: 1) }
      }
    }
  }
}

extension AirHistory.State {
  /// Forgets the series whose flag is set.
  fileprivate mutating func removeSeries(_ areOver: [Bool]) {
    guard areOver.contains(true) else { return }
    for index in series.indices where areOver[index] {
      formerlyAgedOut = formerlyAgedOut.addingSaturating(series[index].samples.agedOut)
      textBytes -= series[index].textBytes
      let site = series[index].id.site
      seriesOfSite[site] = seriesOfSite[site].flatMap { $0 > 1 ? $0 - 1 : nil }
    }
    series = series.indices.filter { !areOver[$0] }.map { series[$0] }
    seriesIndices = [:]
    for (index, one) in series.enumerated() { seriesIndices[one.id] = index }
  }
}

extension AirHistory {
  /// The memory use of a history.
  public struct Usage: Hashable, Sendable {
    /// The number of sites.
    public let sites: Int
    /// The number of series of all sites.
    public let series: Int
    /// The number of samples of all series that charts can show.
    public let samples: Int
    /// Approximate bytes in use.
    public let bytes: Int
    /// The bytes that the history takes at its limits: sites × series per site × samples, and their descriptions.
    public let mostBytes: Int
  }

  /// The numbers of accepted, dropped and refused readings.
  public struct Counts: Hashable, Sendable {
    /// The number of readings that were recorded, were too old, or were repetitions.
    public internal(set) var readings = 0
    /// The number of readings that arrived after a newer one; they are in their proper samples.
    public internal(set) var late = 0
    /// The number of readings that had been received before; they only mark their sample. Another value for a moment before
    /// the sample's newest reading can't be recognised, and counts as repeated or as a further reading.
    public internal(set) var repeated = 0
    /// The number of readings that replaced another value for the moment of their sample's newest reading.
    public internal(set) var revised = 0
    /// The number of dropped readings that were older than the oldest kept sample.
    public internal(set) var tooOld = 0
    /// The number of dropped readings whose time begins more than ten minutes after their receipt.
    public internal(set) var ahead = 0
    /// The number of dropped readings that mark a missing value, such as −999 µg/m³.
    public internal(set) var missing = 0
    /// The number of dropped readings of sites beyond the limit, or with more than 4 KiB of descriptive text.
    public internal(set) var refusedSites = 0
    /// The number of dropped readings of series beyond a site's limit.
    public internal(set) var refusedSeries = 0
    /// The number of samples that were dropped for newer ones.
    public internal(set) var samplesAgedOut = 0
    /// The number of gaps that were dropped for newer ones.
    public internal(set) var gapsAgedOut = 0

    /// The number of all dropped readings.
    public var dropped: Int {
      [tooOld, ahead, missing, refusedSites, refusedSeries].reduce(0) { $0.addingSaturating($1) }
    }
  }

  /// Counts since the history was created or emptied.
  public var counts: Counts {
    state.withLock { state in
      var counts = state.counts
      counts.samplesAgedOut = state.series.reduce(state.formerlyAgedOut) {
        $0.addingSaturating($1.samples.agedOut)
      }
      counts.gapsAgedOut = state.gaps.agedOut
      return counts
    }
  }

  /// The memory use of the history.
  public var usage: Usage {
    state.withLock { state in
      let bytes = state.series.reduce(0) { $0 + $1.samples.bytes + HistorySeries.overhead }
      return Usage(
        sites: state.seriesOfSite.count, series: state.series.count,
        samples: state.series.reduce(0) { $0 + $1.samples.count },
        bytes: bytes + state.textBytes + state.gaps.bytes, mostBytes: limits.mostBytes)
    }
  }
}

extension AirHistory.Limits {
  var mostBytes: Int {
    let samples = HistorySamples.mostBytes(limit: maximumSamples)
    let series = Double(samples + HistorySeries.overhead + HistorySeries.mostText)
    let bytes = Double(maximumSites) * Double(maximumSeriesPerSite) * series
    return Int(exactly: bytes + Double(HistoryGaps.mostBytes)) ?? .max
  }
}
