#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

extension AirHistory {
  /// A snapshot of every series for a chart, in order of first appearance.
  public func charts(_ options: AirChart.Options = AirChart.Options()) -> [AirChart] {
    let (series, maker) = state.withLock { state in
      (state.series, ChartMaker(options, interval: state.interval, now: clock.time, limits, state.gaps))
    }
    var gaps: [SourceID: [AirHistory.Gap]] = [:]
    return series.compactMap { series in
      let own = gaps[series.id.source] ?? maker.gaps(of: series.id.source)
      gaps[series.id.source] = own
      return maker.chart(of: series, own)
    }
  }

  /// A snapshot of one series for a chart; nil if there is no such series.
  public func chart(of id: AirChart.ID, _ options: AirChart.Options = AirChart.Options()) -> AirChart? {
    let (series, maker) = state.withLock { state in
      (
        state.seriesIndices[id].map { state.series[$0] },
        ChartMaker(options, interval: state.interval, now: clock.time, limits, state.gaps)
      )
    }
    return series.flatMap { maker.chart(of: $0, maker.gaps(of: $0.id.source)) }
  }

  /// Snapshots of every series: now, and at every sampling step, until the task is cancelled.
  ///
  /// A changed interval shows at once. A slow consumer misses steps and gets the newest snapshot.
  public func liveCharts(_ options: AirChart.Options = AirChart.Options()) -> Charts {
    Charts(self, options)
  }
}

extension AirHistory {
  /// Snapshots of a history for a view: one now, and one at every sampling step.
  ///
  /// ```swift uncompiled
  /// .task { for await charts in history.liveCharts() { self.charts = charts } }
  /// ```
  public struct Charts: AsyncSequence, Sendable {
    /// The charts of all series.
    public typealias Element = [AirChart]
    /// It never fails; it ends when its task is cancelled.
    public typealias Failure = Never

    private let history: AirHistory
    private let options: AirChart.Options

    init(_ history: AirHistory, _ options: AirChart.Options) {
      self.history = history
      self.options = options
    }

    /// Starts at the first call of `next()`.
    public func makeAsyncIterator() -> Iterator { Iterator(history: history, options: options) }

    /// Iterates over the snapshots.
    public struct Iterator: AsyncIteratorProtocol {
      private let history: AirHistory
      private let options: AirChart.Options
      private var hasBegun = false

      init(history: AirHistory, options: AirChart.Options) {
        self.history = history
        self.options = options
      }

      /// The next snapshot; nil when the task was cancelled.
      public mutating func next() async -> [AirChart]? { await next(isolation: #isolation) }

      /// The next snapshot; nil when the task was cancelled.
      public mutating func next(isolation actor: isolated (any Actor)?) async -> [AirChart]? {
        let waits = hasBegun
        hasBegun = true
        return await Self.snapshot(history, options, waits: waits)
      }

      @concurrent private static func snapshot(
        _ history: AirHistory, _ options: AirChart.Options, waits: Bool
      ) async -> [AirChart]? {
        if waits { await history.untilNextStep() }
        return Task.isCancelled ? nil : history.charts(options)
      }
    }
  }
}

extension AirHistory {
  /// Waits until the next sampling step begins or the interval changes.
  func untilNextStep() async {
    let change = intervalChanges.value
    let step = interval / .seconds(1)
    let passed = clock.now.timeIntervalSince1970
    let rest = ((passed / step).rounded(.down) + 1) * step - passed
    // Rounded up to the millisecond, so that the task doesn't wake just before the step.
    let milliseconds = rest.isFinite ? min(max(1, (rest * 1000).rounded(.up)), 86_400_000) : 1000
    await withTaskGroup { group in
      group.addTask { try? await self.clock.sleep(for: .milliseconds(Int64(milliseconds))) }
      group.addTask { try? await self.intervalChanges.wait { $0 != change } }
      await group.next()
      group.cancelAll()
    }
  }
}
