import AQKit
import AQKitTesting
import Testing

@Suite("Sites that are gathered over pages") struct GatheredSiteTests {
  /// A list of stations in pages of two, each with a sensor whose values are another call.
  struct Stations: HTTPAdapter {
    enum Step: Sendable {
      case list(TransportRequest.Page)
      case values(TransportRequest.Page)
    }

    static var descriptor: SourceDescriptor {
      .sample("stations", offers: [.sample(places: [.coordinate, .area])])
    }
    var descriptor: SourceDescriptor = Self.descriptor
    var sitesPerPoint = 3

    static func request(_ path: String, _ page: TransportRequest.Page) -> TransportRequest {
      TransportRequest(base: "https://stations.test", path: path, query: [("page", "\(page.number)")])
    }

    func calls(for query: AirQuery, at now: AirTime) -> [HTTPCall<Step>] {
      let page = TransportRequest.Page(size: 2)
      return [HTTPCall(Self.request("/list", page), step: .list(page), keepsFor: .days(1))]
    }

    func decode(_ reply: HTTPReply<Step>, into report: inout ReportBuilder) throws -> [HTTPCall<Step>] {
      let rows = try reply.json().array()
      var calls: [HTTPCall<Step>] = []
      switch reply.step {
      case .values(let page):
        let site = report.site(of: reply)
        for row in rows { report.add(.pm25, row, unit: "µg/m³", at: .time(.noon), to: site) }
        if rows.count == 9 {
          let next = TransportRequest.Page(size: 9, first: 2)
          calls.append(HTTPCall(Self.request("/more", next), step: .values(page)))
        }
      case .list(let page):
        for row in rows {
          let id = try row.require("id").string()
          let site = report.site(
            AirSite(
              id: id, coordinate: try Coordinate(row.require("at").double(), 7), kind: .referenceStation),
            attribution: [AirAttribution("Owner of \(id)")],
            rights: AirRights(redistribution: id == "s2" ? .forbidden : .allowed))
          if reply.query.detail == .values {
            let page = TransportRequest.Page(size: 9)
            calls.append(HTTPCall(Self.request("/values/\(id)", page), step: .values(page), about: site))
          }
        }
        if let next = page.next(received: rows.count) {
          calls.append(HTTPCall(Self.request("/list", next), step: .list(next), keepsFor: .days(1)))
        }
      }
      return calls
    }
  }

  /// Stations at these latitudes, in pages of two; the value of each is the number in its name.
  static func transport(
    _ latitudes: [Double], _ change: @escaping @Sendable (String) -> String? = { _ in nil }
  )
    -> StubTransport
  {
    StubTransport { request in
      let path = request.url.dropFirst("https://stations.test".count)
      if let changed = change(String(path)) { return TransportResponse(status: 200, text: changed) }
      guard path.hasPrefix("/list") else {
        let number = path.drop { !$0.isNumber }.prefix { $0.isNumber }
        return TransportResponse(status: 200, text: "[\(number)]")
      }
      let first = ((Int(path.split(separator: "=").last ?? "") ?? 1) - 1) * 2
      let rows = latitudes.indices.dropFirst(first).prefix(2).map {
        #"{"id": "s\#($0)", "at": \#(latitudes[$0])}"#
      }
      return TransportResponse(status: 200, text: "[\(rows.joined(separator: ","))]")
    }
  }

  private let clock = ManualClock(.noon)
  private func here() throws -> AirQuery { AirQuery(near: try Coordinate(0, 7)) }

  private func paths(_ transport: StubTransport, _ prefix: String = "/values") -> [String] {
    transport.requests.map { String($0.url.dropFirst("https://stations.test".count)) }
      .filter { $0.hasPrefix(prefix) }.map { String($0.split(separator: "?")[0]) }.sorted()
  }

  @Test("the nearest of all pages are asked for their values, not the nearest of each")
  func nearestOfAll() async throws {
    let transport = Self.transport([0.3, 0.2, 0.4, 0.1, 0.35])
    let response = try await HTTPSource(Stations(), transport: transport, clock: clock).fetch(here())
    #expect(paths(transport) == ["/values/s0", "/values/s1", "/values/s3"])
    #expect(response.reports.map(\.site.id) == ["s3", "s1", "s0"])
    #expect(response.reports.map { $0[.pm25]?.newestReading()?.value } == [3, 1, 0])
    #expect(response.notes.isEmpty)
  }

  @Test("a report has the licence that its list states")
  func licence() async throws {
    let response = try await HTTPSource(
      Stations(), transport: Self.transport([0.3, 0.4, 0.1]), clock: clock
    ).fetch(here())
    #expect(response.reports.map(\.attribution.first?.text) == ["Owner of s2", "Owner of s0", "Owner of s1"])
    #expect(response.reports.map(\.rights.redistribution) == [.forbidden, .allowed, .allowed])
  }

  @Test("how many sites a point gets is the adapter's choice")
  func count() async throws {
    let transport = Self.transport([0.3, 0.2, 0.4, 0.1, 0.35])
    _ = try await HTTPSource(Stations(sitesPerPoint: 1), transport: transport, clock: clock).fetch(here())
    #expect(paths(transport) == ["/values/s3"])
  }

  @Test("each place has its nearest, and a site of two places is asked once")
  func places() async throws {
    var descriptor = Stations.descriptor
    descriptor.limits.placesPerRequest = 10
    let query = AirQuery(places: [.near(try Coordinate(0, 7)), .near(try Coordinate(1, 7))])
    let transport = Self.transport([0.1, 0.2, 0.55, 1, 0.9])
    let response = try await HTTPSource(
      Stations(descriptor: descriptor, sitesPerPoint: 3), transport: transport, clock: clock
    ).fetch(query.with(radius: 70_000))
    #expect(paths(transport) == ["/values/s0", "/values/s1", "/values/s2", "/values/s3", "/values/s4"])
    #expect(response.reports.first { $0.site.id == "s2" }?.places == [0, 1])
    #expect(response.reports.first { $0.site.id == "s3" }?.places == [1])
  }

  @Test("the list is cached, and other places are chosen from it")
  func keptList() async throws {
    let transport = Self.transport([0.3, 0.2, 0.4, 0.1, 1])
    let source = HTTPSource(Stations(sitesPerPoint: 1), transport: transport, clock: clock)
    let first = try await source.fetch(here())
    await clock.advance(by: .seconds(7200))
    let second = try await source.fetch(AirQuery(near: Coordinate(1, 7)))
    #expect(paths(transport, "/list").count == 3 && paths(transport) == ["/values/s3", "/values/s4"])
    #expect(first.reports.map(\.site.id) == ["s3"] && second.reports.map(\.site.id) == ["s4"])
    #expect(
      second.reports.first?.receivedAt == .noon.hours(2), "the values are of now, though the list is older")
  }

  @Test("in an area every site counts, on whatever page")
  func area() async throws {
    let transport = Self.transport([0.3, 5, 0.4, 0.1, 0.35])
    let box = try GeoShape.BoundingBox(south: 0, west: 6, north: 1, east: 8)
    let response = try await HTTPSource(Stations(), transport: transport, clock: clock)
      .fetch(AirQuery(places: [.area(box)]))
    #expect(response.reports.map(\.site.id) == ["s0", "s2", "s3", "s4"])
  }

  @Test("a site that is on two pages is asked once, and one without values is accounted for")
  func twice() async throws {
    let transport = Self.transport([0.1, 0.2, 0.3]) { path in
      switch path {
      case "/list?page=2": #"[{"id": "s0", "at": 0.1}]"#
      case "/values/s0?page=1": "[]"
      default: nil
      }
    }
    let response = try await HTTPSource(Stations(), transport: transport, clock: clock).fetch(here())
    #expect(paths(transport) == ["/values/s0", "/values/s1"])
    #expect(response.reports.map(\.site.id) == ["s1"])
  }

  @Test("a site that two pages describe differently is as the first says, with a note")
  func contradiction() async throws {
    let transport = Self.transport([0.1, 0.2, 0.3]) { path in
      path == "/list?page=2" ? #"[{"id": "s0", "at": 0.15}]"# : nil
    }
    let response = try await HTTPSource(Stations(), transport: transport, clock: clock).fetch(here())
    #expect(response.reports.first?.site.coordinate?.latitude == 0.1)
    #expect(response.notes.filter { $0.message.contains("differ in its coordinate") }.count == 1)
  }

  @Test("the further pages of a site's values are about the same site")
  func morePages() async throws {
    let transport = Self.transport([0.1]) { path in
      path.hasPrefix("/values") ? "[1,2,3,4,5,6,7,8,9]" : path.hasPrefix("/more") ? "[10]" : nil
    }
    let response = try await HTTPSource(Stations(), transport: transport, clock: clock).fetch(here())
    #expect(response.reports.map(\.site.id) == ["s0"])
    #expect(response.reports.first?[.pm25]?.newestReading()?.value == 10)
  }

  @Test("a page that fails is noted, and the sites of the others are used")
  func failedPage() async throws {
    let transport = Self.transport([0.3, 0.2, 0.1]) { $0 == "/list?page=2" ? "<html>" : nil }
    let response = try await HTTPSource(Stations(), transport: transport, clock: clock).fetch(here())
    #expect(response.reports.map(\.site.id) == ["s1", "s0"] && response.isPartial)
  }

  @Test("a query about sites alone makes no call about one")
  func sitesOnly() async throws {
    var query = try here()
    query.detail = .sites
    let transport = Self.transport([0.3, 0.2, 0.4, 0.1, 0.35, 0.6])
    let response = try await HTTPSource(Stations(), transport: transport, clock: clock).fetch(query)
    #expect(paths(transport).isEmpty)
    #expect(response.reports.map(\.site.id) == ["s0", "s1", "s2", "s3", "s4"], "the sixth is too far")
  }

  @Test("more sites than requests give a note, not an endless queue")
  func tooMany() async throws {
    var descriptor = Stations.descriptor
    descriptor.limits.requestsPerFetch = 4
    let transport = Self.transport([0.1, 0.2, 0.3, 0.4, 0.5])
    let box = try GeoShape.BoundingBox(south: 0, west: 6, north: 1, east: 8)
    let response = try await HTTPSource(Stations(descriptor: descriptor), transport: transport, clock: clock)
      .fetch(AirQuery(places: [.area(box)]))
    #expect(transport.requests.count == 4)
    #expect(response.notes.contains { $0.code == .limitReached })
  }

  @Test("a call about a site that was undone is refused and counted")
  func takenBack() async throws {
    struct Hasty: HTTPAdapter {
      static var descriptor: SourceDescriptor { .sample("hasty") }
      func calls(for query: AirQuery, at now: AirTime) -> [HTTPCall<Int>] {
        [HTTPCall(TransportRequest(url: "https://hasty.test/"), step: 0)]
      }
      func decode(_ reply: HTTPReply<Int>, into report: inout ReportBuilder) throws -> [HTTPCall<Int>] {
        var calls: [HTTPCall<Int>] = []
        _ = try report.each([1]) { _, report in
          let site = report.site(AirSite(id: "x", coordinate: try Coordinate(0, 7), kind: .referenceStation))
          calls.append(HTTPCall(TransportRequest(url: "https://hasty.test/x"), step: 1, about: site))
          throw AQError(.malformed, "The row has no name.")
        }
        return calls
      }
    }
    let transport = StubTransport(always: .json("[]"))
    let response = try await HTTPSource(Hasty(), transport: transport, clock: clock).fetch(here())
    #expect(transport.requests.count == 1)
    #expect(response.notes.contains { $0.message.contains("undone") })
  }
}

extension AirQuery {
  fileprivate func with(radius: Double) -> AirQuery {
    var copy = self
    copy.radius = radius
    return copy
  }
}
