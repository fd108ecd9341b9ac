extension AirSite {
  /// Finds the nearest of many sites to a point quickly, and correctly even at the poles and the 180th meridian.
  ///
  /// The sites' coordinates are points on a sphere in a three-dimensional tree, so no longitude is an edge. Sites without
  /// a coordinate are never found.
  public struct Finder: Sendable {
    /// A found site.
    public struct Match: Hashable, Sendable {
      /// The site's index in the list.
      public let index: Int
      /// Metres along a great circle, as ``Coordinate/distance(to:)`` measures.
      public let distance: Double
    }

    private typealias Vector = (x: Double, y: Double, z: Double)

    /// The sites, as they were given.
    public let sites: [AirSite]
    /// The tree in order: the middle of each range is its node, the halves are its branches.
    private var nodes: [(vector: Vector, index: Int)]

    /// Builds the finder, in time proportional to n (log n)² for n sites.
    public init(_ sites: [AirSite]) {
      self.sites = sites
      nodes = sites.enumerated().compactMap { index, site in
        site.coordinate.map { (vector: $0.unitVector, index: index) }
      }
      Self.order(&nodes, 0..<nodes.count, axis: 0)
    }

    private static func order(_ nodes: inout [(vector: Vector, index: Int)], _ range: Range<Int>, axis: Int) {
      guard range.count > 1 else { return }
      nodes[range].sort { (component($0.vector, axis), $0.index) < (component($1.vector, axis), $1.index) }
      let middle = range.lowerBound + range.count / 2
      order(&nodes, range.lowerBound..<middle, axis: (axis + 1) % 3)
      order(&nodes, (middle + 1)..<range.upperBound, axis: (axis + 1) % 3)
    }

    private static func component(_ vector: Vector, _ axis: Int) -> Double {
      switch axis {
      case 0: vector.x
      case 1: vector.y
      default: vector.z
      }
    }

    /// Returns the nearest sites to a point, up to a number of them and a distance in metres, nearest first; those at the same
    /// distance in the order of the list.
    public func nearest(_ count: Int, to point: Coordinate, within reach: Double = .infinity) -> [Match] {
      guard count > 0, !reach.isNaN, reach >= 0 else { return [] }
      // Squares of chords are compared, with a margin for rounding.
      var search = Nearest(
        count: min(count, nodes.count),
        bound: Trigonometry.squaredChord(ofMetres: reach) * (1 + 1e-9) + 1e-15)
      visit(0..<nodes.count, axis: 0, around: point.unitVector, &search)
      return search.found.compactMap { candidate in
        sites[candidate.index].coordinate.map {
          Match(index: candidate.index, distance: point.distance(to: $0))
        }
      }.filter { $0.distance <= reach }
    }

    private func visit(_ range: Range<Int>, axis: Int, around center: Vector, _ search: inout Nearest) {
      guard !range.isEmpty else { return }
      let middle = range.lowerBound + range.count / 2
      let (vector, index) = nodes[middle]
      let (dx, dy, dz) = (vector.x - center.x, vector.y - center.y, vector.z - center.z)
      search.offer(dx * dx + dy * dy + dz * dz, index)
      let offset = Self.component(center, axis) - Self.component(vector, axis)
      let (lower, upper) = (range.lowerBound..<middle, (middle + 1)..<range.upperBound)
      let next = (axis + 1) % 3
      visit(offset < 0 ? lower : upper, axis: next, around: center, &search)
      if offset * offset <= search.bound {
        visit(offset < 0 ? upper : lower, axis: next, around: center, &search)
      }
    }
  }

  /// The nearest of the sites that were offered, nearest first; those at the same distance in the order of their indices.
  fileprivate struct Nearest {
    let count: Int
    /// Sites farther away need not be looked at.
    var bound: Double
    var found: [(distance: Double, index: Int)] = []

    mutating func offer(_ distance: Double, _ index: Int) {
      guard distance <= bound else { return }
      let position = found.indices.firstPassing {
        (found[$0].distance, found[$0].index) > (distance, index)
      }
      found.insert((distance, index), at: position)
      if found.count > count { found.removeLast() }
      if found.count == count, let last = found.last { bound = min(bound, last.distance) }
    }
  }
}
