/// The recent past of live air: a bounded history per site and parameter, fed from any update stream.
///
/// Sampling is an operator behind the merge of the updates: each reading goes into the sample to which its own interval
/// belongs, whenever it arrives, so that a late or disordered one stands where it should. A sample keeps the newest
/// reading, the least, the greatest and the mean. Nothing ticks: what a chart shows where nothing was heard is made when
/// the chart is.
///
/// ```swift
/// let history = AirHistory(interval: .seconds(5))
/// async let _ = history.follow(source, for: query)
/// for await charts in history.liveCharts() { … }          // now, and again at every step of sampling
/// history.interval = .seconds(60)                         // from here on
/// ```
///
/// A reading belongs to the sample in which its interval ends: an hourly mean stands in the last sample of its hour.
///
/// Memory is bounded by the ``Limits``: ``Usage/mostBytes`` is the most that the history takes, ``Usage/bytes`` what it
/// takes now, and what was given up or refused to keep to it is counted in ``counts``.
public final class AirHistory: Sendable {
  /// How much is kept.
  public struct Limits: Hashable, Sendable {
    /// The most sites of all sources together. One more is refused, and counted. 100 by default.
    public var maximumSites: Int
    /// The most series of one site. One more is refused, and counted. 8 by default.
    public var maximumSeriesPerSite: Int
    /// The most samples of one series. The oldest goes when a new one comes. 960 by default: 8 hours at 30 seconds.
    public var maximumSamples: Int

    /// Makes limits; each is at least 1.
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
    /// The samples given up by series that were removed since.
    var formerlyAgedOut = 0
    var textBytes = 0
  }

  /// How much is kept.
  public let limits: Limits
  let clock: any AQClock
  let state: Locked<State>
  let intervalChanges = ChangeSignal()

  /// Readings may be ahead of the clock by this many seconds, as those of devices with a clock of their own are.
  static let tolerance: Int64 = 300

  /// Makes an empty history.
  ///
  /// - Parameters:
  ///   - interval: The interval of sampling, in whole seconds from 1 s to 1 day. 5, 30 and 60 s are usual.
  ///   - limits: How much is kept.
  ///   - clock: Says what time it is.
  public init(
    interval: Duration = .seconds(30), limits: Limits = Limits(), clock: any AQClock = SystemClock()
  ) {
    self.limits = limits
    self.clock = clock
    state = Locked(State(interval: Self.seconds(interval)))
  }

  /// The interval of sampling, in whole seconds from 1 s to 1 day. It may be changed at any time: samples that are there
  /// keep their length, and charts show them at the new steps.
  public var interval: Duration {
    get { .seconds(state.withLock { $0.interval }) }
    set {
      state.withLock { $0.interval = Self.seconds(newValue) }
      intervalChanges.fire()
    }
  }

  private static func seconds(_ duration: Duration) -> Int64 {
    min(max(1, duration.components.seconds), 86_400)
  }

  /// Follows a stream of updates until it ends, fails or the task is cancelled. What follows is a gap, until the next
  /// state or stream.
  ///
  /// - Parameters:
  ///   - updates: The stream. Several may be followed at once.
  ///   - source: The source whose gaps the stream's states tell of; nil for all sources of this history.
  /// - Throws: What the stream throws.
  @concurrent public func follow(_ updates: AirUpdates, from source: SourceID? = nil) async throws {
    do {
      for try await update in updates { record(update, from: source) }
      mark(.ended, from: source)
    } catch {
      mark(error is CancellationError ? .ended : .failed, from: source)
      throw error
    }
  }

  /// Follows the updates of a source until they end, fail or the task is cancelled. Their states tell of the gaps of this
  /// source only, so that several can be followed at once.
  ///
  /// - Parameters:
  ///   - source: The source.
  ///   - query: What it is asked.
  /// - Throws: What the stream throws.
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
