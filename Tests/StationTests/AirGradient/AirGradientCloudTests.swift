import AQKit
import AQKitTesting
import Testing

@testable import AQKitStations

@Suite("AirGradient's public monitors") struct AirGradientCloudTests {
  /// 2026-10-01T12:00:00Z.
  private static let now = AirTime(secondsSince1970: 1_790_856_000)
  private static let adapter = AirGradientCloud(baseURL: nil)
  private static let contract = ServiceContract(adapter: adapter, recordedAt: now) { _ in
    try Payload.text("airgradient-cloud/world.json")
  }

  private func decode(_ text: String) throws -> AirResponse {
    try PayloadFormat.airGradientCloud.decode(Array(text.utf8), .init(receivedAt: Payload.receivedAt))
  }

  @Test(
    "the raw and the corrected value are two series, credited to AirGradient and the owner of the monitor")
  func monitor() throws {
    let response = try Payload.response(
      "airgradient-cloud/location.json", .airGradientCloud, at: Payload.receivedAt)
    let report = try #require(response.reports.first)
    #expect(report.site.id == "86311" && report.site.name == "Taman Tun Dr. Ismail")
    #expect(try report.site.coordinate == Coordinate(3.15, 101.62))
    let series = report.series.filter { $0.parameter == .pm25 }
    #expect(series.map(\.values) == [[72.5], [12.3]])
    #expect(series.map(\.correction?.method) == [nil, "AirGradient"])
    #expect(series.map { $0.newestReading()?.flags ?? [] } == [[.raw], [.corrected]])
    #expect(series.first?.newestReading()?.interval.end == AirTime("2026-08-25T06:08:30Z"))
    #expect(report.attribution.map(\.text) == ["AirGradient", "(removed)"])
    #expect(report.attribution.first?.licence == "CC BY-SA 4.0" && report.rights.shareAlike == true)
  }

  @Test("monitors of an account have no coordinates, and 0 is a value")
  func account() throws {
    let response = try Payload.response(
      "airgradient-cloud/account.json", .airGradientCloud, at: Payload.receivedAt)
    #expect(
      response.newest(.pm25, at: "654321")?.value == 1 && response.newest(.co2, at: "654321")?.value == 519)
    #expect(response.newest(.pm25, at: "123456")?.value == 0)
    #expect(response.reports.allSatisfy { $0.site.coordinate == nil })
  }

  @Test("a point gets the nearest of all monitors, and a box those in it")
  func nearest() async throws {
    let transport = StubTransport(always: .json(try Payload.text("airgradient-cloud/world.json")))
    let source = HTTPSource(Self.adapter, transport: transport, clock: ManualClock(Self.now))
    let box = try GeoShape.BoundingBox(south: 49, west: 16, north: 50, east: 17)
    let response = try await source.fetch(AirQuery(places: [.near(Coordinate(18.795, 98.95)), .area(box)]))
    #expect(response.reports(forPlace: 0).map(\.site.name) == ["Suthep", "Gate"])
    #expect(response.reports(forPlace: 1).map(\.site.name) == ["Brno"])
    #expect(
      Set(transport.requests.map(\.url)) == [
        "https://api.airgradient.com/public/api/v1/world/locations/measures/current"
      ])
  }

  @Test("one monitor is asked about by its number")
  func one() async throws {
    let transport = StubTransport(always: .json(try Payload.text("airgradient-cloud/location.json")))
    let now = AirTime(secondsSince1970: 1_787_638_200)  // 2026-08-25T06:10:00Z
    let source = HTTPSource(Self.adapter, transport: transport, clock: ManualClock(now))
    let response = try await source.fetch(AirQuery(places: [.site("86311")]))
    #expect(response.reports.map(\.site.id) == ["86311"])
    #expect(
      transport.requests.map(\.url).first?.hasSuffix("/world/locations/86311/measures/current") ?? false)
  }

  @Test("a monitor that is offline is a site without values, and a note says so")
  func offline() throws {
    let text = try Payload.text("airgradient-cloud/location.json").replacing(
      "\"offline\": false", with: "\"offline\": true")
    let response = try decode(text)
    #expect(
      response.reports.allSatisfy(\.series.isEmpty) && response.notes.contains { $0.code == .notMeasured })
  }

  @Test("an indoor model is indoors")
  func indoors() throws {
    let text =
      #"[{"locationId": 1, "model": "I-9PSL", "timestamp": "2026-10-01T11:00:00Z", "pm02": 3, "rco2": 600}]"#
    #expect(try decode(text).reports.first?.site.isIndoor == true)
  }

  @Test(
    "refusals, pages and half a reply are errors by their text; an empty list is accepted",
    arguments: [
      (#"{"message": "Invalid token"}"#, AQError.Code.unauthorized),
      (#"{"error": "Location not found"}"#, .invalidRequest),
      ("<html>Bad Gateway</html>", .malformed), (#"[{"locationId": 1"#, .malformed), ("7", .malformed),
    ])
  func refusals(text: String, code: AQError.Code) throws {
    let error = #expect(throws: AQError.self) { try decode(text) }
    #expect(error?.code == code)
    #expect(try decode("[]").notes.map(\.code) == [.nothingNear])
  }

  @Test("the source keeps every rule") func source() async throws { try await Self.contract.verifySource() }

  @Test("the adapter keeps every rule, whatever bytes it is given", arguments: AdapterRule.allCases)
  func adapter(rule: AdapterRule) async throws {
    try await Self.contract.verifyAdapter(rule, AirQuery(near: Coordinate(18.795, 98.95)))
  }
}
