import AQKit
import AQKitStations
import AQKitTesting
import Testing

/// Rows that repeat others except for time and values are read faster. A blank after the time in every other row makes each
/// row be read from scratch, so that both ways can be compared.
@Suite("AirNow's repeated rows") struct AirNowRepeatedRowsTests {
  private static let header =
    "\"AQSID\",\"SiteName\",\"Status\",\"Latitude\",\"Longitude\",\"Elevation\",\"CountryCode\",\"ValidDate\","
    + "\"ValidTime\",\"DataSource\",\"OZONE_AQI\",\"PM25_AQI\",\"OZONE_Measured\",\"PM25_Measured\",\"PM25\","
    + "\"PM25_Unit\",\"OZONE\",\"OZONE_Unit\"\n"

  /// A row of a station at an hour.
  private func row(
    _ station: Int, _ hour: String, name: String? = nil, pm25: String = "10.6", index: String = "52",
    unit: String = "UG/M3", ozone: String = "43.0", ozoneUnit: String = "PPB", measured: String = "1"
  ) -> String {
    let fields = [
      "01003001\(station)", name ?? "STATION \(station)", "Active", "30.4\(station)", "-87.8", "0.0", "US",
      "09/27/2026", hour, "Agency", "38", index, measured, "1", pm25, unit, ozone, ozoneUnit,
    ]
    return fields.map { "\"\($0)\"" }.joined(separator: ",") + "\n"
  }

  private func read(_ rows: [String]) throws -> AirResponse {
    let text = Self.header + rows.joined()
    return try PayloadFormat.airNow.decode(
      Array(text.utf8), PayloadFormat.Context(receivedAt: AirTime(secondsSince1970: 1_790_856_000)))
  }

  /// The same rows, each read from scratch.
  private func oneByOne(_ rows: [String]) throws -> AirResponse {
    try read(
      rows.enumerated().map { index, row in
        index % 2 == 0 ? row : row.replacing(":00\"", with: ":00 \"")
      })
  }

  @Test("hours of the same stations become series of these hours")
  func hours() throws {
    let rows = ["12:00", "13:00", "14:00"].flatMap { hour in (0..<3).map { row($0, hour) } }
    let response = try read(rows)
    #expect(response.reports.map { $0[.pm25]?.values } == Array(repeating: [10.6, 10.6, 10.6], count: 3))
    #expect(response == (try oneByOne(rows)))
  }

  @Test("every row is read as if it were alone", arguments: 0..<19)
  func odd(kind: Int) throws {
    let first = (0..<3).map { row($0, "12:00") }
    var second = (0..<3).map { row($0, "13:00") }
    let odd: [String] = [
      row(1, "13:00", pm25: "-3.2"), row(1, "13:00", pm25: "-999"), row(1, "13:00", index: "-1"),
      row(1, "13:00", pm25: "many"), row(1, "13:00", pm25: "1e12"), row(1, "13:00", pm25: "", unit: ""),
      row(1, "13:00", unit: ""), row(1, "13:00", unit: "FURLONG"), row(1, "13:00", name: "OTHER"),
      row(1, "13:00", name: "A \"\"B\"\", C"), row(1, "13:00", name: "TWO\nLINES"), "\n\n",
      "\"0100\",\"X\"\n",
      row(1, "13:00", ozone: "", ozoneUnit: "", measured: "0"), row(1, "13:00", ozone: "", ozoneUnit: ""),
      row(1, "13:00", ozone: ""), row(1, "13:00", ozoneUnit: "PPM"), row(1, "13:00", ozoneUnit: " "),
      row(1, "13:00", pm25: "", unit: "", ozone: "", ozoneUnit: ""),
    ]
    second[1] = odd[kind]
    let third = (0..<3).map { row($0, "14:00", pm25: "7.1") }
    let rows = first + second + third + second + [row(2, "15:00")] + second
    let response = try read(rows)
    #expect(response.reports.count == 3)
    #expect(response == (try oneByOne(rows)))
    let lines = rows.map { $0.replacing("\"\n", with: "\"\r\n") }
    #expect(try read(lines) == oneByOne(lines))
  }

  @Test("a gap, which states no unit, stands among the values of its series", arguments: [0, 1, 2])
  func gaps(hour: Int) throws {
    let rows = (0..<3).map { index in
      index == hour ? row(0, "1\(index):00", ozone: "", ozoneUnit: "") : row(0, "1\(index):00")
    }
    let report = try #require(try read(rows).reports.first)
    let series = report.series.filter { $0.parameter == .o3 }
    #expect(series.map(\.unit) == [.ppb])
    #expect(series.first?.values.map(\.isNaN) == (0..<3).map { $0 == hour })
  }

  @Test("a column that the file lacks is a gap in every row")
  func narrower() throws {
    let rows = ["12:00", "13:00"].flatMap { hour in (0..<2).map { row($0, hour) } }
    func without(_ text: String) -> [UInt8] { Array(text.replacing("\"PM25_AQI\"", with: "\"Other\"").utf8) }
    let context = PayloadFormat.Context(receivedAt: AirTime(secondsSince1970: 1_790_856_000))
    let response = try PayloadFormat.airNow.decode(without(Self.header + rows.joined()), context)
    #expect(response.reports.first?[.pm25]?.count == 2)
    #expect(response.reports.first?[.publishedIndex(scale: "us-epa", pollutant: .pm25)] == nil)
  }

  /// Reads files one after the other, as a query about several hours does.
  private func read(_ files: [[String]], by adapter: () -> AirNowStations) throws -> AirResponse {
    var report = Self.noReport
    for rows in files { try read(rows, by: adapter(), into: &report) }
    return report.response()
  }

  private static let noReport = ReportBuilder(
    AirNowStations.descriptor, receivedAt: AirTime(secondsSince1970: 1_790_856_000))

  private func read(_ rows: [String], by adapter: AirNowStations, into report: inout ReportBuilder) throws {
    let body = Array((Self.header + rows.joined()).utf8)
    let reply = HTTPReply(
      TransportResponse(status: 200, body: body), step: (),
      query: try AirQuery(near: Coordinate(30.4, -87.8)),
      receivedAt: report.receivedAt)
    _ = try adapter.decode(reply, into: &report)
  }

  @Test("rows of a second file repeat those of the first one")
  func files() throws {
    let files = ["12:00", "13:00", "15:00"].map { hour in (0..<3).map { row($0, hour) } }
    let adapter = AirNowStations()
    for adapter in [{ adapter }, { AirNowStations() }] {
      let series = try read(files, by: adapter).reports.compactMap { $0[.o3] }
      #expect(series.map(\.values) == Array(repeating: [43, 43, 43], count: 3))
      #expect(series.first?.timeline.last?.start == AirTime("2026-09-27T15:00:00Z"))
    }
  }

  @Test("two replies that are read alternately keep their values apart")
  func byTurns() throws {
    let adapter = AirNowStations()
    var (one, other) = (Self.noReport, Self.noReport)
    for hour in ["12:00", "13:00"] {
      try read([row(0, hour, pm25: "1"), row(1, hour, pm25: "2")], by: adapter, into: &one)
      try read([row(1, hour, pm25: "3"), row(0, hour, pm25: "4")], by: adapter, into: &other)
    }
    var copy = one
    try read([row(2, "13:00", pm25: "5")], by: adapter, into: &one)
    try read([row(3, "13:00", pm25: "6"), row(2, "13:00", pm25: "7")], by: adapter, into: &copy)
    func values(_ report: ReportBuilder) -> [String?: [Double]] {
      Dictionary(
        report.response().reports.map { ($0.site.name, $0[.pm25]?.values ?? []) },
        uniquingKeysWith: { first, _ in first })
    }
    #expect(values(one) == ["STATION 0": [1, 1], "STATION 1": [2, 2], "STATION 2": [5]])
    #expect(values(other) == ["STATION 0": [4, 4], "STATION 1": [3, 3]])
    #expect(values(copy) == ["STATION 0": [1, 1], "STATION 1": [2, 2], "STATION 2": [7], "STATION 3": [6]])
  }

  @Test(
    "a station of an earlier file takes a later one's description, and its faults are counted again")
  func described() throws {
    func beyondThePoles(_ hour: String) -> String { row(1, hour).replacing("\"30.41\"", with: "\"304.1\"") }
    let files = [
      [row(0, "12:00"), row(1, "12:00"), row(2, "12:00", unit: "FURLONG")],
      [row(0, "13:00", name: "OTHER"), beyondThePoles("13:00"), row(2, "13:00", measured: "0")],
      [row(0, "14:00"), beyondThePoles("14:00"), row(2, "14:00", pm25: "many"), row(3, "14:00")],
    ]
    let adapter = AirNowStations()
    let response = try read(files) { adapter }
    #expect(response == (try read(files) { AirNowStations() }))
    #expect(response.notes.first { $0.message.contains("coordinate") }?.count == 2)
    #expect(response.reports.map { $0[.pm25]?.count } == [3, 3, 1, 1])
  }
}
