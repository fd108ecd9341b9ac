import AQKit
import AQKitTesting
import TestRuns
import Testing

@testable import AQKitStations

@Suite("Canada's index") struct CanadaAQHITests {
  private static let now = AirTime(secondsSince1970: 1_795_197_600)  // 2026-11-20T18:00:00Z
  private static let adapter = CanadaAQHICommunities(baseURL: nil)
  private static let index = AirParameter("aqi.ca-aqhi")

  private static func reply(_ url: String) throws -> String {
    try Payload.text(
      url.contains("forecasts") ? "canada-aqhi/forecast_features.json" : "canada-aqhi/features.json")
  }

  private static let contract = ServiceContract(adapter: adapter, recordedAt: now, reply: reply)

  private func read(_ file: String) throws -> AirResponse {
    try Payload.response("canada-aqhi/\(file)", .canadaAQHI, at: Payload.receivedAt)
  }

  @Test("an observation is an index with decimals, at a community with its coordinate")
  func observation() throws {
    let response = try read("features.json")
    let value = try #require(response.newest(Self.index, at: "JAXXA"))
    #expect(value.value == 4.4 && value.unit == .one && value.flags == [])
    #expect(value.interval.end == AirTime("2026-11-20T17:00:00Z"))
    let site = response.reports.first?.site
    #expect(try site?.coordinate == Coordinate(56.2525, -120.8467) && site?.name == "Example Town")
  }

  @Test("more than ten is beyond the scale, and null is absent")
  func ends() throws {
    let response = try read("features.json")
    #expect(response.newest(Self.index, at: "JAXXB")?.value == 12.3)
    #expect(response.newest(Self.index, at: "JAXXB")?.flags == [.beyondScale])
    #expect(response.newest(Self.index, at: "JAXXC") == nil)
  }

  @Test("an index as text, with a plus, is ten and beyond the scale")
  func plus() throws {
    let text = try Payload.text("canada-aqhi/observation.xml").split(separator: "1.9").joined(
      separator: "10+")
    let response = try PayloadFormat.canadaAQHI.decode(
      Array(text.utf8), .init(receivedAt: Payload.receivedAt))
    #expect(response.newest(Self.index, at: "AADCE")?.value == 10)
    #expect(response.newest(Self.index, at: "AADCE")?.flags == [.beyondScale])
  }

  @Test("the Datamart's observation has its time in UTC, even from a half-hour zone")
  func observationFile() throws {
    let response = try read("observation.xml")
    let value = try #require(response.newest(Self.index, at: "AADCE"))
    #expect(value.value == 1.9 && value.interval.end == AirTime("2026-04-08T11:00:00Z"))
    #expect(response.reports.first?.site.name == "Burin")
  }

  @Test("the Datamart's forecast has half days of local time, and its time of issue")
  func forecastFile() throws {
    let report = try #require(read("forecast.xml").reports.first)
    #expect(report.kind == .forecast && report.issuedAt == AirTime("2026-04-08T08:30:00Z"))
    let readings = Array(try #require(report.series.first?.readings))
    #expect(readings.map(\.value) == [2, 2, 3, 4])
    #expect(readings.first?.interval.start == AirTime("2026-04-08T08:30:00Z"))
    #expect(readings.first?.interval.end == AirTime("2026-04-08T20:30:00Z"))
    #expect(readings.last?.interval.end == AirTime("2026-04-10T08:30:00Z"))
  }

  @Test("the list of communities gives sites, and an empty zone none")
  func communities() throws {
    let response = try read("communities.xml")
    #expect(response.reports.map(\.site.id) == ["EHHUN", "IAKID"])
    #expect(response.reports.last?.site.details.further == ["naps": "90222 90228", "zone": "pnr"])
    #expect(response.reports.first?.site.details.measures.isEmpty ?? false)
  }

  @Test("the newest issue of a forecast counts, and the older is noted")
  func issues() throws {
    let response = try read("forecast_features.json")
    #expect(response.readings(Self.index, at: "JAXXA").map(\.value) == [3, 5])
    #expect(response.reports.first?.issuedAt == AirTime("2026-11-20T18:00:00Z"))
    #expect(response.notes.contains { $0.code == .remark && $0.count == 1 })
  }

  @Test("the collection of communities has no times and no index, and gives sites")
  func stationFeatures() throws {
    let response = try PayloadFormat.canadaAQHI.decode(
      Array(
        #"""
        {"type":"FeatureCollection","features":[{"type":"Feature","geometry":{"type":"Point","coordinates":[-105.1,50.2]},
        "properties":{"location_id":"JAXXD","location_name_en":"Listed"}}]}
        """#.utf8), .init(receivedAt: Payload.receivedAt))
    #expect(response.reports.map(\.site.name) == ["Listed"])
    #expect(response.notes.isEmpty)
  }

  @Test("a newer bulletin is left out with a remark and leaves the hours of the forecast in")
  func bulletin() throws {
    let bulletin =
      #"{"type":"Feature","properties":{"location_id":"JAXXA","publication_datetime":"2026-11-20T21:00:00Z","forecast_period":{"period_1":{"forecast_period_en":"Tonight","aqhi":3}}}},"#
    let text = try Payload.text("canada-aqhi/forecast_features.json")
      .replacing(#""features":["#, with: #""features":[\#(bulletin)"#)
    let response = try PayloadFormat.canadaAQHI.decode(
      Array(text.utf8), .init(receivedAt: Payload.receivedAt))
    #expect(response.readings(Self.index, at: "JAXXA").map(\.value) == [3, 5])
    #expect(response.notes.contains { $0.message.contains("Bulletins") })
    #expect(!response.notes.contains { $0.code == .refused })
  }

  @Test("an observation that was published later than the forecast leaves the forecast in")
  func publishedObservation() throws {
    let observation =
      #"{"type":"Feature","properties":{"location_id":"JAXXA","publication_datetime":"2026-11-20T21:00:00Z","observation_datetime":"2026-11-20T17:00:00Z","aqhi":4}},"#
    let text = try Payload.text("canada-aqhi/forecast_features.json")
      .replacing(#""features":["#, with: #""features":[\#(observation)"#)
    let response = try PayloadFormat.canadaAQHI.decode(
      Array(text.utf8), .init(receivedAt: Payload.receivedAt))
    #expect(response.readings(Self.index, at: "JAXXA").map(\.value).sorted() == [3, 4, 5])
  }

  @Test(
    "refusals, web pages and other documents are errors",
    arguments: [
      (
        #"{"code":"InvalidParameterValue","type":"InvalidParameterValue","description":"bbox is wrong"}"#,
        AQError.Code.invalidRequest
      ),
      (#"{"code":"NoApplicableCode","description":"connection error"}"#, .unavailable),
      ("<html><body>x</body></html>", .malformed), (#"{"a":1}"#, .malformed),
    ])
  func refusals(text: String, code: AQError.Code) throws {
    let error = #expect(throws: AQError.self) {
      try PayloadFormat.canadaAQHI.decode(Array(text.utf8), .init(receivedAt: Payload.receivedAt))
    }
    #expect(error?.code == code)
  }

  @Test("one request covers all places; a forecast is a second one, around the place")
  func requests() async throws {
    let transport = StubTransport { TransportResponse(status: 200, text: try Self.reply($0.url)) }
    let source = HTTPSource(Self.adapter, transport: transport, clock: ManualClock(Self.now))
    let place = try Coordinate(56.25, -120.85)
    let response = try await source.fetch(AirQuery(near: place))
    #expect(
      transport.requests.map(\.url) == [
        "https://api.weather.gc.ca/collections/aqhi-observations-realtime/items?f=json&latest=true&limit=500"
      ])
    #expect(response.reports.first?.site.id == "JAXXA")
    let ahead = try await source.fetch(AirQuery(near: place, window: .next(.seconds(36_000))))
    #expect(transport.requests.count == 2)
    #expect(ahead.readings(Self.index, at: "JAXXA").map(\.value).contains(5))
  }

  @Test("the source keeps every rule") func source() async throws { try await Self.contract.verifySource() }

  @Test("the adapter keeps every rule, whatever bytes it is given", arguments: AdapterRule.allCases)
  func adapter(rule: AdapterRule) async throws {
    try await Self.contract.verifyAdapter(
      rule, AirQuery(near: Coordinate(56.25, -120.85), window: .next(.seconds(36_000))))
  }

  @Test("the adapter keeps every rule on the files of the Datamart", arguments: AdapterRule.allCases)
  func files(rule: AdapterRule) async throws {
    let recordings = try ["observation", "forecast"].map {
      AdapterContract.Recording<Void>(
        try Payload.bytes("canada-aqhi/\($0).xml"), for: AirQuery(places: []), at: Self.now)
    }
    try await AdapterContract(Self.adapter, recordings: recordings).withinEffort.verify(rule)
  }
}
