public import AQKit

/// A country with a network of stations, and the boxes that hold its territory.
///
/// The boxes are drawn around the territory, without far islands, and rounded outwards to a tenth of a degree. A country
/// with neighbours on land has several, which follow its border; a place just across it can be in one.
public struct StationCountry: Hashable, Sendable, CustomStringConvertible {
  /// The code by ISO 3166-1 alpha-2, in capitals.
  public let code: String
  /// The boxes, of which a point of the country is in one.
  public let boxes: [GeoBoundingBox]

  /// The code.
  public var description: String { code }

  private init(_ code: String, _ edges: (south: Double, west: Double, north: Double, east: Double)...) {
    self.code = code
    boxes = edges.compactMap {
      try? GeoBoundingBox(south: $0.south, west: $0.west, north: $0.north, east: $0.east)
    }
  }

  /// Canada.
  public static let canada = StationCountry("CA", (41.6, -141.1, 83.2, -52.6))
  /// Germany.
  public static let germany = StationCountry(
    "DE", (53.3, 6.5, 55.1, 14.5), (52.1, 6.6, 53.4, 14.9), (51.5, 5.9, 52.1, 14.9),
    (50.7, 5.8, 51.5, 15.1), (50.1, 6.0, 50.7, 14.0), (49.8, 6.0, 50.1, 13.0), (49.4, 6.3, 49.9, 13.0),
    (49.0, 6.3, 49.5, 13.6), (48.1, 7.4, 49.1, 13.9), (47.5, 7.4, 48.1, 13.2), (47.3, 10.4, 47.6, 13.2),
    (47.2, 9.8, 47.5, 10.6))
  /// The United Kingdom.
  public static let unitedKingdom = StationCountry("GB", (49.8, -8.7, 60.9, 1.8))
  /// India.
  public static let india = StationCountry("IN", (6.7, 68.1, 35.6, 97.5))
  /// Japan: the main islands, Okinawa and Ogasawara.
  public static let japan = StationCountry(
    "JP", (30.0, 128.3, 45.6, 146.0), (24.0, 122.9, 30.9, 131.4), (24.2, 140.8, 27.8, 142.3))
  /// Korea.
  public static let korea = StationCountry("KR", (33.1, 124.6, 38.7, 131.0))
  /// Mexico.
  public static let mexico = StationCountry("MX", (14.5, -117.2, 32.8, -86.7))
  /// The Netherlands in Europe.
  public static let netherlands = StationCountry(
    "NL", (52.1, 4.1, 53.7, 7.3), (51.7, 3.6, 52.2, 6.9), (51.3, 3.3, 51.8, 6.3), (51.2, 3.3, 51.4, 4.3),
    (51.2, 5.0, 51.4, 6.3), (50.7, 5.6, 51.3, 6.2))
  /// Poland.
  public static let poland = StationCountry(
    "PL", (54.3, 14.1, 54.9, 19.7), (53.5, 14.1, 54.5, 23.7), (52.5, 14.1, 53.6, 24.0),
    (51.4, 14.5, 52.6, 23.8), (50.8, 14.8, 51.5, 24.2), (50.4, 15.3, 50.9, 24.2), (50.0, 16.1, 50.5, 24.2),
    (49.9, 17.5, 50.1, 23.4), (49.3, 18.4, 50.0, 23.4), (49.1, 19.7, 49.4, 23.0), (49.0, 22.0, 49.2, 23.0))
  /// Singapore.
  public static let singapore = StationCountry("SG", (1.1, 103.6, 1.5, 104.1))
  /// Taiwan, with Kinmen and Matsu.
  public static let taiwan = StationCountry("TW", (21.8, 118.1, 26.5, 122.1))
  /// The United States: the contiguous ones, Alaska on both sides of the antimeridian, Hawaii, Puerto Rico, Guam.
  public static let unitedStates = StationCountry(
    "US", (24.4, -124.9, 49.5, -66.9), (51.1, -180, 71.5, -129.9), (51.1, 172.3, 53.1, 180),
    (18.8, -160.3, 22.3, -154.7), (17.6, -67.4, 18.6, -64.5), (13.2, 144.6, 13.7, 145.0))

  /// Every country here, by code.
  public static let all: [StationCountry] = [
    .canada, .germany, .unitedKingdom, .india, .japan, .korea, .mexico, .netherlands, .poland, .singapore,
    .taiwan, .unitedStates,
  ].sorted { $0.code < $1.code }
}
