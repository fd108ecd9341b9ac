import AQKit

/// A place that the stand-in's geocoder finds. Like the service, it leaves zero and empty fields out of responses.
public struct OpenMeteoPlace: Hashable, Sendable {
  /// The identifier of the place.
  public var id: Int64
  /// The name.
  public var name: String
  /// Other names by which it is found.
  public var otherNames: [String]
  /// Degrees north.
  public var latitude: Double
  /// Degrees east.
  public var longitude: Double
  /// Metres above sea level; 9999 if unknown.
  public var elevation: Double
  /// The GeoNames feature code, such as `PPLC`.
  public var featureCode: String
  /// The ISO 3166-1 alpha-2 code of the country.
  public var countryCode: String
  /// The country's name.
  public var country: String
  /// The administrative areas, the largest first.
  public var areas: [String]
  /// The IANA identifier of the time zone.
  public var timeZone: String
  /// The population.
  public var population: Int64
  /// The postal codes of the place.
  public var postcodes: [String]

  /// Creates a place; fields left out are empty or unknown.
  public init(
    id: Int64, name: String, otherNames: [String] = [], latitude: Double, longitude: Double,
    elevation: Double = 0,
    featureCode: String = "PPL", countryCode: String = "", country: String = "", areas: [String] = [],
    timeZone: String = "", population: Int64 = 0, postcodes: [String] = []
  ) {
    self.id = id
    self.name = name
    self.otherNames = otherNames
    self.latitude = latitude
    self.longitude = longitude
    self.elevation = elevation
    self.featureCode = featureCode
    self.countryCode = countryCode
    self.country = country
    self.areas = areas
    self.timeZone = timeZone
    self.population = population
    self.postcodes = postcodes
  }

  /// Some towns, a mountain, a continent, a cape without an elevation, and a place at 0° N 0° E.
  ///
  /// Figures: GeoNames (geonames.org), CC BY 4.0.
  public static let standard: [OpenMeteoPlace] = [
    OpenMeteoPlace(
      id: 2_950_159, name: "Berlin", latitude: 52.52437, longitude: 13.41053, elevation: 74,
      featureCode: "PPLC",
      countryCode: "DE", country: "Germany", areas: ["Land Berlin"], timeZone: "Europe/Berlin",
      population: 3_426_354, postcodes: ["10967", "13347"]),
    OpenMeteoPlace(
      id: 5_083_330, name: "Berlin", latitude: 44.46867, longitude: -71.18508, elevation: 311,
      countryCode: "US",
      country: "United States", areas: ["New Hampshire", "Coos"], timeZone: "America/New_York",
      population: 9367),
    OpenMeteoPlace(
      id: 3_078_610, name: "Brno", otherNames: ["Brünn"], latitude: 49.19522, longitude: 16.60796,
      elevation: 226,
      featureCode: "PPLA", countryCode: "CZ", country: "Czechia", areas: ["South Moravian", "Město Brno"],
      timeZone: "Europe/Prague", population: 379_466),
    OpenMeteoPlace(
      id: 5_064_758, name: "Bruno", otherNames: ["Brno"], latitude: 41.2839, longitude: -96.95864,
      elevation: 457,
      countryCode: "US", country: "United States", areas: ["Nebraska", "Butler", "Skull Creek Township"],
      timeZone: "America/Chicago", population: 96, postcodes: ["68014"]),
    OpenMeteoPlace(
      id: 3_078_611, name: "Brno", latitude: 49.8233, longitude: 13.66545, elevation: 718, featureCode: "MT",
      countryCode: "CZ", country: "Czechia", areas: ["Plzeň Region", "Rokycany District", "Přívětice"],
      timeZone: "Europe/Prague"),
    OpenMeteoPlace(
      id: 2_756_071, name: "Enschede", latitude: 52.21833, longitude: 6.89583, elevation: 45,
      countryCode: "NL",
      country: "Netherlands", areas: ["Overijssel", "Enschede"], timeZone: "Europe/Amsterdam",
      population: 153_655,
      postcodes: ["7511", "7512"]),
    OpenMeteoPlace(
      id: 1_172_451, name: "Lahore", latitude: 31.558, longitude: 74.35071, elevation: 217,
      featureCode: "PPLA",
      countryCode: "PK", country: "Pakistan", areas: ["Punjab", "Lahore District"], timeZone: "Asia/Karachi",
      population: 13_004_135),
    OpenMeteoPlace(
      id: 6_255_152, name: "Antarctica", latitude: -78.15856, longitude: 16.40626, elevation: 3199,
      featureCode: "CONT", timeZone: "Antarctica/Syowa", population: 1100),
    OpenMeteoPlace(
      id: 4_956_966, name: "Atlantic Point", latitude: 44.09647, longitude: -69.10087, elevation: 9999,
      featureCode: "CAPE", countryCode: "US", country: "United States", areas: ["Maine", "Knox"],
      timeZone: "America/New_York"),
    OpenMeteoPlace(id: 6_295_630, name: "Null Island", latitude: 0, longitude: 0),
  ]
}

/// A time zone as the service uses it: one offset, the current one, for a whole response.
struct OpenMeteoZone: Hashable {
  let identifier: String
  let abbreviation: String
  /// Seconds east of GMT.
  let offset: Int64

  /// The offset in whole hours by which data are read.
  var readingOffset: Int64 { offset / 3600 * 3600 }

  static let gmt = OpenMeteoZone(identifier: "GMT", abbreviation: "GMT", offset: 0)

  /// Known zones with their standard time, for processes that lack the rules of zones.
  private static let standardOffsets: [String: Int64] = [
    "UTC": 0, "Europe/London": 0, "Europe/Berlin": 3600, "Europe/Prague": 3600, "Europe/Amsterdam": 3600,
    "Europe/Paris": 3600, "Europe/Oslo": 3600, "Europe/Zagreb": 3600, "America/New_York": -18_000,
    "America/Chicago": -21_600, "America/Los_Angeles": -28_800, "America/St_Johns": -12_600,
    "Asia/Karachi": 18_000, "Asia/Kolkata": 19_800, "Asia/Kathmandu": 20_700, "Asia/Tokyo": 32_400,
    "Australia/Sydney": 36_000,
  ]

  /// Creates the zone with an identifier, or of a place for `auto`.
  ///
  /// - Throws: ``OpenMeteoRefusal/timezone`` for an unknown one.
  init(_ identifier: String, at point: Coordinate, _ now: AirTime) throws {
    switch identifier {
    case "GMT": self = .gmt
    case "auto":
      let hours = Int64((point.longitude / 15).rounded())
      let name = hours == 0 ? "Etc/GMT" : "Etc/GMT\(hours > 0 ? "-" : "+")\(hours.magnitude)"
      self.init(identifier: name, abbreviation: Self.abbreviation(hours * 3600), offset: hours * 3600)
    default:
      let offset =
        AirTime.Zone(identifier: identifier).map { $0.offset(at: now.secondsSince1970) }
        ?? Self.standardOffsets[identifier]
      guard let offset else { throw OpenMeteoRefusal.timezone }
      self.init(identifier: identifier, abbreviation: Self.abbreviation(offset), offset: offset)
    }
  }

  private init(identifier: String, abbreviation: String, offset: Int64) {
    self.identifier = identifier
    self.abbreviation = abbreviation
    self.offset = offset
  }

  private static func abbreviation(_ offset: Int64) -> String {
    if offset == 0 { return "GMT" }
    let minutes = Int(clamping: offset.magnitude / 60)
    let rest = minutes % 60 == 0 ? "" : ":\(OpenMeteoLabel.padded(minutes % 60))"
    return "GMT\(offset > 0 ? "+" : "-")\(minutes / 60)\(rest)"
  }
}
