import AQKit
import AQKitStations
import AQKitTesting
import TestRuns
import Testing

@Suite("WAQI's replies") struct WAQITests {
  private let now = AirTime(secondsSince1970: 1_691_424_000)  // 2023-08-07T16:00:00Z

  private func response(_ file: String) throws -> AirResponse {
    try Payload.response("waqi/\(file)", .waqi, at: Payload.receivedAt)
  }

  private func read(_ text: String) throws -> AirResponse {
    try PayloadFormat.waqi.decode(Array(text.utf8), PayloadFormat.Context(receivedAt: Payload.receivedAt))
  }

  private func index(_ pollutant: AirParameter? = nil) -> AirParameter {
    .publishedIndex(scale: "waqi", pollutant: pollutant)
  }

  @Test("every number named after a pollutant is a sub-index, and the weather is weather")
  func station() throws {
    let report = try #require(try response("feed_city_ok.json").reports.first { $0.kind == .observation })
    #expect(report.site.name == "Griftpark, Utrecht" && report.site.id == "6332")
    #expect(report[index()]?.rows.map(\.value) == [29])
    #expect(report[index(.pm25)]?.rows.map(\.value) == [1])
    #expect(report[.pm25] == nil && report[.o3] == nil)
    #expect(report[.temperature]?.rows.first?.value == 17.5 && report[.temperature]?.unit == .celsius)
    #expect(report[.pressure]?.unit == .hectopascal && report[.windGusts]?.rows.first?.value == 3.1)
    #expect(report.attribution.map(\.text).first == "World Air Quality Index Project")
    #expect(report.attribution.count == 2 && report.rights.caching == .forbidden)
  }

  @Test(
    "the time is that with an offset, never the number",
    arguments: [
      ("feed_city_ok.json", "2023-08-07T15:00:00Z"), ("feed_geo_sf_no_iso.json", "2017-02-15T08:00:00Z"),
      ("feed_station_purpleair_community.json", "2023-08-20T19:20:22Z"),
      ("feed_station_neph.json", "2023-10-18T06:00:00Z"), ("search_ok.json", "2023-08-07T16:00:00Z"),
    ])
  func times(file: String, time: String) throws {
    let report = try #require(try response(file).reports.first { $0.kind == .observation })
    #expect(report[index()]?.rows.first?.interval.end == AirTime(time))
  }

  @Test("a forecast is a report of its own, with means and highest indices of days")
  func forecast() throws {
    let report = try #require(try response("feed_here_ok.json").reports.first { $0.kind == .forecast })
    let days = report.series.filter { $0.parameter == index(.o3) }
    #expect(days.first { $0.averaging == .day }?.rows.map(\.value) == [29, 23, 24, 15, 8])
    #expect(days.first { $0.averaging != .day }?.rows.first?.value == 33)
    #expect(days.first?.rows.first?.interval.start == AirTime("2023-08-06T22:00:00Z"))
  }

  @Test("a station without pollutants has its weather; one without a time has nothing")
  func silent() throws {
    let weather = try #require(try response("data_only_weather_no_pollutants.json").reports.first)
    #expect(Set(weather.series.map(\.parameter)) == [.temperature, .humidity, .pressure])
    let timeless = try response("feed_station_10002.json")
    #expect(!timeless.reports.contains { $0.kind == .observation })
    #expect(timeless.notes.contains { $0.code == .refused && $0.count == 7 })
  }

  @Test("a citizens' sensor is a low-cost one, identified by its number at PurpleAir")
  func community() throws {
    let site = try #require(try response("feed_station_purpleair_community.json").reports.first?.site)
    #expect(site.id == "-372382" && site.kind == .lowCostSensor)
    #expect(site.details.identifiers == ["purpleair": "158009"])
  }

  @Test("a time without an offset is read with the offset of its neighbour")
  func timeWithoutOffset() throws {
    let text = try Payload.text("waqi/feed_city_ok.json").replacing(
      "2023-08-07T17:00:00+02:00", with: "2023-08-07T17:00:00")
    let report = try #require(try read(text).reports.first { $0.kind == .observation })
    #expect(report[index()]?.rows.first?.interval.end == AirTime("2023-08-07T15:00:00Z"))
  }

  @Test("attributions that aren't a list, or a sensor's name that is a number, don't cost the station")
  func oddAttributions() throws {
    let one = #"{"name": "PurpleAir", "url": "https://purpleair.com", "station": 158009}"#
    let station =
      #""idx": -7, "aqi": 21, "city": {"name": "A"}, "time": {"iso": "2023-08-07T17:00:00+02:00"}"#
    let report = try #require(try read(#"{\#(station), "attributions": \#(one)}"#).reports.first)
    #expect(report.site.details.identifiers == ["purpleair": "158009"])
    #expect(try read(#"{\#(station), "attributions": "EPA"}"#).reports.count == 1)
  }

  @Test("-999 is a gap, and counted")
  func sentinel() throws {
    let response = try read(#"{"idx": 7, "aqi": -999, "city": {}, "time": {"iso": "2023-08-07T17:00:00Z"}}"#)
    #expect(response.reports.count == 1 && response.reports.flatMap(\.series).isEmpty)
    #expect(response.notes.filter { $0.code == .refused }.map(\.count) == [1])
  }

  @Test("a nephelometer's number is counted, but isn't a pollutant")
  func nephelometer() throws {
    let response = try response("feed_station_neph.json")
    #expect(response.notes.contains { $0.code == .refused && $0.message.contains("neph") })
  }

  @Test("the map has indices as text, without a time; - is a gap")
  func map() throws {
    let response = try response("map_bounds_2017.json")
    #expect(response.reports.count == 32)
    let reading = try #require(response.reports.first { $0.site.id == "456" }?[index()]?.rows.first)
    #expect(reading.value == 57 && reading.flags.contains(.timeOfReceipt))
    let dead = try self.response("search_dead_stations_bogus_geo.json")
    #expect(dead.reports.count == 5 && dead.reports.allSatisfy(\.series.isEmpty))
  }

  @Test(
    "a refusal has its code, even inside a successful reply",
    arguments: [
      (#"{"status": "error", "data": "Invalid key"}"#, AQError.Code.unauthorized),
      (#"{"status": "error", "data": "Unknown station"}"#, .invalidRequest),
      (#"{"status": "error", "data": "no such station"}"#, .invalidRequest),
      (#"{"status": "error", "data": "Over quota"}"#, .rateLimited),
      (#"{"status": "ok", "data": {"status": "error", "msg": "Unknown ID"}}"#, .invalidRequest),
      (#"{"status": "nope"}"#, .unavailable), (#"{"status": "ok", "data": {}}"#, .malformed),
      ("<html>", .malformed),
    ])
  func refusals(text: String, code: AQError.Code) throws {
    let error = try #require(throws: AQError.self) { try read(text) }
    #expect(error.code == code)
  }
}

@Suite("WAQI's requests", .timeLimit(.minutes(10))) struct WAQIPlanTests {
  private static let now = AirTime(secondsSince1970: 1_691_424_000)

  private func source(_ transport: StubTransport, _ base: String? = nil) -> HTTPSource<WAQIStations> {
    HTTPSource(
      WAQIStations(apiKey: "key-of-the-test", baseURL: base), transport: transport,
      clock: ManualClock(Self.now))
  }

  private func feed() throws -> StubTransport {
    StubTransport(always: .json(try Payload.text("waqi/feed_city_ok.json")))
  }

  @Test("a point, a station and a box take one request each, and nothing is cached")
  func requests() async throws {
    let transport = try feed()
    let source = source(transport)
    _ = try await source.fetch(AirQuery(near: Coordinate(52.1, 5.13)))
    _ = try await source.fetch(AirQuery(near: Coordinate(52.1, 5.13)))
    _ = try await source.fetch(AirQuery(places: [.site("6332")]))
    _ = try? await source.fetch(AirQuery(places: [.site("-372382")]))
    _ = try? await source.fetch(
      AirQuery(places: [.area(GeoShape.BoundingBox(south: 52, west: 5, north: 53, east: 6))]))
    #expect(
      transport.requests.map(\.url)
        == [
          "feed/geo:52.1;5.13/?", "feed/geo:52.1;5.13/?", "feed/@6332/?", "feed/A372382/?",
          "v2/map/bounds?latlng=52,5,53,6&networks=all&",
        ].map { "https://api.waqi.info/\($0)token=key-of-the-test" })
  }

  @Test("a box across the 180th meridian takes a request for each of its parts")
  func antimeridian() async throws {
    let transport = StubTransport(always: .json(#"{"status": "ok", "data": []}"#))
    let box = try GeoShape.BoundingBox(south: -20, west: 177, north: -16, east: -178)
    _ = try await source(transport).fetch(AirQuery(places: [.area(box)]))
    let expected = ["-20,177,-16,180", "-20,-180,-16,-178"].map {
      "https://api.waqi.info/v2/map/bounds?latlng=\($0)&networks=all&token=key-of-the-test"
    }
    #expect(transport.requests.map(\.url).sorted() == expected.sorted())
  }

  @Test("a station that is too far away isn't used, and one with swapped coordinates is found")
  func distance() async throws {
    let far = try await source(feed()).fetch(AirQuery(near: Coordinate(52.5, 5.13)))
    #expect(far.reports.isEmpty && far.notes.contains { $0.code == .nothingNear })
    let near = try await source(feed()).fetch(AirQuery(near: Coordinate(5.12, 52.1)))
    #expect(near.reports.first?.site.coordinate == (try Coordinate(5.128183, 52.101308)))
  }

  @Test("a dead nearest station isn't used, unless it is asked for by its number")
  func silence() async throws {
    func response(to query: AirQuery, at now: AirTime) async throws -> AirResponse {
      let source = HTTPSource(
        WAQIStations(apiKey: "key-of-the-test"), transport: try feed(), clock: ManualClock(now))
      return try await source.fetch(query)
    }
    let (nearest, named) = (AirQuery(near: try Coordinate(52.1, 5.13)), AirQuery(places: [.site("6332")]))
    let lively = try await response(to: nearest, at: Self.now)
    let last = try #require(lively.reports.first { $0.kind == .observation }?.series.first?.timeline.last)
    let silence = last.end.adding(seconds: 3 * 3600)
    #expect(try await response(to: nearest, at: silence).reports.isEmpty == false)
    let late = try await response(to: nearest, at: silence.adding(seconds: 1))
    #expect(late.reports.isEmpty)
    #expect(late.notes.contains { $0.code == .nothingNear && $0.message.contains("silent since") })
    #expect(try await response(to: named, at: silence.adding(seconds: 1)).reports.isEmpty == false)
  }

  @Test("in a box a station that has been silent for three hours, or states no time, has no index")
  func silenceInBox() async throws {
    func entry(_ number: Int, _ time: String?) -> String {
      let time = time.map { ", \"time\": \"\($0)\"" } ?? ""
      return
        #"{"lat": 52.1, "lon": 5.\#(number), "uid": \#(number), "aqi": "57", "station": {"name": "S"\#(time)}}"#
    }
    let entries = [
      entry(1, "2023-08-07T17:00:00+02:00"), entry(2, "2023-08-07T13:00:00Z"),
      entry(3, "2023-08-07T12:59:59Z"), entry(4, nil),
    ]
    let transport = StubTransport(
      always: .json(#"{"status": "ok", "data": [\#(entries.joined(separator: ", "))]}"#))
    let box = try GeoShape.BoundingBox(south: 52, west: 5, north: 53, east: 6)
    let response = try await source(transport).fetch(AirQuery(places: [.area(box)]))
    #expect(Set(response.reports.filter { !$0.series.isEmpty }.map(\.site.id)) == ["1", "2"])
    let refused = response.notes.filter { $0.code == .refused }.map(\.message)
    #expect(refused.contains { $0.contains("silent") } && refused.contains { $0.contains("no time") })
  }

  @Test("in a container it needs a key, and takes baseURL")
  func module() throws {
    var container = try AQContainer().setting(.httpTransport, to: StubTransport([])).installing(.waqi)
    let error = #expect(throws: AQError.self) { try container.makeSource("waqi") }
    #expect(error?.code == .notConfigured)
    try container.setOption("apiKey", of: "waqi", to: "key-of-the-test")
    try container.setOption("baseURL", of: "waqi", to: "http://localhost:1")
    #expect(try container.makeSource("waqi").descriptor.endpoints.map(\.url) == ["http://localhost:1"])
    #expect(try container.format("waqi").name == "waqi")
  }

  @Test("a wrong key is an error that doesn't show it")
  func wrongKey() async throws {
    let transport = StubTransport(always: .json(#"{"status": "error", "data": "Invalid key"}"#))
    let error = try await #require(throws: AQError.self) {
      try await source(transport, "http://localhost:1").fetch(AirQuery(near: Coordinate(52.1, 5.13)))
    }
    #expect(error.code == .unauthorized && !"\(error)".contains("key-of-the-test"))
    #expect(transport.requests.first?.url.hasPrefix("http://localhost:1/feed/geo:") == true)
  }

  @Test("the source keeps every rule")
  func contract() async throws {
    let contract = SourceContract(
      adapter: WAQIStations(apiKey: "key-of-the-test"), recorded: try feed(), at: Self.now,
      secrets: ["key-of-the-test"])
    try await contract.quiet.check().verify()
  }

  @Test("the adapter keeps every rule, whatever bytes it is given", arguments: AdapterRule.allCases)
  func adapter(rule: AdapterRule) async throws {
    let files = [
      "feed_city_ok.json", "feed_geo_sf_no_iso.json", "search_ok.json",
      "feed_station_purpleair_community.json",
    ]
    try await verify(
      rule, of: WAQIStations(apiKey: "k"), on: files.map { ($0, ()) }, in: "waqi", at: Self.now)
  }
}

extension AirSeries {
  fileprivate var rows: [AirReading] { Array(readings) }
}
