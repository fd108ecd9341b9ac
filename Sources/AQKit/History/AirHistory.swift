/// The recent past of live air: a bounded history per site and parameter, fed from any stream of updates.
///
/// Sampling follows the merge of the updates: each reading enters the sample of its own interval, whenever it arrives,
/// so late and disordered readings end up in the right sample. A sample keeps the newest reading, the least, the
/// greatest and the mean. There is no timer: a chart fills the samples without readings when it is made.
///
/// ```swift
/// let history = AirHistory(interval: .seconds(5))
/// async let following: Void = history.follow(source, for: query)
/// for await charts in history.liveCharts().prefix(12) { show(charts) }  // now, and at every step of sampling
/// history.interval = .seconds(60)  // from here on
/// try await following
/// ```
///
/// A reading belongs to the sample in which its interval ends: an hourly mean to the last sample of its hour.
///
/// Its `limits` bound the memory: ``Usage/mostBytes`` is the upper bound, ``Usage/bytes`` the current use;
/// ``counts`` has the readings that were dropped or refused.
public final class AirHistory: Sendable {
  /// Bounds on the kept data.
  public struct Limits: Hashable, Sendable {
    /// The most sites over all sources. Further ones are refused and counted. 100 by default.
    public var maximumSites: Int
    /// The most series of one site. Further ones are refused and counted. 8 by default.
    public var maximumSeriesPerSite: Int
    /// The most samples of one series; a new one replaces the oldest. 960 by default: 8 hours at 30 seconds.
    public var maximumSamples: Int

    /// Limits; a number below 1 becomes 1.
    public init(maximumSites: Int = 100, maximumSeriesPerSite: Int = 8, maximumSamples: Int = 960) {
      self.maximumSites = max(1, maximumSites)
      self.maximumSeriesPerSite = max(1, maximumSeriesPerSite)
      self.maximumSamples = max(1, maximumSamples)
    }
  }

  struct State {
    var interval: Int64
    var series: [HistorySeries] = []
    var places: [AirChart.ID: Int] = [:]
    var seriesOfSite: [HistorySiteKey: Int] = [:]
    var gaps = HistoryGaps()
    var counts = Counts()
    /// Samples dropped from series that were removed since.
    var formerlyAgedOut = 0
    var textBytes = 0
  }

  /// Bounds on the kept data.
  public let limits: Limits
  let clock: any AQClock
  let state: Locked<State>
  let intervalChanges = Condition<UInt64>(0)

  /// The largest lead of a reading over the clock in seconds, for devices with clocks of their own.
  static let tolerance: Int64 = 300

  /// An empty history.
  ///
  /// - Parameters:
  ///   - interval: The interval of sampling, in whole seconds from 1 s to 1 day. 5, 30 and 60 s are usual.
  ///   - limits: Bounds on the kept data.
  ///   - clock: Tells the time.
  public init(
    interval: Duration = .seconds(30), limits: Limits = Limits(), clock: any AQClock = SystemClock()
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
  ///   - source: The source of the stream's states; nil for all sources of this history.
  /// - Throws: The errors of the stream.
  @concurrent public func follow(_ updates: AirUpdates, from source: SourceID? = nil) async throws {
    do {
      for try await update in updates { record(update, from: source) }
      mark(.ended, from: source)
    } catch {
      mark(error is CancellationError ? .ended : .failed, from: source)
      throw error
    }
  }

  /// Follows the updates of a source until they end, fail or the task is cancelled. Their states affect the gaps of
  /// this source only, so several sources can be followed at once.
  ///
  /// - Parameters:
  ///   - source: The source.
  ///   - query: The query.
  /// - Throws: The errors of the stream.
  @concurrent public func follow(_ source: some AirDataSource, for query: AirQuery) async throws {
    try await follow(source.updates(for: query), from: source.descriptor.id)
  }

  /// Forgets one series.
  public func remove(_ id: AirChart.ID) {
    state.withLock { state in
      guard let place = state.places[id] else { return }
      state.formerlyAgedOut = state.formerlyAgedOut.addingSaturating(state.series[place].samples.agedOut)
      state.textBytes -= state.series[place].textBytes
      state.series.remove(at: place)
      state.places = Dictionary(uniqueKeysWithValues: state.series.enumerated().map { ($1.id, $0) })
      let site = HistorySiteKey(id)
      state.seriesOfSite[site] = state.seriesOfSite[site].flatMap { $0 > 1 ? $0 - 1 : nil }
    }
  }

  /// Forgets everything but the interval.
  public func removeAll() {
    state.withLock { $0 = State(interval: $0.interval) }
  }
}
