extension AirQuery {
  /// Returns the sites of a list that match the query's places, each site once: for a point the nearest ones within
  /// the query's radius (50 km by default) that measure the requested parameters, as far as the list states them; for
  /// an identifier or a name the sites that have it; for a box the sites inside it. Every site matches a query
  /// without places.
  ///
  /// They are in the order of the places that they match, and by distance for a point.
  ///
  /// - Parameters:
  ///   - sites: The list.
  ///   - count: The maximum number of sites for a point. More than one, so that a station without current values doesn't hide
  ///     the next.
  public func matches(among sites: [AirSite], nearest count: Int = 3) -> [AirSite.Match] {
    matches(among: sites.map { ($0, nil) }, nearest: count)
  }

  /// Matches like ``matches(among:nearest:)``, with outlines for some sites: areas that contain the point come first. A site
  /// may be barred from some places, both by index.
  package func matches(
    among sites: [(site: AirSite, outline: GeoShape?)], nearest count: Int,
    where mayMatch: (_ site: Int, _ place: Int) -> Bool = { _, _ in true }
  ) -> [AirSite.Match] {
    guard !places.isEmpty else {
      return sites.enumerated().map { AirSite.Match($1.site, places: [], index: $0) }
    }
    let search = SiteSearch(query: self, sites: sites)
    var matches: [AirSite.Match] = []
    var positions = [Int?](repeating: nil, count: sites.count)
    for (place, reference) in places.enumerated() {
      for index in search.found(reference, nearest: count, where: { mayMatch($0, place) }) {
        if let position = positions[index] {
          matches[position].places.append(place)
        } else {
          positions[index] = matches.count
          matches.append(AirSite.Match(sites[index].site, places: [place], index: index))
        }
      }
    }
    return matches
  }

  /// Returns the indices of the places that the shape of an area is known to hold, and of the boxes into which it reaches.
  package func places(in area: AirNotice.Area) -> [Int] {
    let boxes = area.boxes
    return places.indices.filter { index in
      switch places[index] {
      case .near(let point): boxes.contains { $0.contains(point) } && area.contains(point)
      case .area(let box): boxes.contains { $0.overlaps(box) }
      case .city, .site: false
      }
    }
  }

  /// Returns whether the query requests a kind of values; if it names none, it requests all.
  package func asks(for kind: AirReport.Kind) -> Bool { kinds.isEmpty || kinds.contains(kind) }

  /// Returns whether the query requests a parameter; if it names none, it requests all.
  package func asks(for parameter: AirParameter) -> Bool {
    parameters.isEmpty || parameters.contains(parameter)
  }

  /// Returns whether a site measures any of the requested parameters, by its list if it has one. Published indices are possible
  /// at any site, because the list needn't name them.
  func asks(about site: AirSite) -> Bool {
    parameters.isEmpty || site.details.measures.isEmpty || parameters.contains(where: \.isPublishedIndex)
      || site.details.measures.contains { parameters.contains($0.parameter) }
  }
}

extension AirQuery.Place {
  /// Returns whether the reference matches a site: by name, ignoring case; by identifier; by containment in the box; or
  /// by distance in metres from the point (50 km by default).
  package func names(_ site: AirSite, within radius: Double?) -> Bool {
    switch self {
    case .city(let name): site.name?.lowercased() == name.lowercased()
    case .site(let id): site.id == id
    case .area(let box): site.coordinate.map(box.contains) ?? false
    case .near(let point):
      site.coordinate.map { place in
        let radius = radius ?? Self.usualRadius
        // A degree of latitude is more than 111 km.
        return abs(point.latitude - place.latitude) * 111_000 <= radius && point.distance(to: place) <= radius
      } ?? false
    }
  }

  /// The largest distance between a point and a site in metres, for a query without a radius.
  static var usualRadius: Double { 50_000 }

  /// Returns whether the site's description has the property that the reference names, so that it is known whether it
  /// matches.
  package func canJudge(_ site: AirSite, hasOutline: Bool) -> Bool {
    switch self {
    case .city: site.name != nil
    case .site: site.id != nil
    case .near, .area: site.coordinate != nil || hasOutline
    }
  }
}
