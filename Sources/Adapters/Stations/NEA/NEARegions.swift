public import AQKit

/// Singapore's five regions: the PSI with its sub-indices and means, and the hourly mean of PM2.5
/// (data.gov.sg, National Environment Agency).
///
/// What a number is stands at the end of its name: `_sub_index` and `psi_` are indices, the others
/// concentrations. A time is the end of each averaging period.
public struct NEARegions: HTTPAdapter {
  private static let scale = "sg-psi"
  private static let pollutants: [AirParameter] = [.pm25, .pm10, .so2, .co, .o3, .no2]
  private static func indices(_ pollutants: [AirParameter]) -> [AirParameter] {
    pollutants.map { .publishedIndex(scale: scale, pollutant: $0) }
  }

  /// What the agency offers and allows.
  public static let descriptor = SourceDescriptor(
    id: "nea", name: "NEA Singapore",
    summary: "Singapore's five regions: PM2.5 of the hour, means of 8 and 24 hours, and the PSI.",
    offers: .hourly(
      in: StationCountry.singapore.boxes, latency: 900,
      [
        ([.pm25, .no2], .end, .oneHour), ([.pm25, .pm10, .so2], .end, .day),
        ([.o3, .co], .end, .eightHours),
        ([.publishedIndex(scale: scale)] + indices([.pm25, .pm10, .so2]), .end, .day),
        (indices([.o3, .co]), .end, .eightHours), ([.publishedIndex(scale: scale)], .end, .hours(3)),
      ]),
    precedence: 300, siteKinds: [.area],
    // Cautious: the platform states no numbers for requests without a key.
    limits: RequestLimits(windows: [.init(30, perSeconds: 60)], placesPerRequest: 100),
    options: [
      .init("apiKey", summary: "Your key of data.gov.sg, which allows more requests.", isSecret: true),
      .init("baseURL", summary: "Another address of the service."),
    ],
    attribution: [
      AirAttribution(
        "National Environment Agency, Singapore, through data.gov.sg", link: "https://data.gov.sg/",
        licence: "Singapore Open Data Licence version 1.0",
        licenceLink: "https://data.gov.sg/open-data-licence")
    ],
    rights: .open("https://data.gov.sg/open-data-licence"),
    endpoints: [.init("https://api-open.data.gov.sg/v2/real-time/api")],
    // The agency writes −1 while a station is offline.
    sentinels: [-1, -999], testPlaces: .points((1.352, 103.82)))

  let apiKey: AirSecret?
  let baseURL: String?

  /// The declaration, with the configured address.
  public var descriptor: SourceDescriptor { Self.descriptor.asked(at: baseURL) }

  /// Asks for the PSI and its means; if PM2.5 is asked about, for its hourly mean, too.
  public func calls(for query: AirQuery, at now: AirTime) -> [HTTPCall<Void>] {
    let asksHours = query.detail == .values && Self.descriptor.parameters(askedBy: query).contains(.pm25)
    return (asksHours ? ["pm25", "psi"] : ["psi"]).map { name in
      HTTPCall(
        TransportRequest(
          base: baseURL ?? "https://api-open.data.gov.sg/v2/real-time/api", path: "/\(name)", query: [],
          headers: apiKey.map { [TransportHeader("x-api-key", secret: $0)] } ?? []),
        keepsFor: .untilNextValue)
    }
  }

  /// A time without readings is answered with the status 404.
  public func verdict(on response: TransportResponse) -> HTTPVerdict {
    if response.status == 404, let answer = try? AQJSON(parsing: response.body), Self.isNothing(answer) {
      return .nothing(Self.nothing)
    }
    return AQError(response: response, limits: descriptor.limits).map(HTTPVerdict.failed) ?? .read
  }

  private static let nothing = AirNote(.nothingNear, "The agency has no readings for this time.")

  /// Whether an answer says that there are no readings.
  private static func isNothing(_ answer: AQJSON) -> Bool {
    answer["data"].ifPresent == nil
      && (answer["code"].asInt == 17 || answer["name"].asString?.hasSuffix("NOT_FOUND") == true)
  }

  /// Reads an answer of the PSI or of PM2.5, in the first shape or the second.
  public func decode(_ reply: HTTPReply<Void>, into report: inout ReportBuilder) throws -> [HTTPCall<Void>] {
    let answer = try reply.json()
    if Self.isNothing(answer) {
      report.note(Self.nothing)
      return []
    }
    let data = answer["data"].ifPresent ?? answer
    let list = data["items"]
    guard list.kind == .array || list.kind == .object else { throw Self.refusal(answer) }
    let items = list.kind == .object ? [list] : try list.array()
    var sites: [String: ReportBuilder.SiteReference] = [:]
    let regions = data["regionMetadata"].ifPresent ?? data["region_metadata"]
    if regions.kind == .array {
      try report.each(try regions.array()) { region, report in
        let name = try region.require("name").string()
        let label = region["labelLocation"].ifPresent ?? region["label_location"]
        let place = report.coordinate(of: label, "latitude", "longitude")
        register(name, at: place, &report, &sites)
      }
    }
    var isEmpty = true
    try report.each(items) { item, report in
      guard let readings = item["readings"].ifPresent else { return }
      isEmpty = false
      let stamp = TimeStamp.text(try item.require("timestamp").string())
      for (name, values) in try readings.members {
        guard let meaning = Self.meaning(of: name) else {
          report.refuse("no quantity is known by the name “\(name.prefix(40))”")
          continue
        }
        guard values.kind == .object else {
          if !values.isNull { report.refuse("the readings of a quantity are no object of regions") }
          continue
        }
        for (region, value) in try values.members {
          register(region, at: nil, &report, &sites)
          guard let site = sites[region.lowercased()] else { continue }
          report.add(
            meaning.parameter, value, nothing: ["-", "NA"], unit: meaning.unit, at: stamp,
            averaging: meaning.averaging, to: site)
        }
      }
    }
    if isEmpty { report.note(AirNote(.notMeasured, "The answer has no readings.")) }
    return []
  }

  /// Registers a region by its name. The national figure is of no region; it is left out with a note.
  private func register(
    _ name: String, at label: Coordinate?, _ report: inout ReportBuilder,
    _ sites: inout [String: ReportBuilder.SiteReference]
  ) {
    let id = name.lowercased()
    guard sites[id] == nil else { return }
    guard id != "national" else {
      return report.note(AirNote(.remark, "The national figures are of no region, and are left out."))
    }
    let position = Self.labels[id].flatMap { try? Coordinate($0.0, $0.1) }
    sites[id] = report.site(
      AirSite(
        id: id, name: id.prefix(1).uppercased() + id.dropFirst(), coordinate: label ?? position,
        timeZone: "Asia/Singapore", country: "SG", kind: .area))
  }

  /// Where the agency writes the regions' names on its map, for answers that don't repeat it.
  private static let labels: [String: (Double, Double)] = [
    "west": (1.35735, 103.7), "east": (1.35735, 103.94), "central": (1.35735, 103.82),
    "south": (1.29587, 103.82), "north": (1.41803, 103.82),
  ]

  /// What a number is, by its name.
  private static func meaning(of name: String)
    -> (parameter: AirParameter, unit: AirUnit, averaging: AveragingPeriod)?
  {
    let parts = name.lowercased().split(separator: "_", maxSplits: 1)
    guard parts.count == 2, let first = parts.first, let last = parts.last else { return nil }
    let pollutant = AirParameter(String(first))
    let averaging: AveragingPeriod
    switch last {
    case "sub_index":
      guard pollutants.contains(pollutant) else { return nil }
      let isShort = pollutant == .o3 || pollutant == .co
      return (.publishedIndex(scale: scale, pollutant: pollutant), .one, isShort ? .eightHours : .day)
    case "twenty_four_hourly": averaging = .day
    case "three_hourly": averaging = .hours(3)
    case "eight_hour_max": averaging = .eightHours
    case "one_hour_max", "one_hourly": averaging = .oneHour
    default: return nil
    }
    if first == "psi" { return (.publishedIndex(scale: scale), .one, averaging) }
    guard pollutants.contains(pollutant) else { return nil }
    return (pollutant, pollutant == .co ? .milligramsPerCubicMetre : .microgramsPerCubicMetre, averaging)
  }

  /// The error of an answer without items. The first shape has `message`, the second `code`, `name` and
  /// `errorMsg`.
  private static func refusal(_ answer: AQJSON) -> AQError {
    if answer["code"].asInt == 24 { return AQError(.rateLimited, "The service asks for fewer requests.") }
    let words = ["name", "errorMsg", "message"].compactMap { answer[$0].filledText }
    guard !words.isEmpty else { return AQError(.malformed, "This is no answer of Singapore's regions.") }
    let text = words.joined(separator: " ").lowercased()
    func has(_ parts: String...) -> Bool { parts.contains { text.contains($0) } }
    let code: AQError.Code =
      if has("too many", "too_many", "limit", "throttl") {
        .rateLimited
      } else if has("forbidden", "unauthori", "api key", "api_key", "apikey") {
        .unauthorized
      } else if has("internal", "unavailable", "timeout", "timed out") {
        .unavailable
      } else {
        .invalidRequest
      }
    return AQError(code, "The service refuses: \(words.joined(separator: ", ").prefix(200))")
  }
}

extension AQModule where Self == HTTPModule<NEARegions> {
  /// Registers Singapore's regions and the format of their answers.
  public static var nea: HTTPModule<NEARegions> {
    HTTPModule(countedBy: "apiKey", formats: [.nea]) {
      NEARegions(apiKey: $0.secret("apiKey"), baseURL: $0["baseURL"])
    }
  }
}

extension PayloadFormat {
  /// Answers of Singapore's regions: the PSI and PM2.5, in both shapes.
  public static let nea = PayloadFormat(NEARegions(apiKey: nil, baseURL: nil))
}
