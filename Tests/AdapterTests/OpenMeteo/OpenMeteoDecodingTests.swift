import AQKit
import AQKitOpenMeteo
import AQKitTesting
import Testing

@Suite("Open-Meteo's replies")
struct OpenMeteoDecodingTests {
  private let receivedAt = AirTime(secondsSince1970: 1_790_980_200)

  private func decode(_ text: String, places: [AirQuery.Place] = []) throws -> AirResponse {
    let adapter = OpenMeteoAirQuality()
    var report = ReportBuilder(adapter.descriptor, receivedAt: receivedAt)
    let reply = HTTPReply(
      TransportResponse(status: 200, text: text), step: (), query: AirQuery(places: places),
      receivedAt: receivedAt)
    _ = try adapter.decode(reply, into: &report)
    return report.response()
  }

  /// Figures of Open-Meteo (CC BY 4.0, CAMS) for Brno on 2026-10-01, in a layout of our own.
  private let brno = """
    {"latitude":49.2,"longitude":16.600002,"generationtime_ms":0.4,"utc_offset_seconds":7200,
     "timezone":"Europe/Prague","elevation":231.0,
     "hourly_units":{"time":"unixtime","pm2_5":"\u{3BC}g/m³","uv_index":"","alder_pollen":"grains/m³","european_aqi":"EAQI"},
     "hourly":{"time":[1790805600,1790809200,1790812800],"pm2_5":[8.8,8.5,null],"uv_index":[0,0.0,0.05],
     "alder_pollen":[0.0,0,0.0],"european_aqi":[28,27,28]}}
    """

  @Test("hourly values are instants one hour apart, in the unit that the service states")
  func readsColumns() throws {
    let report = try #require(try decode(brno).reports.first)
    let pm25 = try #require(report[.pm25])
    #expect(pm25.unit == .microgramsPerCubicMetre)
    #expect(pm25.averaging == .instant)
    #expect(pm25.timeline.regularStep == .seconds(3600))
    #expect(pm25.timeline.first == AirInterval(instant: AirTime(secondsSince1970: 1_790_805_600)))
    #expect(pm25.readings.map(\.value) == [8.8, 8.5])
    #expect(pm25.values[2].isNaN)
    #expect(report.kind == .forecast)
    #expect(report.site.kind == .modelCell)
    #expect(report.site.timeZone == "Europe/Prague")
  }

  @Test(
    "an object without any part of a reply is refused with its position; one without values is accepted",
    arguments: [
      ("{}", "Line 1, column 1"), ("\n  {\"schema\":1,\"recordings\":[]}", "Line 2, column 3"),
      ("[{\"latitude\":1,\"longitude\":2},\n {\"places\":[]}]", "Line 2, column 2"),
    ])
  func foreignObjects(text: String, position: String) throws {
    let error = #expect(throws: AQError.self) { try decode(text) }
    #expect(error?.code == .malformed && error?.message.contains(position) == true, "\(error?.message ?? "")")
    #expect(try decode(#"{"latitude":1,"longitude":2}"#).notes.map(\.code) == [.notCovered])
  }

  @Test("a published index is a parameter on its own scale, pollen is a count of grains, a zero is a value")
  func keepsIndicesApart() throws {
    let report = try #require(try decode(brno).reports.first)
    let index = try #require(report[.publishedIndex(scale: "european")])
    #expect(index.unit == .one)
    #expect(index.values == [28, 27, 28])
    #expect(report[.alderPollen]?.values == [0, 0, 0])
    #expect(report[.alderPollen]?.unit == .grainsPerCubicMetre)
  }

  @Test("the old short names of sub-indices are read too")
  func readsAliases() throws {
    let text = """
      {"latitude":52.3,"longitude":6.9,"hourly_units":{"time":"unixtime","us_aqi_no2":"USAQI","european_aqi_o3":"EAQI",
       "us_aqi_co_cams_global":"USAQI"},
       "hourly":{"time":[1790805600],"us_aqi_no2":[10],"european_aqi_o3":[14],"us_aqi_co_cams_global":[2]}}
      """
    let report = try #require(try decode(text).reports.first)
    #expect(report[.publishedIndex(scale: "us-epa", pollutant: .no2)]?.values == [10])
    #expect(report[.publishedIndex(scale: "european", pollutant: .o3)]?.values == [14])
    #expect(report[.publishedIndex(scale: "us-epa", pollutant: .co)]?.origin?.model == "cams_global")
  }

  @Test("pollen outside its domain is not covered if it is zero, and kept if it isn't")
  func knowsWherePollenIs() throws {
    let text = """
      {"latitude":31.5,"longitude":74.4,"hourly_units":{"time":"unixtime","birch_pollen":"grains/m³",
       "grass_pollen":"grains/m³","olive_pollen":"grains/m³","pm10":"μg/m³"},
       "hourly":{"time":[1790805600,1790809200],"birch_pollen":[0,null],"grass_pollen":[null,null],
       "olive_pollen":[0,0.2],"pm10":[0,0]}}
      """
    let response = try decode(text)
    #expect(response.reports.first?.series.map(\.parameter) == [.olivePollen, .pm10])
    let notes = response.notes.filter { $0.code == .notCovered }
    #expect(notes.flatMap(\.parameters) == [.birchPollen, .grassPollen])
  }

  @Test("labels without an offset are local to the one offset of the reply")
  func readsLabels() throws {
    let text = """
      {"latitude":31.5,"longitude":74.4,"utc_offset_seconds":18000,"timezone":"Asia/Karachi",
       "hourly_units":{"time":"iso8601","pm10":"µg/m³"},
       "hourly":{"time":["2026-10-08T00:00","2026-10-08T01:00"],"pm10":[212,209.5]}}
      """
    let pm10 = try #require(try decode(text).reports.first?[.pm10])
    #expect(pm10.timeline.first?.start == AirTime("2026-10-07T19:00:00Z"))
  }

  @Test("current values are added to hourly ones, once each")
  func readsCurrent() throws {
    let text = """
      {"latitude":52.3,"longitude":6.9,"utc_offset_seconds":0,"timezone":"GMT",
       "current_units":{"time":"unixtime","interval":"seconds","pm10":"µg/m³","ozone":"µg/m³"},
       "current":{"time":1790808000,"interval":3600,"pm10":24.8,"ozone":null},
       "hourly_units":{"time":"unixtime","pm10":"µg/m³"},
       "hourly":{"time":[1790804400,1790808000],"pm10":[23,24.8]}}
      """
    let response = try decode(text)
    #expect(response.reports.first?[.pm10]?.values == [23, 24.8])
    #expect(!response.notes.contains { $0.code == .duplicate })
    #expect(response.notes.contains { $0.code == .notMeasured && $0.parameters == [.o3] })
  }

  @Test("a variable that the domain doesn't have is noted as not measured")
  func readsUndefined() throws {
    let text = """
      {"latitude":0,"longitude":0,"hourly_units":{"time":"unixtime","ammonia":"undefined","pm10":"µg/m³"},
       "hourly":{"time":[1790808000],"ammonia":[null],"pm10":[3]}}
      """
    let response = try decode(text)
    #expect(response.reports.first?.series.map(\.parameter) == [.pm10])
    #expect(response.notes.contains { $0.code == .notMeasured && $0.parameters == [.nh3] })
  }

  @Test("an unknown unit is refused by name, an unknown variable is noted")
  func refusesUnknownUnits() throws {
    let text = """
      {"latitude":0,"longitude":0,"hourly_units":{"time":"unixtime","pm10":"stones/m³","new_thing":"ppb"},
       "hourly":{"time":[1790808000,1790811600],"pm10":[3,4],"new_thing":[1,2]}}
      """
    let notes = try decode(text).notes
    #expect(notes.contains { $0.code == .refused && $0.message.contains("stones/m³") && $0.count == 2 })
    #expect(notes.contains { $0.code == .remark && $0.message.contains("new_thing") })
  }

  @Test("columns of two models stay apart by their origin")
  func readsModels() throws {
    let text = """
      {"latitude":52.3,"longitude":6.9,"hourly_units":{"time":"unixtime","pm10_cams_europe":"µg/m³","pm10_cams_global":"µg/m³"},
       "hourly":{"time":[1790808000],"pm10_cams_europe":[24.8],"pm10_cams_global":[19]}}
      """
    let series = try #require(try decode(text).reports.first?.series(of: .pm10))
    #expect(series.map(\.origin?.model) == ["cams_europe", "cams_global"])
  }

  @Test("current values name no model and are those of the first")
  func readsCurrentOfModels() throws {
    let text = """
      {"latitude":52.3,"longitude":6.9,
       "current_units":{"time":"unixtime","pm10":"µg/m³"},"current":{"time":CURRENT,"pm10":24.8},
       "hourly_units":{"time":"unixtime","pm10_cams_europe":"µg/m³","pm10_cams_global":"µg/m³"},
       "hourly":{"time":[1790808000],"pm10_cams_europe":[24.8],"pm10_cams_global":[19]}}
      """
    func values(at time: Int) throws -> [[Double]?] {
      let text = text.replacing("CURRENT", with: "\(time)")
      return try #require(try decode(text).reports.first).series(of: .pm10).map(\.values)
    }
    #expect(try values(at: 1_790_808_000) == [[24.8], [19]])
    #expect(try values(at: 1_790_811_600) == [[24.8, 24.8], [19]])
  }

  @Test("replies for several places are matched by position, identical places included")
  func matchesByPosition() throws {
    let place = AirQuery.Place.near(try Coordinate(31.55, 74.34))
    let one = #"{"latitude":31.5,"longitude":74.4,"hourly_units":{"time":"unixtime","pm10":"µg/m³"},"#
    let text =
      "[\(one)\"hourly\":{\"time\":[1790808000],\"pm10\":[1]}},\(one)\"hourly\":{\"time\":[1790808000],\"pm10\":[2]}}]"
    let reports = try decode(text, places: [place, place]).reports
    #expect(reports.map(\.places) == [[0], [1]])
    #expect(reports.map { $0[.pm10]?.values } == [[1], [2]])
    #expect(reports.first?.site.coordinate == (try Coordinate(31.6, 74.4)))
  }

  @Test("a value that isn't a number leaves a gap and is counted, and the rest is kept")
  func refusesValues() throws {
    let text = """
      {"latitude":0,"longitude":0,"hourly_units":{"time":"unixtime","pm10":"µg/m³","ozone":"µg/m³"},
       "hourly":{"time":[1790808000,1790811600,1790815200,1790818800],"pm10":[3,"4",{"a":[5]},1e999],
       "ozone":[6,7,null,8]},
       "current_units":{"time":"unixtime","dust":"µg/m³"},"current":{"time":1790808000,"dust":true}}
      """
    let response = try decode(text)
    let report = try #require(response.reports.first)
    #expect(report[.pm10]?.readings.map(\.value) == [3])
    #expect(report[.pm10]?.count == 4)
    #expect(report[.o3]?.readings.map(\.value) == [6, 7, 8])
    let refusals = response.notes.filter { $0.code == .refused }
    #expect(refusals.map(\.count) == [3, 1])
    #expect(refusals.first?.message.contains("a value of pm10 isn't a number") == true)
  }

  @Test("units and the offset may come after the columns that need them")
  func readsAnyOrder() throws {
    let text = """
      {"hourly":{"pm10":[212,209.5],"time":["2026-10-08T00:00","2026-10-08T01:00"]},
       "current":{"pm10":3,"time":"2026-10-08T02:00"},"current_units":{"pm10":"µg/m³","time":"iso8601"},
       "hourly_units":{"pm10":"µg/m³","time":"iso8601"},"utc_offset_seconds":18000,"longitude":74.4,"latitude":31.5}
      """
    let pm10 = try #require(try decode(text).reports.first?[.pm10])
    #expect(pm10.timeline.first?.start == AirTime("2026-10-07T19:00:00Z"))
    #expect(pm10.values == [212, 209.5, 3])
  }

  @Test("a current value fills the gap that the hourly column has at its time")
  func fillsGap() throws {
    let text = """
      {"latitude":0,"longitude":0,
       "current_units":{"time":"unixtime","pm10":"µg/m³"},"current":{"time":1790808000,"pm10":24.8},
       "hourly_units":{"time":"unixtime","pm10":"µg/m³"},
       "hourly":{"time":[1790804400,1790808000,1790811600],"pm10":[23,null,25]}}
      """
    let response = try decode(text)
    #expect(response.reports.first?[.pm10]?.values == [23, 24.8, 25])
    #expect(!response.notes.contains { $0.code == .duplicate })
  }

  @Test("columns with times out of order, repeated or beyond the calendar are judged value by value")
  func ordersColumns() throws {
    let text = """
      {"latitude":0,"longitude":0,"hourly_units":{"time":"unixtime","pm10":"µg/m³","ozone":"µg/m³"},
       "hourly":{"time":[1790811600,1790808000,1790808000,9999999999999],"pm10":[2,1,1.5,9],"ozone":[5,4e9,3,9]}}
      """
    let response = try decode(text)
    let report = try #require(response.reports.first)
    #expect(report[.pm10]?.values == [1.5, 2])
    #expect(report[.o3]?.values == [3, 5])
    #expect(response.notes.first { $0.code == .duplicate }?.count == 1)
    #expect(response.notes.contains { $0.code == .refused && $0.message.contains("time is out of range") })
    #expect(response.notes.contains { $0.code == .refused && $0.message.contains("beyond what is possible") })
  }

  @Test("bare nan coordinates without a section mean that the place is not covered")
  func readsBareNaN() throws {
    let response = try decode(#"{"latitude":nan,"longitude":-nan,"utc_offset_seconds":0,"timezone":"GMT"}"#)
    #expect(response.reports.isEmpty)
    #expect(response.notes.map(\.code) == [.notCovered])
  }

  @Test("a value that isn't a number is refused, and the others are kept")
  func refusesValuesThatAreNoNumbers() throws {
    let response = try decode(
      #"{"hourly_units":{"time":"unixtime","pm10":"µg/m³"},"hourly":{"time":[1790808000,1790811600],"pm10":["3",4]}}"#
    )
    #expect(response.reports.first?[.pm10]?.readings.map(\.value) == [4])
    #expect(response.notes.contains { $0.code == .refused && $0.count == 1 })
  }

  @Test(
    "any other reply is malformed",
    arguments: [
      "", "{", "[]", "42", "<html><body>502</body></html>",
      #"{"hourly_units":{"time":"unixtime","pm10":"µg/m³"},"hourly":{"time":[1790808000],"pm10":3}}"#,
      #"{"hourly_units":{"time":"unixtime","pm10":"µg/m³"},"hourly":{"time":[1790808000],"pm10":[3,]}}"#,
      #"{"hourly_units":{"time":"unixtime","pm10":"µg/m³"},"hourly":[3]}"#,
      #"{"hourly_units":{"time":"unixtime","pm10":"µg/m³"},"hourly":{"pm10":[3]}}"#,
      #"{"hourly_units":{"time":"unixtime","pm10":"µg/m³"},"hourly":{"time":["x"],"pm10":[3]}}"#,
    ])
  func refusesGarbage(text: String) throws {
    let place = AirQuery.Place.near(try Coordinate(0, 0))
    let error = #expect(throws: AQError.self) { try decode(text, places: [place]) }
    #expect(error?.code == .malformed)
  }

  @Test("without a query the coordinate is the reply's, and a note says that it isn't a cell's")
  func saysWhoseCoordinate() throws {
    let unasked = try decode(brno)
    #expect(unasked.reports.first?.site.coordinate == (try Coordinate(49.2, 16.600002)))
    #expect(unasked.notes.contains { $0.code == .remark && $0.message.contains("auxiliary grid") })
    let asked = try decode(brno, places: [.near(try Coordinate(49.19522, 16.60796))])
    #expect(asked.reports.first?.site.coordinate == (try Coordinate(49.15, 16.65)))
    #expect(!asked.notes.contains { $0.message.contains("auxiliary grid") })
  }

  /// A place, the domain, and the centre of the cell.
  private static let cells: [((Double, Double), OpenMeteoAirQuality.Domain, (Double, Double))] = [
    ((52.52, 13.41), .auto, (52.55, 13.45)), ((52.52, 13.41), .global, (52.4, 13.6)),
    ((72, 45), .auto, (71.95, 44.95)), ((30, -25), .auto, (30.05, -24.95)),
    ((72.01, 13), .auto, (72, 13.2)), ((10, 180), .auto, (10, -180)), ((10, -180), .auto, (10, -180)),
    ((90, 0), .auto, (90, 0)), ((-90, 0), .auto, (-90, 0)), ((0, 0), .auto, (0, 0)),
    ((40.7, -74), .auto, (40.8, -74)), ((31.5, 74.4), .auto, (31.6, 74.4)),
  ]

  @Test(
    "a place gets the cell of its domain, at the edges, the poles and the date line too", arguments: cells)
  func findsCells(
    place: (Double, Double), domain: OpenMeteoAirQuality.Domain, cell: (Double, Double)
  ) throws {
    let adapter = OpenMeteoAirQuality(domain: domain)
    var report = ReportBuilder(adapter.descriptor, receivedAt: receivedAt)
    let query = AirQuery(near: try Coordinate(place.0, place.1))
    _ = try adapter.decode(
      HTTPReply(TransportResponse(status: 200, text: brno), step: (), query: query, receivedAt: receivedAt),
      into: &report)
    #expect(report.response().reports.first?.site.coordinate == (try Coordinate(cell.0, cell.1)))
  }
}
