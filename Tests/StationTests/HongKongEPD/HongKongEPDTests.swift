import AQKit
import AQKitTesting
import Testing

@testable import AQKitStations

@Suite("Hong Kong's stations") struct HongKongEPDTests {
  private static let now = AirTime(secondsSince1970: 1_795_167_600)  // 2026-11-20T09:40:00Z
  private static let adapter = HongKongEPDStations(baseURL: nil)
  private static let index = AirParameter("aqi.hk-aqhi")

  private static func reply(_ url: String) throws -> String {
    try Payload.text(url.contains("24aqhi") ? "hk-epd/index.xml" : "hk-epd/hours.xml")
  }

  private static let contract = ServiceContract(adapter: adapter, recordedAt: now, reply: reply)

  private func read(_ text: String) throws -> AirResponse {
    try PayloadFormat.hongKongEPD.decode(Array(text.utf8), .init(receivedAt: Self.now))
  }

  @Test("a time with its offset is the end of an hour; the place comes from the station's name")
  func values() throws {
    let response = try read(Payload.text("hk-epd/hours.xml"))
    let value = try #require(response.newest(.pm25, at: "Central/Western"))
    #expect(value.value == 9.5 && value.unit == .microgramsPerCubicMetre && value.flags == [.provisional])
    #expect(value.interval.start == AirTime("2026-11-20T08:00:00Z"))
    #expect(value.interval.end == AirTime("2026-11-20T09:00:00Z"))
    #expect(response.newest(.co, at: "Mong Kok")?.value == 412)
    #expect(response.newest(.co, at: "Mong Kok")?.unit == .microgramsPerCubicMetre)
    let site = response.reports.first?.site
    #expect(try site?.coordinate == Coordinate(22.285, 114.1444) && site?.timeZone == "Asia/Hong_Kong")
  }

  @Test("dashes are gaps, not zero")
  func dashes() throws {
    let response = try read(Payload.text("hk-epd/hours.xml"))
    #expect(response.readings(.co, at: "Central/Western").isEmpty)
    #expect(response.readings(.pm10, at: "Central/Western").map(\.value) == [14.5, 20.5])
    #expect(response.readings(.no2, at: "Central/Western").map(\.value) == [41.2, 38.4, 33.6])
    #expect(!response.notes.contains { $0.code == .refused })
  }

  @Test("the index has its own file; 10+ is ten and beyond the scale, a dash is a gap")
  func aqhi() throws {
    let response = try read(Payload.text("hk-epd/index.xml"))
    let value = try #require(response.newest(Self.index, at: "Central/Western"))
    #expect(value.value == 4 && value.averaging == .hours(3))
    #expect(value.interval.end == AirTime("2026-11-20T09:00:00Z"))
    #expect(response.readings(Self.index, at: "Central/Western").count == 1)
    #expect(response.newest(Self.index, at: "Mong Kok")?.value == 10)
    #expect(response.newest(Self.index, at: "Mong Kok")?.flags == [.beyondScale])
    #expect(response.reports.map(\.site.details.setting) == [.background, .traffic])
  }

  @Test("an unknown station has values but no place")
  func newStation() throws {
    let text = try Payload.text("hk-epd/hours.xml").replacing("Mong Kok", with: "New Town")
    let site = try #require(try read(text).reports.first { $0.site.id == "New Town" })
    #expect(site.site.coordinate == nil && !site.series.isEmpty)
  }

  @Test("a block without a name, or with another time, is refused alone")
  func brokenBlocks() throws {
    let text = try Payload.text("hk-epd/hours.xml")
      .replacing("<StationName>Mong Kok</StationName>", with: "")
      .replacing("Thu, 19 Nov 2026 23:00:00 +0800", with: "yesterday")
    let response = try read(text)
    #expect(response.reports.map(\.site.id) == ["Central/Western"])
    #expect(response.notes.contains { $0.code == .refused })
  }

  @Test("a file without hours gives a note")
  func empty() throws {
    let response = try read("<AQHI24HrReport><title>EPD</title></AQHI24HrReport>")
    #expect(response.reports.isEmpty && response.notes.map(\.code) == [.notMeasured])
  }

  @Test(
    "pages, other documents and cut files are errors",
    arguments: [
      ("<html><body>System maintenance</body></html>", AQError.Code.unavailable),
      ("<html>x</html>", .malformed), ("<rss><channel/></rss>", .malformed),
      ("<AQHI24HrReport><item><StationName>Cen", .malformed), (#"{"message":"x"}"#, .malformed),
    ])
  func refusals(text: String, code: AQError.Code) throws {
    let error = #expect(throws: AQError.self) { try read(text) }
    #expect(error?.code == code)
  }

  @Test(
    "a place takes two files, the index or the concentrations alone one; both are cached until they are old")
  func requests() async throws {
    let transport = StubTransport { TransportResponse(status: 200, text: try Self.reply($0.url)) }
    let source = HTTPSource(Self.adapter, transport: transport, clock: ManualClock(Self.now))
    let place = try Coordinate(22.3225, 114.1683)
    let index = try await source.fetch(AirQuery(near: place, parameters: [Self.index]))
    #expect(index.newest(Self.index, at: "Mong Kok")?.value == 10)
    let root = "https://www.aqhi.gov.hk/epd/ddata/html/out"
    #expect(transport.requests.map(\.url) == ["\(root)/24aqhi_Eng.xml"])
    let all = try await source.fetch(AirQuery(near: place))
    #expect(transport.requests.map(\.url).last == "\(root)/24pc_Eng.xml" && transport.requests.count == 2)
    let mongKok = try #require(all.reports.first { $0.site.id == "Mong Kok" })
    #expect(mongKok.series.count == 7 && mongKok.site.details.setting == .traffic)
  }

  @Test("the source keeps every rule") func source() async throws { try await Self.contract.verifySource() }

  @Test("the adapter keeps every rule, whatever bytes it is given", arguments: AdapterRule.allCases)
  func adapter(rule: AdapterRule) async throws {
    try await Self.contract.verifyAdapter(rule, AirQuery(near: Coordinate(22.285, 114.1444)))
  }
}
