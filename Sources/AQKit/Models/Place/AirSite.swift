/// Where a value holds: a station, a sensor, a cell of a model's grid, an area, a city.
///
/// The coordinate is the site's own, not the one in the query. A city feed may have names and no coordinates.
public struct AirSite: Hashable, Sendable, Codable {
  /// The source's identifier of the site.
  public var id: String?
  /// The name for people.
  public var name: String?
  /// The site's own coordinate.
  public var coordinate: Coordinate?
  /// Metres above sea level; a value that is not finite becomes nil.
  public var elevation: Double? {
    didSet { elevation = elevation.flatMap { $0.isFinite ? $0 : nil } }
  }
  /// The IANA identifier of the time zone, such as `Europe/Prague`.
  public var timeZone: String?
  /// The ISO 3166-1 alpha-2 code of the country, in capitals.
  public var country: String?
  /// What kind of site it is.
  public var kind: AirSite.Kind
  /// Whether the site measures indoors; nil if unknown.
  public var isIndoor: Bool?

  /// A site; only the kind is required.
  public init(
    id: String? = nil, name: String? = nil, coordinate: Coordinate? = nil, elevation: Double? = nil,
    timeZone: String? = nil, country: String? = nil, kind: AirSite.Kind, isIndoor: Bool? = nil
  ) {
    self.id = id
    self.name = name
    self.coordinate = coordinate
    self.elevation = elevation.flatMap { $0.isFinite ? $0 : nil }
    self.timeZone = timeZone
    self.country = country
    self.kind = kind
    self.isIndoor = isIndoor
  }

  private enum CodingKeys: String, CodingKey {
    case id, name, coordinate, elevation, timeZone, country, kind
    case isIndoor = "indoor"
  }
}

extension AirSite {
  /// What kind of site a value comes from. An open set.
  public struct Kind: RawRepresentable, Hashable, Sendable, Codable, CustomStringConvertible {
    /// The kind's spelling.
    public let rawValue: String
    /// A kind, by its spelling.
    public init(rawValue: String) { self.rawValue = rawValue }
    /// The spelling.
    public var description: String { rawValue }
    /// A station that measures by a reference method or an equivalent one.
    public static let referenceStation = AirSite.Kind(rawValue: "reference station")
    /// A low-cost sensor.
    public static let lowCostSensor = AirSite.Kind(rawValue: "low-cost sensor")
    /// A cell of a model's grid.
    public static let modelCell = AirSite.Kind(rawValue: "model cell")
    /// An administrative or other area.
    public static let area = AirSite.Kind(rawValue: "area")
    /// A city as a whole.
    public static let city = AirSite.Kind(rawValue: "city")
  }
}
