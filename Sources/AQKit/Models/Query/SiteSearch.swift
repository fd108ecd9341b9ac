/// The sites of a list, arranged so that each of a query's places is compared with few of them.
struct SiteSearch {
  typealias Site = (site: AirSite, outline: GeoShape?)
  private typealias Point = (direction: (x: Double, y: Double, z: Double), coordinate: Coordinate, index: Int)

  private let query: AirQuery
  private let sites: [Site]
  private var byID: [String: [Int]] = [:]
  private var byName: [String: [Int]] = [:]
  private var areas: [Int] = []
  /// The other sites, by their directions from the Earth's centre, from south to north.
  private var points: [Point] = []

  init(query: AirQuery, sites: [Site]) {
    (self.query, self.sites) = (query, sites)
    let kinds = Set(query.places.map(\.kind))
    for (index, (site, outline)) in sites.enumerated() {
      if kinds.contains(.site), let id = site.id { byID[id, default: []].append(index) }
      if kinds.contains(.city), let name = site.name { byName[name.lowercased(), default: []].append(index) }
      guard kinds.contains(.coordinate), query.asks(about: site) else { continue }
      if outline?.isArea == true {
        areas.append(index)
      } else if let coordinate = site.coordinate ?? outline?.center {
        points.append((coordinate.unitVector, coordinate, index))
      }
    }
    points = points.ordered { $0.direction.z < $1.direction.z }
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
      let holding = areas.filter { sites[$0].outline?.contains(point) == true && mayMatch($0) }
      // All areas that contain the point count, but only the nearest of the other sites.
      let most = max(count, query.surroundings?.sites ?? 0, 1) - holding.count
      return holding + near(point, where: mayMatch).prefix(max(0, most))
    }
  }

  private func near(_ point: Coordinate, where mayMatch: (Int) -> Bool) -> [Int] {
    let longest = query.reach ?? AirQuery.Place.usualRadius
    let center = point.unitVector
    // By the square of the chord, with a margin for rounding.
    let bound = Trigonometry.squaredChord(ofMetres: longest) * (1 + 1e-9) + 1e-15
    let (south, north) = (center.z - bound.squareRoot(), center.z + bound.squareRoot())
    var near: [(distance: Double, index: Int)] = []
    for next in points.indices.firstPassing({ points[$0].direction.z >= south })..<points.count {
      let (direction, coordinate, index) = points[next]
      if direction.z > north { break }
      let (x, y, z) = (direction.x - center.x, direction.y - center.y, direction.z - center.z)
      guard x * x + y * y + z * z <= bound, mayMatch(index) else { continue }
      let distance = coordinate.distance(to: point)
      guard distance <= longest else { continue }
      // An indoor site that isn't asked for doesn't take an outdoor one's place: it counts as farther away than all others.
      let isAside = !query.includesIndoor && sites[index].site.isIndoor == true
      near.append((isAside ? distance + 1e8 : distance, index))
    }
    return near.ordered { ($0.distance, $0.index) < ($1.distance, $1.index) }.map(\.index)
  }
}
