/// A geographic shape of points and areas, as in GeoJSON.
///
/// Coordinates are degrees north and east on WGS 84. An area's edges are straight in these coordinates and don't cross
/// the 180th meridian; GeoJSON cuts areas that do in two (RFC 7946 §3.1.9).
public struct GeoShape: Hashable, Sendable {
  /// An area: an outer ring and its holes.
  package struct Polygon: Hashable, Sendable {
    package let rings: [[Coordinate]]

    /// An area of an outer ring and holes.
    package init(rings: [[Coordinate]]) { self.rings = rings }

    /// Whether a point lies inside, by counting the edges east of it.
    func contains(_ point: Coordinate) -> Bool {
      rings.reduce(false) {
        $0 != (Self.crossings(of: $1, at: point.latitude).count { $0 > point.longitude } % 2 == 1)
      }
    }

    /// The longitudes at which a ring crosses a latitude.
    static func crossings(of ring: [Coordinate], at latitude: Double) -> [Double] {
      guard var last = ring.last else { return [] }
      var longitudes: [Double] = []
      for corner in ring {
        if (corner.latitude > latitude) != (last.latitude > latitude) {
          let share = (latitude - last.latitude) / (corner.latitude - last.latitude)
          longitudes.append(last.longitude + share * (corner.longitude - last.longitude))
        }
        last = corner
      }
      return longitudes
    }
  }

  let points: [Coordinate]
  let polygons: [Polygon]
  /// The smallest box that holds the shape.
  public let boundingBox: GeoBoundingBox
  /// A point of the shape; for an area, a point inside it near its middle.
  public let center: Coordinate

  /// Builds the shape; nil if it has no point.
  package init?(points: [Coordinate], polygons: [Polygon]) {
    let corners = points + polygons.flatMap { $0.rings.first ?? [] }
    let (latitudes, longitudes) = (corners.map(\.latitude), corners.map(\.longitude))
    guard let first = corners.first, let south = latitudes.min(), let north = latitudes.max(),
      let west = longitudes.min(), let east = longitudes.max(),
      let box = try? GeoBoundingBox(south: south, west: west, north: north, east: east)
    else { return nil }
    self.points = points
    self.polygons = polygons
    boundingBox = box
    center = polygons.max { $0.extent < $1.extent }?.inside ?? first
  }

  /// Whether the shape has an area rather than points only.
  public var isArea: Bool { !polygons.isEmpty }

  /// Whether a point lies in one of the areas. A point on an edge belongs to one of its two sides.
  public func contains(_ point: Coordinate) -> Bool {
    boundingBox.contains(point) && polygons.contains { $0.contains(point) }
  }
}

extension GeoShape.Polygon {
  /// Height times width of the outer ring in square degrees; tells a main area from its islands.
  fileprivate var extent: Double {
    guard let ring = rings.first, let south = ring.map(\.latitude).min(),
      let north = ring.map(\.latitude).max(),
      let west = ring.map(\.longitude).min(), let east = ring.map(\.longitude).max()
    else { return 0 }
    return (north - south) * (east - west)
  }

  /// A point inside: the middle of the widest stretch at the latitude of the area's middle.
  fileprivate var inside: Coordinate? {
    guard let ring = rings.first, let south = ring.map(\.latitude).min(),
      let north = ring.map(\.latitude).max()
    else { return nil }
    // Slightly off the middle, because corners tend to lie exactly there.
    let latitude = south + (north - south) * 0.499_87
    let crossings = rings.flatMap { Self.crossings(of: $0, at: latitude) }.sorted()
    var best: (width: Double, middle: Double)?
    for index in stride(from: 0, to: crossings.count - 1, by: 2) {
      let width = crossings[index + 1] - crossings[index]
      if width > best?.width ?? -1 { best = (width, crossings[index] + width / 2) }
    }
    return best.flatMap { try? Coordinate(latitude, $0.middle) } ?? ring.first
  }
}
