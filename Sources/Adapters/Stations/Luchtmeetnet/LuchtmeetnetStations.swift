public import AQKit

/// The Dutch stations: one response has an hour of the whole country, and a daily table of RIVM has the locations.
///
/// Sources: api-docs.luchtmeetnet.nl; data.rivm.nl/data/luchtmeetnet/Metadata, meetlocaties and componenten.
public struct LuchtmeetnetStations: StationNetwork {
  /// The declaration of Luchtmeetnet's offers, needs and rights.
  public static let descriptor = SourceDescriptor.network(
    "luchtmeetnet", "Luchtmeetnet", "The Dutch reference stations, by the hour.",
    at: "https://api.luchtmeetnet.nl",
    .hourly(
      in: .country(.netherlands), latency: latency, history: components.map(\.parameter), current: [index]),
    limits: RequestLimits(
      windows: [.init(100, perSeconds: 300)], placesPerRequest: 1000,
      budgets: ["stations": [.init(10, perSeconds: 3600)]]),
    and: [
      .init(
        "stationsURL", summary: "Another server with RIVM's table of stations.",
        defaultValue: "https://data.rivm.nl")
    ],
    credit: AirAttribution("Luchtmeetnet", link: "https://www.luchtmeetnet.nl/"),
    rights: AirRights(terms: "https://api-docs.luchtmeetnet.nl/"), sentinels: [-999, -9999],
    near: (52.09, 5.12))

  /// The seconds after the end of an hour by which it is published; that takes 10 to 40 minutes.
  private static let latency: Int64 = 2700
  /// The Dutch index (luchtkwaliteitsindex), 1 to 11.
  private static let index = AirParameter.publishedIndex(scale: "nl-lki")
  /// The components whose unit is µg/m³ in the table of components; the API writes PM25, and RIVM PM2.5.
  private static let components: [(name: String, parameter: AirParameter)] = [
    ("PM25", .pm25), ("PM10", .pm10), ("NO2", .no2), ("O3", .o3), ("SO2", .so2), ("CO", .co), ("NO", .no),
    ("NH3", .nh3), ("C6H6", .c6h6), ("H2S", .h2s), ("FN", "soot"), ("BCWB", "bc_wood_burning"),
  ]

  let addresses: [String?]
  private static let firstPage = TransportRequest.Page(size: 1000, as: .number("page"))
  static let template = AirSite(
    country: "NL", kind: .referenceStation, details: .init(network: "Luchtmeetnet"))

  /// Creates an adapter for the services, or for other servers of the values and of RIVM's table of stations.
  public init(baseURL: String? = nil, stationsURL: String? = nil) {
    addresses = [baseURL, stationsURL]
  }

  /// The number of stations asked about a point: two, so that a query about the past takes three requests.
  public var sitesPerPoint: Int { 2 }

  /// Asks for the table of stations and, for a query about now, for the newest hour of the whole country; for the
  /// index, which costs one more request, only if it is requested by name.
  public func calls(for query: AirQuery, at now: AirTime) -> [HTTPCall<Void>] {
    let table = call(
      "data/luchtmeetnet/Metadata/luchtmeetnet_meetlocaties.csv", (), at: 1, keepsFor: .days(1),
      budget: "stations")
    guard query.detail == .values, query.window == .current else { return [table] }
    let hour = now.adding(seconds: -Self.latency).floored(toMultipleOf: 3600)
    // An hour can be late, or come without some of its stations.
    let asked =
      (query.parameters == [Self.index] ? [] : ["measurements"])
      + (query.parameters.contains(Self.index) ? ["lki"] : [])
    let items = [("start", "\(hour)"), ("end", "\(hour)")]
    return [table]
      + asked.map { call("open_api/\($0)", items, keepsFor: .seconds(300), page: Self.firstPage) }
  }

  /// Reads the table, a list of stations, one of them, or values; for the past it then asks about the nearest stations.
  public func decode(_ reply: HTTPReply<Void>, into report: inout ReportBuilder) throws -> [HTTPCall<Void>] {
    if reply.body.opening != "{" { return try table(reply, &report) }
    let body = try reply.json()
    let data = body["data"]
    if data.isMissing { throw Self.refusal(of: body, otherwise: .unavailable) }
    guard let rows = data.rows else { throw Self.foreign }
    if rows.isEmpty {
      report.note(.notMeasured, "Luchtmeetnet has no values for that hour, station or component.")
    }
    let isOfValues = rows.contains { !$0["formula"].isMissing }
    let count = try report.each(rows) { row, report in
      if isOfValues { return try add(row, reply, to: &report) }
      // A station's own response doesn't repeat its number.
      if data.kind == .array { _ = try row.require("number") }
      _ = report.site(try Self.site(row))
    }.count
    if count == 0, !rows.isEmpty { throw Self.foreign }
    return reply.nextPage(received: rows.count, pages: body["pagination"]["last_page"].intValue ?? 1)
  }

  private func add(_ row: AQJSON, _ reply: HTTPReply<Void>, to report: inout ReportBuilder) throws {
    let name = try row.require("formula").string()
    if row["value"].isMissing, !row["name"].isMissing {
      return report.note(.remark, "The response lists components, but no values.")
    }
    let isIndex = name == "LKI"
    guard let parameter = isIndex ? Self.index : Self.parameter(name) else {
      return report.refuse("the unit of “\(name.shortened(to: 20))” isn't known")
    }
    let utc = TimeStamp.Format.iso8601(in: .utc)
    let (start, end) = (row["timestamp_measured_start"], row["timestamp_measured_end"])
    let time: TimeStamp =
      if start.kind == .string, end.kind == .string {
        .interval(from: try start.stamp(as: utc), to: try end.stamp(as: utc))
      } else { try row.require("timestamp_measured").stamp(as: utc) }
    let id = try row["station_number"].ifPresent?.string(acceptingNumber: true)
    // The live reply of an hour is about the whole country.
    guard id != nil || reply.call == nil || reply.query.window != .current else {
      return report.refuse("a value names no station")
    }
    let site = id.map { report.site(Self.site($0)) } ?? report.site(of: reply)
    report.add(
      parameter, try row.require("value"), missing: [], unit: isIndex ? .one : "µg/m³", at: time,
      with: .init(flags: isIndex ? [] : [.provisional]), to: site)
  }

  private static func parameter(_ name: String) -> AirParameter? {
    components.first { $0.name == (name == "PM2.5" ? "PM25" : name) }?.parameter
  }

  private static func site(_ row: AQJSON) throws -> AirSite {
    let place = try row["geometry"]["coordinates"].ifPresent.map {
      try Coordinate($0.require(1).double(), $0.require(0).double())
    }
    let id = try row["number"].ifPresent?.string(acceptingNumber: true)
    var site = site(id, row["location"].stringValue, at: place)
    site.details.operatedBy = row["organisation"].stringValue
    site.details.setting = .init(named: row["type"].stringValue)
    site.details.measures = ((try? row["components"].strings()) ?? []).compactMap(parameter).map {
      .init($0, unit: "µg/m³", averaging: .oneHour)
    }
    site.details.further["municipality"] = row["municipality"].stringValue
    return site
  }

  /// Reads RIVM's table, whose header follows lines of comments.
  private func table(_ reply: HTTPReply<Void>, _ report: inout ReportBuilder) throws -> [HTTPCall<Void>] {
    let lines = reply.body.split(
      separator: UInt8(ascii: "\n"), maxSplits: 50, omittingEmptySubsequences: false)
    let header = lines.prefix(50).firstIndex {
      String(decoding: $0, as: UTF8.self).contains("meetlocatie_id")
    }
    guard let header else { throw Self.foreign }
    let (query, window) = (reply.query, reply.query.window.interval(at: reply.askedAt))
    let isOfThePast = query.detail == .values && query.window != .current && !query.places.isEmpty
    let table = try reply.csv(delimiter: ";", skipping: header)
    let calls = try report.each(table.rows) { row, report -> HTTPCall<Void>? in
      let row = try StationRow(row, of: table)
      let id = try row.require("meetlocatie_id")
      let place = report.coordinate(of: row, "breedtegraad", "lengtegraad")
      var site = Self.site(id, row.text("meetlocatie_naam"), at: place)
      site.elevation = row.number("hoogte")
      site.details.operating = .init(
        from: row.text("meetlocatie_begindatumtijd"), until: row.text("meetlocatie_einddatumtijd"))
      site.details.further = row.texts(as: ["owner": "bron_id", "municipality": "meetlocatie_plaatsnaam"])
      // A station that closed before the requested time has no values.
      if let end = site.details.operating?.until, end < window.start { return nil }
      let registered = report.site(site)
      guard isOfThePast else { return nil }
      // Hours are named by their end.
      let end = window.end.adding(seconds: 3599).floored(toMultipleOf: 3600)
      let items = [("station_number", id), ("start", "\(window.start)"), ("end", "\(end)")]
      return call("open_api/measurements", (), items, about: registered, page: Self.firstPage)
    }
    return try Self.inFull(calls).compactMap(\.self)
  }
}

extension AQModule where Self == HTTPModule<LuchtmeetnetStations> {
  /// Registers Luchtmeetnet, and the format of its responses.
  public static var luchtmeetnet: HTTPModule<LuchtmeetnetStations> {
    HTTPModule(formats: [.luchtmeetnet]) {
      LuchtmeetnetStations(baseURL: $0["baseURL"], stationsURL: $0["stationsURL"])
    }
  }
}
