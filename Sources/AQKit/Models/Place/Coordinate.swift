/// A point on the Earth in degrees: latitude from −90 to 90, longitude from −180 to 180. (0, 0) is a valid place.
public struct Coordinate: Hashable, Sendable {
  /// Degrees north.
  public let latitude: Double
  /// Degrees east.
  public let longitude: Double

  /// Creates a point from degrees north and degrees east.
  ///
  /// - Throws: ``AQError/Code/invalidRequest`` when a number is not finite or out of range.
  public init(_ latitude: Double, _ longitude: Double) throws(AQError) {
    guard latitude.isFinite, longitude.isFinite, latitude.magnitude <= 90, longitude.magnitude <= 180 else {
      throw AQError(
        .invalidRequest,
        "A coordinate needs a latitude from -90 to 90 and a longitude from -180 to 180, in this order.")
    }
    self.latitude = latitude
    self.longitude = longitude
  }

  /// Returns the distance along a great circle in metres, on a sphere of the mean Earth radius 6,371,008.8 m (IUGG,
  /// 1980).
  ///
  /// The angle comes from the chord, with a square root and a series for the arc sine, so that every system gives the same
  /// distance. The method errs by less than a metre; the sphere itself by up to 0.5 %.
  public func distance(to other: Coordinate) -> Double {
    let (x1, y1, z1) = unitVector
    let (x2, y2, z2) = other.unitVector
    let (dx, dy, dz) = (x1 - x2, y1 - y2, z1 - z2)
    let halfChord = ((dx * dx + dy * dy + dz * dz).squareRoot() / 2)
    return 2 * Self.earthRadius * Trigonometry.arcSine(min(1, halfChord))
  }

  /// The mean radius of the Earth in metres (IUGG, 1980).
  package static let earthRadius: Double = 6_371_008.8

  package var unitVector: (x: Double, y: Double, z: Double) {
    let (sinLatitude, cosLatitude) = Trigonometry.sineAndCosine(degrees: latitude)
    let (sinLongitude, cosLongitude) = Trigonometry.sineAndCosine(degrees: longitude)
    return (cosLatitude * cosLongitude, cosLatitude * sinLongitude, sinLatitude)
  }

  /// Returns degrees as text for a request: a plain decimal with at most five places, about a metre.
  public static func text(degrees: Double) -> String {
    let text = ((degrees * 1e5).rounded() / 1e5).plainText
    // Below a thousandth the shortest form has an exponent.
    guard text.utf8.contains(UInt8(ascii: "e")), degrees.magnitude < 1 else {
      return text == "-0" ? "0" : text
    }
    let digits = String(Int((degrees.magnitude * 1e5).rounded()))
    return (degrees < 0 ? "-" : "") + "0." + String(repeating: "0", count: 5 - digits.count) + digits
  }
}

extension Coordinate: Codable {
  /// Reads and validates the two numbers.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    self = try decoder.checked {
      try Coordinate(container.value(.latitude), container.value(.longitude))
    }
  }
}
