import AQKit
import Testing

@Suite("Values of JSON and of CSV, directly into a report") struct ReportBuilderJSONTests {
  /// After all values, because values aren't measured after they are received.
  private static let later = AirTime(secondsSince1970: 1_900_000_000)

  private func builder(_ offer: SourceDescriptor.Offer = .sample(), sentinels: [Double] = []) -> ReportBuilder
  {
    ReportBuilder(.sample(offers: [offer], sentinels: sentinels), receivedAt: Self.later)
  }

  private func response(_ json: String, missing words: Set<String>? = nil) throws -> AirResponse {
    var report = builder()
    let site = report.site(AirSite(id: "a", kind: .referenceStation))
    let row = try AQJSON(parsing: json)
    report.add(.pm25, row["pm25"], missing: words, unit: "µg/m³", at: .time(.noon), to: site)
    report.add(.pm10, row["pm10"], missing: words, unit: "µg/m³", at: .time(.noon), to: site)
    return report.response()
  }

  @Test("a number is a value, null a gap, a missing member nothing")
  func values() throws {
    let number = try response(#"{"pm25":12.5,"pm10":0}"#)
    #expect(number.reports.first.map { [$0[.pm25]?.values, $0[.pm10]?.values] } == [[12.5], [0]])
    let null = try response(#"{"pm25":12.5,"pm10":null}"#)
    #expect(null.notes.map(\.code) == [.notMeasured] && null.notes.map(\.parameters) == [[.pm10]])
    let missing = try response(#"{"pm25":12.5}"#)
    #expect(missing.notes.isEmpty && missing.reports.first?.series.count == 1)
  }

  @Test(
    "anything else is refused and counted, and the row's other values are kept",
    arguments: [#""n/a""#, "true", "[1]", "{}", #""7.5""#, "1e999"])
  func refused(value: String) throws {
    let response = try response(#"{"pm25":12.5,"pm10":\#(value)}"#)
    #expect(response.reports.first?[.pm25]?.values == [12.5] && response.reports.first?[.pm10] == nil)
    #expect(response.notes.map(\.code) == [.refused] && response.notes.first?.count == 1)
  }

  @Test("numbers in texts are read if texts may mean a missing value, as blank ones then do")
  func texts() throws {
    let response = try response(#"{"pm25":" 12.5 ","pm10":"unavailable"}"#, missing: [])
    #expect(response.reports.first?[.pm25]?.values == [12.5])
    #expect(
      response.notes.map(\.message) == [
        "Refused: a value of pm10 isn't a number; the first: Unexpected JSON at pm10: expected a number, found a string."
      ])
    let gaps = try self.response(#"{"pm25":"-","pm10":" "}"#, missing: ["-"])
    #expect(gaps.notes.map(\.parameters) == [[.pm25, .pm10]])
  }

  @Test("a field of a table is a value, a blank one a gap, and anything else is refused")
  func fields() throws {
    let table = try AQCSV(parsing: Array("pm25;pm10;o3\n12.5;;much\n".utf8), delimiter: ";")
    var report = builder()
    let site = report.site(AirSite(id: "a", kind: .referenceStation))
    for row in table.rows {
      for (parameter, name) in [(AirParameter.pm25, "pm25"), (.pm10, "pm10"), (.o3, "o3")] {
        report.add(parameter, row[name], unit: "µg/m³", at: .time(.noon), to: site)
      }
    }
    let response = report.response()
    #expect(response.reports.first.map { [$0[.pm25]?.values, $0[.pm10]?.values] } == [[12.5], nil])
    #expect(response.notes.map(\.code) == [.refused, .notMeasured])
    #expect(
      response.notes.first?.message
        == "Refused: a value of o3 isn't a number; the first: There is no number at line 2, column “o3”.")
  }

  @Test("equal refusals are one note with the position of the first")
  func positions() throws {
    var report = builder()
    let site = report.site(AirSite(id: "a", kind: .referenceStation))
    let rows = try AQJSON(parsing: #"{"data":[{"o3":1},{"o3":"x"},{"o3":true},{"o3":1e999}]}"#)
    for (hour, row) in try rows["data"].elements.enumerated() {
      let time = AirTime.noon.adding(seconds: Int64(hour) * 3600)
      report.add(.o3, row["o3"], unit: "µg/m³", at: .time(time), to: site)
    }
    let notes = report.response().notes
    #expect(notes.map(\.count) == [3])
    #expect(
      notes.first?.message.hasSuffix("Unexpected JSON at data[1].o3: expected a number, found a string.")
        == true)
  }

  @Test("a column keeps what it can: a text in it is one refused value")
  func column() throws {
    var report = builder()
    let site = report.site(AirSite(id: "a", kind: .modelCell))
    let hourly = try AQJSON(parsing: #"{"pm25":[1.5,null,"x",4],"pm10":[1,2],"o3":7,"no":null}"#)
    let stamps = (0..<4).map { AirTime.noon.secondsSince1970 + $0 * 3600 }
    for (parameter, name) in [
      (AirParameter.pm25, "pm25"), (.pm10, "pm10"), (.o3, "o3"), (.no, "no"), (.so2, "so2"),
    ] {
      report.add(parameter, column: hourly[name], unit: "µg/m³", at: .unix(stamps), to: site)
    }
    let response = report.response()
    let series = try #require(response.reports.first)
    #expect(series.series.map(\.parameter) == [.pm25])
    #expect(series[.pm25]?.values.map { $0.isNaN ? -1 : $0 } == [1.5, -1, -1, 4])
    // Refused: an element, a column of another length, and an invalid column. No value of the second's parameter is left.
    let refused = response.notes.filter { $0.code == .refused }
    #expect(refused.map(\.count) == [1, 2, 1])
    #expect(refused.first?.message.hasSuffix("expected a number, found a string (first at pm25[2]).") == true)
    #expect(response.notes.filter { $0.code == .notMeasured }.map(\.parameters) == [[.pm10]])
  }

  @Test("times of a column in text, by the reply's offset")
  func instants() throws {
    let times = try AQJSON(parsing: #"["2026-10-01T14:00","2026-10-01T12:00Z",1790856000]"#)
    #expect(
      try times.instants(secondsFromUTC: 7200) == Array(repeating: AirTime.noon.secondsSince1970, count: 3))
    #expect(throws: AQError.self) { try times.instants() }
  }

  @Test("a coordinate has two members; an invalid one is refused with its path")
  func coordinate() throws {
    let rows = try AQJSON(
      parsing:
        #"[{"latitude":50.08,"longitude":14.42},{"y":"-33.9","x":"151.2"},{"latitude":91,"longitude":0},{"y":1}]"#
    )
    #expect(try rows[0].coordinate() == Coordinate(50.08, 14.42))
    #expect(try rows[1].coordinate("y", "x", acceptingText: true) == Coordinate(-33.9, 151.2))
    for (index, names) in [(1, ("y", "x")), (2, ("latitude", "longitude")), (3, ("y", "x"))] {
      let error = #expect(throws: AQError.self) { try rows[index].coordinate(names.0, names.1) }
      #expect(error?.code == .malformed && error?.message.contains("[\(index)]") ?? false)
    }
  }

  @Test("each returns the readable elements")
  func each() throws {
    var report = builder()
    let names = try report.each(AQJSON(parsing: #"["a",1,"b"]"#).elements) { element, _ in
      try element.string()
    }
    #expect(names == ["a", "b"] && report.response().notes.map(\.count) == [1])
  }

  // MARK: CSV

  private func layout() -> PayloadFormat.CSVLayout {
    var layout = PayloadFormat.CSVLayout.wide(
      time: "when", columns: [.init("PM", .pm25, unit: "µg/m³"), .init("O3", .o3, unit: "µg/m³")])
    layout.timeFormat = .iso8601(in: .utc)
    layout.siteID = "station"
    return layout
  }

  @Test("the source's declaration decides intervals and sentinels; refused rows name their line")
  func csv() throws {
    let text = """
      station,when,PM,O3
      A,2026-10-01T11:00:00,7.5,-999
      B,2026-10-01T11:00:00,8.25,61
      A,yesterday,9,60
      """
    var report = builder(.sample(convention: .end, averaging: .oneHour), sentinels: [-999])
    try report.read(csv: Array(text.utf8), layout(), place: 0)
    let response = report.response()
    #expect(
      response.reports.map(\.site.id) == ["A", "B"] && response.reports.allSatisfy { $0.places == [0] })
    #expect(
      response.reports.first?[.pm25]?.timeline.first.map { "\($0)" }
        == "2026-10-01T10:00:00Z/2026-10-01T11:00:00Z")
    #expect(
      response.reports.allSatisfy {
        $0.source == "sample" && $0.attribution == [AirAttribution("Sample data")]
      })
    #expect(response.notes.contains { $0.code == .refused && $0.message.contains("line 4") })
    #expect(response.notes.contains { $0.code == .refused && $0.message.contains("means a missing value") })
    #expect(!response.notes.contains { $0.code == .remark })
  }

  @Test("rows that name no site belong to the given one; a text without the columns is an error")
  func csvSite() throws {
    var layout = layout()
    layout.siteID = nil
    var report = builder()
    let site = AirSite(id: "given", kind: .lowCostSensor)
    try report.read(csv: Array("when,PM\n2026-10-01T11:00:00,3\n".utf8), layout, site: site)
    #expect(report.response().reports.map(\.site) == [site])
    for text in ["", "<html>", "when,other\n"] {
      #expect(throws: AQError.self) { try report.read(csv: Array(text.utf8), layout) }
    }
  }
}
