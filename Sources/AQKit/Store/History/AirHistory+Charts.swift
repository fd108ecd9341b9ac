extension AirHistory {
  /// A snapshot of every series for a chart, in order of first appearance.
  public func charts(_ options: AirChartOptions = AirChartOptions()) -> [AirChart] {
    let (series, maker) = state.withLock { state in
      (state.series, ChartMaker(options, interval: state.interval, now: clock.time, limits, state.gaps))
    }
    var gaps: [SourceID: [AirHistoryGap]] = [:]
    return series.compactMap { series in
      let own = gaps[series.id.source] ?? maker.gaps(of: series.id.source)
      gaps[series.id.source] = own
      return maker.chart(of: series, own)
    }
  }

  /// A snapshot of one series for a chart; nil if there is no such series.
  public func chart(of id: AirChart.ID, _ options: AirChartOptions = AirChartOptions()) -> AirChart? {
    let (series, maker) = state.withLock { state in
      (
        state.places[id].map { state.series[$0] },
        ChartMaker(options, interval: state.interval, now: clock.time, limits, state.gaps)
      )
    }
    return series.flatMap { maker.chart(of: $0, maker.gaps(of: $0.id.source)) }
  }

  /// Snapshots of every series: now, and at every sampling step, until the task is cancelled.
  ///
  /// A changed interval shows at once. A slow consumer misses steps and gets the newest snapshot.
  public func liveCharts(_ options: AirChartOptions = AirChartOptions()) -> AirCharts {
    AirCharts(self, options)
  }
}
