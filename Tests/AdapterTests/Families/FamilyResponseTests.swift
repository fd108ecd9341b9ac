import AQKit
import AQKitTesting
import Testing

/// Fetches the responses of the families' examples.
@Suite("The response of an adapter of each family") struct FamilyResponseTests {
  private func fetch(_ adapter: some HTTPAdapter, _ transport: StubTransport, _ query: AirQuery) async throws
    -> AirResponse
  {
    try await HTTPSource(adapter, transport: transport, clock: ManualClock(FamilyRecordings.now)).fetch(query)
  }

  @Test("from a list of stations, a point gets the nearest, a box those in it, and the others are left out")
  func stationList() async throws {
    let transport = StubTransport(always: .json(FamilyRecordings.airGradient))
    let suthep = try Coordinate(18.795, 98.95)
    let box = try GeoShape.BoundingBox(south: 49, west: 16, north: 50, east: 17)
    let response = try await fetch(
      AirGradientStations(), transport, AirQuery(places: [.near(suthep), .area(box), .site("164930")]))
    #expect(response.reports(forPlace: 0).map(\.site.name) == ["Suthep", "Gate"])
    #expect(response.reports(forPlace: 1).map(\.site.name) == ["Brno"])
    #expect(response.reports(forPlace: 2).map(\.site.name) == ["Gate"])
    let series = try #require(response.reports.first).series.filter { $0.parameter == .pm25 }
    #expect(
      series.map(\.values) == [[14.25], [11.5]] && series.map(\.correction?.method) == [nil, "AirGradient"])
    #expect(response.reports.first?.attribution.map(\.text) == ["AirGradient", "CMU"])
  }

  @Test(
    "a row's field that isn't a number is refused and doesn't affect the others",
    arguments: TownTable.Form.allCases)
  func badField(form: TownTable.Form) async throws {
    let spoilt = TownTable.recorded(form).replacing(#/31[.,]25/#, with: "many")
    let response = try await fetch(
      TownTable(form: form), StubTransport(always: .json(spoilt)), AirQuery(near: Coordinate(49.21, 16.6)))
    let north = try #require(response.reports.first { $0.site.id == "N1" })
    #expect(north[.pm25]?.values == [12.5] && north[.no2]?.values.first == nil)
    #expect(response.reports.first { $0.site.id == "N2" }?[.no2]?.values == [18.5])
    #expect(response.notes.contains { $0.code == .refused && $0.count == 1 })
  }

  @Test("a window is asked about as the local days that it touches, even when clocks change")
  func localDays() throws {
    let zone = try #require(AirTime.Zone(identifier: "Europe/Prague"))
    func days(_ start: String, _ end: String) throws -> [String] {
      TownDays.days(from: try #require(AirTime(start)), to: try #require(AirTime(end)), in: zone)
    }
    #expect(
      try days("2026-09-30T11:00:00Z", "2026-10-01T12:00:01Z") == ["2026-09-30", "2026-10-01"])
    // A day of 25 hours, and one of 23 with the last second before it.
    #expect(try days("2026-10-24T22:00:00Z", "2026-10-25T23:00:00Z") == ["2026-10-25"])
    #expect(
      try days("2026-03-28T22:59:59Z", "2026-03-29T22:00:00Z") == ["2026-03-28", "2026-03-29"])
  }

  @Test("a cursor goes back as the service wrote it, and the token isn't part of an error")
  func cursor() async throws {
    let transport = StubTransport { request in
      let body = String(decoding: request.body, as: UTF8.self)
      return TransportResponse(
        status: 200, text: CursorSensors.recorded[body.contains(#""after":null"#) ? 0 : 1])
    }
    let query = try AirQuery(near: Coordinate(47.26, 11.39))
    let response = try await fetch(CursorSensors(apiKey: "t-123"), transport, query)
    #expect(Set(response.reports.compactMap(\.site.id)) == ["v1", "v2"])
    let bodies = transport.requests.map { String(decoding: $0.body, as: UTF8.self) }
    #expect(bodies.last?.contains(#""after":"dj\u003d""#) == true, "\(bodies)")
    let refused = StubTransport(always: .json(#"{"errors":[{"message":"Bearer t-123 is out of date."}]}"#))
    let error = await #expect(throws: AQError.self) {
      try await fetch(CursorSensors(apiKey: "t-123"), refused, query)
    }
    #expect(error?.message.contains("The service says") == true && error?.message.contains("t-123") == false)
  }

  @Test("a point is asked about by the box around it; sensors inside buildings are left out, and counted")
  func box() async throws {
    let transport = StubTransport(always: .json(FamilyRecordings.sensorCommunity))
    let response = try await fetch(
      SensorCommunityBox(), transport, AirQuery(near: Coordinate(48.78, 9.18), parameters: [.pm25]))
    #expect(transport.requests.first?.url.contains("/box=48.73503,9.11") ?? false)
    #expect(response.reports.map(\.site.id) == ["253", "291"])
    #expect(response.reports.map { $0[.pm25]?.values } == [[6.92], [4.08]])
    #expect(response.notes.contains { $0.code == .remark && $0.count == 1 })
  }

  @Test("local times of columns become instants by the reply's offset")
  func columns() async throws {
    let transport = StubTransport(always: .json(FamilyRecordings.columns))
    let response = try await fetch(
      OpenMeteoColumns(), transport,
      AirQuery(near: Coordinate(49.2, 16.6), parameters: [.pm25, .no2], window: .past(.seconds(86_400))))
    let series = try #require(response.reports.first?[.pm25])
    #expect(series.timeline.first.map { "\($0)" } == "2026-10-01T09:00:00Z")
    #expect(Array(series.values.prefix(3)) == [7.4, 8.1, 9.6])
    #expect(response.notes.contains { $0.code == .notMeasured && $0.parameters == [.no2] })
  }

  @Test("a missing day of the archive isn't an error; the header names the columns")
  func archive() async throws {
    let transport = StubTransport { request in
      request.url.contains("/2026-10-01/2026-10-01_sds011_sensor_92.csv")
        ? TransportResponse(status: 200, text: FamilyRecordings.archive) : TransportResponse(status: 404)
    }
    let response = try await fetch(
      SensorCommunityArchive(), transport,
      AirQuery(places: [.site("sds011/92")], window: .past(.seconds(86_400))))
    #expect(transport.requests.count == 2 && !response.isPartial)
    #expect(response.reports.first?.site.coordinate == (try Coordinate(48.53, 9.2)))
    #expect(response.reports.isEmpty == false || response.notes.contains { $0.code == .notMeasured })
  }

  @Test("stations on two pages, their sensors, and the values of each: one report for each near station")
  func join() async throws {
    let response = try await fetch(
      GIOSStations(stationsPerPage: 2), FamilyRecordings.gios,
      AirQuery(near: Coordinate(50.05, 19.95), window: .past(.seconds(86_400))))
    #expect(response.reports.map(\.site.id).sorted { $0 ?? "" < $1 ?? "" } == ["400", "401"])
    let krasinskiego = try #require(response.reports.first { $0.site.id == "400" })
    #expect(krasinskiego.series.map(\.parameter) == [.pm10, .no2] && krasinskiego.places == [0])
    #expect(
      krasinskiego[.no2]?.timeline.last.map { "\($0)" }
        == "2026-10-01T10:00:00Z/2026-10-01T11:00:00Z")
  }

  @Test("asked for the stations only, the adapter doesn't ask for their sensors")
  func stationsOnly() async throws {
    let transport = StubTransport { try await FamilyRecordings.gios.send($0) }
    let query = AirQuery(places: [.near(try Coordinate(50.05, 19.95))], detail: .sites)
    let response = try await fetch(GIOSStations(stationsPerPage: 2), transport, query)
    #expect(transport.requests.count == 2)
    #expect(response.reports.count == 2 && response.reports.allSatisfy(\.series.isEmpty))
  }
}
