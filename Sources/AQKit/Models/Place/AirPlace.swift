/// A place found by name. Only the name and the coordinate are always present.
public struct AirPlace: Hashable, Sendable, Codable, Identifiable {
  /// The name, in the requested language if the service has it.
  public var name: String
  /// The place's coordinate.
  public var coordinate: Coordinate
  /// The searching service's identifier of the place; nil if it has none, such as for the user's own position.
  public var serviceID: String?
  /// Names of the administrative areas that contain it, the largest first.
  public var adminAreas: [String]
  /// The ISO 3166-1 alpha-2 code of the country, in capitals.
  public var countryCode: String?
  /// The name of the country, in the requested language if the service has it.
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
    name: String, coordinate: Coordinate, serviceID: String? = nil, adminAreas: [String] = [],
    countryCode: String? = nil, country: String? = nil,
    elevation: Double? = nil, timeZone: String? = nil, population: Int? = nil
  ) {
    self.name = name
    self.coordinate = coordinate
    self.serviceID = serviceID
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
    try self.init(
      name: container.value(.name), coordinate: container.value(.coordinate),
      serviceID: container.optional(.serviceID), adminAreas: container.optional(.adminAreas) ?? [],
      countryCode: container.optional(.countryCode), country: container.optional(.country),
      elevation: container.optional(.elevation), timeZone: container.optional(.timeZone),
      population: container.optional(.population))
  }
}
