/// The sites of a list, sorted for a query of many places. Each arrangement is made when the first place needs it.
struct SiteSearch {
  typealias Site = (site: AirSite, outline: GeoShape?)
  /// A site that isn't an area, and its direction from the Earth's centre.
  private typealias Point = (direction: (x: Double, y: Double, z: Double), coordinate: Coordinate, index: Int)

  private let query: AirQuery
  private let sites: [Site]
  private lazy var byID = Self.grouped(sites) { $0.id }
  private lazy var byName = Self.grouped(sites) { $0.name?.lowercased() }
  private lazy var areas = Self.areas(among: sites, for: query)
  private lazy var fromSouthToNorth = Self.points(among: sites, for: query)

  init(query: AirQuery, sites: [Site]) { (self.query, self.sites) = (query, sites) }

  /// Returns the indices of the sites for a place: in the order of the list, or by distance for a point.
  mutating func found(
    _ place: AirQuery.Place, nearest count: Int, where mayMatch: (Int) -> Bool
  ) -> [Int] {
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

  private mutating func near(_ point: Coordinate, where mayMatch: (Int) -> Bool) -> [Int] {
    let longest = query.reach ?? AirQuery.Place.usualRadius
    let center = point.unitVector
    // By the square of the chord, with a margin for rounding.
    let bound = Trigonometry.squaredChord(ofMetres: longest) * (1 + 1e-9) + 1e-15
    let (south, north) = (center.z - bound.squareRoot(), center.z + bound.squareRoot())
    let points = fromSouthToNorth
    let first = points.indices.firstPassing { points[$0].direction.z >= south }
    var near: [(distance: Double, index: Int)] = []
    for (direction, coordinate, index) in points[first...] {
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

  private static func grouped(_ sites: [Site], by key: (AirSite) -> String?) -> [String?: [Int]] {
    Dictionary(grouping: sites.indices) { key(sites[$0].site) }
  }

  private static func areas(among sites: [Site], for query: AirQuery) -> [Int] {
    sites.indices.filter { sites[$0].outline?.isArea == true && query.asks(about: sites[$0].site) }
  }

  private static func points(among sites: [Site], for query: AirQuery) -> [Point] {
    let points = sites.indices.compactMap { index -> Point? in
      let (site, outline) = sites[index]
      guard outline?.isArea != true, query.asks(about: site),
        let coordinate = site.coordinate ?? outline?.center
      else { return nil }
      return (coordinate.unitVector, coordinate, index)
    }
    return points.ordered { $0.direction.z < $1.direction.z }
  }
}
