extension AirHistory {
  /// A snapshot of every series for a chart, in the order in which the series were first heard.
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

  /// A snapshot of one series for a chart; nil where there is none.
  public func chart(of id: AirChart.ID, _ options: AirChartOptions = AirChartOptions()) -> AirChart? {
    let (series, maker) = state.withLock { state in
      (
        state.places[id].map { state.series[$0] },
        ChartMaker(options, interval: state.interval, now: clock.time, limits, state.gaps)
      )
    }
    return series.flatMap { maker.chart(of: $0, maker.gaps(of: $0.id.source)) }
  }

  /// Snapshots of every series: at once, and again at every step of sampling, until the task is cancelled.
  ///
  /// A changed interval shows at once. A consumer that is slow misses steps and gets the newest snapshot.
  public func liveCharts(_ options: AirChartOptions = AirChartOptions()) -> AirCharts {
    AirCharts(self, options)
  }
}
