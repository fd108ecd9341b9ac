extension AirHistory {
  /// The newest reading of a series, without its samples.
  package struct Newest: Sendable {
    /// The identity of the series.
    package let id: AirChart.ID
    /// The site, as the newest report describes it.
    package let site: AirSite
    /// The attribution that must be shown beside the values.
    package let attribution: [AirAttribution]
    /// What the licence allows.
    package let rights: AirRights
    /// The newest reading.
    package let reading: AirReading
    /// When it was received, or last repeated.
    package let receivedAt: AirTime
  }

  /// The newest reading of every series, in order of first appearance.
  package var newest: [Newest] {
    // Made under the lock: a copy of the series would make the next reading copy all samples.
    state.withLock { state in
      state.series.map { series in
        Newest(
          id: series.id, site: series.site, attribution: series.attribution, rights: series.rights,
          reading: series.latest, receivedAt: series.latestReceivedAt)
      }
    }
  }

  /// Forgets the samples from before a moment, and the series whose newest reading ended before it.
  public func removeAll(before moment: AirTime) {
    state.withLock { $0.removeAll(before: moment) }
  }
}

extension AirHistory.State {
  fileprivate mutating func removeAll(before moment: AirTime) {
    for place in series.indices { series[place].samples.removeAll(before: moment.secondsSince1970) }
    guard series.contains(where: { $0.latest.interval.end < moment }) else { return }
    var kept: [HistorySeries] = []
    for one in series {
      guard one.latest.interval.end < moment else {
        kept.append(one)
        continue
      }
      formerlyAgedOut = formerlyAgedOut.addingSaturating(one.samples.agedOut)
      textBytes -= one.textBytes
      let site = HistorySiteKey(one.id)
      seriesOfSite[site] = seriesOfSite[site].flatMap { $0 > 1 ? $0 - 1 : nil }
    }
    series = kept
    places = Dictionary(uniqueKeysWithValues: kept.enumerated().map { ($1.id, $0) })
  }
}
