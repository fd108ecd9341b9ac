extension AirAnswer {
  /// The values of several sources at a place, merged; see ``AirHub/Policy/merged(_:)``.
  public struct Merged: Sendable {
    /// All parameters as one report. Each series names its source and site in its ``AirSeries/origin``; the model of a
    /// series of several sources is `mixed`, and ``series(of:)`` says which part is whose. If values of different lengths or
    /// units can't be joined, a series of hours from all of them follows, or a site's whole series in another unit, so
    /// that an index has every value that one of these sites has. Attribution and rights are those of all contributions. It
    /// counts as an observation if any part is one, also in hours that are forecast; each part has its own kind.
    public let report: AirReport
    /// The merged series; a parameter has one for values of an hour or less and one for each longer averaging period.
    public let series: [MergedSeries]

    /// Returns the merged series of a parameter, the shortest averaging period first.
    public func series(of parameter: AirParameter) -> [MergedSeries] {
      // A year has no number of seconds.
      func length(_ series: MergedSeries) -> Int64 { series.averaging.map { $0.seconds ?? .max } ?? 0 }
      return series.filter { $0.parameter == parameter }.ordered { length($0) < length($1) }
    }
  }

  typealias PlaceMerge = (merged: Merged?, candidates: [Candidate])

  /// A parameter at a place, from one source after another.
  public struct MergedSeries: Sendable {
    /// The part of a series from one site.
    public struct Part: Sendable {
      /// The source.
      public let source: SourceID
      /// The site.
      public let site: AirSite
      /// Whether the values are measured, analysed or forecast.
      public let kind: AirReport.Kind
      /// The distance from the place in metres; nil unless both have a coordinate and the site is a point.
      public let distance: Double?
      /// The interval from the start of the first value to the end of the last one. The provenance changes at its end.
      public let interval: AirInterval
      /// The values, in the unit of the source.
      public let series: AirSeries
      /// The attribution that must be shown with these values.
      public var attribution: [AirAttribution] { terms.attribution }
      /// The uses that the licence of these values allows.
      public var rights: AirRights { terms.rights }
      let terms: AirHub.Policy.Contender.Terms
    }

    /// The parameter.
    public let parameter: AirParameter
    /// The averaging period; nil for values of an hour or less.
    let averaging: AveragingPeriod?
    /// The parts in order of time.
    public let parts: [Part]
    /// All parts as one series, in the unit of the site that the rule puts first; nil if averaging periods or
    /// units differ so that they can't be joined.
    public let joined: AirSeries?
    /// Further series for indices, if values can't be joined and the parts therefore hold less than the sites' own
    /// series: the hours of all sites, or a site's whole series in another unit.
    let filled: [AirSeries]

    /// Returns the part with a moment's value; nil in a gap. A moment between two instants of a part belongs to it.
    public func part(at time: AirTime) -> Part? {
      guard let part = part(begunBy: time) else { return nil }
      let timeline = part.series.timeline
      // An interval of instants excludes the last one.
      let isWithin = timeline.commonLength == .zero && part.interval.contains(time)
      return isWithin || !timeline.indices(overlapping: AirInterval(instant: time)).isEmpty ? part : nil
    }

    /// Returns the last part that has begun by a moment. No part begins before the one before it has ended.
    fileprivate func part(begunBy time: AirTime) -> Part? {
      let next = parts.indices.firstPassing { parts[$0].interval.start > time }
      return next > 0 ? parts[next - 1] : nil
    }
  }

  /// Returns the merged values at one of the query's places; nil unless the policy merges and there is a value.
  public func merged(forPlace place: Int = 0) -> Merged? {
    merge(forPlace: place)?.merged
  }

  /// Returns an outcome with the provenance of its values and its origin; for a merged report, of the parts from which it
  /// was formed.
  func provenance(of outcome: AQIOutcome, in report: AirReport, forPlace place: Int) -> AQIOutcome {
    guard case .value(var value) = outcome else { return outcome }
    guard report.source == .merged || report.site.kind == .merged, let merged = merged(forPlace: place),
      let time = value.time
    else {
      value.provenance?.origin = AirOrigin(source: report.source, siteID: report.site.id)
      return .value(value)
    }
    let provenances = value.deciding.compactMap { pollutant -> AQIValue.Provenance? in
      let series = merged.series(of: pollutant)
      // The series whose values entered the index: published means of its period, or hours.
      let basis = value.subIndices.first { $0.input.parameter == pollutant }?.basis
      let period = basis?.origin == .published ? basis?.method?.publishedPeriod : nil
      guard let found = series.first(where: { $0.averaging == period }) ?? series.first else { return nil }
      // The part of the hour that ends with the moment, also if that is its first instant, else the last one before it.
      let (before, last) = (found.part(begunBy: time.adding(seconds: -1)), found.part(begunBy: time))
      let isOwn = before.map { time <= $0.interval.end } ?? false
      let isBegun = !isOwn && last?.series.timeline.commonLength == .zero
      guard let part = isBegun ? last : before ?? found.parts.first else { return nil }
      let own = AirReport(
        source: part.source, site: part.site, kind: part.kind, series: [part.series],
        receivedAt: report.receivedAt)
      var provenance = own.provenance(of: value)
      provenance.origin = AirOrigin(source: part.source, siteID: part.site.id)
      return provenance
    }
    guard var whole = provenances.first else { return outcome }
    // The least certain kind counts.
    let kinds = provenances.map(\.kind)
    whole.kind = [AirReport.Kind.forecast, .analysis].first(where: kinds.contains) ?? .observation
    whole.isIndoor = provenances.contains(where: \.isIndoor)
    whole.isUncorrected = provenances.contains(where: \.isUncorrected)
    value.provenance = whole
    return .value(value)
  }

  func merge(forPlace place: Int) -> PlaceMerge? { merges.indices.contains(place) ? merges[place] : nil }

  typealias Given = (outcome: SourceOutcome, report: AirReport)

  /// Merges the reports of every place by the policy's rule; places that are too late for the pace have no values.
  func merged(by rule: AirHub.Policy.MergeRule, _ pace: AnswerPace?) throws -> [PlaceMerge] {
    // The reports of each place, in the order of the answer; all of them if the query has no places.
    var given = [[Given]](repeating: [], count: max(1, query.places.count))
    for outcome in outcomes {
      for report in outcome.reports {
        for place in query.places.isEmpty ? [0] : Set(report.places) where given.indices.contains(place) {
          given[place].append((outcome, report))
        }
      }
    }
    var late: AQError?
    return try given.enumerated().map { place, given -> PlaceMerge in
      do {
        if let late { throw late }
        return try ReportMerge(self, rule, place, pace).perform(given)
      } catch let error as AQError {
        late = error
        let candidates = given.map { outcome, report in
          Candidate(source: outcome.source, report: report, verdict: .failed(error))
        }
        return (nil, candidates)
      }
    }
  }

  /// Returns the distance of a source's site if it exceeds a rule's limit for a parameter.
  func tooFar(
    _ parameter: AirParameter, from source: SourceID, _ distance: Double?, by rule: AirHub.Policy.MergeRule
  ) -> Candidate.Loss? {
    let limit = min(rule.limits[parameter], query.radius ?? .infinity)
    guard let distance, distance > limit, !rule.ownSources.contains(source) else { return nil }
    return .tooFar(distance: distance, limit: limit)
  }

  /// Returns the distance in metres between one of the query's places and the site of a report; nil unless the report was
  /// measured at a point.
  package func pointDistance(of report: AirReport, fromPlace place: Int) -> Double? {
    report.site.kind.isPoint ? distance(of: report.site, fromPlace: place) : nil
  }

  func withinLimits(_ report: AirReport, forPlace place: Int) -> AirReport {
    guard let rule = policy.rule, let distance = pointDistance(of: report, fromPlace: place) else {
      return report
    }
    func isFar(_ series: AirSeries) -> Bool {
      tooFar(series.parameter, from: report.source, distance, by: rule) != nil
    }
    guard report.series.contains(where: isFar) else { return report }
    return changed(report) { $0.series.removeAll(where: isFar) }
  }
}

extension SourceID {
  /// The source of a report that a hub merged from several.
  public static var merged: SourceID { "merged" }
}

extension AirSite.Kind {
  /// A place with values from several sites.
  public static var merged: AirSite.Kind { AirSite.Kind(rawValue: "merged") }
}
