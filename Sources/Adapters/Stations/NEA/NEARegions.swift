public import AQKit

/// Singapore's five regions: the PSI with its sub-indices and means, and the hourly mean of PM2.5
/// (data.gov.sg, National Environment Agency).
///
/// A number's name shows its kind: `_sub_index` and `psi_` an index, else a concentration. A time ends each period.
public struct NEARegions: StationNetwork {
  /// The declaration of the agency's offers and rights.
  public static let descriptor = SourceDescriptor.network(
    "nea", "NEA Singapore",
    "Singapore's five regions: PM2.5 of the hour, means of 8 and 24 hours, and the PSI.",
    at: "https://api-open.data.gov.sg/v2/real-time/api",
    .hourly(in: .country(.singapore), latency: 900, columns),
    siteKinds: [.area],
    // A cautious limit: the platform states none for requests without a key.
    limits: RequestLimits(windows: [.init(30, perSeconds: 60)], placesPerRequest: 100),
    options: [.key("Your key from data.gov.sg, which allows more requests.", isRequired: false)],
    credit: AirAttribution(
      "National Environment Agency, Singapore, through data.gov.sg", link: "https://data.gov.sg/",
      licence: "Singapore Open Data Licence version 1.0", licenceLink: "https://data.gov.sg/open-data-licence"
    ),
    rights: .open("https://data.gov.sg/open-data-licence"),
    // The agency writes −1 while a station is offline.
    sentinels: [-1, -999], near: (1.352, 103.82))

  private static func index(_ name: String, _ pollutant: AirParameter?, _ averaging: AveragingPeriod)
    -> ReportColumn
  {
    ReportColumn(
      name, .publishedIndex(scale: "sg-psi", pollutant: pollutant), .one, averaging: averaging)
  }

  private static let columns = [
    ReportColumn("pm25_one_hourly", .pm25, "µg/m³", averaging: .oneHour),
    ReportColumn("no2_one_hour_max", .no2, "µg/m³", averaging: .oneHour),
    ReportColumn("pm25_twenty_four_hourly", .pm25, "µg/m³", averaging: .day),
    ReportColumn("pm10_twenty_four_hourly", .pm10, "µg/m³", averaging: .day),
    ReportColumn("so2_twenty_four_hourly", .so2, "µg/m³", averaging: .day),
    ReportColumn("o3_eight_hour_max", .o3, "µg/m³", averaging: .eightHours),
    ReportColumn("co_eight_hour_max", .co, "mg/m³", averaging: .eightHours),
    index("psi_twenty_four_hourly", nil, .day), index("psi_three_hourly", nil, .hours(3)),
    index("pm25_sub_index", .pm25, .day), index("pm10_sub_index", .pm10, .day),
    index("so2_sub_index", .so2, .day), index("o3_sub_index", .o3, .eightHours),
    index("co_sub_index", .co, .eightHours),
  ]

  let apiKey: AirSecret?
  let baseURL: String?
  static let template = AirSite(timeZone: "Asia/Singapore", country: "SG", kind: .area)
  static let reasons = ["name", "errorMsg", "message"]

  /// Asks for the PSI and its means; if the query asks for PM2.5, for its hourly mean, too.
  public func calls(for query: AirQuery, at now: AirTime) -> [HTTPCall<Void>] {
    let asksHours = query.detail == .values && Self.descriptor.parameters(askedBy: query).contains(.pm25)
    let headers = apiKey.map { [TransportRequest.Header("x-api-key", secret: $0)] } ?? []
    return (asksHours ? ["pm25", "psi"] : ["psi"]).map { call($0, headers: headers) }
  }

  /// Returns the note for a time without readings, which the platform reports with the status 404.
  static func nothing(in body: AQJSON) -> AirNote? {
    let isNotFound = body["code"].intValue == 17 || body["name"].stringValue?.hasSuffix("NOT_FOUND") == true
    guard isNotFound, body["data"].ifPresent == nil else { return nil }
    return AirNote(.nothingNear, "The agency has no readings for this time.")
  }

  /// Reads a response with the PSI or PM2.5, in the first shape or the second.
  public func decode(_ reply: HTTPReply<Void>, into report: inout ReportBuilder) throws -> [HTTPCall<Void>] {
    let body = try reply.json()
    if let note = Self.nothing(in: body) {
      report.note(note)
      return []
    }
    let data = body["data"].ifPresent ?? body
    guard let items = data["items"].rows else {
      if body["code"].intValue == 24 { throw AQError(.rateLimited, "NEA asks for fewer requests.") }
      throw Self.refusal(of: body, otherwise: .invalidRequest)
    }
    var places = Self.labels
    let regions = data["regionMetadata"].ifPresent ?? data["region_metadata"]
    try report.each(regions.rows ?? []) { region, report in
      let name = try region.require("name").string()
      let label = region["labelLocation"].ifPresent ?? region["label_location"]
      places[name.lowercased()] = report.coordinate(of: label) ?? places[name.lowercased()]
      _ = site(name, places, &report)
    }
    try report.each(items) { item, report in
      guard let readings = item["readings"].ifPresent else {
        return report.note(.notMeasured, "A time of the response has no readings.")
      }
      let stamp = TimeStamp.text(try item.require("timestamp").string())
      for (name, values) in try readings.members {
        guard let column = Self.columns.first(where: { $0.name == name.lowercased() }) else {
          report.refuse("no quantity is known by the name “\(name.shortened(to: 40))”")
          continue
        }
        guard values.kind == .object else {
          if !values.isNull { report.refuse("the readings of a quantity aren't an object of regions") }
          continue
        }
        for (region, value) in try values.members {
          guard let site = site(region, places, &report) else { continue }
          report.add(
            column.parameter, value, missing: ["-", "NA"], unit: column.unit, at: stamp, with: column.details,
            to: site)
        }
      }
    }
    if items.isEmpty { report.note(.notMeasured, "The response has no readings.") }
    return []
  }

  /// Registers a region by its name. The national figure belongs to no region; it is dropped with a note.
  private func site(_ name: String, _ places: [String: Coordinate], _ report: inout ReportBuilder)
    -> ReportBuilder.SiteReference?
  {
    let id = name.lowercased()
    guard id != "national" else {
      report.note(.remark, "The national figures belong to no region, and are left out.")
      return nil
    }
    return report.site(Self.site(id, id.prefix(1).uppercased() + id.dropFirst(), at: places[id]))
  }

  /// The positions of the regions' names on the agency's map, for responses that don't repeat them.
  private static let labels = [
    "west": (1.35735, 103.7), "east": (1.35735, 103.94), "central": (1.35735, 103.82),
    "south": (1.29587, 103.82), "north": (1.41803, 103.82),
  ].compactMapValues { try? Coordinate($0.0, $0.1) }
}

extension AQModule where Self == HTTPModule<NEARegions> {
  /// Registers Singapore's regions and the format of their responses.
  public static var nea: Self { Self(.nea, key: "apiKey") { NEARegions(apiKey: $0, baseURL: $1) } }
}
