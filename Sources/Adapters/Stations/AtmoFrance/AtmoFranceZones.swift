public import AQKit

/// The daily index (indice ATMO) of France's communes, or of their associations, for today and the days ahead.
///
/// Without a token the data come from Atmo France's map service (data.atmo-france.org, layer `ind_atmo_2021`), with one
/// from its web service (admindata.atmo-france.org/api/doc/v2). A point is asked about by its commune, which
/// geo.api.gouv.fr names. The index is that of 2021 (arrêté du 10 juillet 2020): 1 to 6; 0 means no index, and 7 an
/// event without one. The index of earlier years is a different one, from 1 to 10, and is refused.
public struct AtmoFranceZones: StationNetwork {
  /// The request of a call.
  public enum Step: Sendable {
    /// The commune of a point.
    case commune
    /// The index, with the centre of its commune if that is known.
    case index(Coordinate?)
  }

  private static let indices: [(name: String, pollutant: AirParameter?)] = [
    ("qual", nil), ("pm25", .pm25), ("pm10", .pm10), ("no2", .no2), ("o3", .o3), ("so2", .so2),
  ]
  private static let columns = indices.map {
    ReportColumn(
      "code_\($0.name)", .publishedIndex(scale: "fr-atmo", pollutant: $0.pollutant), .one, averaging: .day,
      timeConvention: .start)
  }

  /// The declaration of Atmo France's offers and rights. It states no limit.
  public static let descriptor = SourceDescriptor.network(
    "atmo-france", "Atmo France", "The daily index of French communes, for today and the days ahead.",
    at: "https://data.atmo-france.org",
    .hourly(
      in: .country(.france), latency: nil, every: 86_400, at: [.coordinate, .site],
      for: [.current, .forecast], of: .forecast, [(columns.map(\.parameter), .start, .day)]),
    precedence: 250, siteKinds: [.area], limits: RequestLimits(placesPerRequest: 1, concurrentRequests: 2),
    options: [
      .key(
        "Your token for Atmo France's web service; the map service needs none.", name: "token",
        isRequired: false)
    ],
    and: [
      .init(
        "apiURL", summary: "Another server of the web service.",
        defaultValue: "https://admindata.atmo-france.org"),
      .init(
        "communesURL", summary: "Another server that names communes.", defaultValue: "https://geo.api.gouv.fr"
      ),
    ],
    credit: AirAttribution(
      "Atmo France and the regional associations", link: "https://www.atmo-france.org/", licence: "ODbL 1.0",
      licenceLink: licence),
    rights: .open(licence, shareAlike: true),
    near: (43.6, 1.44))

  private static let licence = "https://opendatacommons.org/licenses/odbl/1-0/"

  var token: AirSecret?
  var addresses: [String?] = []
  static let template = AirSite(country: "FR", kind: .area)

  /// Asks for the commune of a point, or for the index of a zone by its number.
  public func calls(for query: AirQuery, at now: AirTime) throws -> [HTTPCall<Step>] {
    if let point = query.places.first?.coordinate {
      let items = [
        ("lat", Coordinate.text(degrees: point.latitude)), ("lon", Coordinate.text(degrees: point.longitude)),
        ("fields", "code,nom,codeEpci,centre"),
      ]
      return [call("communes", .commune, items, at: 2, keepsFor: .days(30))]
    }
    guard case .site(let code)? = query.places.first, code.allSatisfy(\.isPlain) else {
      throw AQError(.unsupported, "Atmo France can only be asked about points and numbers of zones.")
    }
    return [index(of: [code], .index(nil), query, at: now)]
  }

  private func index(of codes: [String], _ step: Step, _ query: AirQuery, at now: AirTime) -> HTTPCall<Step> {
    // Local days differ from UTC days by up to half a day.
    let window = query.window.interval(at: now)
    let (first, last) = (window.start.adding(seconds: -43_200).day, window.end.adding(seconds: 50_400).day)
    if let token {
      let items = [
        ("format", "geojson"), ("date_historique", first), ("date", last),
        ("code_zone", codes.joined(separator: ",")),
        ("with_geom", "false"),
      ]
      let header = TransportRequest.Header("Authorization", secret: AirSecret("Bearer \(token.exposed)"))
      return call("api/v2/data/indices/atmo", step, items, at: 1, headers: [header], keepsFor: .hours(1))
    }
    let zones = codes.map { "'\($0)'" }.joined(separator: ",")
    let members = ["code_zone", "lib_zone", "date_ech", "date_maj", "source"] + Self.columns.map(\.name)
    let items = [
      ("service", "WFS"), ("version", "2.0.0"), ("request", "GetFeature"), ("typeNames", "ind:ind_atmo_2021"),
      ("outputFormat", "application/json"), ("propertyName", members.joined(separator: ",")),
      ("CQL_FILTER", "code_zone IN (\(zones)) AND date_ech>='\(first)' AND date_ech<='\(last)'"),
    ]
    return call("geoserver/ind/ows", step, items, keepsFor: .hours(1))
  }

  /// Reads communes, or features of the web service, of the map service, or of a region's ArcGIS layer.
  public func decode(_ reply: HTTPReply<Step>, into report: inout ReportBuilder) throws -> [HTTPCall<Step>] {
    let body = try reply.json()
    if body.kind == .array { return try communes(body, reply, &report) }
    guard let features = body["features"].rows else {
      throw Self.refusal(
        of: body["error"].kind == .object ? body["error"] : body, otherwise: .unavailable)
    }
    let zones = features.map { $0["properties"].ifPresent ?? $0["attributes"] }
    if !zones.isEmpty, zones.allSatisfy({ $0["code_qual"].isMissing && !$0["valeur"].isMissing }) {
      throw AQError(
        .unsupported, "The response has the index that was used until 2020, on a scale from 1 to 10.")
    }
    if zones.isEmpty { report.note(.notMeasured, "Atmo France has no index of that zone and time.") }
    // For a day that was computed again, the newest index counts.
    let rows = zones.compactMap { try? StationRow($0) }
    let newest = Dictionary(
      rows.map { ($0.zoneAndDay, $0.text("date_maj", "date_dif") ?? "") }, uniquingKeysWith: max)
    try report.each(Array(zip(zones, features))) { zone, report in
      let row = try StationRow(zone.0)
      guard newest[row.zoneAndDay] == row.text("date_maj", "date_dif") ?? "" else {
        return report.note(.remark, "Older computations of a day were left out.")
      }
      try read(row, of: reply, try? GeoShape(geoJSON: zone.1["geometry"]), &report)
    }
    return []
  }

  private func communes(_ body: AQJSON, _ reply: HTTPReply<Step>, _ report: inout ReportBuilder) throws
    -> [HTTPCall<Step>]
  {
    guard let commune = try body.array().first else {
      report.note(.nothingNear, "The point lies in no French commune.")
      return []
    }
    if case .index = reply.step { report.note(.remark, "The response names communes, but no index.") }
    let codes = [try commune.require("code").string()] + [commune["codeEpci"].filledText].compactMap(\.self)
    let point = commune["centre"]["coordinates"]
    let middle = report.coordinate(point[1].doubleValue, point[0].doubleValue)
    return [index(of: codes, .index(middle), reply.query, at: reply.askedAt)]
  }

  private func read(
    _ row: StationRow, of reply: HTTPReply<Step>, _ outline: GeoShape?, _ report: inout ReportBuilder
  ) throws {
    let code = try row.require("code_zone")
    let (zone, name) = try Self.zone(of: code, row.number("aasqa"))
    guard let day = try Self.day(row.require("date_ech"), in: zone), day >= "2021" else {
      throw AQError(.malformed, "a day can't be read, or is before 2021, when the index was different")
    }
    var middle = outline?.center
    if case .index(let known?) = reply.step { middle = known }
    var site = Self.site(code, row.text("lib_zone"), at: Self.coordinate(of: row, &report) ?? middle)
    site.timeZone = name
    let credit =
      Self.descriptor.attribution + [row.text("source")].compactMap { $0.map { AirAttribution($0) } }
    let reference = report.site(
      site, place: reply.query.places.first?.coordinate.map { _ in 0 }, attribution: credit, outline: outline)
    // A local day has 23 to 25 hours.
    let hours = TimeStamp.interval(from: .zonedText(day, zone), to: .zonedText("\(day)T24:00", zone))
    for column in Self.columns {
      let number = row.number(column.name)
      if let number, ![0, 1, 2, 3, 4, 5, 6, 7].contains(number) {
        report.refuse("a number isn't a class of the index")
        continue
      }
      if number == 7 { report.note(.remark, "An event replaces the index of a day.") }
      let known = row.setting(column.name, to: number == 0 || number == 7 ? "" : nil)
      report.add(known, [column], missing: ["null"], at: hours, to: reference)
    }
  }

  /// Returns the coordinate of a row; French Guiana's rows have degrees and metres exchanged.
  private static func coordinate(of row: StationRow, _ report: inout ReportBuilder) -> Coordinate? {
    if let x = row.number("x_wgs84"), abs(x) > 180, let north = row.number("y_reg"),
      let east = row.number("x_reg"),
      let place = try? Coordinate(north, east)
    {
      return place
    }
    return report.coordinate(of: row, "y_wgs84", "x_wgs84")
  }
}

extension AQModule where Self == HTTPModule<AtmoFranceZones> {
  /// Registers the daily index of France's communes, and the format of its responses.
  public static var atmoFrance: HTTPModule<AtmoFranceZones> {
    HTTPModule(countedBy: "token", formats: [.atmoFrance]) {
      AtmoFranceZones(token: $0.secret("token"), addresses: [$0["baseURL"], $0["apiURL"], $0["communesURL"]])
    }
  }
}

extension AtmoFranceZones {
  /// The zones of France's overseas departments, which never change their clocks, by the three digits of a department.
  private static let overseas = [
    "971": ("America/Guadeloupe", -4), "972": ("America/Martinique", -4), "973": ("America/Cayenne", -3),
    "974": ("Indian/Reunion", 4), "976": ("Indian/Mayotte", 3), "977": ("America/St_Barthelemy", -4),
    "978": ("America/Marigot", -4),
  ]

  /// The overseas departments of associations of communes, by the associations' numbers.
  private static let associations: [Double: Substring] = [1: "971", 2: "972", 3: "973", 4: "974", 6: "976"]

  /// Returns the zone in which a commune, or an association of communes, has its days.
  static func zone(of code: String, _ association: Double?) throws -> (zone: AirTime.Zone, name: String) {
    // The number of an association of communes contains the department from the third digit on.
    let department =
      association.flatMap { associations[$0] }
      ?? (code.count == 9 ? code.dropFirst(2).prefix(3) : code.prefix(3))
    if let (name, hours) = overseas[String(department)] {
      return (AirTime.Zone(secondsFromUTC: hours * 3600), name)
    }
    guard let paris = AirTime.Zone(identifier: "Europe/Paris") else {
      throw AQError(.notConfigured, "This system lacks the rules of the time zone Europe/Paris.")
    }
    return (paris, paris.identifier)
  }

  /// Returns the local day that a date states, or the moment of its midnight as a string or in milliseconds.
  static func day(_ text: String, in zone: AirTime.Zone) throws -> String? {
    let isDate = text.count == 10 || text.dropFirst(11).hasPrefix("00:00") || text.dropFirst(10) == "Z"
    if isDate { return AirTime("\(text.prefix(10))T00:00:00Z")?.day }
    let moment = Int64(text).map { AirTime(secondsSince1970: $0 / 1000) } ?? AirTime(text)
    return moment.map { $0.adding(seconds: Int64(zone.secondsFromUTC(at: $0))).day }
  }
}

extension StationRow {
  var zoneAndDay: [String?] { [text("code_zone"), text("date_ech")] }
}
