extension AirAnswer {
  /// A source, or one of its sites, that could have provided the shown values, and the decision on it.
  public struct Candidate: Hashable, Sendable {
    /// The decision on a candidate.
    public enum Verdict: Hashable, Sendable {
      /// The candidate is shown, or contributes to what is shown.
      case chosen
      /// The candidate's source was not asked.
      case notAsked(AirAnswer.SourceOutcome.SkipReason)
      /// The candidate's source failed, or its values weren't merged in time.
      case failed(AQError)
      /// The candidate's source responded, but has nothing for the place; its first note, if any, explains why.
      case nothing(AirNote?)
      /// The candidate lost to others.
      case lost(Loss)
      /// The candidate's source hasn't responded yet.
      case pending
    }

    /// The reason why a site was not used.
    public enum Loss: Hashable, Sendable {
      /// The candidate is an indoor site, which the query doesn't include.
      case indoor
      /// The candidate is farther away than this parameter allows, in metres.
      case tooFar(distance: Double, limit: Double)
      /// The candidate's newest value is stale, and a fresher one is shown.
      case stale
      /// The candidate has fallen silent.
      case silent
      /// The candidate's values are flagged as suspect.
      case flagged
      /// The candidate is the same station as another source's, and that source is nearer to the origin.
      case duplicate(of: SourceID)
      /// Another source's site precedes it in the policy's order.
      case outranked(by: SourceID)
      /// The candidate's own licence forbids these purposes, or doesn't say whether it allows them.
      case rights([AirQuery.Purpose])
      /// The candidate has no value of the requested kind.
      case irrelevant
    }

    /// The source.
    public internal(set) var source: SourceID
    /// The parameter that the decision is about; nil if it is about whole reports.
    public internal(set) var parameter: AirParameter?
    /// The site's report; nil if the source has none for the place.
    public internal(set) var report: AirReport?
    /// Metres from the place to the site; nil unless both have a coordinate.
    public internal(set) var distance: Double?
    /// The decision on the candidate.
    public internal(set) var verdict: Verdict
  }

  /// Returns every source, and every site that it reports on, for one of the query's places: those that are shown,
  /// and why the others aren't. With ``AirHub/Policy/merged(_:)`` a site appears once for each parameter.
  public func candidates(forPlace place: Int = 0) -> [Candidate] {
    let merge = merge(forPlace: place)
    let merged = merge.map { Dictionary(grouping: $0.candidates, by: \.source) }
    let shown = merge == nil ? ranked(for: wanted, forPlace: place) : []
    let byPosition = Dictionary(shown.map { ($0.position, $0) }) { first, _ in first }
    var position = 0
    var candidates: [Candidate] = []
    for outcome in outcomes {
      let verdict: Candidate.Verdict
      switch outcome.result {
      case .skipped(let reason): verdict = .notAsked(reason)
      case .failed(let error): verdict = .failed(error)
      case .pending: verdict = .pending
      case .responded(let response):
        let reports = response.reports.filter { isFor($0, place) }
        let withheld = outcome.withheld.filter { isFor($0, place) }
        candidates += withheld.map { report in
          Candidate(
            source: outcome.source, report: report, distance: distance(of: report.site, fromPlace: place),
            verdict: .lost(.rights(report.rights.unallowed(of: query.purposes))))
        }
        if let merged {
          candidates += merged[outcome.source] ?? []
        } else {
          for report in reports {
            // A report may name a source other than the one that gave it.
            candidates.append(
              Candidate(
                source: outcome.source, report: report, distance: distance(of: report.site, fromPlace: place),
                verdict: decision(on: report, place, byPosition[position], best: shown.first)))
            position += 1
          }
        }
        guard reports.isEmpty, withheld.isEmpty else { continue }
        verdict = .nothing(response.notes.first { $0.places.isEmpty || $0.places.contains(place) })
      }
      candidates.append(Candidate(source: outcome.source, verdict: verdict))
    }
    return candidates
  }

  private func decision(
    on report: AirReport, _ place: Int, _ own: Ranked?, best: Ranked?
  ) -> Candidate.Verdict {
    if !query.takes(report.site, forPlace: place) { return .lost(.indoor) }
    guard let best, let own else { return .lost(.irrelevant) }
    if own.position == best.position { return .chosen }
    if own.freshness.shownAs > best.freshness.shownAs {
      return .lost(own.freshness == .silent ? .silent : .stale)
    }
    let source = best.report.source
    let isSame = stationMatching.isSame(report.site, of: report.source, best.report.site, of: source)
    return .lost(isSame && report.source != source ? .duplicate(of: source) : .outranked(by: source))
  }

  /// Returns the distance in metres between one of the query's places and a site; nil if one of them has no coordinate.
  func distance(of site: AirSite, fromPlace place: Int) -> Double? {
    coordinate(ofPlace: place).flatMap { site.coordinate?.distance(to: $0) }
  }

  /// Returns the coordinate of one of the query's places, as given or as found by name.
  func coordinate(ofPlace place: Int) -> Coordinate? {
    guard query.places.indices.contains(place) else { return nil }
    return query.places[place].coordinate ?? foundPlaces[place]?.coordinate
  }

  /// Returns the reports on the nearest sites to one of the query's places, nearest first; a station available from
  /// several services counts once, as does one with several reports of a source, whose observation comes first. Cells of
  /// models, areas and cities don't count, nor do indoor sites that the query doesn't ask for.
  public func nearest(_ count: Int, forPlace place: Int = 0) -> [(report: AirReport, distance: Double)] {
    var sites: [(report: AirReport, distance: Double)] = []
    let matching = stationMatching
    var index = StationIndex(matching)
    // The positions of the reports that were looked at, and of each source's stations.
    var positions: [Int] = []
    var known: [[String]: Int] = [:]
    for report in reports(forPlace: place) where query.takes(report.site, forPlace: place) {
      guard let distance = pointDistance(of: report, fromPlace: place) else { continue }
      let station = report.site.id.map { [report.source.rawValue, $0] }
      var found = station.flatMap { known[$0] }
      if found == nil {
        index.add(report.site, of: report.source)
        let twins = index.twins(of: positions.count)
        found = twins.first { sites[positions[$0]].report.source != report.source }.map { positions[$0] }
        positions.append(found ?? sites.count)
        if let station { known[station] = positions.last }
      }
      guard let position = found else {
        sites.append((report, distance))
        continue
      }
      let shown = sites[position].report
      let isBetter =
        shown.source == report.source
        ? shown.kind != .observation && report.kind == .observation
        : matching.remoteness(of: report.source) < matching.remoteness(of: shown.source)
      if isBetter { sites[position] = (report, distance) }
    }
    let order = sites.indices.ordered { sites[$0].distance < sites[$1].distance }
    return order.prefix(max(0, count)).map { sites[$0] }
  }
}

extension AirAnswer.Candidate: CustomStringConvertible {
  /// The candidate on one line, such as `openaq “Praha 2”, pm25: lost: too far (6200 m of at most 4000)`; it has no
  /// coordinates.
  public var description: String {
    let site = report.flatMap { $0.site.name ?? $0.site.id }.map { " “\($0)”" } ?? ""
    return "\(source)\(site)\(parameter.map { ", \($0)" } ?? ""): \(verdict)"
  }
}

extension AirAnswer.Candidate.Verdict: CustomStringConvertible {
  /// A short English phrase.
  public var description: String {
    switch self {
    case .chosen: "chosen"
    case .notAsked(let reason): "not asked: \(reason)"
    case .failed(let error): "failed: \(error.code): \(error.message)"
    case .nothing(let note): note.map { "nothing: \($0)" } ?? "nothing here"
    case .lost(let loss): "lost: \(loss)"
    case .pending: "no response yet"
    }
  }
}

extension AirAnswer.Candidate.Loss: CustomStringConvertible {
  /// A short English phrase.
  public var description: String {
    switch self {
    case .indoor: "indoor"
    case .tooFar(let distance, let limit):
      "too far (\(distance.rounded().plainText) m of at most \(limit.rounded().plainText))"
    case .stale: "stale, and a fresher one is available"
    case .silent: "silent"
    case .flagged: "flagged as suspect"
    case .duplicate(let source): "the same station as \(source)'s"
    case .outranked(let source): "outranked by \(source)"
    case .rights(let purposes):
      "its licence isn't known to allow \(purposes.map(\.rawValue).joined(separator: ", "))"
    case .irrelevant: "no requested value"
    }
  }
}
