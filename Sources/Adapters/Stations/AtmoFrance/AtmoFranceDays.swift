import AQKit

extension AtmoFranceZones {
  /// The zones of France's overseas departments, which never change their clocks, by the three digits of a department.
  private static let overseas = [
    "971": ("America/Guadeloupe", -4), "972": ("America/Martinique", -4), "973": ("America/Cayenne", -3),
    "974": ("Indian/Reunion", 4), "976": ("Indian/Mayotte", 3), "977": ("America/St_Barthelemy", -4),
    "978": ("America/Marigot", -4),
  ]

  /// The overseas departments of associations of communes, by the associations' numbers.
  private static let associations: [Double: Substring] = [1: "971", 2: "972", 3: "973", 4: "974", 6: "976"]

  /// Returns the zone in which a commune, or an association of communes, has its days.
  static func zone(of code: String, _ association: Double?) throws -> (zone: AirTime.Zone, name: String) {
    // The number of an association of communes contains the department from the third digit on.
    let department =
      association.flatMap { associations[$0] }
      ?? (code.count == 9 ? code.dropFirst(2).prefix(3) : code.prefix(3))
    if let (name, hours) = overseas[String(department)] {
      return (AirTime.Zone(secondsFromUTC: hours * 3600), name)
    }
    guard let paris = AirTime.Zone(identifier: "Europe/Paris") else {
      throw AQError(.notConfigured, "This system lacks the rules of the time zone Europe/Paris.")
    }
    return (paris, paris.identifier)
  }

  /// Returns the local day that a date states, or the moment of its midnight as a string or in milliseconds.
  static func day(_ text: String, in zone: AirTime.Zone) throws -> String? {
    let isDate = text.count == 10 || text.dropFirst(11).hasPrefix("00:00") || text.dropFirst(10) == "Z"
    if isDate { return AirTime("\(text.prefix(10))T00:00:00Z")?.day }
    let moment = Int64(text).map { AirTime(secondsSince1970: $0 / 1000) } ?? AirTime(text)
    return moment.map { $0.adding(seconds: Int64(zone.secondsFromUTC(at: $0))).day }
  }
}

extension AirTime {
  var day: String { String("\(self)".prefix(10)) }
}

extension StationRow {
  var zoneAndDay: [String?] { [text("code_zone"), text("date_ech")] }
}
