extension ReportBuilder {
  /// The most sites for a point, if the adapter leaves the choice to the core.
  private static let mostSitesOfAPoint = 5

  /// Registers a site from a list with the query's places that it answers.
  ///
  /// - Parameters:
  ///   - match: The site and its places, as ``AirQuery/matches(among:nearest:)`` found them.
  ///   - kind: The kind of its values; by default that of the source's first offer.
  ///   - attribution: The attribution beside them; by default the source's.
  ///   - rights: The rights of their licence; by default the source's.
  public mutating func site(
    _ match: SiteMatch, kind: ReportKind? = nil, attribution: [Attribution]? = nil, rights: Rights? = nil
  ) -> SiteReference {
    var reference = site(
      match.site, place: match.places.first, kind: kind, attribution: attribution, rights: rights)
    for place in match.places.dropFirst() {
      reference = site(match.site, place: place, kind: kind, attribution: attribution, rights: rights)
    }
    return reference
  }

  /// Matches each site without places to those of a query, and drops sites that certainly answer none.
  mutating func assignPlaces(of query: AirQuery) {
    let open = sites.indices.filter { sites[$0].places.isEmpty }
    guard !query.places.isEmpty, !open.isEmpty else { return }
    let (full, empty) = (open.filter { hasValue($0) }, open.filter { !hasValue($0) })
    if query.detail == .sites {
      assign(open, to: query, nearest: Self.mostSitesOfAPoint)
    } else {
      assign(full, to: query, nearest: Self.mostSitesOfAPoint)
      // A station without values is mentioned only if there is no other.
      let answered = Set(full.flatMap { sites[$0].places })
      assign(empty, to: query, nearest: 1) { !answered.contains($0) }
    }
    sites.removeAll { entry in
      entry.places.isEmpty
        && query.places.allSatisfy { $0.canJudge(entry.site, hasOutline: entry.outline != nil) }
    }
  }

  private mutating func assign(
    _ candidates: [Int], to query: AirQuery, nearest count: Int, where isWanted: (Int) -> Bool = { _ in true }
  ) {
    let described = candidates.map { (site: sites[$0].site, outline: sites[$0].outline) }
    for match in query.matches(among: described, nearest: count) {
      sites[candidates[match.index]].places = match.places.filter(isWanted)
    }
  }

  private func hasValue(_ site: Int) -> Bool {
    sites[site].columns.contains { !columns[$0].values.allSatisfy(\.isNaN) }
  }
}
