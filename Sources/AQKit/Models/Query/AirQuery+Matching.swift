extension AirQuery {
  /// The sites of a list that answer the query's places, each once: for a point the nearest ones within the query's
  /// radius (50 km where it states none), for an identifier or a name the sites that have it, for a box those that lie
  /// in it. A query without places is answered by every site.
  ///
  /// They come in the order of the places that they answer, for a point the nearest first.
  ///
  /// - Parameters:
  ///   - sites: The list.
  ///   - count: How many sites answer a point at most. More than one, so that a station without current values doesn't
  ///     hide the one behind it.
  public func matches(among sites: [Site], nearest count: Int = 3) -> [SiteMatch] {
    matches(among: sites.map { ($0, nil) }, nearest: count)
  }

  /// As ``matches(among:nearest:)``, for sites of which some have an outline: a point is answered by the areas that it
  /// lies in.
  func matches(among sites: [(site: Site, outline: GeoShape?)], nearest count: Int) -> [SiteMatch] {
    guard !places.isEmpty else {
      return sites.enumerated().map { SiteMatch($1.site, places: [], index: $0) }
    }
    var order: [Int] = []
    var answered: [Int: [Int]] = [:]
    for (place, reference) in places.enumerated() {
      for index in found(reference, in: sites, nearest: count) {
        if answered[index] == nil { order.append(index) }
        answered[index, default: []].append(place)
      }
    }
    return order.map { SiteMatch(sites[$0].site, places: answered[$0] ?? [], index: $0) }
  }

  private func found(
    _ reference: PlaceReference, in sites: [(site: Site, outline: GeoShape?)], nearest count: Int
  ) -> [Int] {
    guard case .near(let point) = reference else {
      return sites.indices.filter { index in
        let (site, outline) = sites[index]
        if case .area(let box) = reference, let outline { return outline.boundingBox.overlaps(box) }
        return reference.names(site, within: radius)
      }
    }
    let reach = radius ?? PlaceReference.usualRadius
    var near: [(distance: Double, index: Int)] = []
    for (index, (site, outline)) in sites.enumerated() {
      if let outline, outline.isArea {
        if outline.contains(point) { near.append((0, index)) }
      } else if let distance = (site.coordinate ?? outline?.center)?.distance(to: point), distance <= reach {
        near.append((distance, index))
      }
    }
    // Of areas all that the point lies in are meant, of other sites the nearest.
    let areas = near.count { $0.distance == 0 && sites[$0.index].outline?.isArea ?? false }
    return near.sorted { ($0.distance, $0.index) < ($1.distance, $1.index) }
      .prefix(max(areas, count, 1)).map(\.index)
  }
}

extension PlaceReference {
  /// How far from a point a site may be, in metres, where a query states no radius.
  package static let usualRadius: Double = 50_000

  /// Whether a site's description has what the reference goes by, so that it can be told whether it names the site.
  func canJudge(_ site: Site, hasOutline: Bool) -> Bool {
    switch self {
    case .city: site.name != nil
    case .site: site.id != nil
    case .near, .area: site.coordinate != nil || hasOutline
    }
  }
}
