import AQKit

/// Values of all stations in one file, by numbers that another one explains: an invented town's two tables, with lines before
/// the header, local times and a station that was closed.
struct TownFiles: HTTPAdapter {
  static let descriptor = SourceDescriptor(
    id: "example-files", name: "A town's files", summary: "Stations of a town, the last day by the hour.",
    offers: [
      SourceDescriptor.Offer(
        capabilities: [.current, .history, .stations], placeKinds: [.coordinate, .site, .area],
        parameters: [.pm25, .no2], coverage: .countries(["CZ"]), kinds: [.observation],
        timeConvention: .start, averaging: .oneHour, cadence: .seconds(3600), latency: .seconds(1800))
    ],
    precedence: 300, siteKinds: [.referenceStation], limits: RequestLimits(placesPerRequest: 1000),
    attribution: [AirAttribution("Town of Example", licence: "CC BY 4.0")],
    rights: AirRights(terms: "https://creativecommons.org/licenses/by/4.0/"),
    endpoints: [SourceDescriptor.Endpoint("https://air.example.org")], testPlaces: .points((49.2, 16.6)))

  /// The file that is read: the list, or the values with what the list says.
  enum Step: Sendable {
    case stations
    case values([String: AirSite])
  }

  static let columns = [ReportColumn("PM25", .pm25, "µg/m³"), ReportColumn("NO2", .no2, "µg/m³")]

  func calls(for query: AirQuery, at now: AirTime) throws -> [HTTPCall<Step>] {
    [HTTPCall(request("stations"), step: .stations, keepsFor: .days(1))]
  }

  private func request(_ name: String) -> TransportRequest {
    TransportRequest(base: "https://air.example.org", path: "/\(name).csv", query: [])
  }

  func decode(_ reply: HTTPReply<Step>, into report: inout ReportBuilder) throws -> [HTTPCall<Step>] {
    // Two lines about the file precede the header.
    let rows = try reply.csv(delimiter: ";", skipping: 2, encoding: .windows1252).rows
    switch reply.step {
    case .stations:
      let sites = try report.each(rows) { row, report in
        let point = try Coordinate(row["LAT"].double() ?? .nan, row["LON"].double() ?? .nan)
        let site = AirSite(
          id: try row["NUMBER"].string(), name: try row["NAME"].string(), coordinate: point,
          timeZone: "Europe/Prague", kind: .referenceStation)
        _ = report.site(site)
        return (try row["NUMBER"].string(), site)
      }
      if reply.query.detail == .sites { return [] }
      let known = Dictionary(sites) { first, _ in first }
      return [HTTPCall(request("day"), step: .values(known), keepsFor: .untilNextValue)]
    case .values(let sites):
      let clock = TimeStamp.Format.pattern("d.M.yyyy H:mm", in: try TimeStamp.Zone(named: "Europe/Prague"))
      try report.each(rows) { row, report in
        guard let site = sites[try row["NUMBER"].string()] else {
          return report.note(AirNote(.leftOut, "A row is about a station that the list lacks."))
        }
        let time = TimeStamp.written(try row["FROM"].string(), as: clock)
        report.add(row, Self.columns, missing: ["-"], at: time, to: report.site(site))
      }
      return []
    }
  }

  /// The town's recorded files; Windows-1252 is as ASCII here.
  static func recorded(_ name: String) -> String {
    name == "stations"
      ? """
      Stations of the town
      As of 1.10.2026
      NUMBER;NAME;LAT;LON
      1;Square;49.21;16.6
      2;Hill;49.19;16.62
      """
      : """
      Values of the town
      Not validated
      NUMBER;FROM;PM25;NO2
      1;1.10.2026 12:00;12.5;31.25
      2;1.10.2026 12:00;-;18.5
      3;1.10.2026 12:00;40.5;50.25
      1;1.10.2026 11:00;11.5;30.25
      2;1.10.2026 11:00;9.75;17.5
      """
  }
}
