import AQKit
import AQKitTesting
import Testing

@Suite struct HTTPSourceSplittingTests {
  private let clock = ManualClock()

  private func limited(
    _ places: Int, requests: Int = 100, concurrent: Int = 4, offers: [SourceDescriptor.Offer] = [.sample()]
  )
    -> SourceDescriptor
  {
    .sample(
      "text", offers: offers,
      limits: RequestLimits(
        placesPerRequest: places, concurrentRequests: concurrent, requestsPerFetch: requests))
  }

  private func values(_ response: AirResponse) -> [Int: Double] {
    var values: [Int: Double] = [:]
    for report in response.reports {
      for place in report.places { values[place] = report[.pm25]?.values.first }
    }
    return values
  }

  @Test("a query is split into as many places as the provider takes, and replies find them by index")
  func splitting() async throws {
    let transport = StubTransport { $0.reply }
    let source = HTTPSource(TextAdapter(limited(3)), transport: transport, clock: clock)
    let response = try await source.fetch(try .tenths(1...8))
    #expect(transport.requests.map(\.askedPlaces.count).sorted() == [2, 3, 3])
    let expected: [Int: Double] = [0: 1, 1: 2, 2: 3, 3: 4, 4: 5, 5: 6, 6: 7, 7: 8]
    #expect(values(response) == expected)
    #expect(response.reports.map(\.places) == (0..<8).map { place -> [Int] in [place] })
    #expect(response.notes.isEmpty && !response.isPartial)
  }

  @Test("a note that nothing is near is about the places of its call")
  func nothingNear() async throws {
    var adapter = TextAdapter(limited(10))
    adapter.callsPerPlace = true
    adapter.onDecode = { reply, report in
      if reply.step == 1 { report.note(AirNote(.nothingNear, "There is no sensor.")) }
      return []
    }
    let transport = StubTransport {
      $0.askedPlaces == ["2"] ? TransportResponse(status: 200, text: "") : $0.reply
    }
    let response = try await HTTPSource(adapter, transport: transport, clock: clock).fetch(.tenths(1...3))
    #expect(response.notes.map(\.places) == [[1]])
  }

  @Test("a fetch may have no limit on its requests")
  func unlimited() async throws {
    let transport = StubTransport { $0.reply }
    let source = HTTPSource(TextAdapter(limited(1, requests: .max)), transport: transport, clock: clock)
    let response = try await source.fetch(try .tenths(1...3))
    #expect(values(response) == [0: 1, 1: 2, 2: 3] && response.notes.isEmpty)
  }

  @Test("each kind of place is a separate part, and places are matched by index whatever the kind")
  func kinds() async throws {
    let offer = SourceDescriptor.Offer.sample(places: [.coordinate, .city])
    let transport = StubTransport { request in
      request.askedPlaces == ["Brno"] ? TransportResponse(status: 200, text: "0 99") : request.reply
    }
    let source = HTTPSource(TextAdapter(limited(10, offers: [offer])), transport: transport, clock: clock)
    let query = AirQuery(places: [
      .near(try Coordinate(1, 7)), .city("Brno"), .site("unasked"), .near(try Coordinate(2, 7)),
    ])
    let response = try await source.fetch(query)
    let asked: [[String]] = transport.requests.map(\.askedPlaces).sorted { $0.count < $1.count }
    #expect(asked == [["Brno"], ["10", "20"]])
    #expect(values(response) == [0: 10, 1: 99, 3: 20])
    #expect(response.notes.map(\.code) == [.notOffered] && response.notes[0].places == [2])
  }

  @Test("the same coordinate twice is two places with a report each")
  func identicalCoordinates() async throws {
    for perRequest in [1, 2, 10] {
      let transport = StubTransport { $0.reply }
      let source = HTTPSource(TextAdapter(limited(perRequest)), transport: transport, clock: clock)
      let response = try await source.fetch(try .tenths([5, 5, 0]))
      #expect(values(response) == [0: 5, 1: 5, 2: 0])
      #expect(response.reports.count == 3 && response.notes.isEmpty)
    }
  }

  @Test("one station for several places from several calls is one report, without false duplicates")
  func sharedStation() async throws {
    var adapter = TextAdapter(limited(1))
    adapter.onDecode = { reply, report in
      let site = report.site(AirSite(id: "station", kind: .referenceStation), place: 0)
      report.add(
        .o3, column: [1, 2, .nan], unit: "ppb", at: .unix([-7200, -3600, 0].map { 1_790_856_000 + $0 }),
        to: site)
      return []
    }
    let source = HTTPSource(
      adapter, transport: StubTransport { _ in TransportResponse(status: 200) }, clock: clock)
    let response = try await source.fetch(try .tenths(1...3))
    #expect(response.reports.count == 1 && response.reports[0].places == [0, 1, 2])
    #expect(response.reports[0][.o3]?.values.filter { !$0.isNaN } == [1, 2])
    #expect(response.notes.isEmpty)
  }

  @Test("parameters that aren't offered are left out and noted; nothing offered at all is unsupported")
  func parameters() async throws {
    let asked = Box<[AirParameter]>([])
    var adapter = TextAdapter(limited(10))
    adapter.onCalls = { asked.set($0.parameters) }
    let transport = StubTransport { $0.reply }
    let source = HTTPSource(adapter, transport: transport, clock: clock)
    var query = try AirQuery.tenths([1])
    query.parameters = [.pm25, .birchPollen, .no2]
    let response = try await source.fetch(query)
    #expect(asked.value == [.pm25])
    #expect(
      response.notes.map(\.code) == [.notOffered] && response.notes[0].parameters == [.birchPollen, .no2])
    query.parameters = [.birchPollen]
    let error = await #expect(throws: AQError.self) { try await source.fetch(query) }
    #expect(error?.code == .unsupported && error?.source == "text")
    let city = await #expect(throws: AQError.self) {
      try await source.fetch(AirQuery(places: [.city("Brno")]))
    }
    #expect(city?.code == .unsupported)
    query.parameters = []
    query.kinds = [.forecast]
    let kind = await #expect(throws: AQError.self) { try await source.fetch(query) }
    #expect(kind?.code == .unsupported && transport.requests.count == 1)
  }

  @Test(
    "places outside the coverage are not asked, parameters only where they are covered; both are noted")
  func coverage() async throws {
    let europe = try GeoShape.BoundingBox(south: 30, west: -20, north: 70, east: 40)
    let south = try GeoShape.BoundingBox(south: -60, west: -180, north: 70, east: 180)
    let offers: [SourceDescriptor.Offer] = [
      .sample([.pm25], coverage: .boxes([south])), .sample([.birchPollen], coverage: .boxes([europe])),
    ]
    let asked = Box<[[AirParameter]]>([])
    var adapter = TextAdapter(limited(1, offers: offers))
    adapter.onCalls = { query in asked.change { $0.append(query.parameters) } }
    let transport = StubTransport { $0.reply }
    let source = HTTPSource(adapter, transport: transport, clock: clock)
    let query = try AirQuery.tenths([500, 100, 800])
    let response = try await source.fetch(query)
    #expect(asked.value == [[], [.pm25]] && transport.requests.count == 2)
    #expect(values(response) == [0: 500, 1: 100])
    let notes = response.notes.filter { $0.code == .notCovered }
    #expect(notes.map(\.places) == [[1], [2]] && notes[0].parameters == [.birchPollen])
    #expect(!response.isPartial)

    let nowhere = try await source.fetch(try .tenths([800, 850]))
    #expect(nowhere.reports.isEmpty && nowhere.notes.map(\.code) == [.notCovered])
    #expect(transport.requests.count == 2)
  }

  @Test(
    "unrequested parameters, kinds and times are left out; those without a value in the window are noted")
  func narrowing() async throws {
    // For a model, whose analyses may be ahead of their receipt; observations may not.
    var adapter = TextAdapter(limited(10, offers: [.sample(kinds: [.analysis, .forecast])]))
    adapter.onDecode = { _, report in
      let site = report.site(AirSite(id: "a", kind: .city), place: 0, kind: .analysis)
      let ahead = report.site(AirSite(id: "a", kind: .city), place: 0, kind: .forecast)
      for hour in -30...5 as ClosedRange<Int64> {
        report.add(.pm25, Double(40 + hour), unit: "µg/m³", at: .time(AirTime.noon.hours(hour)), to: site)
      }
      report.add(.o3, 1, unit: "ppb", at: .time(AirTime.noon.hours(3)), to: site)
      report.add(.pm10, 1, unit: "µg/m³", at: .time(.noon), to: site)
      report.add(.pm25, 1, unit: "µg/m³", at: .time(.noon), to: ahead)
      return []
    }
    let source = HTTPSource(
      adapter, transport: StubTransport { _ in TransportResponse(status: 200) }, clock: clock)
    var query = try AirQuery.tenths([1])
    query.parameters = [.pm25, .o3]
    query.kinds = [.analysis]
    let response = try await source.fetch(query)
    #expect(response.reports.count == 1)
    #expect(response.reports[0].series.map(\.parameter) == [.pm25])
    #expect(response.reports[0][.pm25]?.values == (15...40).map(Double.init))
    #expect(response.notes.map(\.code) == [.notMeasured] && response.notes[0].parameters == [.o3])
    query.window = .next(.seconds(7200))
    #expect(try await source.fetch(query).reports[0][.pm25]?.values == [40, 41])
  }

  @Test("the current values are the newest, however old")
  func oldValues() async throws {
    var adapter = TextAdapter(limited(10))
    adapter.onDecode = { _, report in
      let site = report.site(AirSite(id: "a", kind: .city), place: 0)
      for hour in [-200, -172, -170] as [Int64] {
        report.add(.o3, Double(-hour), unit: "ppb", at: .time(AirTime.noon.hours(hour)), to: site)
      }
      return []
    }
    let source = HTTPSource(
      adapter, transport: StubTransport { _ in TransportResponse(status: 200) }, clock: clock)
    let response = try await source.fetch(try .tenths([1]))
    #expect(response.reports[0][.o3]?.values == [172, 170])
  }

  @Test("a place that the reply leaves out is noted, and so is a parameter")
  func silence() async throws {
    let transport = StubTransport { _ in TransportResponse(status: 200, text: "1 7") }
    let source = HTTPSource(TextAdapter(limited(10)), transport: transport, clock: clock)
    var query = try AirQuery.tenths([1, 2, 3])
    query.parameters = [.pm25, .o3]
    let response = try await source.fetch(query)
    #expect(response.reports.map(\.places) == [[1]])
    #expect(response.notes.map(\.code) == [.nothingNear, .notMeasured])
    #expect(
      response.notes[0].places == [0, 2] && response.notes[1].places == [1]
        && response.notes[1].parameters == [.o3])
    #expect(!response.isPartial)
  }

  @Test("a report for a place that wasn't asked about is refused")
  func foreignPlace() async throws {
    let transport = StubTransport { _ in TransportResponse(status: 200, text: "0 1\n7 2\n-1 3") }
    let source = HTTPSource(TextAdapter(limited(10)), transport: transport, clock: clock)
    let response = try await source.fetch(try .tenths([1]))
    #expect(
      response.reports.count == 1 && response.notes.map(\.code) == [.refused] && response.notes[0].count == 2)
  }

  @Test("a list of sites keeps sites without series")
  func siteList() async throws {
    var adapter = TextAdapter(limited(10))
    adapter.onDecode = { _, report in
      _ = report.site(AirSite(id: "a", kind: .referenceStation), place: 0)
      return []
    }
    let source = HTTPSource(
      adapter, transport: StubTransport { _ in TransportResponse(status: 200) }, clock: clock)
    var query = try AirQuery.tenths([1])
    query.detail = .sites
    let response = try await source.fetch(query)
    #expect(response.reports.map(\.site.id) == ["a"] && response.notes.isEmpty)
    query.detail = .values
    #expect(try await source.fetch(query).reports.isEmpty)
  }

  @Test("without places the whole source is asked once")
  func noPlaces() async throws {
    let transport = StubTransport { _ in TransportResponse(status: 200) }
    let source = HTTPSource(TextAdapter(limited(1)), transport: transport, clock: clock)
    let response = try await source.fetch(AirQuery(places: []))
    #expect(transport.requests.count == 1)
    #expect(response.reports.isEmpty && response.notes.map(\.code) == [.nothingNear])
  }
}
