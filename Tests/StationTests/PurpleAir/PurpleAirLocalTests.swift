import AQKit
import AQKitStations
import AQKitTesting
import TestRuns
import Testing

@Suite("A PurpleAir sensor at home") struct PurpleAirLocalTests {
  private static let now = AirTime("2026-05-17T22:24:00Z") ?? AirTime(secondsSince1970: 0)

  private func report(_ file: String) throws -> AirReport {
    try #require(
      try Payload.response("purpleair-local/\(file)", .purpleAirLocal, at: Self.now).reports.first)
  }

  private func source(_ adapter: PurpleAirLocal, _ file: String = "local_outdoor_dual_laser.json") throws -> (
    HTTPSource<PurpleAirLocal>, StubTransport
  ) {
    let transport = StubTransport(always: .json(try Payload.text("purpleair-local/\(file)")))
    return (HTTPSource(adapter, transport: transport, clock: ManualClock(Self.now)), transport)
  }

  @Test("two lasers are two channels and their mean, by conversion")
  func lasers() throws {
    let report = try report("local_outdoor_dual_laser.json")
    let channels = report.series(of: .pm25).map { $0.origin?.instrument?.description ?? "" }
    #expect(channels == ["atm", "atm, A", "atm, B", "cf_1", "cf_1, A", "cf_1, B"])
    #expect(report.site.id == "00:00:00:00:00:02" && report.site.isIndoor == false)
    #expect(report.site.coordinate == nil)
  }

  @Test(
    "an uncorrected report leads with atm outdoors and with cf_1 indoors, as the service does, and says so")
  func leading() throws {
    for (file, conversion) in [("outdoor_dual", "atm"), ("indoor_single", "cf_1")] {
      let report = try report("local_\(file)_laser.json")
      let series = try #require(report[.pm25])
      #expect(series.origin?.instrument?.method == conversion && report.isUncorrected(series))
      let value = try report.index(using: .usEPA, options: .shown).get()
      #expect(value.provenance?.isUncorrected == true)
    }
  }

  @Test("one laser is one channel, and has no mean")
  func laser() throws {
    let report = try report("local_indoor_single_laser.json")
    let channels = report.series(of: .pm25).map { $0.origin?.instrument?.description ?? "" }
    #expect(channels == ["cf_1, A", "atm, A"] && report.site.isIndoor == true)
  }

  @Test("values are two-minute means until the sensor's time")
  func times() throws {
    let reading = try #require(try report("local_outdoor_dual_laser.json")[.pm25]?.newestReading())
    #expect(reading.interval.end == AirTime("2026-05-17T22:23:06Z"))
    #expect(reading.interval.length == .seconds(120))
  }

  @Test("with an unset clock, values get the time of receipt and a flag")
  func unsetClock() throws {
    let text = #"{"SensorId": "84:f3:eb:0:0:1", "DateTime": "1970/01/01T00:00:12z", "pm2_5_cf_1": 4.5}"#
    let response = try PayloadFormat.purpleAirLocal.decode(
      Array(text.utf8), PayloadFormat.Context(receivedAt: Self.now))
    let reading = try #require(response.reports.first?[.pm25]?.newestReading())
    #expect(reading.interval.end == Self.now && reading.flags.contains(.timeOfReceipt))
  }

  @Test("the climate is that of the housing")
  func climate() throws {
    let report = try report("local_outdoor_dual_laser.json")
    let temperature = try #require(report[.temperature]?.newestReading())
    #expect(temperature.value == 80 && temperature.unit == .fahrenheit)
    #expect(temperature.flags.map(\.rawValue) == ["inside the housing"])
    #expect(report[.surfacePressure]?.newestReading()?.value == 933.9)
  }

  @Test("the sensor's index uses the table from before 2024")
  func index() throws {
    let series = try report("local_outdoor_dual_laser.json").series.filter(\.parameter.isPublishedIndex)
    #expect(series.map(\.origin?.edition) == ["2012", "2012"])
  }

  @Test("it is asked at home without encryption, which its declaration says")
  func address() async throws {
    let (source, transport) = try source(PurpleAirLocal(baseURL: "http://192.168.1.20"))
    #expect(source.descriptor.refusal(of: "http://192.168.1.20/json") == nil)
    let response = try await source.fetch(AirQuery(places: [.site("192.168.1.20")]))
    _ = try await source.fetch(AirQuery(places: [.site("192.168.1.20")]))
    #expect(transport.requests.map(\.url) == ["http://192.168.1.20/json"])
    #expect(response.reports.first?.places == [0])
  }

  @Test("an installed module asks the configured host, at the configured place")
  func installed() async throws {
    let text = try Payload.text("purpleair-local/local_outdoor_dual_laser.json")
    let transport = StubTransport(always: .json(text))
    var container = try AQContainer().setting(.httpTransport, to: transport)
      .setting(.clock, to: ManualClock(Self.now)).installing(.purpleAirLocal)
    for (name, value) in [("host", "10.0.0.7"), ("latitude", "37.77"), ("longitude", "-122.42")] {
      try container.setOption(name, of: "purpleair-local", to: value)
    }
    try container.setOption("correction", of: "purpleair-local", to: "barkjohn2021")
    let query = try AirQuery(near: Coordinate(37.77, -122.42))
    let report = try await container.source("purpleair-local").fetch(query).reports.first
    #expect(transport.requests.map(\.url) == ["http://10.0.0.7/json"])
    #expect(report?.series.compactMap(\.correction?.method) == ["Barkjohn 2021"])
  }

  @Test(
    "the option names a correction, which takes its own conversion: smoke of cf_1 = 300 at 50 % is 158.6",
    arguments: [
      ("epaExtended2022", "cf_1", 158.64), ("epaExtended2022ATM", "atm", 157.854),
      (
        #"{"name": "LRAPA", "conversion": "atm", "source": "https://www.lrapa.org/DocumentCenter/View/4147", "steps": [{"from": 0, "slope": 0.5, "offset": -0.66}]}"#,
        "atm", 98.84
      ),
    ])
  func corrections(_ option: String, _ method: String, _ expected: Double) async throws {
    let text = #"""
      {"SensorId":"x","DateTime":"2026/05/17T22:23:06z","lat":37.77,"lon":-122.42,"place":"outside",
       "pm2_5_atm":199,"pm2_5_cf_1":300,"pm2_5_atm_b":199,"pm2_5_cf_1_b":300,"current_humidity":50}
      """#
    var container = try AQContainer().setting(.httpTransport, to: StubTransport(always: .json(text)))
      .setting(.clock, to: ManualClock(Self.now)).installing(.purpleAirLocal)
    try container.setOption("correction", of: "purpleair-local", to: option)
    let query = try AirQuery(near: Coordinate(37.77, -122.42))
    let report = try await container.source("purpleair-local").fetch(query).reports.first
    let corrected = try #require(report?.series.first { $0.correction != nil })
    #expect(corrected.values == [expected] && corrected.origin?.instrument?.method == method)
  }

  @Test(
    "an unknown correction is an error that lists the known ones",
    arguments: ["epa", "{", #"{"name": 1}"#])
  func noCorrection(_ option: String) async throws {
    var container = try AQContainer().setting(.httpTransport, to: StubTransport(always: .json("{}")))
      .setting(.clock, to: ManualClock(Self.now)).installing(.purpleAirLocal)
    try container.setOption("correction", of: "purpleair-local", to: option)
    let error = #expect(throws: AQError.self) { try container.source("purpleair-local") }
    #expect(error?.code == .notConfigured && error?.message.contains("correction") == true)
  }

  @Test("a sensor that doesn't know its location serves a point only if its owner configured one")
  func place() async throws {
    let (lost, _) = try source(PurpleAirLocal())
    let here = try Coordinate(37.77, -122.42)
    let response = try await lost.fetch(AirQuery(near: here))
    #expect(response.reports.isEmpty && response.notes.map(\.code) == [.nothingNear])
    let (placed, _) = try source(PurpleAirLocal(coordinate: here))
    #expect(try await placed.fetch(AirQuery(near: here)).reports.count == 1)
    #expect(try await placed.fetch(AirQuery(near: Coordinate(48, 9))).reports.isEmpty)
  }

  @Test("the reply of another service is malformed")
  func foreign() throws {
    let error = try #require(throws: AQError.self) {
      try Payload.response("purpleair/list.json", .purpleAirLocal, at: Self.now)
    }
    #expect(error.code == .malformed)
  }

  private static let contract = SourceContract(
    adapter: PurpleAirLocal(),
    recorded: StubTransport { _ in
      TransportResponse(status: 200, text: try Payload.text("purpleair-local/local_outdoor_dual_laser.json"))
    }, at: now
  ).quiet

  @Test("the source keeps every rule")
  func source() async throws { try await Self.contract.check().verify() }

  @Test("the adapter keeps every rule, whatever bytes it is given", arguments: AdapterRule.allCases)
  func adapter(rule: AdapterRule) async throws {
    try await verify(
      rule, of: PurpleAirLocal(),
      on: [("local_outdoor_dual_laser.json", ()), ("local_indoor_single_laser.json", ())],
      in: "purpleair-local", at: Self.now)
  }
}
