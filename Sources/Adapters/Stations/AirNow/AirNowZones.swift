import AQKit

extension AirNowStations {
  /// Returns the zone of an abbreviation, taken literally: `EST` is five hours behind UTC in July, too.
  static func zone(
    _ abbreviation: String, at place: Coordinate?, ofStation code: String? = nil
  ) throws -> TimeStamp.Zone {
    // Alaskan and Atlantic daylight time have the same abbreviation. A row without a position may name its station.
    let isAtlantic = place.map { $0.longitude > -100 } ?? code.map { wholeCode($0).hasPrefix("124") } ?? false
    if abbreviation == "ADT", isAtlantic { return .fixed(secondsFromUTC: -3 * 3600) }
    guard let minutes = zoneMinutes[abbreviation.uppercased()] else {
      throw AQError(
        .malformed, "AirNow names the time zone “\(abbreviation.shortened(to: 10))”, which isn't known.")
    }
    return .fixed(secondsFromUTC: minutes * 60)
  }

  /// Minutes east of UTC.
  private static let zoneMinutes: [String: Int] = [
    "UTC": 0, "GMT": 0, "NDT": -150, "NST": -210, "AST": -240, "EDT": -240, "EST": -300, "CDT": -300,
    "CST": -360,
    "MDT": -360, "MST": -420, "PDT": -420, "PST": -480, "ADT": -480, "AKDT": -480, "AKST": -540, "AKT": -540,
    "HDT": -540, "HADT": -540, "HST": -600, "HAST": -600, "SST": -660, "CHST": 600, "AFT": 270,
  ]

  /// The standard time by state in hours east of UTC; for a state with two zones, that of its larger part.
  static let standardHours: [String: Int] = {
    let zones: [(Int, String)] = [
      (-4, "PR VI"), (-5, "CT DE DC FL GA IN KY ME MD MA MI NH NJ NY NC OH PA RI SC VT VA WV"),
      (-6, "AL AR IL IA KS LA MN MS MO NE ND OK SD TN TX WI"), (-7, "AZ CO ID MT NM UT WY"),
      (-8, "CA NV OR WA"), (-9, "AK"), (-10, "HI"), (10, "GU"),
    ]
    let hours = zones.flatMap { hour, states in states.split(separator: " ").map { (String($0), hour) } }
    return Dictionary(hours) { first, _ in first }
  }()

  /// Returns a station's standard time in seconds east of UTC by its state, else by its longitude; nil without either.
  static func standardOffset(ofStation code: String, at place: Coordinate?) -> Int? {
    if code.utf8.count == 12, code.hasPrefix("840"), let state = states[String(code.dropFirst(3).prefix(2))],
      let hours = standardHours[state]
    {
      return hours * 3600
    }
    return place.map { Int(($0.longitude / 15).rounded()) * 3600 }
  }

  /// The states by the numbers with which station codes begin (ANSI INCITS 38, formerly FIPS 5-2).
  private static let states: [String: String] = {
    let numbers = """
      01 AL 02 AK 04 AZ 05 AR 06 CA 08 CO 09 CT 10 DE 11 DC 12 FL 13 GA 15 HI 16 ID 17 IL 18 IN 19 IA 20 KS 21 KY 22 LA \
      23 ME 24 MD 25 MA 26 MI 27 MN 28 MS 29 MO 30 MT 31 NE 32 NV 33 NH 34 NJ 35 NM 36 NY 37 NC 38 ND 39 OH 40 OK 41 OR \
      42 PA 44 RI 45 SC 46 SD 47 TN 48 TX 49 UT 50 VT 51 VA 53 WA 54 WV 55 WI 56 WY 66 GU 72 PR 78 VI
      """.split(separator: " ").map(String.init)
    let pairs = stride(from: 0, to: numbers.count - 1, by: 2).map { (numbers[$0], numbers[$0 + 1]) }
    return Dictionary(pairs, uniquingKeysWith: { first, _ in first })
  }()
}
