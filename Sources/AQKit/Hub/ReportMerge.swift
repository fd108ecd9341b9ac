/// The merging of all reports about one place.
struct ReportMerge {
  private struct Key: Hashable {
    var parameter: AirParameter
    /// Nil for values of an hour or less, which may be joined.
    var averaging: AveragingPeriod?
  }

  private let answer: AirAnswer
  private let rule: AirHub.Policy.MergeRule
  private let place: Int
  /// Each with the source that gave it, whichever one it names.
  private var reports: [(report: AirReport, giver: SourceID, distance: Double?)] = []
  private var candidates: [AirAnswer.Candidate] = []
  /// Whether two reports, by index, are about one station: asked for each parameter, decided once.
  private var twins: [Int: Bool] = [:]
  /// What the reports' stations are recognised by, once it was looked at.
  private var identities: [Int: AirHub.Policy.StationMatching.Identity] = [:]

  init(_ answer: AirAnswer, _ rule: AirHub.Policy.MergeRule, _ place: Int) {
    self.answer = answer
    self.rule = rule
    self.place = place
  }

  mutating func perform() -> AirAnswer.PlaceMerge {
    let merged = merged()
    return AirAnswer.PlaceMerge(merged: merged, candidates: candidates)
  }

  private mutating func merged() -> AirAnswer.Merged? {
    var keys: [Key] = []
    var groups: [Key: [AirHub.Policy.Contender]] = [:]
    let asked = Set(answer.query.parameters)
    // What is said about the past is as fresh as it was at its end.
    let moment = min(answer.askedAt, answer.query.window.interval(at: answer.askedAt).end)
    for outcome in answer.outcomes {
      for report in outcome.response?.reports ?? [] where answer.isFor(report, place) {
        let distance = answer.pointDistance(of: report, fromPlace: place)
        var isUsed = false
        for series in report.series where asked.isEmpty || asked.contains(series.parameter) {
          if series.hasNoValue { continue }
          isUsed = true
          let key = Key(parameter: series.parameter, averaging: series.averaging.joinable)
          if groups[key] == nil { keys.append(key) }
          groups[key, default: []].append(
            AirHub.Policy.Contender(
              source: report.source, precedence: outcome.descriptor.precedence, site: report.site,
              kind: report.kind, series: series, distance: distance,
              freshness: outcome.descriptor.freshness(of: series, kind: report.kind, at: moment),
              newestEnd: series.newestEnd(notAfter: moment),
              isOwn: rule.ownSources.contains(report.source),
              terms: AirHub.Policy.Contender.Terms(of: series, in: report), report: reports.count))
        }
        reports.append((report, outcome.source, distance))
        if !isUsed {
          candidates.append(
            AirAnswer.Candidate(
              source: outcome.source, report: report, distance: distance, verdict: .lost(.irrelevant)))
        }
      }
    }
    var series: [AirAnswer.MergedSeries] = []
    var used: Set<Int> = []
    for key in keys {
      guard let merged = merge(usable(groups[key] ?? []), &used) else { continue }
      series.append(merged)
    }
    guard !series.isEmpty else { return nil }
    return AirAnswer.Merged(report: report(of: series, used.sorted()), series: series)
  }

  // MARK: Who may be used

  /// Those that may be used, best first; notes why the others are not.
  private mutating func usable(_ all: [AirHub.Policy.Contender]) -> [AirHub.Policy.Contender] {
    var rest = all.filter { contender in
      if !answer.query.takes(contender.site, forPlace: place) {
        lose(contender, .indoor)
        return false
      }
      let report = reports[contender.report].report
      guard let loss = answer.tooFar(contender.series.parameter, of: report, contender.distance, by: rule)
      else { return true }
      lose(contender, loss)
      return false
    }
    rest = dropping(rest, .flagged) { $0.series.isSuspect }
    let keepsPast = rule.putsForecastsLast
    let isReplaced = !keepsPast || rest.contains { $0.freshness < .silent && $0.kind != .forecast }
    let start = answer.query.window.interval(at: answer.askedAt).start
    rest = dropping(rest, .silent) { contender in
      guard contender.freshness == .silent else { return false }
      // The hours before it fell silent were observed, where nothing but forecasts is left.
      return isReplaced || contender.kind == .forecast || contender.newestEnd.map { $0 <= start } ?? true
    }
    rest.sort { rule.precedes($0, $1) }
    rest = besideOriginals(rest)
    // A stale site gives only what no fresher one has. Its past was observed all the same: a forecast is no fresher.
    guard rest.contains(where: { $0.freshness >= .stale }) else { return rest }
    func rank(_ contender: AirHub.Policy.Contender) -> Int {
      (keepsPast && contender.kind == .forecast ? 2 : 0) + (contender.freshness >= .stale ? 1 : 0)
    }
    return (0..<4).flatMap { wanted in rest.filter { rank($0) == wanted } }
  }

  /// Without those that have a flaw, unless all have it.
  private mutating func dropping(
    _ contenders: [AirHub.Policy.Contender], _ loss: AirAnswer.Candidate.Loss,
    _ isFlawed: (AirHub.Policy.Contender) -> Bool
  ) -> [AirHub.Policy.Contender] {
    let flawed = contenders.map(isFlawed)
    guard flawed.contains(true), flawed.contains(false) else { return contenders }
    for (contender, isFlawed) in zip(contenders, flawed) where isFlawed { lose(contender, loss) }
    return zip(contenders, flawed).compactMap { $1 ? nil : $0 }
  }

  /// A station that several sources have comes from the one nearest to the origin; the others follow it at once, for
  /// the hours that it lacks.
  private mutating func besideOriginals(_ contenders: [AirHub.Policy.Contender]) -> [AirHub.Policy.Contender]
  {
    guard contenders.count > 1 else { return contenders }
    var originals: [Int: Int] = [:]
    for i in contenders.indices where originals[i] == nil {
      for j in contenders.indices where j > i && originals[j] == nil && originals[i] == nil {
        guard contenders[i].source != contenders[j].source,
          isSameStation(contenders[i].report, contenders[j].report)
        else { continue }
        // A fresh copy is worth more than a stale original.
        let (one, two) = (contenders[i], contenders[j])
        let ranks = (one.freshness.shownAs, answer.stations.remoteness(of: one.source))
        let others = (two.freshness.shownAs, answer.stations.remoteness(of: two.source))
        if ranks <= others { originals[j] = i } else { originals[i] = j }
      }
    }
    if originals.isEmpty { return contenders }
    var copies: [Int: [Int]] = [:]
    for copy in originals.keys.sorted() {
      var original = copy
      while let next = originals[original] { original = next }
      copies[original, default: []].append(copy)
    }
    return contenders.indices.filter { originals[$0] == nil }.flatMap { index in
      [contenders[index]]
        + (copies[index] ?? []).map { copy in
          var contender = contenders[copy]
          contender.original = contenders[index].source
          return contender
        }
    }
  }

  /// Whether two reports are about one station.
  private mutating func isSameStation(_ one: Int, _ two: Int) -> Bool {
    let pair = min(one, two) * reports.count + max(one, two)
    if let known = twins[pair] { return known }
    let same = answer.stations.isSame(identity(ofReport: one), identity(ofReport: two))
    twins[pair] = same
    return same
  }

  private mutating func identity(ofReport index: Int) -> AirHub.Policy.StationMatching.Identity {
    if let known = identities[index] { return known }
    let report = reports[index].report
    let new = AirHub.Policy.StationMatching.Identity(report.site, of: report.source)
    identities[index] = new
    return new
  }

  private mutating func lose(_ contender: AirHub.Policy.Contender, _ loss: AirAnswer.Candidate.Loss) {
    note(contender, .lost(loss))
  }

  private mutating func note(_ contender: AirHub.Policy.Contender, _ verdict: AirAnswer.Candidate.Verdict) {
    candidates.append(
      AirAnswer.Candidate(
        source: reports[contender.report].giver, parameter: contender.series.parameter,
        report: reports[contender.report].report, distance: contender.distance, verdict: verdict))
  }

  // MARK: The series

  private mutating func merge(_ contenders: [AirHub.Policy.Contender], _ used: inout Set<Int>)
    -> AirAnswer.MergedSeries?
  {
    guard let first = contenders.first else { return nil }
    var rows = MergedRows()
    for owner in contenders.indices { rows.fill(from: contenders[owner].series, owner, suspect: false) }
    for owner in contenders.indices where contenders[owner].series.flags != nil {
      rows.fill(from: contenders[owner].series, owner, suspect: true)
    }
    let gives = rows.owners(among: contenders.count)
    let isFresherShown = contenders.indices.contains { gives[$0] && contenders[$0].freshness < .stale }
    for owner in contenders.indices {
      if gives[owner] {
        used.insert(contenders[owner].report)
        note(contenders[owner], .chosen)
      } else if let original = contenders[owner].original {
        lose(contenders[owner], .duplicate(of: original))
      } else if isFresherShown, contenders[owner].freshness >= .stale {
        lose(contenders[owner], .stale)
      } else {
        lose(contenders[owner], .outranked(by: first.source))
      }
    }
    let parts = rows.parts(of: contenders)
    guard !parts.isEmpty else { return nil }
    return AirAnswer.MergedSeries(
      parameter: first.series.parameter, parts: parts, joined: rows.joined(contenders),
      alternatives: contenders.indices.filter { !gives[$0] && contenders[$0].original == nil }
        .map { contenders[$0] })
  }

  // MARK: The report

  private func report(of series: [AirAnswer.MergedSeries], _ used: [Int]) -> AirReport {
    let sources = used.map { reports[$0].report }
    let kinds = Set(sources.map(\.kind))
    let kind: AirReport.Kind =
      kinds.contains(.observation) ? .observation : kinds.contains(.analysis) ? .analysis : .forecast
    var site = sources.count == 1 ? sources[0].site : AirSite(kind: .merged)
    if sources.count > 1 {
      let first = series.lazy.compactMap(\.parts.first).first?.site
      site.coordinate = answer.coordinate(ofPlace: place)
      site.timeZone = sources.compactMap(\.site.timeZone).first
      site.country = sources.compactMap(\.site.country).first
      site.name = Set(sources.map(\.site.name)).count == 1 ? first?.name : nil
      if sources.contains(where: { $0.site.isIndoor == true }) { site.isIndoor = true }
    }
    let ids = Set(sources.map(\.source))
    let credit = AirAttribution.Credit(of: sources)
    return AirReport(
      source: ids.count == 1 ? sources[0].source : .merged, site: site, kind: kind,
      series: series.flatMap { $0.joined.map { [$0] } ?? $0.parts.map(\.series) },
      issuedAt: sources.count == 1 ? sources[0].issuedAt : nil,
      receivedAt: sources.map(\.receivedAt).max() ?? answer.askedAt, attribution: credit.parts,
      rights: credit.rights, places: [place])
  }
}

extension AveragingPeriod {
  /// The period as it tells series apart that can't be joined; nil for an hour or less.
  fileprivate var joinable: AveragingPeriod? {
    guard !isDailyMaximum, let seconds, seconds <= 3600 else { return self }
    return nil
  }
}

extension AirSeries {
  /// Whether every value is flagged as suspect.
  fileprivate var isSuspect: Bool {
    guard let flags else { return false }
    return values.indices.allSatisfy { values[$0].isNaN || flags[$0].contains(.suspect) }
  }
}
