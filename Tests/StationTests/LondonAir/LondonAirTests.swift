import AQKit
import AQKitTesting
import Testing

@testable import AQKitStations

@Suite("London's stations") struct LondonAirTests {
  private static let now = AirTime(secondsSince1970: 1_795_172_400)  // 2026-11-20T11:00:00Z
  private static let adapter = LondonAirStations(baseURL: nil)
  private static let base = "https://api.erg.ic.ac.uk/AirQuality"

  private static func reply(_ url: String) throws -> String {
    if url.contains("/Information/") { return try Payload.text("london-air/sites.json") }
    return try Payload.text(
      url.contains("/Hourly/") ? "london-air/hourly_index.json" : "london-air/hours.json")
  }

  private static let contract = ServiceContract(adapter: adapter, recordedAt: now, reply: reply)

  private func read(_ file: String) throws -> AirResponse {
    try Payload.response("london-air/\(file).json", .londonAir, at: Self.now)
  }

  @Test("hours are means from their stamp on, in UTC, with the unit of each pollutant")
  func hours() throws {
    let response = try read("hours")
    let no2 = try #require(response.newest(.no2, at: "GX1"))
    #expect(no2.value == 41.25 && no2.unit == .microgramsPerCubicMetre)
    #expect(no2.interval.start == AirTime("2026-11-20T09:00:00Z"))
    #expect(no2.interval.end == AirTime("2026-11-20T10:00:00Z"))
    #expect(response.newest(.co, at: "GX1")?.unit == .milligramsPerCubicMetre)
  }

  @Test("a small negative value stays, and an empty one is a gap")
  func gaps() throws {
    let response = try read("hours")
    #expect(response.newest(.pm10, at: "GX1")?.value == -0.6)
    #expect(response.readings(.no2, at: "GX1").map(\.value) == [35.5, 41.25])
  }

  @Test("the recorded day has its value, and a note says that sulphur dioxide is absent")
  func recorded() throws {
    let response = try read("site_empty_values")
    #expect(response.newest(.no2, at: "BX1")?.value == 35.5)
    #expect(response.notes.contains { $0.code == .notMeasured && $0.parameters == [.so2] })
  }

  @Test("the hours of one pollutant name it outside the rows")
  func species() throws {
    let response = try read("species")
    #expect(response.readings(.no, at: "GX1").map(\.value) == [11.4, 8])
  }

  @Test("indices are published indices by pollutant, none where there are no data, provisional by trigger")
  func index() throws {
    let response = try read("hourly_index")
    let pm10 = try #require(response.newest("aqi.uk-daqi.pm10", at: "GX1"))
    #expect(pm10.value == 4 && pm10.unit == .one && pm10.flags == [.provisional])
    #expect(pm10.interval == AirInterval(instant: try #require(AirTime("2026-11-20T10:00:00Z"))))
    #expect(response.newest("aqi.uk-daqi.no2", at: "GX1") == nil)
    #expect(response.newest("aqi.uk-daqi.o3", at: "HX1")?.flags == [])
  }

  @Test("an index says where its station is")
  func indexSites() throws {
    let site = try #require(read("hourly_index").reports.first { $0.site.id == "HX1" }?.site)
    #expect(try site.coordinate == Coordinate(51.55, -0.06) && site.details.setting == .background)
    #expect(site.details.further["localAuthority"] == "Hackney")
  }

  @Test("a list gives sites with what they measure now, their setting and their time of operation")
  func sites() throws {
    let response = try read("sites")
    #expect(response.reports.map(\.site.id) == ["GX1", "GX2", "GX3"])
    let site = try #require(response.reports.first?.site)
    #expect(site.details.measures.map(\.parameter) == [.no2, .pm10] && site.details.setting == .traffic)
    #expect(site.details.operating?.from == AirTime("2015-03-02T00:00:00Z"))
    #expect(response.reports.last?.site.details.operating?.until == AirTime("2011-05-25T00:00:00Z"))
  }

  @Test("a day's index stands for the day")
  func day() throws {
    let text = try Payload.text("london-air/hourly_index.json").split(separator: "HourlyAirQualityIndex")
      .joined(separator: "DailyAirQualityIndex")
    let response = try PayloadFormat.londonAir.decode(Array(text.utf8), .init(receivedAt: Self.now))
    let o3 = try #require(response.newest("aqi.uk-daqi.o3", at: "HX1"))
    #expect(o3.value == 2 && o3.averaging == .day && o3.interval.start == AirTime("2026-11-20T10:00:00Z"))
  }

  @Test("a single site instead of a list, and a missing one, are read")
  func oneSite() throws {
    let one =
      #"{"Sites":{"Site":{"@SiteCode":"AB1","@SiteName":"A","@Latitude":"51.5","@Longitude":"-0.1"}}}"#
    #expect(
      try PayloadFormat.londonAir.decode(Array(one.utf8), .init(receivedAt: Self.now)).reports.count == 1)
    let none = #"{"AirQualityData":{"@SiteCode":"AB1"}}"#
    #expect(
      try PayloadFormat.londonAir.decode(Array(none.utf8), .init(receivedAt: Self.now)).newest(
        .no2, at: "AB1") == nil)
  }

  @Test("null in place of values is a valid reply, and in place of the stations an error")
  func null() throws {
    func read(_ text: String) throws -> AirResponse {
      try PayloadFormat.londonAir.decode(Array(text.utf8), .init(receivedAt: Self.now))
    }
    let response = try read(#"{"AirQualityData": null}"#)
    #expect(response.reports.isEmpty && response.notes.map(\.code) == [.nothingNear])
    let error = #expect(throws: AQError.self) { try read(#"{"Sites": null}"#) }
    #expect(error?.code == .unavailable)
  }

  @Test("an empty list of stations isn't kept")
  func emptyList() async throws {
    let isEmpty = Locked(true)
    let transport = StubTransport {
      let isFirst = isEmpty.withLock { exchange(&$0, with: false) }
      return TransportResponse(status: 200, text: isFirst ? #"{"Sites": null}"# : try Self.reply($0.url))
    }
    let source = HTTPSource(Self.adapter, transport: transport, clock: ManualClock(Self.now))
    let query = try AirQuery(near: Coordinate(51.456, 0.04))
    await #expect(throws: AQError.self) { try await source.fetch(query) }
    #expect(try await source.fetch(query).reports.isEmpty == false)
  }

  @Test("the past of a station, and of a pollutant, that has ended is asked for")
  func ended() async throws {
    let transport = StubTransport { TransportResponse(status: 200, text: try Self.reply($0.url)) }
    let source = HTTPSource(Self.adapter, transport: transport, clock: ManualClock(Self.now))
    let day = try AirInterval(
      start: #require(AirTime("2011-05-01T00:00:00Z")), end: #require(AirTime("2011-05-02T00:00:00Z")))
    for window in [.current, AirQuery.Window.interval(day)] {
      _ = try? await source.fetch(AirQuery(places: [.site("GX3")], window: window))
      #expect(transport.requests.last?.url.contains("SiteCode=GX3") == (window != .current))
    }
  }

  @Test("-999 is a gap, and counted")
  func sentinel() throws {
    let text = try Payload.text("london-air/hours.json").replacing("41.25", with: "-999")
    let response = try PayloadFormat.londonAir.decode(Array(text.utf8), .init(receivedAt: Self.now))
    #expect(response.readings(.no2, at: "GX1").map(\.value) == [35.5])
    #expect(response.notes.filter { $0.code == .refused }.map(\.count) == [1])
  }

  @Test("a web page and other JSON are malformed", arguments: ["<!DOCTYPE html><html></html>", #"{"a": 1}"#])
  func foreign(text: String) throws {
    let error = #expect(throws: AQError.self) {
      try PayloadFormat.londonAir.decode(Array(text.utf8), .init(receivedAt: Self.now))
    }
    #expect(error?.code == .malformed)
  }

  @Test("a place costs two requests, and one when the list is kept")
  func requests() async throws {
    let transport = StubTransport { TransportResponse(status: 200, text: try Self.reply($0.url)) }
    let clock = ManualClock(Self.now)
    let source = HTTPSource(Self.adapter, transport: transport, clock: clock)
    let response = try await source.fetch(AirQuery(near: Coordinate(51.456, 0.04)))
    #expect(
      transport.requests.map(\.url) == [
        "\(Self.base)/Information/MonitoringSiteSpecies/GroupName=London/Json",
        "\(Self.base)/Data/Site/SiteCode=GX1/StartDate=2026-11-19/EndDate=2026-11-21/Json",
      ])
    #expect(response.reports.first?.site.name == "Greenwich - Example Road")
    await clock.advance(by: .seconds(3 * 3600))
    _ = try await source.fetch(AirQuery(near: Coordinate(51.456, 0.04)))
    #expect(transport.requests.count == 3)
  }

  @Test("a time that ends at midnight doesn't ask for the day that begins then")
  func endAtMidnight() async throws {
    let transport = StubTransport { TransportResponse(status: 200, text: try Self.reply($0.url)) }
    let source = HTTPSource(Self.adapter, transport: transport, clock: ManualClock(Self.now))
    let midnight = try #require(AirTime("2026-11-20T00:00:00Z"))
    let window = try AirInterval(start: midnight - .seconds(86_400), end: midnight)
    _ = try await source.fetch(AirQuery(near: Coordinate(51.456, 0.04), window: .interval(window)))
    #expect(transport.requests.last?.url.hasSuffix("StartDate=2026-11-19/EndDate=2026-11-20/Json") ?? false)
  }

  @Test("a query for ozone gets the nearest station with ozone")
  func nearestWithIt() async throws {
    let transport = StubTransport { TransportResponse(status: 200, text: try Self.reply($0.url)) }
    let source = HTTPSource(Self.adapter, transport: transport, clock: ManualClock(Self.now))
    _ = try? await source.fetch(AirQuery(near: Coordinate(51.456, 0.04), parameters: [.o3]))
    #expect(transport.requests.last?.url.contains("SiteCode=GX2") ?? false)
  }

  @Test("a station with an odd code isn't asked about, and a note says so")
  func oddCode() async throws {
    let transport = StubTransport {
      TransportResponse(
        status: 200, text: try Self.reply($0.url).replacing(#""GX1""#, with: #""../GX1""#))
    }
    let source = HTTPSource(Self.adapter, transport: transport, clock: ManualClock(Self.now))
    let response = try await source.fetch(AirQuery(near: Coordinate(51.456, 0.04)))
    #expect(transport.requests.allSatisfy { !$0.url.contains("..") })
    #expect(response.notes.contains { $0.code == .remark && $0.message.contains("letters and digits") })
  }

  @Test("an index is asked for by its name, in one request for the whole city")
  func indexRequest() async throws {
    let transport = StubTransport { TransportResponse(status: 200, text: try Self.reply($0.url)) }
    let source = HTTPSource(Self.adapter, transport: transport, clock: ManualClock(Self.now))
    let index = AirParameter("aqi.uk-daqi.pm10")
    let response = try await source.fetch(AirQuery(near: Coordinate(51.456, 0.04), parameters: [index]))
    #expect(transport.requests.map(\.url) == ["\(Self.base)/Hourly/MonitoringIndex/GroupName=London/Json"])
    #expect(response.newest(index, at: "GX1")?.value == 4)
  }

  @Test("the option baseURL changes the address and the declaration")
  func baseURL() throws {
    let adapter = LondonAirStations(baseURL: "https://air.example.org/laqn")
    let url = adapter.calls(for: try AirQuery(near: Coordinate(51.5, 0)), at: Self.now).first?.request.url
    #expect(url?.hasPrefix("https://air.example.org/laqn/Information/") ?? false)
    #expect(adapter.descriptor.endpoints.map(\.url) == ["https://air.example.org/laqn"])
  }

  @Test("the source keeps every rule") func source() async throws { try await Self.contract.verifySource() }

  @Test("the adapter keeps every rule, whatever bytes it is given", arguments: AdapterRule.allCases)
  func adapter(rule: AdapterRule) async throws {
    let query = AirQuery(
      near: try Coordinate(51.456, 0.04), parameters: [.no2, .pm10, "aqi.uk-daqi.pm10"])
    try await Self.contract.verifyAdapter(rule, query)
  }
}
