import AQKit

/// Rows of CSV and of XML by one table of columns: an invented town that publishes the last hour in four ways, with times
/// as a pattern and `-` for no value.
struct TownTable: HTTPAdapter {
  enum Form: String, CaseIterable, Sendable {
    case csv, xml
    /// CSV with decimal commas.
    case comma
    /// XML with an element for each value, which names its quantity and unit.
    case values
  }

  static let descriptor = SourceDescriptor(
    id: "example-town", name: "A town's table", summary: "Stations of a town, the last hour.",
    offers: [AveragingPeriod.oneHour, .eightHours].map { averaging in
      SourceDescriptor.Offer(
        capabilities: [.current, .stations], placeKinds: [.coordinate, .site],
        parameters: averaging == .oneHour ? [.pm25, .no2] : [.o3], kinds: [.observation],
        timeConvention: .end,
        averaging: averaging, cadence: .seconds(3600), latency: .seconds(1800))
    },
    precedence: 300, siteKinds: [.referenceStation], limits: RequestLimits(placesPerRequest: 1000),
    attribution: [AirAttribution("Town of Example", licence: "CC BY 4.0")],
    rights: AirRights(terms: "https://creativecommons.org/licenses/by/4.0/"),
    endpoints: [SourceDescriptor.Endpoint("https://air.example.org")], testPlaces: .points((49.2, 16.6)))

  /// The values of a row. A field that isn't a number is refused and counted, and costs no other one.
  static let columns = [
    ReportColumn("PM25", .pm25, "µg/m³"), ReportColumn("NO2", .no2, "µg/m³"),
    ReportColumn("O3_8H", .o3, "µg/m³", averaging: .eightHours),
  ]
  static let clock = TimeStamp.Format.pattern("dd.MM.yyyy HH:mm", in: .utc)

  let form: Form

  func calls(for query: AirQuery, at now: AirTime) throws -> [HTTPCall<Void>] {
    [HTTPCall(TransportRequest(base: "https://air.example.org", path: "/hour/\(form.rawValue)", query: []))]
  }

  func decode(_ reply: HTTPReply<Void>, into report: inout ReportBuilder) throws -> [HTTPCall<Void>] {
    switch form {
    case .csv:
      try report.each(reply.csv(delimiter: ";").rows) { row, report in
        let site = report.site(try Self.site(row["STATION"], row["LAT"], row["LON"]))
        let time = TimeStamp.written(try row["TIME"].string(), as: Self.clock)
        report.add(row, Self.columns, missing: ["-"], at: time, to: site)
      }
    case .xml:
      try report.each(reply.xml().children("station")) { station, report in
        let site = report.site(
          try Self.site(station.attribute("id"), station.attribute("lat"), station.attribute("lon")))
        let time = TimeStamp.written(try station.require("time").text.string(), as: Self.clock)
        report.add(station, Self.columns, missing: ["-"], at: time, to: site)
      }
    case .comma:
      try report.each(reply.csv(delimiter: ";").rows) { row, report in
        let site = report.site(try Self.site(row["STATION"], row["LAT"], row["LON"], decimal: ","))
        let time = TimeStamp.written(try row["TIME"].string(), as: Self.clock)
        try report.each(Self.columns) { column, report in
          let number = try row[column.name].double(missing: ["-", ""], decimal: ",")
          report.add(
            column.parameter, number, unit: column.unit, at: time, with: column.details, to: site)
        }
      }
    case .values:
      try report.each(reply.xml().children("station")) { station, report in
        let site = report.site(
          try Self.site(station.attribute("id"), station.attribute("lat"), station.attribute("lon")))
        try report.each(station.children("value")) { value, report in
          let time = TimeStamp.written(try value.attribute("until").string(), as: Self.clock)
          guard let parameter = report.parameter(named: try value.attribute("of").string()) else { return }
          let unit = report.unit(named: try value.attribute("unit").string())
          report.add(parameter, value.text, unit: unit, at: time, to: site)
        }
      }
    }
    return []
  }

  private static func site(
    _ id: AQText, _ latitude: AQText, _ longitude: AQText, decimal: Character = "."
  ) throws -> AirSite {
    let point = try Coordinate(
      latitude.double(decimal: decimal) ?? .nan, longitude.double(decimal: decimal) ?? .nan)
    return AirSite(id: try id.string(), coordinate: point, kind: .referenceStation)
  }

  /// The town's recorded table.
  static func recorded(_ form: Form) -> String {
    switch form {
    case .csv:
      """
      STATION;LAT;LON;TIME;PM25;NO2;O3_8H
      N1;49.21;16.6;01.10.2026 11:00;12.5;31.25;64.5
      N2;49.19;16.6;01.10.2026 11:00;-;18.5;71.25
      """
    case .xml:
      """
      <?xml version="1.0"?>
      <hour>
        <station id="N1" lat="49.21" lon="16.6"><time>01.10.2026 11:00</time><PM25>12.5</PM25><NO2>31.25</NO2><O3_8H>64.5</O3_8H></station>
        <station id="N2" lat="49.19" lon="16.6"><time>01.10.2026 11:00</time><PM25>-</PM25><NO2>18.5</NO2><O3_8H>71.25</O3_8H></station>
      </hour>
      """
    case .comma:
      """
      STATION;LAT;LON;TIME;PM25;NO2;O3_8H
      N1;49,21;16,6;01.10.2026 11:00;12,5;31,25;64,5
      N2;49,19;16,6;01.10.2026 11:00;-;18,5;71,25
      """
    case .values:
      """
      <hour>
        <station id="N1" lat="49.21" lon="16.6">
          <value of="PM2.5" unit="µg/m³" until="01.10.2026 11:00">12.5</value>
          <value of="NO2" unit="µg/m³" until="01.10.2026 11:00">31.25</value>
        </station>
        <station id="N2" lat="49.19" lon="16.6"><value of="NO2" unit="µg/m³" until="01.10.2026 11:00">18.5</value></station>
      </hour>
      """
    }
  }
}
