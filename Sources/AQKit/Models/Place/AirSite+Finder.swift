extension AirSite {
  /// Finds the nearest of many sites to a point quickly, and correctly even at the poles and the 180th meridian.
  ///
  /// The sites are sorted by their directions from the Earth's centre, from south to north, so no longitude is an edge. Sites
  /// without a coordinate are never found.
  public struct Finder: Sendable {
    /// A found site.
    public struct Match: Hashable, Sendable {
      /// The site's index in the list.
      public let index: Int
      /// Metres along a great circle, as ``Coordinate/distance(to:)`` measures.
      public let distance: Double
    }

    /// The sites, as they were given.
    public let sites: [AirSite]
    private let coordinates: [Coordinate?]
    private let directions: [(vector: (x: Double, y: Double, z: Double), index: Int)]

    /// Builds the finder, in time proportional to n log n for n sites.
    public init(_ sites: [AirSite]) { self.init(sites, at: sites.map(\.coordinate)) }

    /// Builds the finder of sites that are at other coordinates than their own; those at nil are never found.
    init(_ sites: [AirSite], at coordinates: [Coordinate?]) {
      self.sites = sites
      self.coordinates = coordinates
      directions = coordinates.enumerated().compactMap { index, coordinate in
        coordinate.map { (vector: $0.unitVector, index: index) }
      }.ordered { $0.vector.z < $1.vector.z }
    }

    /// Returns the nearest sites to a point, up to a number of them and a distance in metres, nearest first; those at the same
    /// distance in the order of the list.
    public func nearest(_ count: Int, to point: Coordinate, within reach: Double = .infinity) -> [Match] {
      nearest(count, to: point, within: reach) { _ in true }
    }

    func nearest(
      _ count: Int, to point: Coordinate, within reach: Double, where isMeant: (_ index: Int) -> Bool
    ) -> [Match] {
      guard count > 0, !reach.isNaN, reach >= 0 else { return [] }
      let center = point.unitVector
      // By the square of the chord, with a margin for rounding.
      var search = Nearest(
        count: min(count, directions.count),
        bound: Trigonometry.squaredChord(ofMetres: reach) * (1 + 1e-9) + 1e-15)
      var north = directions.indices.firstPassing { directions[$0].vector.z >= center.z }
      var south = north - 1
      while true {
        let up = north < directions.count ? directions[north].vector.z - center.z : .infinity
        let down = south >= 0 ? center.z - directions[south].vector.z : .infinity
        let nearer = min(up, down)
        guard nearer < .infinity, nearer * nearer <= search.bound else { break }
        let (vector, index) = directions[up <= down ? north : south]
        if up <= down { north += 1 } else { south -= 1 }
        let (x, y) = (vector.x - center.x, vector.y - center.y)
        let distance = x * x + y * y + nearer * nearer
        if distance <= search.bound, isMeant(index) { search.offer(distance, index) }
      }
      return search.found.compactMap { candidate in
        coordinates[candidate.index].map { Match(index: candidate.index, distance: point.distance(to: $0)) }
      }.filter { $0.distance <= reach }.ordered { ($0.distance, $0.index) < ($1.distance, $1.index) }
    }
  }

  /// The nearest of the sites that were offered, nearest first; those at the same distance in the order of their indices.
  fileprivate struct Nearest {
    let count: Int
    /// Sites farther away need not be looked at.
    var bound: Double
    var found: [(distance: Double, index: Int)] = []

    mutating func offer(_ distance: Double, _ index: Int) {
      let position = found.indices.firstPassing {
        (found[$0].distance, found[$0].index) > (distance, index)
      }
      found.insert((distance, index), at: position)
      if found.count > count { found.removeLast() }
      if found.count == count, let last = found.last { bound = min(bound, last.distance) }
    }
  }
}
