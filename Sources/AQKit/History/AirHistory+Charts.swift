extension AirHistory {
  /// Returns a snapshot of every series for a chart, in order of first appearance.
  public func charts(_ options: AirChart.Options = AirChart.Options()) -> [AirChart] {
    charts(options) { $0.series }
  }

  /// Returns a snapshot of one series for a chart; nil if there is no such series.
  public func chart(of id: AirChart.ID, _ options: AirChart.Options = AirChart.Options()) -> AirChart? {
    charts(options) { state in state.seriesIndices[id].map { [state.series[$0]] } ?? [] }.first
  }

  private func charts(_ options: AirChart.Options, of chosen: (State) -> [HistorySeries]) -> [AirChart] {
    let now = clock.time
    let (series, gaps, interval) = state.withLock { (chosen($0), $0.gaps, $0.interval) }
    let maker = ChartMaker(options, interval: interval, now: now, limits, gaps.all)
    return series.compactMap(maker.chart(of:))
  }

  /// Returns snapshots of every series: now, and at every sampling step, until the task is cancelled.
  ///
  /// A changed interval takes effect at once. A slow consumer misses steps and gets the newest snapshot. Iterate over the
  /// sequence once.
  ///
  /// ```swift uncompiled
  /// .task { for await charts in history.liveCharts() { self.charts = charts } }
  /// ```
  public func liveCharts(_ options: AirChart.Options = AirChart.Options()) -> AsyncStream<[AirChart]> {
    let hasBegun = Locked(false)
    return AsyncStream(unfolding: { [self] in
      if hasBegun.withLock({ exchange(&$0, with: true) }) { await untilNextStep() }
      return Task.isCancelled ? nil : charts(options)
    })
  }

  /// Waits until the next sampling step begins or the interval changes.
  func untilNextStep() async {
    let change = intervalChanges.value
    let step = interval / .seconds(1)
    let passed = clock.seconds
    let rest = ((passed / step).rounded(.down) + 1) * step - passed
    // Rounded up to the millisecond, so that the task doesn't wake just before the step.
    let milliseconds = rest.isFinite ? min(max(1, (rest * 1000).rounded(.up)), 86_400_000) : 1000
    _ = try? await firstOutcome(
      { try await self.clock.sleep(for: .milliseconds(Int64(milliseconds))) },
      { try await self.intervalChanges.wait { $0 != change } })
  }
}

struct ChartMaker {
  private let options: AirChart.Options
  private let step: Int64
  private let now: AirTime
  private let first: Int64
  private let count: Int
  /// The gaps of all sources, in order.
  private let gaps: [AirHistory.Gap]

  init(
    _ options: AirChart.Options, interval: Int64, now: AirTime, _ limits: AirHistory.Limits,
    _ gaps: [AirHistory.Gap]
  ) {
    self.options = options
    self.now = now
    self.gaps = gaps
    step = interval
    let cells = (max(1, options.window.boundedSeconds) - 1) / interval + 1
    count = Int(min(cells, Int64(min(limits.maximumSamples, 1 << 24))))
    first = now.floored(toMultipleOf: interval).secondsSince1970 - Int64(count - 1) * interval
  }

  /// Returns the chart of a series with its source's gaps; nil if its parameter isn't requested.
  func chart(of series: HistorySeries) -> AirChart? {
    guard options.parameters.isEmpty || options.parameters.contains(series.id.parameter) else { return nil }
    let gaps = gaps.filter { $0.source == nil || $0.source == series.id.source }
    let (end, latest, samples) = (first + Int64(count) * step, series.latest.interval.end, series.samples.all)
    let hasMean = series.id.unit.dimension != .angle
    let bands = options.banding.bands(
      of: series.id.parameter, unit: series.id.unit, averaging: series.id.averaging,
      from: min(latest, AirTime(secondsSince1970: min(first, samples.first?.moment ?? first))),
      through: max(latest, AirTime(secondsSince1970: end)), in: series.site.timeZone)
    let points = points(samples, gaps: gaps, bands: bands, hasMean: hasMean)
    return AirChart(
      id: series.id, site: series.site, attribution: series.attribution, rights: series.rights, takenAt: now,
      window: AirInterval(seconds: first, end), step: .seconds(step), points: points,
      gaps: gaps.filter { $0.begins(before: end) && $0.ends(after: first) },
      latest: series.latest, latestReceivedAt: series.latestReceivedAt,
      latestBand: bands?.bands(ofValueEnding: latest)?.lookUp(series.latest).band,
      statistics: AirHistory.Statistics(points, rule: options.trendRule), bandProxy: bands?.proxy)
  }

  private func points(
    _ samples: ArraySlice<HistorySample>, gaps: [AirHistory.Gap], bands: EditionBands?, hasMean: Bool
  ) -> [AirChart.Point] {
    var points: [AirChart.Point] = []
    points.reserveCapacity(count)
    var rest = samples.drop { $0.moment < first }
    var known = samples[..<rest.startIndex].last
    // The last value holds until the first gap after its arrival.
    var standsUntil = known.map { until($0, gaps) } ?? .min
    let gaps = gaps.filter { $0.ends(after: first - ReceiptLead.tolerance) }
    var openGaps = gaps[...]
    for cell in 0..<count {
      let start = first + Int64(cell) * step
      let interval = AirInterval(seconds: start, start + step)
      let own = rest.prefix { $0.moment < start + step }
      rest = rest[own.endIndex...]
      if let oldest = own.first {
        let heard = own.dropFirst().reduce(oldest) { $0.followed(by: $1) }
        known = heard
        standsUntil = until(heard, gaps)
        points.append(AirChart.Point(.measured, interval, heard, bands, hasMean: hasMean))
        continue
      }
      openGaps = openGaps.drop { !$0.ends(after: start) }
      if let gap = openGaps.first, gap.begins(before: start + step) {
        points.append(AirChart.Point(.gap(gap.cause), interval))
      } else if options.fill == .carryForward, let known, start + step <= standsUntil {
        points.append(AirChart.Point(.carriedForward, interval, known, bands, hasMean: hasMean))
      } else {
        points.append(AirChart.Point(.empty, interval))
      }
    }
    return points
  }

  /// Returns the end of a sample's validity: the first gap after its arrival, or the end that the feed stated.
  private func until(_ sample: HistorySample, _ gaps: [AirHistory.Gap]) -> Int64 {
    let next = gaps.indices.firstPassing { !gaps[$0].begins(before: sample.receivedAt) }
    let gap = gaps[next...].first { $0.ends(after: sample.receivedAt) }
    return min(gap?.start.secondsSince1970 ?? .max, sample.standsUntil)
  }
}

extension AirHistory.Gap {
  fileprivate func begins(before second: Int64) -> Bool { start.secondsSince1970 < second }
  fileprivate func ends(after second: Int64) -> Bool { end.map { $0.secondsSince1970 > second } ?? true }
}

extension EditionBands {
  fileprivate func band(of sample: HistorySample) -> AQIBand? {
    if sample.flags.contains(.suspect) { return nil }
    return band(
      of: sample.value, isFlagged: sample.flags.contains(.beyondScale),
      ending: AirTime(secondsSince1970: sample.moment + 1))
  }
}

extension HistorySample {
  func followed(by next: HistorySample) -> HistorySample {
    var whole = next
    // A suspect sample is only shown if there is no other.
    guard flags.contains(.suspect) == next.flags.contains(.suspect) else {
      whole = flags.contains(.suspect) ? next : self
      whole.moment = next.moment
      whole.standsUntil = next.standsUntil
      whole.receivedAt = max(receivedAt, next.receivedAt)
      return whole
    }
    whole.lowest = min(minimum, next.lowest)
    whole.highest = max(maximum, next.highest)
    whole.count = Int32(min(Int64(count) + Int64(next.count), Int64(Int32.max)))
    whole.mean = mean.mean(
      with: next.mean, weighing: Double(next.count), of: Double(count) + Double(next.count))
    whole.flags.formUnion(flags)
    return whole
  }
}

extension AirChart.Point {
  fileprivate init(
    _ status: Status, _ interval: AirInterval, _ sample: HistorySample? = nil, _ bands: EditionBands? = nil,
    hasMean: Bool = false
  ) {
    let heard = status == .measured ? sample : nil
    let flags = sample?.flags.set ?? []
    self.init(
      interval: interval, value: sample?.value, mean: hasMean ? heard?.mean ?? sample?.value : nil,
      range: hasMean ? heard.map { $0.minimum...$0.maximum } : nil,
      readings: heard.map { Int($0.count) } ?? 0, status: status,
      flags: status == .carriedForward
        ? flags.subtracting([.late, .repeated]).union([.carriedForward]) : flags,
      band: sample.flatMap { bands?.band(of: $0) })
  }
}
