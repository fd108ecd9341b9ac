/// A geographic shape of points and areas, as in GeoJSON.
///
/// Coordinates are degrees north and east on WGS 84. An area's edges are straight in these coordinates and don't cross
/// the 180th meridian; GeoJSON cuts areas that cross it in two (RFC 7946 §3.1.9).
public struct GeoShape: Hashable, Sendable {
  /// An area: an outer ring and its holes.
  package struct Polygon: Hashable, Sendable {
    let rings: [[Coordinate]]

    package init(rings: [[Coordinate]]) { self.rings = rings }

    func contains(_ point: Coordinate) -> Bool {
      rings.reduce(false) { $0 != Self.surrounds($1, point) { $0.longitude } }
    }

    /// Returns whether a ring surrounds a point, by counting the edges east of it. The 180th meridian belongs to what lies
    /// east of it, and the North Pole to what lies south of it.
    static func surrounds(_ ring: [Coordinate], _ point: Coordinate, by east: (Coordinate) -> Double) -> Bool
    {
      let latitude = min(point.latitude, 90.0.nextDown)
      let point = point.longitude == 180 ? (try? Coordinate(latitude, -180)) ?? point : point
      return crossings(of: ring, at: latitude, by: east).count { $0 > east(point) } % 2 == 1
    }

    static func crossings(
      of ring: [Coordinate], at latitude: Double, by east: (Coordinate) -> Double = { $0.longitude }
    ) -> [Double] {
      guard var last = ring.last else { return [] }
      var longitudes: [Double] = []
      for corner in ring {
        if (corner.latitude > latitude) != (last.latitude > latitude) {
          let share = (latitude - last.latitude) / (corner.latitude - last.latitude)
          longitudes.append(east(last) + share * (east(corner) - east(last)))
        }
        last = corner
      }
      return longitudes
    }

    /// The height times the width of the outer ring in square degrees, which distinguishes a main area from its islands.
    fileprivate var extent: Double {
      guard let box = GeoShape.BoundingBox(holding: rings.first ?? []) else { return 0 }
      return (box.north - box.south) * (box.east - box.west)
    }

    /// A point inside: the middle of the widest part at the latitude of the area's middle.
    fileprivate var inside: Coordinate? {
      guard let ring = rings.first, let box = GeoShape.BoundingBox(holding: ring) else { return nil }
      // Slightly off the middle, because corners tend to lie exactly there.
      let latitude = box.south + (box.north - box.south) * 0.499_87
      let crossings = rings.flatMap { Self.crossings(of: $0, at: latitude) }.sorted()
      var best: (width: Double, middle: Double)?
      for index in stride(from: 0, to: crossings.count - 1, by: 2) {
        let width = crossings[index + 1] - crossings[index]
        if width > best?.width ?? -1 { best = (width, crossings[index] + width / 2) }
      }
      return best.flatMap { try? Coordinate(latitude, $0.middle) } ?? ring.first
    }
  }

  let points: [Coordinate]
  let polygons: [Polygon]
  /// The smallest box that holds the shape.
  public let boundingBox: GeoShape.BoundingBox
  /// A point of the shape; for an area, a point inside it near its middle.
  public let center: Coordinate

  /// Builds the shape; nil if it has no point.
  package init?(points: [Coordinate], polygons: [Polygon]) {
    let corners = points + polygons.flatMap { $0.rings.first ?? [] }
    guard let first = corners.first, let box = BoundingBox(holding: corners) else { return nil }
    self.points = points
    self.polygons = polygons
    boundingBox = box
    let extents = polygons.map(\.extent)
    center = extents.indices.max { extents[$0] < extents[$1] }.flatMap { polygons[$0].inside } ?? first
  }

  /// Whether the shape has an area, rather than only points.
  public var isArea: Bool { !polygons.isEmpty }

  /// Returns whether a point is in one of the areas. A point on an edge belongs to one of its two sides.
  public func contains(_ point: Coordinate) -> Bool {
    boundingBox.contains(point) && polygons.contains { $0.contains(point) }
  }

  /// Returns whether a box may have a point in common with the shape, judged by the boxes of its areas.
  package func reaches(_ box: GeoShape.BoundingBox) -> Bool {
    guard boundingBox.overlaps(box) else { return false }
    return points.contains(where: box.contains)
      || polygons.contains { BoundingBox(holding: $0.rings.first ?? [])?.overlaps(box) ?? false }
  }
}

extension GeoShape {
  /// A rectangle of latitudes and longitudes, edges included. A western edge east of the eastern one means that the box
  /// crosses the 180th meridian.
  public struct BoundingBox: Hashable, Sendable {
    /// The southern edge in degrees north.
    public let south: Double
    /// The western edge in degrees east.
    public let west: Double
    /// The northern edge in degrees north.
    public let north: Double
    /// The eastern edge in degrees east.
    public let east: Double

    /// Creates a box from its four edges in degrees: latitudes from −90 to 90, longitudes from −180 to 180.
    ///
    /// - Throws: ``AQError/Code/invalidRequest`` when an edge is out of range or the southern edge is north of the
    ///   northern one.
    public init(south: Double, west: Double, north: Double, east: Double) throws(AQError) {
      guard south.isFinite, west.isFinite, north.isFinite, east.isFinite, -90 <= south, south <= north,
        north <= 90,
        west.magnitude <= 180, east.magnitude <= 180
      else {
        throw AQError(.invalidRequest, "A box needs south ≤ north within ±90 and edges within ±180 degrees.")
      }
      self.south = south
      self.west = west
      self.north = north
      self.east = east
    }

    /// Creates the smallest box that holds all points and doesn't cross the 180th meridian; nil if there are none.
    init?(holding points: [Coordinate]) {
      guard let first = points.first else { return nil }
      var (south, west, north, east) = (first.latitude, first.longitude, first.latitude, first.longitude)
      for point in points {
        (south, north) = (min(south, point.latitude), max(north, point.latitude))
        (west, east) = (min(west, point.longitude), max(east, point.longitude))
      }
      (self.south, self.west, self.north, self.east) = (south, west, north, east)
    }

    /// Creates the smallest box, with a small margin, that contains every point within a distance of a point in metres; a
    /// negative number or NaN counts as 0.
    public init(around point: Coordinate, radius metres: Double) {
      // Degrees of latitude per metre, on the sphere of `Coordinate.distance(to:)`.
      let reach = (metres > 0 ? min(metres, 2.1e7) : 0) / 111_195.08
      south = max(-90, point.latitude - reach)
      north = min(90, point.latitude + reach)
      let farthest = max(south.magnitude, north.magnitude)
      let width = farthest < 90 ? reach / Trigonometry.sineAndCosine(degrees: farthest).cosine : .infinity
      guard width < 180 else {
        west = -180
        east = 180
        return
      }
      west = point.longitude - width < -180 ? point.longitude - width + 360 : point.longitude - width
      east = point.longitude + width > 180 ? point.longitude + width - 360 : point.longitude + width
    }

    /// Returns whether a point lies in the box or on its edge.
    public func contains(_ point: Coordinate) -> Bool {
      guard south <= point.latitude, point.latitude <= north else { return false }
      // All longitudes meet in a pole.
      if point.latitude.magnitude == 90 { return true }
      // −180° and 180° are one meridian.
      let isAntimeridian = point.longitude.magnitude == 180
      return spans.contains { span in
        span.contains(point.longitude) || (isAntimeridian && span.contains(-point.longitude))
      }
    }

    /// Returns whether the two boxes have a point in common.
    public func overlaps(_ other: GeoShape.BoundingBox) -> Bool {
      guard south <= other.north, other.south <= north else { return false }
      // All longitudes meet in a pole.
      if min(north, other.north) == 90 || max(south, other.south) == -90 { return true }
      if reachesAntimeridian, other.reachesAntimeridian { return true }
      return spans.contains { mine in other.spans.contains { mine.overlaps($0) } }
    }

    /// The box, or its two parts if it crosses the 180th meridian, for services that take no such box.
    package var parts: [GeoShape.BoundingBox] {
      spans.compactMap {
        try? GeoShape.BoundingBox(south: south, west: $0.lowerBound, north: north, east: $0.upperBound)
      }
    }

    /// The longitudes as ranges that don't cross the 180th meridian.
    private var spans: [ClosedRange<Double>] { west <= east ? [west...east] : [west...180, -180...east] }

    private var reachesAntimeridian: Bool { spans.contains { $0.lowerBound == -180 || $0.upperBound == 180 } }
  }
}

extension GeoShape.BoundingBox: Codable {
  /// Reads and validates the four edges.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    self = try decoder.checked {
      try GeoShape.BoundingBox(
        south: container.value(.south), west: container.value(.west), north: container.value(.north),
        east: container.value(.east))
    }
  }
}
