import AQKit

/// A file for each local day: an invented town's values by the hour, at local times without an offset.
struct TownDays: HTTPAdapter {
  static let descriptor = SourceDescriptor(
    id: "example-days", name: "A town's days", summary: "Stations of a town, a file for each day.",
    offers: [
      SourceDescriptor.Offer(
        capabilities: [.current, .history], placeKinds: [.coordinate, .site, .area],
        parameters: [.pm25, .no2], coverage: .countries(["CZ"]), kinds: [.observation],
        timeConvention: .start, averaging: .oneHour, cadence: .seconds(3600), latency: .seconds(1800))
    ],
    precedence: 300, siteKinds: [.referenceStation],
    limits: RequestLimits(placesPerRequest: 1000, requestsPerFetch: 31),
    attribution: [AirAttribution("Town of Example", licence: "CC BY 4.0")],
    rights: AirRights(terms: "https://creativecommons.org/licenses/by/4.0/"),
    endpoints: [SourceDescriptor.Endpoint("https://air.example.org")], testPlaces: .points((49.2, 16.6)))

  static let columns = [ReportColumn("PM25", .pm25, "µg/m³"), ReportColumn("NO2", .no2, "µg/m³")]
  static let stations = Dictionary(
    uniqueKeysWithValues: [("1", 49.21), ("2", 49.19)].map { id, latitude in
      let site = AirSite(
        id: id, coordinate: try? Coordinate(latitude, 16.6), timeZone: "Europe/Prague",
        kind: .referenceStation)
      return (id, site)
    })

  /// The town's clocks, by which it has its days and writes its times.
  private static func clocks() throws -> AirTime.Zone {
    guard let zone = AirTime.Zone(identifier: "Europe/Prague") else {
      throw AQError(.notConfigured, "This system lacks the rules of the time zone Europe/Prague.")
    }
    return zone
  }

  /// Returns the local days that a time touches, such as `2026-10-01`.
  static func days(from start: AirTime, to end: AirTime, in zone: AirTime.Zone) -> [String] {
    // Local clocks read as UTC have days of 24 hours, even where the real day is shorter or longer.
    func clock(_ time: AirTime) -> Int64 {
      time.adding(seconds: Int64(zone.secondsFromUTC(at: time))).secondsSince1970
    }
    let first = clock(start)
    return stride(from: first - first % 86_400, to: clock(end), by: 86_400).map {
      String("\(AirTime(secondsSince1970: $0))".prefix(10))
    }
  }

  func calls(for query: AirQuery, at now: AirTime) throws -> [HTTPCall<Void>] {
    let window = query.window.interval(at: now)
    // There is no file for a future day.
    return Self.days(from: window.start, to: min(window.end, now), in: try Self.clocks()).map { day in
      HTTPCall(TransportRequest(base: "https://air.example.org", path: "/days/\(day).csv", query: []))
    }
  }

  func verdict(on response: TransportResponse) -> TransportResponse.Verdict {
    if response.status == 404 { return .nothing(AirNote(.notMeasured, "There is no file of a day.")) }
    return AQError(response: response).map(TransportResponse.Verdict.failed) ?? .read
  }

  func decode(_ reply: HTTPReply<Void>, into report: inout ReportBuilder) throws -> [HTTPCall<Void>] {
    let clock = TimeStamp.Format.pattern("d.M.yyyy H:mm", in: .civil(try Self.clocks()))
    try report.each(reply.csv(delimiter: ";").rows) { row, report in
      guard let site = Self.stations[try row["NUMBER"].string()] else {
        return report.note(AirNote(.leftOut, "A row is about an unknown station."))
      }
      let time = TimeStamp.written(try row["FROM"].string(), as: clock)
      report.add(row, Self.columns, missing: ["-"], at: time, to: report.site(site))
    }
    return []
  }

  /// Returns the recorded file of the day in an address; nil if there is none.
  static func recorded(_ address: String) -> String? {
    if address.contains("2026-09-30") {
      return """
        NUMBER;FROM;PM25;NO2
        1;30.9.2026 22:00;14.5;28.75
        2;30.9.2026 22:00;-;16.25
        """
    }
    guard address.contains("2026-10-01") else { return nil }
    return """
      NUMBER;FROM;PM25;NO2
      1;1.10.2026 12:00;12.5;31.25
      2;1.10.2026 12:00;-;18.5
      """
  }
}
