extension AirHistory {
  /// The memory use of a history.
  public struct Usage: Hashable, Sendable {
    /// The sites.
    public let sites: Int
    /// The series of all sites.
    public let series: Int
    /// The samples of all series that charts can show.
    public let samples: Int
    /// Approximate bytes in use.
    public let bytes: Int
    /// The most bytes within the limits: sites × series per site × samples, and their descriptions.
    public let mostBytes: Int
  }

  /// Counts of accepted, dropped and refused readings.
  public struct Counts: Hashable, Sendable {
    /// Readings that were recorded, too old or repetitions.
    public internal(set) var readings = 0
    /// Readings that arrived after a newer one; they are in their proper samples.
    public internal(set) var late = 0
    /// Readings received before; they change nothing but mark their sample.
    public internal(set) var repeated = 0
    /// Readings that replaced another value for the same moment.
    public internal(set) var revised = 0
    /// Readings older than the oldest kept sample: dropped.
    public internal(set) var tooOld = 0
    /// Readings more than five minutes ahead of the clock: dropped.
    public internal(set) var ahead = 0
    /// Readings of sites beyond the limit, or with more than 4 KiB of descriptive text: dropped.
    public internal(set) var refusedSites = 0
    /// Readings of series beyond a site's limit: dropped.
    public internal(set) var refusedSeries = 0
    /// Samples that were given up for newer ones.
    public internal(set) var samplesAgedOut = 0
    /// Gaps that were given up for newer ones.
    public internal(set) var gapsAgedOut = 0

    /// All dropped readings.
    public var dropped: Int {
      [tooOld, ahead, refusedSites, refusedSeries].reduce(0) { $0.addingSaturating($1) }
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
      let samples = state.series.reduce(into: (count: 0, bytes: 0)) { sum, series in
        sum.count += series.samples.count
        sum.bytes += series.samples.bytes
      }
      return Usage(
        sites: state.seriesOfSite.count, series: state.series.count, samples: samples.count,
        bytes: samples.bytes + state.series.count * HistorySeries.overhead + state.textBytes
          + state.gaps.bytes,
        mostBytes: limits.mostBytes)
    }
  }
}

extension AirHistory.Limits {
  /// The most bytes within these limits.
  var mostBytes: Int {
    let samples = HistorySamples.mostBytes(limit: maximumSamples)
    let series = samples + HistorySeries.overhead + HistorySeries.mostText
    let count = maximumSites.multipliedReportingOverflow(by: maximumSeriesPerSite)
    let bytes = count.partialValue.multipliedReportingOverflow(by: series)
    return count.overflow || bytes.overflow
      ? .max : bytes.partialValue.addingSaturating(HistoryGaps.mostBytes)
  }
}
