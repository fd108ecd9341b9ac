extension AirReport {
  /// The index hour by hour, for a widget or a list.
  ///
  /// Each hour is computed from all values of the report, those of the hours before the first moment included: a
  /// 24-hour mean or a NowCast looks back. Ask the source for ``AirWindow/moments(from:hours:)``, which has them. An
  /// hour that can't be computed is a moment with its ``AirMoment/reason``, never a gap in the list.
  ///
  /// - Parameters:
  ///   - reference: The index, in the edition in force at `start`.
  ///   - start: The first moment is the newest end of an hour that is not after it. Hours end where the report's do,
  ///     which in a zone of half an hour may be half past.
  ///   - hours: How many moments; at most those of a year.
  ///   - place: The place that was asked about, for ``AirMoment/place``.
  ///   - proxy: Whether labelled proxies may be given where the standard gives no value; that of `options` if left out.
  ///   - options: What the standard leaves to choose; the variant is always that of the moment.
  ///   - catalog: Where names are looked up.
  /// - Returns: As many moments as hours were asked for, in order, an hour apart.
  public func moments(
    using reference: IndexEdition.Reference, from start: AirTime, hours: Int, place: AirPlace? = nil,
    proxy: IndexOptions.Proxy? = nil, options: IndexOptions = .standard,
    catalog: AirQualityIndexCatalog = .standard
  ) -> [AirMoment] {
    let count = min(max(0, hours), 8784)
    var options = options
    options.variant = .current
    guard let index = reference.resolved(in: catalog, at: start) else {
      let unknown = AQIOutcome.unavailable(IndexUnavailable(.unknownIndex(reference.description)))
      return (0..<count).map { hour in
        AirMoment(unknown, at: start.adding(seconds: Int64(hour) * 3600), of: self, reference, nil, place)
      }
    }
    let series = try? indexSeries(using: index, proxy: proxy, options: options)
    let ends = series.map { series in (0..<series.count).map { series.timeline.endSeconds(at: $0) } } ?? []
    // The hours end where those of the values around the start do.
    let phase = ends.last { $0 <= start.secondsSince1970 } ?? ends.first ?? 0
    let first = start.adding(seconds: -phase).floored(toMultipleOf: 3600).adding(seconds: phase)
    var next = ends.firstIndex { $0 >= first.secondsSince1970 } ?? ends.endIndex
    return (0..<count).map { hour in
      let end = first.adding(seconds: Int64(hour) * 3600)
      while next < ends.endIndex, ends[next] < end.secondsSince1970 { next += 1 }
      let isInSeries = next < ends.endIndex && ends[next] == end.secondsSince1970
      // After the last value an average may go on for an hour or two, and there are reasons before and after.
      let outcome =
        (isInSeries ? series?.outcome(at: next) : nil)
        ?? self.index(using: index, at: end, proxy: proxy, options: options)
      return AirMoment(outcome, at: end, of: self, reference, index.edition, place)
    }
  }
}

extension AirAnswer {
  /// The index at one of the query's places hour by hour, each hour from the best report that knows it: so observations
  /// are followed by forecasts.
  ///
  /// - Parameters:
  ///   - reference: The index, in the edition in force at `start`.
  ///   - start: The first moment is the newest end of an hour that is not after it; if left out, when the query was
  ///     made.
  ///   - hours: How many moments; at most those of a year.
  ///   - place: Which of the query's places, by index.
  ///   - name: The place as the caller knows it, for ``AirMoment/place``: a query by coordinate has no name. If left out,
  ///     the one that was found by name.
  ///   - proxy: Whether labelled proxies may be given where the standard gives no value; that of `options` if left out.
  ///   - options: What the standard leaves to choose; the variant is always that of the moment.
  /// - Returns: As many moments as hours were asked for, in order; empty where no report has a pollutant of the index
  ///   (``explanation(forPlace:)``).
  public func moments(
    using reference: IndexEdition.Reference, from start: AirTime? = nil, hours: Int, forPlace place: Int = 0,
    named name: AirPlace? = nil, proxy: IndexOptions.Proxy? = nil, options: IndexOptions = .standard
  ) -> [AirMoment] {
    func moments(of report: AirReport) -> [AirMoment] {
      report.moments(
        using: reference, from: start ?? askedAt, hours: hours, place: name ?? foundPlaces[place],
        proxy: proxy, options: options, catalog: catalog)
    }
    guard let index = reference.resolved(in: catalog, at: start ?? askedAt) else {
      return best(forPlace: place).map(moments) ?? []
    }
    let inputs = Set(index.inputs.map(\.parameter))
    let offered = reports(for: index, forPlace: place).map { report in
      let newest = report.series.filter { inputs.contains($0.parameter) }
        .compactMap { $0.newestReading()?.interval.end }.max()
      return (moments: moments(of: report), newest: newest)
    }
    guard let first = offered.first else { return [] }
    return first.moments.indices.map { i in
      let known = offered.filter { $0.moments[i].isKnown }
      // What an average of older values gives comes after what has values of the hour.
      let own = known.first { offer in offer.newest.map { offer.moments[i].time <= $0 } ?? false }
      return (own ?? known.first ?? first).moments[i]
    }
  }
}

extension AirMoment {
  /// A moment of a report.
  fileprivate init(
    _ outcome: AQIOutcome, at time: AirTime, of report: AirReport, _ reference: IndexEdition.Reference,
    _ edition: IndexEdition?, _ place: AirPlace?
  ) {
    let value = outcome.value
    self.init(
      time: time, number: value?.number, display: value?.display, band: value?.band,
      dominant: value?.dominant ?? [], reason: outcome.reason?.reason, missing: value?.missing ?? [],
      isBandUncertain: value?.isBandUncertain ?? false, isBeyondScale: value?.isBeyondScale ?? false,
      isProxy: value?.isProxy ?? false, kind: report.kind,
      index: reference, edition: edition?.identifier, indexTitle: edition?.title, site: report.site,
      place: place, attribution: report.attribution)
  }
}
