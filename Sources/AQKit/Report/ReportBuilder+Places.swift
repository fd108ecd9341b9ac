extension ReportBuilder {
  /// The maximum number of sites for a point, if the adapter leaves the choice to the core.
  private static let mostSitesOfAPoint = 5

  /// Registers a site from a list with the query's places that it is for.
  ///
  /// - Parameters:
  ///   - match: The site and its places, as ``AirQuery/matches(among:nearest:)`` found them, with the licence that the
  ///     list stated.
  ///   - kind: The kind of its values; by default as in the source's first offer.
  ///   - attribution: The attribution of the values; by default the match's, else the source's.
  ///   - rights: The rights of their licence; by default the match's, else the source's.
  public mutating func site(
    _ match: AirSite.Match, kind: AirReport.Kind? = nil, attribution: [AirAttribution]? = nil,
    rights: AirRights? = nil
  ) -> SiteReference {
    site(
      match.site, places: match.places, kind: kind, attribution: attribution ?? match.attribution,
      rights: rights ?? match.rights)
  }

  /// Registers one site for several places. Without an identifier it would be another site for each place.
  mutating func site(
    _ site: AirSite, places: [Int], kind: AirReport.Kind?, issuedAt: AirTime? = nil,
    attribution: [AirAttribution]?, rights: AirRights?, outline: GeoShape? = nil
  ) -> SiteReference {
    let reference = self.site(
      site, place: places.first, kind: kind, issuedAt: issuedAt, attribution: attribution, rights: rights,
      outline: outline)
    for place in places.dropFirst() where !sites[reference.index].places.contains(place) {
      sites[reference.index].places.append(place)
      undoLog.record(.place(ofSite: reference.index))
    }
    return reference
  }

  /// Matches each site without places to those of a query, and drops sites that certainly match none.
  mutating func assignPlaces(of query: AirQuery, askedAt: AirTime) {
    settleClocks()
    defer { placeNotices(for: query) }
    let open = sites.indices.filter { sites[$0].places.isEmpty }
    guard !query.places.isEmpty, !open.isEmpty else { return }
    let window =
      query.window == .current
      ? nil : query.window.interval(askedAt: askedAt, receivedAt: max(askedAt, receipt.last))
    let full = open.filter { hasValue($0, for: query, in: window) }
    let empty = open.filter { !hasValue($0, for: query, in: window) }
    if query.detail == .sites {
      assign(open, to: query, nearest: Self.mostSitesOfAPoint)
    } else {
      assign(full, to: query, nearest: Self.mostSitesOfAPoint)
      // A station without values is kept if it was asked for by itself; for a point only if there is no other.
      let served = Set(full.flatMap { sites[$0].places }.filter { query.places[$0].kind == .coordinate })
      noteSilence(of: empty, among: open, at: served, query, in: window)
      assign(empty, to: query, nearest: 1, except: served)
    }
    let kinds = query.places.unique(by: \.kind)
    sites = sites.filter { entry in
      !entry.places.isEmpty
        || !kinds.allSatisfy { $0.canJudge(entry.site, hasOutline: entry.outline != nil) }
    }
  }

  private mutating func assign(
    _ candidates: [Int], to query: AirQuery, nearest count: Int, except served: Set<Int> = []
  ) {
    let described = candidates.map { (site: sites[$0].site, outline: sites[$0].outline) }
    for match in query.matches(among: described, nearest: count) {
      sites[candidates[match.index]].places = match.places.filter { !served.contains($0) }
    }
  }

  /// Notes the parameters that have no value at a point, although a station among its nearest measures them.
  private mutating func noteSilence(
    of silent: [Int], among all: [Int], at points: Set<Int>, _ query: AirQuery, in window: AirInterval?
  ) {
    let silent = Set(silent.filter { !askedColumns(ofSite: $0, for: query).isEmpty })
    guard !silent.isEmpty, !points.isEmpty else { return }
    var missing = [Set<AirParameter>](repeating: [], count: query.places.count)
    let described = all.map { (site: sites[$0].site, outline: sites[$0].outline) }
    for match in query.matches(among: described, nearest: Self.mostSitesOfAPoint)
    where silent.contains(all[match.index]) {
      let columns = askedColumns(ofSite: all[match.index], for: query)
      for place in match.places where points.contains(place) {
        for column in columns { missing[place].insert(parameter(ofColumn: column)) }
      }
    }
    for site in sites.indices {
      let places = sites[site].places.filter { missing.indices.contains($0) && !missing[$0].isEmpty }
      for column in places.isEmpty ? [] : askedColumns(ofSite: site, for: query)
      where columns[column].hasValue(in: window) {
        for place in places { missing[place].remove(parameter(ofColumn: column)) }
      }
    }
    for (place, parameters) in missing.enumerated() where !parameters.isEmpty {
      let absent = parameters.map(\.rawValue).sorted().map(AirParameter.init(rawValue:))
      note(.notMeasured(absent, places: [place]))
    }
  }

  private func hasValue(_ site: Int, for query: AirQuery, in window: AirInterval?) -> Bool {
    askedColumns(ofSite: site, for: query).contains { columns[$0].hasValue(in: window) }
  }

  private func askedColumns(ofSite site: Int, for query: AirQuery) -> [Int] {
    sites[site].columns.filter { asks(query, forColumn: $0, of: sites[site]) }
  }

  func asks(_ query: AirQuery, forColumn index: Int, of entry: SiteEntry) -> Bool {
    query.asks(for: entry.kind) && query.asks(for: parameter(ofColumn: index))
  }

  /// Returns the coordinate of a site whose degrees may be missing or wrong.
  ///
  /// Degrees that don't form a point on Earth are refused and counted: the site keeps its values and has no coordinate.
  ///
  /// ```swift
  /// let point = report.coordinate(50.14, 14.1)
  /// let beyond = report.coordinate(501.4, 14.1)  // nil, and a note
  /// ```
  ///
  /// - Parameters:
  ///   - latitude: Degrees north; nil if the service states none.
  ///   - longitude: Degrees east; nil if the service states none.
  public mutating func coordinate(_ latitude: Double?, _ longitude: Double?) -> Coordinate? {
    guard let latitude, let longitude else { return nil }
    if let coordinate = try? Coordinate(latitude, longitude) { return coordinate }
    refuse("a station's coordinate is outside the valid range")
    return nil
  }

  /// Returns the coordinate in two members of an object, which are numbers or strings that contain numbers, as
  /// ``coordinate(_:_:)`` takes it; nil if one of them is missing or something else.
  ///
  /// ``AQJSON/coordinate(_:_:acceptingText:)`` throws instead, so that the whole row is refused.
  public mutating func coordinate(
    of row: AQJSON, _ latitude: String = "latitude", _ longitude: String = "longitude"
  ) -> Coordinate? {
    coordinate(
      try? row[latitude].double(acceptingText: true), try? row[longitude].double(acceptingText: true))
  }
}
