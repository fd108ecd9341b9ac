/// The work of merging the reports about one of an answer's places.
final class ReportMerge {
  private struct Key: Hashable {
    var parameter: AirParameter
    /// The averaging period; nil for values of an hour or less, which may be joined.
    var averaging: AveragingPeriod?
  }

  private let answer: AirAnswer
  private let rule: AirHub.Policy.MergeRule
  private let place: Int
  /// The reports, each with the source that gave it, whichever source it names.
  private var reports: [(report: AirReport, giver: SourceID)] = []
  private var candidates: [AirAnswer.Candidate] = []
  /// The other sources' reports on the station of each report.
  private var twins: [[Int]] = []
  private let pace: AnswerPace?

  init(_ answer: AirAnswer, _ rule: AirHub.Policy.MergeRule, _ place: Int, _ pace: AnswerPace?) {
    self.answer = answer
    self.rule = rule
    self.place = place
    self.pace = pace
  }

  /// Merges the reports, in time that grows no faster than their number.
  func perform(_ given: [AirAnswer.Given]) throws -> AirAnswer.PlaceMerge {
    var groups: [(key: Key, contenders: [AirHub.Policy.Contender])] = []
    var indices: [Key: Int] = [:]
    var stations = StationIndex(answer.stationMatching)
    let asked = Set(answer.query.parameters)
    let moment = answer.momentOfChoice
    for (outcome, report) in given {
      try pace?.check()
      let distance = answer.pointDistance(of: report, fromPlace: place)
      var isUsed = false
      for series in report.series where asked.isEmpty || asked.contains(series.parameter) {
        let series = series.withoutMissingSigns
        if series.hasNoValue { continue }
        isUsed = true
        let key = Key(
          parameter: series.parameter, averaging: series.averaging.isHourOrLess ? nil : series.averaging)
        let index = indices[key] ?? groups.count
        if index == groups.count {
          indices[key] = index
          groups.append((key, []))
        }
        groups[index].contenders.append(
          AirHub.Policy.Contender(
            source: report.source, precedence: outcome.descriptor.precedence, site: report.site,
            kind: report.kind, series: series, distance: distance,
            freshness: outcome.descriptor.freshness(of: series, kind: report.kind, at: moment),
            newestEnd: series.newestEnd(notAfter: moment),
            isOwn: rule.ownSources.contains(report.source),
            terms: AirHub.Policy.Contender.Terms(of: series, in: report), report: reports.count))
      }
      reports.append((report, outcome.source))
      stations.add(report.site, of: report.source)
      if !isUsed {
        candidates.append(
          AirAnswer.Candidate(
            source: outcome.source, report: report, distance: distance, verdict: .lost(.irrelevant)))
      }
    }
    twins = try reports.indices.map { index in
      try pace?.check()
      return stations.twins(of: index)
    }
    var series: [AirAnswer.MergedSeries] = []
    var used = [Bool](repeating: false, count: reports.count)
    for (key, contenders) in groups {
      guard let merged = try merge(usable(contenders), &used, key) else { continue }
      series.append(merged)
    }
    let merged = series.isEmpty ? nil : AirAnswer.Merged(report: report(of: series, used), series: series)
    return (merged, candidates)
  }

  // MARK: Who may be used

  /// Returns the contenders that may be used, best first; records why the others are not used.
  private func usable(_ all: [AirHub.Policy.Contender]) throws -> [AirHub.Policy.Contender] {
    var rest = all.filter { contender in
      let loss: AirAnswer.Candidate.Loss? =
        answer.query.takes(contender.site, forPlace: place)
        ? answer.tooFar(contender.series.parameter, from: contender.source, contender.distance, by: rule)
        : .indoor
      if let loss { note(contender, .lost(loss)) }
      return loss == nil
    }
    rest = dropping(rest, .flagged, rest.map { $0.series.withoutSuspectValues.hasNoValue })
    let keepsPast = rule.putsForecastsLast
    // For a past time, the values of a site until it fell silent give what others lack.
    let isPast = answer.momentOfChoice < answer.askedAt
    let isReplaced =
      !isPast && (!keepsPast || rest.contains { $0.freshness < .silent && $0.kind != .forecast })
    let start = answer.query.window.interval(at: answer.askedAt).start
    let silent = rest.map { contender in
      guard contender.freshness == .silent else { return false }
      // If only forecasts are left, its hours before it fell silent are observations.
      return isReplaced || contender.kind == .forecast || contender.newestEnd.map { $0 <= start } ?? true
    }
    rest = dropping(rest, .silent, silent)
    let order = try rest.indices.ordered { first, second in
      try pace?.check()
      return rule.precedes(rest[first], rest[second])
    }
    rest = try besideOriginals(order.map { rest[$0] })
    // A stale site only gives values that no fresher one has. Its past values are still observations, so a forecast
    // isn't fresher.
    guard rest.contains(where: { $0.freshness >= .stale }) else { return rest }
    func rank(_ contender: AirHub.Policy.Contender) -> Int {
      (keepsPast && contender.kind == .forecast ? 2 : 0) + (contender.freshness >= .stale ? 1 : 0)
    }
    return rest.indices.ordered { rank(rest[$0]) < rank(rest[$1]) }.map { rest[$0] }
  }

  /// Returns the contenders without a flaw, or all of them if all have it.
  private func dropping(
    _ contenders: [AirHub.Policy.Contender], _ loss: AirAnswer.Candidate.Loss, _ flawed: [Bool]
  ) -> [AirHub.Policy.Contender] {
    guard flawed.contains(true), flawed.contains(false) else { return contenders }
    for index in contenders.indices where flawed[index] { note(contenders[index], .lost(loss)) }
    return contenders.indices.filter { !flawed[$0] }.map { contenders[$0] }
  }

  /// Reorders the contenders: of the sources of one station, the one nearest to the origin comes first, directly
  /// followed by the others, for the hours that it lacks.
  private func besideOriginals(_ contenders: [AirHub.Policy.Contender]) throws
    -> [AirHub.Policy.Contender]
  {
    guard contenders.count > 1, contenders.contains(where: { !twins[$0.report].isEmpty }) else {
      return contenders
    }
    let matching = answer.stationMatching
    let byReport = Dictionary(grouping: contenders.indices) { contenders[$0].report }
    // The index of each contender's original: its own unless it is a copy.
    var originals = Array(contenders.indices)
    for i in contenders.indices where originals[i] == i {
      try pace?.check()
      let others = twins[contenders[i].report].flatMap { byReport[$0] ?? [] }.ordered(by: <)
      for j in others where j > i && originals[j] == j && originals[i] == i {
        // A fresh copy is worth more than a stale original.
        let (one, two) = (contenders[i], contenders[j])
        let ranks = (one.freshness.shownAs, matching.remoteness(of: one.source))
        let others = (two.freshness.shownAs, matching.remoteness(of: two.source))
        if ranks <= others { originals[j] = i } else { originals[i] = j }
      }
    }
    for i in contenders.indices {
      while originals[originals[i]] != originals[i] { originals[i] = originals[originals[i]] }
    }
    return contenders.indices.ordered {
      (originals[$0], originals[$0] == $0 ? 0 : 1) < (originals[$1], originals[$1] == $1 ? 0 : 1)
    }.map { index in
      var contender = contenders[index]
      if originals[index] != index { contender.original = contenders[originals[index]].source }
      return contender
    }
  }

  private func note(_ contender: AirHub.Policy.Contender, _ verdict: AirAnswer.Candidate.Verdict) {
    candidates.append(
      AirAnswer.Candidate(
        source: reports[contender.report].giver, parameter: contender.series.parameter,
        report: reports[contender.report].report, distance: contender.distance, verdict: verdict))
  }

  // MARK: The series

  private func merge(_ contenders: [AirHub.Policy.Contender], _ used: inout [Bool], _ key: Key)
    throws -> AirAnswer.MergedSeries?
  {
    guard let first = contenders.first else { return nil }
    var rows = MergedRows()
    for isSuspect in [false, true] {
      for owner in contenders.indices where !isSuspect || contenders[owner].series.flags != nil {
        try pace?.check()
        rows.fill(from: contenders[owner].series, owner, suspect: isSuspect)
      }
    }
    rows.finish()
    let gives = rows.owners(among: contenders.count)
    let isFresherShown = contenders.indices.contains { gives[$0] && contenders[$0].freshness < .stale }
    for owner in contenders.indices {
      if gives[owner] {
        used[contenders[owner].report] = true
        note(contenders[owner], .chosen)
      } else if let original = contenders[owner].original {
        note(contenders[owner], .lost(.duplicate(of: original)))
      } else if isFresherShown, contenders[owner].freshness >= .stale {
        note(contenders[owner], .lost(.stale))
      } else {
        note(contenders[owner], .lost(.outranked(by: first.source)))
      }
    }
    let parts = try rows.parts(of: contenders, gives) { try pace?.check() }
    guard !parts.isEmpty else { return nil }
    let joined = rows.joined(contenders, gives)
    // An hour of rain or gusts isn't the mean of its quarters, nor are codes or directions averaged.
    let hasMeans =
      key.parameter.family != .weather
      || key.parameter.statistic == .mean
        && ![nil, .one, .instant, .angle].contains(first.series.unit.dimension)
    let formsHours = key.averaging == nil && hasMeans
    let filled = formsHours ? FilledHours.series(lackedBy: joined, contenders, gives) : []
    return AirAnswer.MergedSeries(
      parameter: first.series.parameter, averaging: key.averaging, parts: parts, joined: joined,
      filled: filled)
  }

  // MARK: The report

  private func report(of series: [AirAnswer.MergedSeries], _ used: [Bool]) -> AirReport {
    let sources = reports.indices.filter { used[$0] }.map { reports[$0].report }
    let kinds = sources.map(\.kind)
    let kind: AirReport.Kind =
      kinds.contains(.observation) ? .observation : kinds.contains(.analysis) ? .analysis : .forecast
    var site = sources.count == 1 ? sources[0].site : AirSite(kind: .merged)
    if sources.count > 1 {
      let first = series.first?.parts.first?.site
      site.coordinate = answer.coordinate(ofPlace: place)
      site.timeZone = sources.compactMap(\.site.timeZone).first
      site.country = sources.compactMap(\.site.country).first
      site.name = sources.allSatisfy { $0.site.name == first?.name } ? first?.name : nil
      if sources.contains(where: { $0.site.isIndoor == true }) { site.isIndoor = true }
    }
    let ids = Set(sources.map(\.source))
    let credit = AirAttribution.Credit(of: sources)
    return AirReport(
      source: ids.count == 1 ? sources[0].source : .merged, site: site, kind: kind,
      series: series.flatMap { ($0.joined.map { [$0] } ?? $0.parts.map(\.series)) + $0.filled },
      issuedAt: sources.count == 1 ? sources[0].issuedAt : nil,
      receivedAt: sources.map(\.receivedAt).max() ?? answer.askedAt, attribution: credit.parts,
      rights: credit.rights, places: [place])
  }
}
