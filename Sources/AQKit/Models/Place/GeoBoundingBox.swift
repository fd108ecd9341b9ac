/// A rectangle of latitudes and longitudes, edges included. A western edge east of the eastern one means that the box
/// crosses the 180th meridian.
public struct GeoBoundingBox: Hashable, Sendable {
  /// The southern edge in degrees north.
  public let south: Double
  /// The western edge in degrees east.
  public let west: Double
  /// The northern edge in degrees north.
  public let north: Double
  /// The eastern edge in degrees east.
  public let east: Double

  /// A box from its four edges in degrees: latitudes from −90 to 90, longitudes from −180 to 180.
  ///
  /// - Throws: ``AQError/Code/invalidRequest`` when an edge is out of range or the south is north of the north.
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

  /// The smallest box, with a small margin, that holds every point within a distance of another.
  ///
  /// - Parameters:
  ///   - point: The point.
  ///   - metres: The distance; a negative number or NaN counts as 0.
  public init(around point: Coordinate, reaching metres: Double) {
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

  /// Whether a point lies in the box or on its edge.
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

  /// Whether the two boxes have a point in common.
  public func overlaps(_ other: GeoBoundingBox) -> Bool {
    guard south <= other.north, other.south <= north else { return false }
    if reachesAntimeridian, other.reachesAntimeridian { return true }
    return spans.contains { mine in other.spans.contains { mine.overlaps($0) } }
  }

  /// The longitudes as ranges that don't cross the 180th meridian.
  private var spans: [ClosedRange<Double>] { west <= east ? [west...east] : [west...180, -180...east] }

  private var reachesAntimeridian: Bool { spans.contains { $0.lowerBound == -180 || $0.upperBound == 180 } }
}

extension GeoBoundingBox: Codable {
  private enum CodingKeys: String, CodingKey { case south, west, north, east }

  /// Reads and validates the four edges.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    do {
      try self.init(
        south: container.decode(Double.self, forKey: .south),
        west: container.decode(Double.self, forKey: .west),
        north: container.decode(Double.self, forKey: .north),
        east: container.decode(Double.self, forKey: .east))
    } catch let error as AQError {
      throw DecodingError.dataCorrupted(
        .init(codingPath: decoder.codingPath, debugDescription: error.message))
    }
  }
}
