public import AQKit

/// The Dutch stations: one answer has an hour of the whole country, and a table of RIVM says once a day where they are.
///
/// Sources: api-docs.luchtmeetnet.nl; data.rivm.nl/data/luchtmeetnet/Metadata, meetlocaties and componenten.
public struct LuchtmeetnetStations: HTTPAdapter {
  /// What a call asks for.
  public enum Step: Sendable {
    /// RIVM's table of stations.
    case table
    /// A page of stations, without their places.
    case stations
    /// One station, with the components that it measures.
    case station
    /// Concentrations, or the index, of many stations or of the one that the call is about.
    case values
  }

  /// What Luchtmeetnet offers, needs and allows.
  public static let descriptor = SourceDescriptor(
    id: "luchtmeetnet", name: "Luchtmeetnet", summary: "The Dutch reference stations, by the hour.",
    offers: [
      offer([.current, .history, .stations], concentrations.map(\.parameter)), offer([.current], [index]),
    ],
    precedence: 300, siteKinds: [.referenceStation],
    limits: RequestLimits(
      windows: [.init(100, perSeconds: 300)], placesPerRequest: 1000,
      budgets: ["stations": [.init(10, perSeconds: 3600)]]),
    options: [
      .init("baseURL", summary: "Another server with the same answers.", defaultValue: valuesURL),
      .init("stationsURL", summary: "Another server with RIVM's table of stations.", defaultValue: tableURL),
    ],
    attribution: [AirAttribution("Luchtmeetnet", link: "https://www.luchtmeetnet.nl/")],
    rights: AirRights(terms: "https://api-docs.luchtmeetnet.nl/"),
    endpoints: [.init(valuesURL), .init(tableURL)], sentinels: [-999, -9999],
    testPlaces: .points((52.09, 5.12)))

  private static func offer(
    _ capabilities: Set<SourceDescriptor.Capability>, _ parameters: [AirParameter]
  ) -> SourceDescriptor.Offer {
    SourceDescriptor.Offer(
      capabilities: capabilities, placeKinds: [.coordinate, .area, .site], parameters: parameters,
      coverage: .boxes(StationCountry.netherlands.boxes), kinds: [.observation], timeConvention: .end,
      averaging: .oneHour, cadence: .seconds(3600), latency: latency)
  }

  private static let valuesURL = "https://api.luchtmeetnet.nl"
  private static let tableURL = "https://data.rivm.nl"
  /// An hour is published 10 to 40 minutes after its end.
  private static let latency = Duration.seconds(2700)
  /// The Dutch index (luchtkwaliteitsindex), 1 to 11.
  static let index = AirParameter.publishedIndex(scale: "nl-lki")
  /// The components of which the table of components states the unit µg/m³; the API writes PM25, and RIVM PM2.5.
  private static let concentrations: [(name: String, parameter: AirParameter)] = [
    ("PM25", .pm25), ("PM10", .pm10), ("NO2", .no2), ("O3", .o3), ("SO2", .so2), ("CO", .co), ("NO", .no),
    ("NH3", .nh3), ("C6H6", .c6h6), ("H2S", .h2s), ("FN", "soot"), ("BCWB", "bc_wood_burning"),
  ]

  /// The declaration, with the configured addresses.
  public var descriptor: SourceDescriptor {
    var descriptor = Self.descriptor
    descriptor.endpoints = [.init(configured: baseURL), .init(configured: stationsURL)]
    return descriptor
  }

  let baseURL: String
  let stationsURL: String

  /// An adapter.
  ///
  /// - Parameters:
  ///   - baseURL: The server of the values.
  ///   - stationsURL: The server of RIVM's table of stations.
  public init(baseURL: String? = nil, stationsURL: String? = nil) {
    self.baseURL = baseURL ?? Self.valuesURL
    self.stationsURL = stationsURL ?? Self.tableURL
  }

  /// Two, so that a question about the past makes three requests.
  public var sitesPerPoint: Int { 2 }

  /// Asks for the table of stations and, about now, for the newest hour of the whole country; for the index, which is
  /// one request more, only by its name.
  public func calls(for query: AirQuery, at now: AirTime) -> [HTTPCall<Step>] {
    let table = HTTPCall(
      TransportRequest(
        base: stationsURL, path: "/data/luchtmeetnet/Metadata/luchtmeetnet_meetlocaties.csv", query: []),
      step: Step.table, keepsFor: .days(1), budget: "stations")
    guard query.detail == .values, query.window == .current else { return [table] }
    let hour = (now - Self.latency).floored(toMultipleOf: 3600)
    let items = [("start", "\(hour)"), ("end", "\(hour)")]
    // An hour can be late, or come without some of its stations.
    func newest(_ path: String) -> HTTPCall<Step> { call(path, items, keepsFor: .seconds(300)) }
    let values = query.parameters == [Self.index] ? [] : [newest("measurements")]
    return [table] + values + (query.parameters.contains(Self.index) ? [newest("lki")] : [])
  }

  private func call(
    _ path: String, _ items: [(name: String, value: String)], about site: ReportBuilder.SiteReference? = nil,
    keepsFor keeping: HTTPKeeping = .untilNextValue
  ) -> HTTPCall<Step> {
    HTTPCall(
      TransportRequest(base: baseURL, path: "/open_api/\(path)", query: items), step: .values, about: site,
      keepsFor: keeping, page: HTTPPage(size: 1000, as: .number("page")))
  }

  /// Reads the table, a list of stations, one of them, or values; for the past it asks about the nearest stations.
  public func decode(_ reply: HTTPReply<Step>, into report: inout ReportBuilder) throws -> [HTTPCall<Step>] {
    if reply.step == .table { return try table(reply, &report) }
    let answer = try reply.json()
    if let error = Self.error(answer) { throw error }
    switch reply.step {
    case .table: return []
    case .stations:
      try report.each(answer.require("data").array()) { station, report in
        let id = try station.require("number").string(acceptingNumber: true)
        _ = report.site(Self.site(id: id, name: station["location"].asString))
      }
      return []
    case .station:
      _ = report.site(try station(answer.require("data")))
      return []
    case .values:
      let data = try answer.require("data")
      let rows = data.kind == .object ? [data] : try data.array()
      let one = rows.contains { $0["station_number"].isMissing } ? report.site(of: reply) : nil
      try report.each(rows) { try add($0, of: one, to: &$1) }
      if rows.isEmpty {
        report.note(AirNote(.notMeasured, "Luchtmeetnet has no values for that hour, station or component."))
      }
      return reply.nextPage(received: rows.count, pages: answer["pagination"]["last_page"].asInt ?? 1)
    }
  }

  /// The error that an answer without data names; nil if it has data.
  static func error(_ answer: AQJSON) -> AQError? {
    let text = answer["message"].asString ?? answer["error"].asString ?? answer["detail"].asString
    guard answer["data"].isMissing, let text = text?.prefix(200).filter({ !$0.isNewline }) else { return nil }
    let words = text.lowercased()
    let codes: [(String, AQError.Code)] = [
      ("too many", .rateLimited), ("limit exceeded", .rateLimited), ("forbidden", .unauthorized),
      ("authenticat", .unauthorized), ("not found", .invalidRequest), ("invalid", .invalidRequest),
    ]
    let code = codes.first { words.contains($0.0) }?.1 ?? .unavailable
    return AQError(code, "Luchtmeetnet: \(text)")
  }

  private func add(
    _ row: AQJSON, of one: ReportBuilder.SiteReference?, to report: inout ReportBuilder
  ) throws {
    let name = try row.require("formula").string()
    if row["value"].isMissing, !row["name"].isMissing {
      return report.note(AirNote(.remark, "The answer lists components, and no values."))
    }
    let known = Self.concentrations.first { $0.name == name || ($0.name == "PM25" && name == "PM2.5") }
    guard let parameter = name == "LKI" ? Self.index : known?.parameter else {
      return report.refuse("the unit of “\(name.prefix(20))” isn't known")
    }
    let utc = TimeStamp.Format.iso8601(in: .utc)
    let ends = [row["timestamp_measured_start"], row["timestamp_measured_end"]].compactMap(\.asString)
    let time =
      ends.count == 2
      ? TimeStamp.interval(from: .written(ends[0], as: utc), to: .written(ends[1], as: utc))
      : .written(try row.require("timestamp_measured").string(), as: utc)
    let id = try row["station_number"].ifPresent?.string(acceptingNumber: true)
    guard let site = id.map({ report.site(Self.site(id: $0, name: nil)) }) ?? one else { return }
    let isIndex = parameter.isPublishedIndex
    report.add(
      parameter, try row.require("value"), acceptingText: true, unit: isIndex ? .one : "µg/m³", at: time,
      flags: isIndex ? [] : [.provisional], to: site)
  }

  private static func site(id: String?, name: String?, coordinate: Coordinate? = nil) -> AirSite {
    AirSite(
      id: id, name: name, coordinate: coordinate, country: "NL", kind: .referenceStation,
      details: AirSite.Details(network: "Luchtmeetnet"))
  }

  /// A station as its own answer describes it, which doesn't repeat its number.
  private func station(_ data: AQJSON) throws -> AirSite {
    let place = data["geometry"]["coordinates"]
    let coordinate = try place.ifPresent.map {
      try Coordinate($0.require(1).double(), $0.require(0).double())
    }
    var site = Self.site(id: data["number"].asString, name: data["location"].asString, coordinate: coordinate)
    site.details.operatedBy = data["organisation"].asString
    site.details.setting = data["type"].asString.flatMap(Self.setting)
    site.details.measures = ((try? data["components"].strings()) ?? []).compactMap { name in
      Self.concentrations.first { $0.name == name }.map {
        AirSite.Details.Measurement($0.parameter, unit: "µg/m³", averaging: .oneHour)
      }
    }
    if let town = data["municipality"].asString { site.details.further["municipality"] = town }
    return site
  }

  private static func setting(_ type: String) -> AirSite.Details.Setting? {
    switch type.lowercased() {
    case "traffic": .traffic
    case "industry", "industrial": .industrial
    case "regional", "municipal", "background", "rural", "urban": .background
    default: nil
    }
  }

  /// The number of lines before the header of RIVM's table, which are comments or blank.
  static func linesBeforeHeader(_ bytes: [UInt8]) -> Int? {
    bytes.split(separator: UInt8(ascii: "\n"), maxSplits: 50, omittingEmptySubsequences: false).prefix(50)
      .firstIndex { String(decoding: $0, as: UTF8.self).contains("meetlocatie_id") }
  }

  private func table(_ reply: HTTPReply<Step>, _ report: inout ReportBuilder) throws -> [HTTPCall<Step>] {
    guard let lines = Self.linesBeforeHeader(reply.body) else {
      throw AQError(.malformed, "The answer isn't RIVM's table of stations.")
    }
    let window = reply.query.window.interval(at: reply.receivedAt)
    let items = [("start", "\(window.start)"), ("end", "\(window.end)")]
    let isOfThePast =
      reply.query.detail == .values && reply.query.window != .current && !reply.query.places.isEmpty
    let table = try reply.csv(delimiter: ";", skipping: lines)
    return try report.each(table.rows) { row, report -> HTTPCall<Step>? in
      let id = try row["meetlocatie_id"].string()
      guard !id.isEmpty, let latitude = try row["breedtegraad"].double(),
        let longitude = try row["lengtegraad"].double()
      else { throw AQError(.malformed, "a station has no number or no place") }
      var site = Self.site(
        id: id, name: row["meetlocatie_naam"].content, coordinate: try Coordinate(latitude, longitude))
      site.elevation = try? row["hoogte"].double()
      let end = row["meetlocatie_einddatumtijd"].content.flatMap { AirTime($0) }
      site.details.operating = .init(
        from: row["meetlocatie_begindatumtijd"].content.flatMap { AirTime($0) }, until: end)
      for (key, column) in [("owner", "bron_id"), ("municipality", "meetlocatie_plaatsnaam")] {
        if let text = row[column].content, !text.isEmpty { site.details.further[key] = text }
      }
      // What closed before the time asked about has no values.
      if let end, end < window.start { return nil }
      let reference = report.site(site)
      return isOfThePast
        ? call("measurements", [("station_number", id)] + items, about: reference) : nil
    }.compactMap(\.self)
  }
}

extension LuchtmeetnetStations.Step: Equatable {}
