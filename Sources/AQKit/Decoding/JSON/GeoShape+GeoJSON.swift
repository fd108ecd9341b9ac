extension GeoShape {
  /// Reads a geometry of GeoJSON (RFC 7946): `Point`, `MultiPoint`, `Polygon`, `MultiPolygon`, or a
  /// `GeometryCollection` of them.
  ///
  /// - Throws: ``AQError/Code/malformed`` with the path for anything else, for a position outside ±180 and ±90 degrees
  ///   (such as one in metres), or for an empty geometry.
  public init(geoJSON geometry: AQJSON) throws(AQError) {
    var points: [Coordinate] = []
    var polygons: [Polygon] = []
    try Self.read(geometry, &points, &polygons)
    guard let shape = GeoShape(points: points, polygons: polygons) else {
      throw geometry.error(expected: "a geometry with positions")
    }
    self = shape
  }

  private static func read(_ geometry: AQJSON, _ points: inout [Coordinate], _ polygons: inout [Polygon])
    throws(AQError)
  {
    switch try geometry.require("type").string() {
    case "Point": points.append(try position(geometry.require("coordinates")))
    case "MultiPoint": points += try positions(geometry.require("coordinates"))
    case "Polygon": polygons.append(try polygon(geometry.require("coordinates")))
    case "MultiPolygon":
      for element in try geometry.require("coordinates").elements { polygons.append(try polygon(element)) }
    case "GeometryCollection":
      // Recursion is bounded by the document's maximum depth.
      for element in try geometry.require("geometries").elements { try read(element, &points, &polygons) }
    default: throw geometry["type"].error(expected: "the type of a point or an area")
    }
  }

  private static func polygon(_ value: AQJSON) throws(AQError) -> Polygon {
    var rings: [[Coordinate]] = []
    for ring in try value.elements {
      let positions = try positions(ring)
      guard positions.count >= 3 else { throw ring.error(expected: "a ring of three positions or more") }
      rings.append(positions)
    }
    if rings.isEmpty { throw value.error(expected: "an area with a ring") }
    return Polygon(rings: rings)
  }

  private static func positions(_ value: AQJSON) throws(AQError) -> [Coordinate] {
    try value.elements.map(position)
  }

  /// Reads a position: longitude, latitude and an optional altitude.
  private static func position(_ value: AQJSON) throws(AQError) -> Coordinate {
    let (longitude, latitude) = (try value.require(0).double(), try value.require(1).double())
    guard let coordinate = try? Coordinate(latitude, longitude) else {
      throw value.error(expected: "a position in degrees, longitude first")
    }
    return coordinate
  }
}
