import AQKit
import AQKitTesting
import Testing

@Suite("The places of a query that a site is for") struct SiteMatchingTests {
  private func site(_ id: String, _ latitude: Double, _ longitude: Double = 14) throws -> AirSite {
    AirSite(
      id: id, name: id.uppercased(), coordinate: try Coordinate(latitude, longitude), kind: .referenceStation)
  }

  private func sites() throws -> [AirSite] {
    [try site("far", 50.3), try site("near", 50.01), try site("middle", 50.1), try site("away", 60)]
      + [AirSite(id: "nowhere", name: "NOWHERE", kind: .referenceStation)]
  }

  @Test("a point: the nearest within the radius, in order of distance")
  func nearest() throws {
    let query = try AirQuery(near: Coordinate(50, 14))
    try #expect(query.matches(among: sites()).map(\.site.id) == ["near", "middle", "far"])
    try #expect(query.matches(among: sites(), nearest: 1).map(\.index) == [1])
    var close = query
    close.radius = 12_000
    try #expect(close.matches(among: sites()).map(\.site.id) == ["near", "middle"])
    close.radius = 10
    try #expect(close.matches(among: sites()).isEmpty)
  }

  @Test("a point: the nearest that measure the queried parameters, as far as the list says so")
  func measuring() throws {
    var sites = try sites()
    sites[1].details.measures = [.init(.o3)]
    sites[2].details.measures = [.init(.o3), .init(.pm25)]
    var query = try AirQuery(near: Coordinate(50, 14))
    #expect(query.matches(among: sites, nearest: 1).map(\.site.id) == ["near"])
    query.parameters = [.pm25]
    #expect(query.matches(among: sites).map(\.site.id) == ["middle", "far"])
    query.parameters = [.no2]
    #expect(query.matches(among: sites).map(\.site.id) == ["far"], "its measurements are unknown")
  }

  @Test("identifiers, names, boxes; a site for several places appears once")
  func named() throws {
    let box = try GeoShape.BoundingBox(south: 50, west: 13, north: 50.2, east: 15)
    let query = AirQuery(places: [
      .site("away"), .city("Nowhere"), .area(box), .near(try Coordinate(50.1, 14)),
    ])
    let matches = try query.matches(among: sites(), nearest: 1)
    #expect(matches.map(\.site.id) == ["away", "nowhere", "near", "middle"])
    #expect(matches.map(\.places) == [[0], [1], [2], [2, 3]])
  }

  @Test("many points get what a comparison with every site gives, at the poles and the 180th meridian too")
  func manyPoints() throws {
    let close: [(Double, Double)] = [
      (90, 5), (89.9, 170), (0, 180), (0, -180), (0.1, -179.9), (-0.1, 179.9), (-90, 0),
    ]
    let spread = (0..<120).map { index -> (Double, Double) in
      (Double(index * 37 % 181) - 90, Double(index * 101 % 360) - 180)
    }
    var sites: [AirSite] = []
    for (latitude, longitude) in close + spread {
      sites.append(try site("\(sites.count)", latitude, longitude))
    }
    for radius in [1.0, 50_000, 700_000, 30_000_000] {
      let query = AirQuery(places: sites.compactMap(\.coordinate).map(AirQuery.Place.near), radius: radius)
      var found = [[String]](repeating: [], count: query.places.count)
      for match in query.matches(among: sites, nearest: .max) {
        for place in match.places { found[place].append(match.site.id ?? "") }
      }
      for (place, site) in sites.enumerated() {
        let here = try #require(site.coordinate)
        let near = sites.filter { $0.coordinate.map { here.distance(to: $0) <= radius } ?? false }
        #expect(Set(found[place]) == Set(near.compactMap(\.id)), "\(radius) \(here)")
      }
    }
  }

  @Test("a query without places gets every site")
  func everything() throws {
    let matches = try AirQuery(places: []).matches(among: sites())
    #expect(matches.count == 5 && matches.allSatisfy(\.places.isEmpty))
  }

  // MARK: What the core does with sites that an adapter registers without a place

  private func fetch(
    _ query: AirQuery, _ sites: [(AirSite, Double?)], outlines: [String: GeoShape] = [:],
    _ parameters: [String: AirParameter] = [:]
  ) async throws -> AirResponse {
    var adapter = TextAdapter(.sample("text", offers: [.sample(places: [.coordinate, .area, .site, .city])]))
    adapter.onDecode = { _, report in
      for (site, value) in sites {
        let reference = report.site(site, outline: outlines[site.id ?? ""])
        let parameter = parameters[site.id ?? ""] ?? .pm25
        report.add(parameter, value, unit: "µg/m³", at: .time(.noon), to: reference)
      }
      return []
    }
    let transport = StubTransport(always: .json(""))
    return try await HTTPSource(adapter, transport: transport, clock: ManualClock(.noon)).fetch(query)
  }

  @Test("a point gets at most five; one without values doesn't displace one with")
  func mostSites() async throws {
    let list = try (0..<10).map { (try site("s\($0)", 50 + Double($0) / 100), $0 < 2 ? nil : 1.5) }
    let response = try await fetch(AirQuery(near: Coordinate(50, 14)), list)
    #expect(response.reports.map(\.site.id) == ["s2", "s3", "s4", "s5", "s6"])
    #expect(response.reports.allSatisfy { $0.places == [0] } && response.notes.isEmpty)
  }

  @Test("if no site has a value, a note says that the nearest doesn't measure it")
  func noValues() async throws {
    let list = try [0.2, 0.1].map { (try site("s\($0)", 50 + $0), Double?.none) }
    let response = try await fetch(AirQuery(near: Coordinate(50, 14)), list)
    #expect(response.reports.isEmpty)
    #expect(
      response.notes == [
        .init(.notMeasured, response.notes.first?.message ?? "", parameters: [.pm25], places: [0], count: 1)
      ])
  }

  @Test(
    "a site of an area, of a name or with an identifier gets a note for what it doesn't measure, whatever others have"
  )
  func silentSite() async throws {
    let list = [(try site("near", 50.01), Double?.some(1.5)), (try site("silent", 50.1), nil)]
    let box = try GeoShape.BoundingBox(south: 50, west: 13, north: 50.2, east: 15)
    for places in [[AirQuery.Place.area(box)], [.site("near"), .site("silent")], [.city("silent")], []] {
      let notes = try await fetch(AirQuery(places: places), list).notes
      #expect(notes.map(\.code) == [.notMeasured] && notes.map(\.parameters) == [[.pm25]], "\(places)")
      #expect(notes.map(\.places) == [places.isEmpty ? [] : [places.count - 1]])
    }
  }

  @Test(
    "a parameter that only a silent near site measures is missing at a point, if queried")
  func silentAtPoint() async throws {
    let list = [
      (try site("near", 50.01), Double?.some(1.5)), (try site("ozone", 50.02), nil),
      (try site("dust", 50.03), nil), (try site("away", 60), nil),
    ]
    let parameters: [String: AirParameter] = ["ozone": .o3, "away": .pm10]
    var query = try AirQuery(places: [.near(Coordinate(40, 14)), .near(Coordinate(50, 14))])
    let response = try await fetch(query, list, parameters)
    #expect(response.reports.map(\.site.id) == ["near"])
    #expect(response.notes.map(\.code) == [.notMeasured, .nothingNear])
    #expect(response.notes.first?.parameters == [.o3] && response.notes.first?.places == [1])
    query.parameters = [.pm25]
    #expect(try await fetch(query, list, parameters).notes.map(\.code) == [.nothingNear])
  }

  @Test("each point has a note for what only a silent site near it measures")
  func silentAtPoints() async throws {
    var list: [(AirSite, Double?)] = []
    var parameters: [String: AirParameter] = ["other": .o3]
    for latitude in [50.0, 51, 52] {
      list.append((try site("dust \(latitude)", latitude), 1.5))
      list.append((try site("ozone \(latitude)", latitude), nil))
      parameters["ozone \(latitude)"] = .o3
    }
    list.append((try site("other", 51.01), 30))
    let query = AirQuery(places: try [50.0, 51, 52].map { .near(try Coordinate($0, 14)) })
    let notes = try await fetch(query, list, parameters).notes
    #expect(notes.flatMap(\.places) == [0, 2])
    #expect(notes.allSatisfy { $0.code == .notMeasured && $0.parameters == [.o3] })
  }

  @Test("if no site is near, a note says so without naming the others")
  func noneNear() async throws {
    let response = try await fetch(AirQuery(near: Coordinate(50, 14)), [(try site("away", 60), 3)])
    #expect(response.reports.isEmpty && response.notes.map(\.code) == [.nothingNear])
  }

  @Test("a site without a known position stays")
  func unknownWhere() async throws {
    let response = try await fetch(
      AirQuery(near: Coordinate(50, 14)), [(AirSite(name: "Town", kind: .city), 3)])
    #expect(response.reports.map(\.site.name) == ["Town"])
  }

  @Test("a point gets every area that contains it, and none that is only near")
  func areas() async throws {
    func square(_ from: Double, _ to: Double) throws -> GeoShape {
      try GeoShape(
        geoJSON: AQJSON(
          parsing:
            #"{"type":"Polygon","coordinates":[[[13,\#(from)],[15,\#(from)],[15,\#(to)],[13,\#(to)],[13,\#(from)]]]}"#
        ))
    }
    let outlines = [
      "town": try square(49.9, 50.1), "county": try square(49, 51), "next": try square(50.01, 50.2),
    ]
    let list = ["next", "county", "town"].map { (AirSite(id: $0, kind: .area), Double?.some(2)) }
    let response = try await fetch(AirQuery(near: Coordinate(50, 14)), list, outlines: outlines)
    #expect(response.reports.map(\.site.id) == ["county", "town"])
    let box = try GeoShape.BoundingBox(south: 50.15, west: 14, north: 50.16, east: 14.1)
    let inBox = try await fetch(AirQuery(places: [.area(box)]), list, outlines: outlines)
    #expect(inBox.reports.map(\.site.id) == ["next", "county"])
  }

  @Test("a box gets an area in two parts if it reaches one of them, and not if it lies between them")
  func areaInParts() async throws {
    let islands = try GeoShape(
      geoJSON: AQJSON(
        parsing: #"""
          {"type":"MultiPolygon","coordinates":[[[[170,-20],[180,-20],[180,-10],[170,-20]]],
          [[[-180,-20],[-170,-20],[-170,-10],[-180,-20]]]]}
          """#))
    let list = [(AirSite(id: "islands", kind: .area), Double?.some(2))]
    for (west, east, count) in [(20.0, 21.0, 0), (-175, -174, 1), (179, -179, 1)] {
      let box = try GeoShape.BoundingBox(south: -16, west: west, north: -15, east: east)
      let response = try await fetch(
        AirQuery(places: [.area(box)]), list, outlines: ["islands": islands])
      #expect(response.reports.count == count, "\(west)")
    }
  }

  @Test("for a query about sites alone, a site without values counts, and none has series")
  func sitesOnly() async throws {
    var query = AirQuery(places: [.near(try Coordinate(50, 14))])
    query.detail = .sites
    let response = try await fetch(query, [(try site("a", 50.01), nil), (try site("b", 50.02), 7)])
    #expect(response.reports.map(\.site.id) == ["a", "b"] && response.reports.allSatisfy(\.series.isEmpty))
  }
}
