extension AirHistory {
  /// Records an update: adds its readings to their samples, and begins or ends a gap by its state, which is that of the
  /// update's source, of the given one or, without both, of all sources of this history. Readings without a state end a gap.
  public func record(_ update: AirUpdate, from source: SourceID? = nil) {
    let now = clock.time
    let source = update.source ?? source
    state.withLock { state in
      state.gaps.settle(at: now)
      if let change = update.state {
        var since = now
        if case .silent(let start) = change { since = start }
        state.gaps.enter(AirHistory.Gap.Cause(change), of: source, since: since, now: now)
      } else if !update.reports.isEmpty {
        state.gaps.close(source, at: now)
      }
      if let gap = update.gap { state.gaps.missed(gap, of: source) }
      for report in update.reports { state.record(report, limits: limits, now: now) }
      if update.isSnapshot { state.endAllBut(update.reports, of: source, now: now) }
    }
  }

  /// Begins a gap of each source, or ends it without a cause.
  func mark(_ cause: AirHistory.Gap.Cause?, from sources: Set<SourceID?>, at now: AirTime) {
    state.withLock { state in
      for source in sources { state.gaps.enter(cause, of: source, since: now, now: now) }
    }
  }
}

extension AirHistory.State {
  mutating func record(_ given: AirReport, limits: AirHistory.Limits, now: AirTime) {
    var (report, skew) = (given, ReportBuilder.ClockSkew())
    counts.ahead = counts.ahead.addingSaturating(report.heedReceipt(at: now, &skew))
    var measured = MeasuredReport(report: report)
    for series in report.series {
      let id = AirChart.ID(report, series)
      var (found, text, isFirst) = (seriesIndices[id], 0, true)
      if found == nil { text = measured.text + HistorySeries.textSize(of: series) }
      for reading in series.readings {
        guard !series.parameter.isMissing(reading.value, in: series.unit) else {
          counts.missing = counts.missing.addingSaturating(1)
          continue
        }
        // The last second of the interval: an hourly mean until 12:00 belongs to the sample before noon.
        let end = reading.interval.end.secondsSince1970
        var moment = reading.interval.isInstant ? end : end - 1
        if moment > now.secondsSince1970 {
          guard reading.interval.start <= now.adding(seconds: ReceiptLead.tolerance) else {
            counts.ahead = counts.ahead.addingSaturating(1)
            continue
          }
          // An hour that still lasts has its value now.
          if reading.interval.start <= now { moment = now.secondsSince1970 }
        }
        found = found ?? add(id, report, series, reading, text: text, limits)
        guard let index = found else { continue }
        // Otherwise a reading from before the clock was set back would stay the newest until the clock caught up.
        let isSetBack =
          if case .beyond = self.series[index].latest.interval.lead(overReceipt: now) { true } else { false }
        if isSetBack {
          let removed = self.series[index].samples.removeAll(
            after: now.secondsSince1970 + ReceiptLead.tolerance)
          counts.ahead = counts.ahead.addingSaturating(removed)
        }
        let outcome = self.series[index].samples.record(
          HistorySamples.Reading(
            moment: moment, value: reading.value, receivedAt: report.receivedAt.secondsSince1970,
            flags: HistorySample.Flags(reading.flags)),
          cellLength: interval)
        count(outcome)
        if isFirst, outcome != .tooOld {
          textBytes += self.series[index].unite(report.attribution(of: series), report.rights(of: series))
          isFirst = false
        }
        if isSetBack || reading.interval.end >= self.series[index].latest.interval.end {
          textBytes += self.series[index].renew(reading, in: &measured, anew: isSetBack)
        }
      }
    }
  }

  /// Ends the series that a snapshot leaves out, so that their last values are not carried forward.
  mutating func endAllBut(_ reports: [AirReport], of source: SourceID?, now: AirTime) {
    var isPresent = [Bool](repeating: false, count: series.count)
    for report in reports {
      for series in report.series {
        if let index = seriesIndices[AirChart.ID(report, series)] { isPresent[index] = true }
      }
    }
    let sources = source.map { [$0] } ?? Set(reports.map(\.source))
    for index in series.indices where !isPresent[index] && sources.contains(series[index].id.source) {
      series[index].samples.end(at: now.secondsSince1970)
    }
  }

  private mutating func count(_ outcome: HistorySamples.Outcome) {
    counts.readings = counts.readings.addingSaturating(1)
    switch outcome {
    case .newest: break
    case .late: counts.late = counts.late.addingSaturating(1)
    case .repeated: counts.repeated = counts.repeated.addingSaturating(1)
    case .revised: counts.revised = counts.revised.addingSaturating(1)
    case .tooOld: counts.tooOld = counts.tooOld.addingSaturating(1)
    }
  }

  /// Adds a series, which has `text` bytes of text without the reading's flags, and returns its index; nil if there is no
  /// room.
  private mutating func add(
    _ id: AirChart.ID, _ report: AirReport, _ series: AirSeries, _ reading: AirReading, text: Int,
    _ limits: AirHistory.Limits
  ) -> Int? {
    let size = text + HistorySeries.textSize(of: reading.flags)
    let known = seriesOfSite[id.site] ?? 0
    guard size <= HistorySeries.mostText, known > 0 || seriesOfSite.count < limits.maximumSites else {
      counts.refusedSites = counts.refusedSites.addingSaturating(1)
      return nil
    }
    guard known < limits.maximumSeriesPerSite else {
      counts.refusedSeries = counts.refusedSeries.addingSaturating(1)
      return nil
    }
    self.series.append(
      HistorySeries(
        id: id, site: report.site, attribution: report.attribution(of: series),
        rights: report.rights(of: series),
        samples: HistorySamples(limit: limits.maximumSamples), latest: reading,
        latestReceivedAt: report.receivedAt, textBytes: size))
    textBytes += size
    seriesIndices[id] = self.series.count - 1
    seriesOfSite[id.site] = known + 1
    return self.series.count - 1
  }
}
