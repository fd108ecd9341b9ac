import AQKit
import AQKitTesting

/// The town's web service: one request for each place, with a key.
struct TownService: HTTPAdapter {
  /// The fault of a deliberately broken service.
  enum Fault: Sendable {
    case otherHost, plainText, plainKey, keyInPath
    case oneRowSpoilsAll, newestRowIsLast, duplicateIsAnotherSensor, strictMembers, dropsOthers, losesAnHour
  }

  static let descriptor = Town.descriptor
  var descriptor = Town.descriptor
  var fault: Fault?

  func calls(for query: AirQuery, at now: AirTime) throws -> [HTTPCall<Void>] {
    let base =
      switch fault {
      case .otherHost: "https://other.example.org"
      case .plainText: "http://air.example.org"
      default: "https://air.example.org"
      }
    let header =
      fault == .plainKey
      ? TransportRequest.Header("X-Key", Town.key)
      : TransportRequest.Header("X-Key", secret: AirSecret(Town.key))
    return query.places.indices.compactMap { index in
      query.places[index].coordinate.map { point in
        HTTPCall(
          TransportRequest(
            base: base, path: fault == .keyInPath ? "/v1/\(Town.key)/stations" : "/v1/stations",
            query: [("lat", "\(point.latitude)"), ("lon", "\(point.longitude)")],
            headers: [header]), places: [index])
      }
    }
  }

  func decode(_ reply: HTTPReply<Void>, into report: inout ReportBuilder) throws -> [HTTPCall<Void>] {
    let root = try AQJSON(parsing: reply.body)
    if fault == .strictMembers, try root.members.contains(where: { $0.name != "stations" }) {
      throw AQError(.malformed, "There is an unknown member.")
    }
    let stations = try root.require("stations").array()
    if stations.isEmpty { report.note(AirNote(.nothingNear, "No station is near.", places: [0])) }
    try report.each(stations) { station, report in
      let site = report.site(
        AirSite(
          id: try station.require("id").string(), name: station["name"].stringValue,
          coordinate: try Coordinate(station.require("lat").double(), station.require("lon").double()),
          kind: .referenceStation),
        place: 0)
      guard reply.query.detail == .values else { return }
      var rows = try station.require("rows").array()
      if fault == .newestRowIsLast {
        var last: [String: AQJSON] = [:]
        for row in rows { last[row["what"].stringValue ?? ""] = row }
        rows = last.sorted { $0.key < $1.key }.map(\.value)
      }
      if fault == .dropsOthers, rows.contains(where: { $0["value"].doubleValue == 13 }) {
        rows.removeAll { $0["what"].stringValue == "no2" }
      }
      if fault == .oneRowSpoilsAll {
        for row in rows { try add(row, [], to: site, &report) }
        return
      }
      var seen: [String] = []
      try report.each(rows) { row, report in
        if fault == .losesAnHour, row["to"].stringValue?.contains("10-25T11") ?? false { return }
        try add(row, seen, to: site, &report)
        seen.append(row.rawText)
      }
    }
    return []
  }

  private func add(
    _ row: AQJSON, _ seen: [String], to site: ReportBuilder.SiteReference, _ report: inout ReportBuilder
  ) throws {
    let value = try row.require("value")
    let sensor = fault == .duplicateIsAnotherSensor && seen.contains(row.rawText)
    report.add(
      AirParameter(try row.require("what").string()), value.isNull ? nil : try value.double(),
      unit: AirUnit(try row.require("unit").string()), at: .text(try row.require("to").string()),
      with: .init(origin: sensor ? AirOrigin(instrument: AirSite.Instrument("second")) : nil), to: site)
  }

  /// The service's replies with a change.
  static func recorded(_ change: @escaping @Sendable (inout TransportResponse) -> Void) -> StubTransport {
    StubTransport { request in
      var response = try await recorded.send(request)
      change(&response)
      return response
    }
  }

  /// The service's replies, by the latitude that is asked about.
  static let recorded = StubTransport { request in
    let station =
      request.url.contains("lat=50.08")
      ? Town.stations[0] : request.url.contains("lat=0.01") ? Town.stations[1] : nil
    guard let station, let point = station.site.coordinate else {
      return TransportResponse(status: 200, text: #"{"stations":[]}"#)
    }
    let rows = station.values.flatMap { row in
      zip(row.ends, row.values).map { hour, value in
        #"{"what":"\#(row.parameter)","value":\#(value),"unit":"\#(row.unit)","to":"2026-10-01T\#(hour):00:00Z"}"#
      }
    }
    return TransportResponse(
      status: 200, headers: [TransportRequest.Header("Content-Type", "application/json")],
      text: """
        {"stations":[{"id":"\(station.site.id ?? "")","name":"\(station.site.name ?? "")",\
        "licence":{"attribution":"Town Air"},"lat":\(point.latitude),"lon":\(point.longitude),"rows":[\(rows.joined(separator: ","))]}]}
        """)
  }
}

/// The town's live feed: a message for each value.
struct TownFeed: FeedDecoder {
  static let descriptor: SourceDescriptor = {
    var descriptor = Town.descriptor
    descriptor.id = "town-feed"
    descriptor.offers[0].capabilities = [.live, .current]
    descriptor.offers[0].placeKinds = [.site, .coordinate]
    descriptor.testPlaces = [.site("TA1"), .site("TA2")]
    descriptor.options = []
    descriptor.endpoints = [SourceDescriptor.Endpoint("wss://air.example.org/feed")]
    return descriptor
  }()

  var ignoresGarbage = false

  func decode(_ message: FeedMessage, for query: AirQuery, into report: inout ReportBuilder) throws {
    let root: AQJSON
    do {
      root = try AQJSON(parsing: message.bytes)
    } catch {
      if ignoresGarbage { return }
      throw error
    }
    let site = report.site(
      AirSite(
        id: try root.require("id").string(),
        coordinate: try Coordinate(root.require("lat").double(), root.require("lon").double()),
        kind: .referenceStation))
    try report.each(root.require("rows").array()) { row, report in
      let value = try row.require("value")
      report.add(
        .pm25, value.isNull ? nil : try value.double(), unit: .microgramsPerCubicMetre,
        at: .text(try row.require("to").string()), to: site)
    }
  }

  static let messages = Town.stations.map { station in
    let point = station.site.coordinate ?? Town.market
    let rows = zip(station.values[0].ends, station.values[0].values).map { hour, value in
      #"{"value":\#(value),"to":"2026-10-01T\#(hour):00:00Z"}"#
    }
    return FeedMessage(
      text: """
        {"id":"\(station.site.id ?? "")","lat":\(point.latitude),"lon":\(point.longitude),"rows":\
        [\(rows.joined(separator: ","))]}
        """)
  }
}
