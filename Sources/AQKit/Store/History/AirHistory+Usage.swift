extension AirHistory {
  /// How much memory a history takes.
  public struct Usage: Hashable, Sendable {
    /// The sites.
    public let sites: Int
    /// The series of all sites.
    public let series: Int
    /// The samples of all series that charts can show.
    public let samples: Int
    /// About how many bytes it all takes now.
    public let bytes: Int
    /// The most bytes that it can take within its limits: sites × series of a site × samples, and what describes them.
    public let mostBytes: Int
  }

  /// What was taken in, and what was given up or refused.
  public struct Counts: Hashable, Sendable {
    /// Readings that were taken in, or were too old or repetitions.
    public internal(set) var readings = 0
    /// Readings that arrived after a newer one; they stand where they belong.
    public internal(set) var late = 0
    /// Readings that had been heard before; they change nothing, and their sample is marked.
    public internal(set) var repeated = 0
    /// Readings that took the place of another value for the same moment.
    public internal(set) var revised = 0
    /// Readings from before the oldest sample that is kept: dropped.
    public internal(set) var tooOld = 0
    /// Readings more than five minutes ahead of the clock: dropped.
    public internal(set) var ahead = 0
    /// Readings of sites beyond the limit, or that describe themselves with more than 4 KiB of text: dropped.
    public internal(set) var refusedSites = 0
    /// Readings of series beyond a site's limit: dropped.
    public internal(set) var refusedSeries = 0
    /// Samples that were given up for newer ones.
    public internal(set) var samplesAgedOut = 0
    /// Gaps that were given up for newer ones.
    public internal(set) var gapsAgedOut = 0

    /// How many readings were dropped, for whatever reason.
    public var dropped: Int {
      [tooOld, ahead, refusedSites, refusedSeries].reduce(0) { $0.addingSaturating($1) }
    }
  }

  /// What was taken in, and what was given up or refused, since the history was made or emptied.
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

  /// How much memory the history takes.
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
    let samples = HistorySamples.mostBytes(limit: min(maximumSamples, 1 << 32))
    let series = samples + HistorySeries.overhead + HistorySeries.mostText
    let count = maximumSites.multipliedReportingOverflow(by: maximumSeriesPerSite)
    let bytes = count.partialValue.multipliedReportingOverflow(by: series)
    return count.overflow || bytes.overflow
      ? .max : bytes.partialValue.addingSaturating(HistoryGaps.mostBytes)
  }
}
