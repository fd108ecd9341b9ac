import AQKit
import AQKitTesting
import TestRuns
import Testing

@testable import AQKitStations

@Suite("Japan's stations") struct SoramameTests {
  private static let now = AirTime(secondsSince1970: 1_795_189_200)  // 2026-11-20T15:40:00Z
  private static let adapter = SoramameStations(baseURL: nil)
  private static let newest =
    #"{"latest":"2026/11/20 24:00:00","oldest":"2026/10/20 01:00:00","interval":"3600"}"#

  private static func reply(_ url: String) throws -> String {
    if url.hasSuffix("metadata.json") { return newest }
    return try Payload.text(url.contains("kyokuNoudo") ? "soramame/stations.csv" : "soramame/hour.csv")
  }

  private static let contract = ServiceContract(
    adapter: adapter, recordedAt: now,
    waivers: ["body.html": "The service's web page stands for an hour that isn't there yet."],
    reply: reply)

  private func read(_ text: String) throws -> AirResponse {
    try PayloadFormat.soramame.decode(Array(text.utf8), .init(receivedAt: Self.now))
  }

  @Test("gases are in ppm, oxidant and suspended matter are quantities of their own")
  func quantities() throws {
    let response = try read(Payload.text("soramame/hour.csv"))
    #expect(response.newest(.no2, at: "13901010")?.unit == .ppm)
    #expect(
      response.newest("ox", at: "13901010")?.value == 0.021 && response.newest(.o3, at: "13901010") == nil)
    let spm = try #require(response.newest("spm", at: "13901010"))
    #expect(spm.value == 0.009 && spm.unit == .milligramsPerCubicMetre)
    #expect(response.newest(.pm25, at: "13901010")?.unit == .microgramsPerCubicMetre)
    #expect(response.newest(.windDirection, at: "13901010")?.value == 292.5)
    #expect(response.newest(.ch4, at: "13901010")?.value == 1.97)
    #expect(response.notes.contains { $0.code == .remark && $0.message.contains("NMHC") })
  }

  @Test("spaces, hyphens and a calm are gaps, and zero is a value")
  func gaps() throws {
    let response = try read(Payload.text("soramame/hour.csv"))
    let road = try #require(response.reports.first { $0.site.id == "13901510" })
    #expect(Set(road.series.map(\.parameter)) == [.pm25, "spm", .co, .windSpeed])
    #expect(road.site.details.setting == .traffic && road.site.details.operatedBy == "東京都")
    #expect(response.newest(.so2, at: "21901010")?.value == 0)
    #expect(!response.notes.contains { $0.code == .refused })
  }

  @Test("a file alone doesn't state its hour, and its values are flagged")
  func received() throws {
    let response = try read(Payload.text("soramame/hour.csv"))
    #expect(response.newest(.no2, at: "13901010")?.flags == [.provisional, .timeOfReceipt])
  }

  @Test("rows of the search have their time")
  func search() throws {
    let value = try #require(read(Payload.text("soramame/search.json")).newest(.pm25, at: "13101010"))
    #expect(value.value == 3 && value.interval.end == AirTime("2026-08-31T16:00:00Z"))
  }

  @Test(
    "rows of the search may be one object, with an hour as a number or without its zero",
    arguments: [#"1"#, #""1""#, #""01""#])
  func searchRow(hour: String) throws {
    let response = try read(
      #"{"SKT_CD":13101010,"SKT_DATE":"2026/09/01","SKT_TIME":\#(hour),"PM2_5":"3","OX":null}"#)
    #expect(
      response.newest(.pm25, at: "13101010")?.interval.end == AirTime("2026-08-31T16:00:00Z"))
    #expect(response.reports.first?.series.contains { $0.parameter == .pm25 } ?? false)
    #expect(!response.notes.contains { $0.code == .refused })
  }

  @Test("the file of one station has a time in each row, of which 24 is the next day's midnight")
  func stationFile() throws {
    let response = try read("年,月,日,時,OX,PM2.5\n2026,11,19,24,0.03,5\n2026,11,20,1,-,6\n")
    let readings = response.reports.flatMap(\.series).filter { $0.parameter == .pm25 }
      .flatMap { Array($0.readings) }
    #expect(readings.map(\.value) == [5, 6])
    #expect(readings.first?.interval.end == AirTime("2026-11-19T15:00:00Z"))
    #expect(readings.last?.interval.end == AirTime("2026-11-19T16:00:00Z"))
  }

  @Test("the list of stations gives sites with their place")
  func stations() throws {
    let response = try read(Payload.text("soramame/stations.csv"))
    #expect(response.reports.count == 3)
    #expect(try response.reports.first?.site.coordinate == Coordinate(35.69, 139.77))
  }

  @Test(
    "the web page instead of a file is a temporary failure, other files are malformed",
    arguments: [
      ("<!DOCTYPE html><html lang=ja><body></body></html>", AQError.Code.unavailable),
      ("a,b\n1,2\n", .malformed),
      (#"{"a":1}"#, .malformed),
    ])
  func refusals(text: String, code: AQError.Code) throws {
    let error = #expect(throws: AQError.self) { try read(text) }
    #expect(error?.code == code)
  }

  @Test("a place costs three requests; the hour ends at its number, and 24 is the next day's midnight")
  func requests() async throws {
    let transport = StubTransport { TransportResponse(status: 200, text: try Self.reply($0.url)) }
    let source = HTTPSource(Self.adapter, transport: transport, clock: ManualClock(Self.now))
    let response = try await source.fetch(AirQuery(near: Coordinate(35.69, 139.77)))
    #expect(
      Set(transport.requests.map(\.url)) == [
        "https://soramame.env.go.jp/data/sokutei/noudoAll/metadata.json",
        "https://soramame.env.go.jp/data/map/kyokuNoudo/2026/11/19/01.csv",
        "https://soramame.env.go.jp/data/sokutei/noudoAll/2026/11/20/24.csv",
      ])
    let value = try #require(response.newest(.pm25, at: "13901010"))
    #expect(value.interval.end == AirTime("2026-11-20T15:00:00Z") && value.flags == [.provisional])
    _ = try await source.fetch(AirQuery(near: Coordinate(35.69, 139.77)))
    #expect(transport.requests.count == 3)
  }

  @Test(
    "the newest hour may be written as the next day's midnight, and has its file",
    arguments: [
      ("2026/11/21 00:00:00", "2026/11/20/24.csv"), ("2026/11/20 09:00:00", "2026/11/20/09.csv"),
      ("2026/11/20 10:00:00", "2026/11/20/10.csv"), ("2026/11/20 01:00:00", "2026/11/20/01.csv"),
    ])
  func newestHour(latest: String, file: String) throws {
    var report = ReportBuilder(SoramameStations.descriptor, receivedAt: Self.now)
    let reply = HTTPReply(
      TransportResponse(status: 200, text: #"{"latest":"\#(latest)"}"#), step: SoramameStations.Step.newest,
      query: AirQuery(places: []), receivedAt: Self.now)
    let calls = try Self.adapter.decode(reply, into: &report)
    #expect(calls.last?.request.url == "https://soramame.env.go.jp/data/sokutei/noudoAll/\(file)")
    let stations = "https://soramame.env.go.jp/data/map/kyokuNoudo/2026/11/19/01.csv"
    #expect(calls.first?.request.url == stations)
  }

  @Test("the source keeps every rule") func source() async throws { try await Self.contract.verifySource() }

  @Test("the adapter keeps every rule, whatever bytes it is given", arguments: AdapterRule.allCases)
  func adapter(rule: AdapterRule) async throws {
    let recordings = try [
      ("soramame/hour.csv", SoramameStations.Step.values(end: AirTime("2026-11-20T15:00:00Z"))),
      ("soramame/search.json", .values(end: nil)),
    ].map { file, step in
      AdapterContract.Recording(
        TransportResponse(status: 200, body: try Payload.bytes(file)), step: step, for: AirQuery(places: []),
        at: Self.now)
    }
    try await AdapterContract(Self.adapter, recordings: recordings).withinEffort.verify(rule)
  }
}
