/// A place found by name. Only the name and the coordinate are always present.
public struct AirPlace: Hashable, Sendable, Codable, Identifiable {
  /// The name, in the requested language where the service has it.
  public var name: String
  /// The place's coordinate.
  public var coordinate: Coordinate
  /// The searching service's identifier of the place; nil if it has none, such as for the user's own position.
  public var serviceID: String?
  /// Names of the administrative areas that contain it, the largest first.
  public var adminAreas: [String]
  /// The ISO 3166-1 alpha-2 code of the country, in capitals.
  public var countryCode: String?
  /// The name of the country, in the requested language where the service has it.
  public var country: String?
  /// Metres above sea level; a value that is not finite becomes nil.
  public var elevation: Double? {
    didSet { elevation = elevation.flatMap { $0.isFinite ? $0 : nil } }
  }
  /// The IANA identifier of the time zone.
  public var timeZone: String?
  /// The population.
  public var population: Int?

  /// Creates a place with at least a name and a coordinate.
  public init(
    name: String, coordinate: Coordinate, id: String? = nil, adminAreas: [String] = [],
    countryCode: String? = nil, country: String? = nil,
    elevation: Double? = nil, timeZone: String? = nil, population: Int? = nil
  ) {
    self.name = name
    self.coordinate = coordinate
    serviceID = id
    self.adminAreas = adminAreas
    self.countryCode = countryCode
    self.country = country
    self.elevation = elevation.flatMap { $0.isFinite ? $0 : nil }
    self.timeZone = timeZone
    self.population = population
  }

  /// Identifies the place within a list: ``serviceID`` or, without one, its coordinate and name.
  public var id: String { serviceID ?? "\(coordinate.latitude),\(coordinate.longitude) \(name)" }

  private enum CodingKeys: String, CodingKey {
    case name, coordinate, adminAreas, countryCode, country, elevation, timeZone, population
    case serviceID = "id"
  }

  /// Reads a place; only the name and the coordinate are required.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    self.init(
      name: try container.decode(String.self, forKey: .name),
      coordinate: try container.decode(Coordinate.self, forKey: .coordinate),
      id: try container.decodeIfPresent(String.self, forKey: .serviceID),
      adminAreas: try container.decodeIfPresent([String].self, forKey: .adminAreas) ?? [],
      countryCode: try container.decodeIfPresent(String.self, forKey: .countryCode),
      country: try container.decodeIfPresent(String.self, forKey: .country),
      elevation: try container.decodeIfPresent(Double.self, forKey: .elevation),
      timeZone: try container.decodeIfPresent(String.self, forKey: .timeZone),
      population: try container.decodeIfPresent(Int.self, forKey: .population))
  }
}

/// A point on the Earth in degrees: latitude from −90 to 90, longitude from −180 to 180. (0, 0) is a place.
public struct Coordinate: Hashable, Sendable {
  /// Degrees north.
  public let latitude: Double
  /// Degrees east.
  public let longitude: Double

  /// Creates a point by degrees north and degrees east.
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
  /// The angle comes from the chord, with a square root and a series for the arc sine, because AQKit links no
  /// trigonometric functions. The method errs by less than a metre; the sphere itself by up to 0.5 %.
  public func distance(to other: Coordinate) -> Double {
    let (x1, y1, z1) = unitVector
    let (x2, y2, z2) = other.unitVector
    let (dx, dy, dz) = (x1 - x2, y1 - y2, z1 - z2)
    let halfChord = ((dx * dx + dy * dy + dz * dz).squareRoot() / 2)
    return 2 * Self.earthRadius * Trigonometry.arcSine(min(1, halfChord))
  }

  /// The mean radius of the Earth in metres (IUGG, 1980).
  package static let earthRadius = 6_371_008.8

  /// The point on the unit sphere.
  package var unitVector: (x: Double, y: Double, z: Double) {
    let (sinLatitude, cosLatitude) = Trigonometry.sineAndCosine(degrees: latitude)
    let (sinLongitude, cosLongitude) = Trigonometry.sineAndCosine(degrees: longitude)
    return (cosLatitude * cosLongitude, cosLatitude * sinLongitude, sinLatitude)
  }
}

extension Coordinate {
  /// Degrees as requests spell them: a plain decimal with at most five places, about a metre.
  public static func text(degrees: Double) -> String {
    let text = ((degrees * 1e5).rounded() / 1e5).plainText
    // Below a thousandth the shortest text has an exponent.
    guard text.utf8.contains(UInt8(ascii: "e")), degrees.magnitude < 1 else {
      return text == "-0" ? "0" : text
    }
    let digits = String(Int((degrees.magnitude * 1e5).rounded()))
    return (degrees < 0 ? "-" : "") + "0." + String(repeating: "0", count: 5 - digits.count) + digits
  }
}

extension Coordinate: Codable {
  private enum CodingKeys: String, CodingKey { case latitude, longitude }

  /// Reads and validates the two numbers.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    let latitude = try container.decode(Double.self, forKey: .latitude)
    let longitude = try container.decode(Double.self, forKey: .longitude)
    do {
      try self.init(latitude, longitude)
    } catch {
      throw DecodingError.dataCorrupted(
        .init(codingPath: decoder.codingPath, debugDescription: error.message))
    }
  }
}

/// Sine, cosine and arc sine in double precision for angles on the globe, without linking a maths library.
package enum Trigonometry {
  /// Returns sine and cosine of an angle from −180° to 180°, by Taylor series after reduction to at most 45°.
  package static func sineAndCosine(degrees: Double) -> (sine: Double, cosine: Double) {
    let quarter = (degrees / 90).rounded()
    let x = (degrees - quarter * 90) * .pi / 180
    let square = x * x
    var sine = 1.0
    var cosine = 1.0
    // Horner form of the series up to x^19 and x^20; the next term is below 2^-60 for x ≤ π/4.
    for n in stride(from: 18.0, through: 2, by: -2) {
      sine = 1 - sine * square / (n * (n + 1))
      cosine = 1 - cosine * square / (n * (n - 1))
    }
    sine *= x
    switch Int(quarter) & 3 {
    case 0: return (sine, cosine)
    case 1: return (cosine, -sine)
    case 2: return (-sine, -cosine)
    default: return (-cosine, sine)
    }
  }

  /// Returns the arc sine in radians of a number from 0 to 1, by Newton's method on the sine.
  package static func arcSine(_ value: Double) -> Double {
    // asin(v) = π/2 − 2·asin(√((1−v)/2)) keeps the argument where the series converges fast.
    if value > 0.5 { return .pi / 2 - 2 * arcSine(((1 - value) / 2).squareRoot()) }
    let square = value * value
    var term = value
    var sum = value
    for n in stride(from: 1.0, through: 61, by: 2) {
      term *= square * n * n / ((n + 1) * (n + 2))
      sum += term
      if term < sum * 1e-17 { break }
    }
    return sum
  }
}
