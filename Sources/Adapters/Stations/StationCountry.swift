public import AQKit

/// A country with a network of stations, and the boxes that contain its territory.
///
/// The boxes are drawn around the territory, without far islands, and rounded outwards to a tenth of a degree, those of
/// Singapore to a hundredth. A country with near neighbours has several, which follow its border so that as little of the
/// neighbours as possible is in them; a place just across it can be in one.
///
/// Source of the borders: Natural Earth, 1:10 million (naturalearthdata.com).
public struct StationCountry: Hashable, Sendable, CustomStringConvertible {
  /// The code by ISO 3166-1 alpha-2, in capitals.
  public let code: String
  /// The boxes; every point of the country is in one of them.
  public let boxes: [GeoShape.BoundingBox]

  /// The code.
  public var description: String { code }

  private init(_ code: String, _ edges: (south: Double, west: Double, north: Double, east: Double)...) {
    self.code = code
    boxes = edges.compactMap {
      try? GeoShape.BoundingBox(south: $0.south, west: $0.west, north: $0.north, east: $0.east)
    }
  }

  /// Canada.
  public static let canada = StationCountry(
    "CA", (79.6, -100.3, 83.2, -61), (71.7, -126.1, 79.6, -73.1), (58.7, -141.1, 71.7, -61.2),
    (48.9, -133.9, 58.7, -53.4), (47.9, -125.5, 48.9, -123), (47.9, -94.8, 48.9, -52.8),
    (46.9, -87.4, 47.9, -52.5), (44.9, -85, 46.9, -69.7), (44.9, -67.9, 46.9, -52.8),
    (43.4, -82.5, 44.9, -75.1), (43.4, -67.1, 44.9, -59.6), (42.2, -83.2, 43.4, -78.8),
    (41.6, -83.2, 42.2, -81.2))
  /// Germany.
  public static let germany = StationCountry(
    "DE", (53.3, 6.5, 55.1, 14.5), (52.1, 6.6, 53.4, 14.9), (51.5, 5.9, 52.1, 14.9),
    (50.7, 5.8, 51.5, 15.1), (50.1, 6.0, 50.7, 14.0), (49.8, 6.0, 50.1, 13.0), (49.4, 6.3, 49.9, 13.0),
    (49.0, 6.3, 49.5, 13.6), (48.1, 7.4, 49.1, 13.9), (47.5, 7.4, 48.1, 13.2), (47.3, 10.4, 47.6, 13.2),
    (47.2, 9.8, 47.5, 10.6))
  /// The United Kingdom.
  public static let unitedKingdom = StationCountry("GB", (49.8, -8.7, 60.9, 1.8))
  /// India.
  public static let india = StationCountry(
    "IN", (34.8, 76.6, 35.7, 78.3), (33.4, 73.7, 34.8, 79.1), (32.7, 73.9, 33.4, 79.7),
    (32.4, 74.6, 32.7, 79.7), (31.1, 74.4, 32.4, 79.4), (30.6, 74, 31.1, 80.3), (29.4, 73.1, 30.6, 81.1),
    (28.8, 72.3, 29.4, 80.4), (28.8, 93.9, 29.4, 96.7), (28.2, 71.9, 28.8, 81.4), (28.2, 92.7, 28.8, 97.4),
    (27.6, 69.9, 28.2, 82.8), (27.6, 88, 28.2, 88.9), (27.6, 91.5, 28.2, 97.4), (27, 69.4, 27.6, 84.9),
    (27, 87.9, 27.6, 89), (27, 91.5, 27.6, 97.2), (26.5, 69.4, 27, 87.1), (26.5, 88, 27, 95.9),
    (25.9, 70, 26.5, 95.2), (25.6, 70, 25.9, 88.5), (25.6, 89.7, 25.9, 95.1), (25.1, 70.6, 25.6, 94.9),
    (24.4, 70.3, 25.1, 88.5), (24.4, 92, 25.1, 94.8), (22.9, 68.1, 24.4, 89), (22.9, 91.1, 24.4, 94.4),
    (21.9, 68.9, 22.9, 89.1), (21.9, 92.3, 22.9, 93.2), (13.8, 69.2, 21.9, 89.2), (9.8, 72.1, 13.8, 94.4),
    (6.7, 73, 9.8, 79.5), (6.7, 92.6, 9.8, 94))
  /// Japan: the main islands, Okinawa and Ogasawara.
  public static let japan = StationCountry(
    "JP", (37.7, 138.1, 45.6, 145.9), (34.8, 131.9, 37.7, 141.1), (29.9, 128.5, 34.8, 140.4),
    (24, 122.9, 30.9, 131.4), (24.2, 140.8, 27.8, 142.3))
  /// Korea.
  public static let korea = StationCountry(
    "KR", (38.4, 128.1, 38.7, 128.6), (37.9, 124.5, 38.4, 124.8), (37.9, 126.6, 38.4, 128.9),
    (34.7, 124.6, 37.9, 131), (33.1, 125, 34.7, 128.7))
  /// Mexico.
  public static let mexico = StationCountry(
    "MX", (32.6, -116.5, 32.8, -114.7), (31.8, -117.3, 32.6, -112.4), (30, -116.8, 31.8, -104.6),
    (28.4, -115.9, 30, -100.3), (26.6, -115.7, 28.4, -99.1), (18.1, -115.8, 26.6, -86.6),
    (17.7, -102.9, 18.1, -88.6), (15.9, -101.7, 17.7, -90.3), (14.5, -97.3, 15.9, -91.8))
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
  public static let singapore = StationCountry(
    "SG", (1.16, 103.6, 1.36, 104.1), (1.36, 103.68, 1.46, 104.1), (1.46, 103.78, 1.48, 103.86))
  /// Taiwan, with Kinmen and Matsu.
  public static let taiwan = StationCountry(
    "TW", (21.8, 119.9, 25.4, 122.1), (23.1, 119.3, 23.9, 119.9), (24.3, 118.2, 24.6, 118.6),
    (25.9, 119.9, 26.5, 120.6))
  /// The United States: the contiguous ones, Alaska on both sides of the antimeridian, Hawaii, Puerto Rico, Guam.
  public static let unitedStates = StationCountry(
    "US", (49.1, -95.2, 49.4, -94.7), (48.4, -123.2, 49.1, -92.4),
    (47.5, -124.8, 48.4, -86.2), (45.8, -124.4, 47.5, -83.4), (45.8, -70.5, 47.5, -67.7),
    (45.1, -124.1, 45.8, -82.4), (45.1, -71.5, 45.8, -67), (44.2, -124.2, 45.1, -82.2),
    (44.2, -76.4, 45.1, -66.9), (42.8, -124.6, 44.2, -82.1), (42.8, -79.2, 44.2, -68.3),
    (32.5, -124.6, 42.8, -69.9), (31.3, -114.9, 32.5, -80.2), (30.5, -106, 31.3, -81.2),
    (28.9, -104.9, 30.5, -80.7), (27.6, -100.7, 28.9, -80.3), (26, -99.6, 27.6, -80), (24.5, -97.7, 26, -80),
    (60.8, -171.9, 71.5, -140.9), (59.9, -173.2, 60.8, -138.6), (57.1, -170.5, 59.9, -132.2),
    (54.6, -170.4, 57.1, -129.9), (51.1, -179.2, 54.6, -162.3), (51.1, 172.3, 53.1, 180),
    (18.8, -160.3, 22.3, -154.7), (17.6, -67.4, 18.6, -64.5), (13.2, 144.6, 13.7, 145))

  /// Every country here, by code.
  public static let all: [StationCountry] = [
    .canada, .germany, .unitedKingdom, .india, .japan, .korea, .mexico, .netherlands, .poland, .singapore,
    .taiwan, .unitedStates,
  ].sorted { $0.code < $1.code }
}
