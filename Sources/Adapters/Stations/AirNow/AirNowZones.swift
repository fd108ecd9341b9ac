import AQKit

extension AirNowStations {
  /// The zone of an abbreviation, taken literally: `EST` is five hours behind UTC in July, too.
  ///
  /// - Throws: ``AQError/Code/malformed`` for an abbreviation that AirNow isn't known to use.
  static func zone(_ abbreviation: String, at place: Coordinate?) throws -> TimeStamp.Zone {
    // Alaska's summer time and that of the Atlantic provinces have one abbreviation.
    if abbreviation == "ADT", let place, place.longitude > -100 { return .fixed(secondsFromUTC: -3 * 3600) }
    guard let minutes = zoneMinutes[abbreviation.uppercased()] else {
      throw AQError(.malformed, "AirNow names the time zone “\(abbreviation.prefix(10))”, which isn't known.")
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

  /// Standard time in hours east of UTC by state; of a state with two zones that of the larger part.
  static let standardHours: [String: Int] = {
    let zones: [(Int, String)] = [
      (-4, "PR VI"), (-5, "CT DE DC FL GA IN KY ME MD MA MI NH NJ NY NC OH PA RI SC VT VA WV"),
      (-6, "AL AR IL IA KS LA MN MS MO NE ND OK SD TN TX WI"), (-7, "AZ CO ID MT NM UT WY"),
      (-8, "CA NV OR WA"), (-9, "AK"), (-10, "HI"), (10, "GU"),
    ]
    var hours: [String: Int] = [:]
    for (hour, states) in zones { for state in states.split(separator: " ") { hours[String(state)] = hour } }
    return hours
  }()

  /// The start of a day `yyyy-MM-dd` at an offset.
  static func midnight(_ day: String, _ hours: Int) -> AirTime? {
    AirTime("\(day)T00:00:00Z").map { $0.adding(seconds: Int64(-hours) * 3600) }
  }
}
