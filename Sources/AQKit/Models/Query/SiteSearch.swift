/// The sites of a list, arranged so that each of a query's places is compared with few of them.
struct SiteSearch {
  typealias Site = (site: AirSite, outline: GeoShape?)

  private let query: AirQuery
  private let sites: [Site]
  private var byID: [String: [Int]] = [:]
  private var byName: [String: [Int]] = [:]
  private var areas: [Int] = []
  /// The other sites.
  private let finder: AirSite.Finder

  init(query: AirQuery, sites: [Site]) {
    (self.query, self.sites) = (query, sites)
    let kinds = Set(query.places.map(\.kind))
    var coordinates = [Coordinate?](repeating: nil, count: sites.count)
    for (index, (site, outline)) in sites.enumerated() {
      if kinds.contains(.site), let id = site.id { byID[id, default: []].append(index) }
      if kinds.contains(.city), let name = site.name { byName[name.lowercased(), default: []].append(index) }
      guard kinds.contains(.coordinate), query.asks(about: site) else { continue }
      if outline?.isArea == true {
        areas.append(index)
      } else {
        coordinates[index] = site.coordinate ?? outline?.center
      }
    }
    finder = AirSite.Finder(sites.map(\.site), at: coordinates)
  }

  /// Returns the indices of the sites for a place: in the order of the list, or by distance for a point.
  func found(_ place: AirQuery.Place, nearest count: Int, where mayMatch: (Int) -> Bool) -> [Int] {
    switch place {
    case .site(let id): return (byID[id] ?? []).filter(mayMatch)
    case .city(let name): return (byName[name.lowercased()] ?? []).filter(mayMatch)
    case .area(let box):
      return sites.indices.filter { index in
        let (site, outline) = sites[index]
        return (outline?.reaches(box) ?? place.names(site, within: nil)) && mayMatch(index)
      }
    case .near(let point):
      func near(_ count: Int, areAside: Bool) -> [Int] {
        finder.nearest(count, to: point, within: query.reach ?? AirQuery.Place.usualRadius) { index in
          (!query.includesIndoor && sites[index].site.isIndoor == true) == areAside && mayMatch(index)
        }.map(\.index)
      }
      let holding = areas.filter { sites[$0].outline?.contains(point) == true && mayMatch($0) }
      // All areas that contain the point count, but only the nearest of the other sites; an indoor one that isn't asked for
      // doesn't take an outdoor one's place.
      let most = max(count, query.surroundings?.sites ?? 0, 1) - holding.count
      let outdoors = near(most, areAside: false)
      return holding + outdoors + near(most - outdoors.count, areAside: true)
    }
  }
}
