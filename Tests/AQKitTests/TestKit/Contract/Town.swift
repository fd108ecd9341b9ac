import AQKit

/// A small town's air from three kinds of source: one in memory, one behind a transport, one on a feed.
enum Town {
  static let now = AirTime(secondsSince1970: 1_790_856_000)  // 2026-10-01T12:00:00Z
  static let key = "key-of-the-town-4711"

  static func point(_ latitude: Double, _ longitude: Double) -> Coordinate {
    guard let point = try? Coordinate(latitude, longitude) else { preconditionFailure("not on Earth") }
    return point
  }

  static func box(_ south: Double, _ west: Double, _ north: Double, _ east: Double) -> GeoShape.BoundingBox {
    guard let box = try? GeoShape.BoundingBox(south: south, west: west, north: north, east: east) else {
      preconditionFailure("no box")
    }
    return box
  }

  static let market = point(50.08, 14.42)
  static let nanyuki = point(0.01, 37.07)

  static let offer = SourceDescriptor.Offer(
    capabilities: [.current, .stations], placeKinds: [.coordinate], parameters: [.pm25, .no2, .co],
    coverage: .boxes([box(49.5, 14, 50.5, 15), box(-1, 36, 1, 38), box(-1, -1, 1, 1), box(51, -1, 52, 1)]),
    kinds: [.observation], timeConvention: .end, averaging: .oneHour, cadence: .seconds(3600),
    latency: .seconds(600))

  static let rights = AirRights(
    commercialUse: .allowed, redistribution: .allowed, terms: "https://air.example.org/terms")

  static let descriptor = SourceDescriptor(
    id: "town-air", name: "Town Air", summary: "Two stations of a small town.", offers: [offer],
    precedence: 300,
    siteKinds: [.referenceStation],
    limits: RequestLimits(windows: [.init(60, perSeconds: 60)], concurrentRequests: 2, requestsPerFetch: 10),
    options: [SourceDescriptor.Option("apiKey", summary: "The key.", isRequired: true, isSecret: true)],
    attribution: [AirAttribution("Town Air", link: "https://air.example.org")], rights: rights,
    endpoints: [SourceDescriptor.Endpoint("https://air.example.org/v1/stations")], sentinels: [-999],
    testPlaces: [.near(market), .near(nanyuki)])

  static let query = AirQuery(places: [.near(market), .near(nanyuki)])

  struct Station: Sendable {
    let site: AirSite
    let values: [(parameter: AirParameter, unit: AirUnit, ends: [Int], values: [Double])]
  }

  static let stations = [
    Station(
      site: AirSite(id: "TA1", name: "Market", coordinate: market, country: "CZ", kind: .referenceStation),
      values: [
        (.pm25, .microgramsPerCubicMetre, [10, 11, 12], [12.5, 13.25, 11.75]),
        (.no2, .microgramsPerCubicMetre, [11, 12], [41.5, 38.25]),
      ]),
    Station(
      site: AirSite(id: "TA2", name: "Nanyuki", coordinate: nanyuki, country: "KE", kind: .referenceStation),
      values: [
        (.pm25, .microgramsPerCubicMetre, [10, 11, 12], [21.5, 20.125, 19.5]),
        (.co, .ppm, [11, 12], [0.375, 0.625]),
      ]),
  ]

  static func series(_ row: (parameter: AirParameter, unit: AirUnit, ends: [Int], values: [Double])) throws
    -> AirSeries
  {
    let intervals = try row.ends.map { hour in
      let end = now.adding(seconds: Int64(hour - 12) * 3600)
      return try AirInterval(start: end.adding(seconds: -3600), end: end)
    }
    return try AirSeries(row.parameter, unit: row.unit, timeline: AirTimeline(intervals), values: row.values)
  }
}

/// The town's air in memory.
struct TownMemory: AirDataSource {
  var descriptor = Town.descriptor
  var reportRights = Town.rights

  func fetch(_ query: AirQuery) async throws -> AirResponse {
    let foreign = query.parameters.filter { !descriptor.parameters.contains($0) }
    if !query.parameters.isEmpty, foreign.count == query.parameters.count {
      throw AQError(.unsupported, "That isn't measured.", source: descriptor.id)
    }
    if !query.kinds.isEmpty, !query.kinds.contains(.observation) {
      throw AQError(.unsupported, "Everything is measured.", source: descriptor.id)
    }
    guard query.places.allSatisfy({ $0.kind == .coordinate }) else {
      throw AQError(.unsupported, "Only points.", source: descriptor.id)
    }
    var response = AirResponse()
    var placesOf: [Int: [Int]] = [:]
    for (index, place) in query.places.enumerated() {
      let nearest = Town.stations.indices.first { station in
        guard let point = place.coordinate, let at = Town.stations[station].site.coordinate else {
          return false
        }
        return at.distance(to: point) < 50_000
      }
      if let nearest {
        placesOf[nearest, default: []].append(index)
      } else {
        response.notes.append(AirNote(.nothingNear, "No station is near.", places: [index]))
      }
    }
    let all = Town.stations.indices.filter { query.places.isEmpty || placesOf[$0] != nil }
      .sorted { (placesOf[$0]?.first ?? 0) < (placesOf[$1]?.first ?? 0) }
    for index in all {
      let station = Town.stations[index]
      let rows = station.values.filter { query.parameters.isEmpty || query.parameters.contains($0.parameter) }
      response.reports.append(
        AirReport(
          source: descriptor.id, site: station.site, kind: .observation,
          series: query.detail == .sites ? [] : try rows.map(Town.series), receivedAt: Town.now,
          attribution: [AirAttribution("Town Air")], rights: reportRights, places: placesOf[index] ?? []))
    }
    return query.window == .current
      ? response
      : response.narrowed(
        to: query, askedAt: Town.now, receivedAt: Town.now)
  }
}
