public import AQKit

/// Canada's communities with an Air Quality Health Index: observed each hour, and forecast
/// (Environment and Climate Change Canada; GeoMet collections `aqhi-observations-realtime` and
/// `aqhi-forecasts-realtime`, and the XML files of the Datamart).
///
/// The service has the index only. It has decimals, and no upper end.
public struct CanadaAQHICommunities: HTTPAdapter {
  private static let index = AirParameter.publishedIndex(scale: "ca-aqhi")

  private static func offer(
    _ capabilities: Set<SourceDescriptor.Capability>, _ kind: AirReport.Kind, every cadence: Duration
  ) -> SourceDescriptor.Offer {
    SourceDescriptor.Offer(
      capabilities: capabilities, placeKinds: [.coordinate, .site, .area], parameters: [index],
      coverage: .boxes(StationCountry.canada.boxes), kinds: [kind], timeConvention: .instant,
      averaging: .instant, cadence: cadence, latency: .seconds(2700))
  }

  /// What the weather service offers and allows.
  public static let descriptor = SourceDescriptor(
    id: "canada-aqhi", name: "Canada AQHI",
    summary: "Canada's Air Quality Health Index by community, observed and forecast.",
    offers: [
      offer([.current, .stations], .observation, every: .seconds(3600)),
      offer([.forecast], .forecast, every: .seconds(43_200)),
    ],
    precedence: 250, siteKinds: [.area], limits: RequestLimits(placesPerRequest: 1, concurrentRequests: 2),
    options: [.init("baseURL", summary: "Another address of the service.")],
    attribution: [
      AirAttribution(
        "Data Source: Environment and Climate Change Canada", link: "https://weather.gc.ca/airquality/",
        licence: "Environment and Climate Change Canada Data Servers End-use Licence",
        licenceLink: "https://eccc-msc.github.io/open-data/licence/readme_en/")
    ],
    rights: .open("https://eccc-msc.github.io/open-data/licence/readme_en/"),
    endpoints: [.init("https://api.weather.gc.ca")], testPlaces: .points((56.25, -120.85)))

  let baseURL: String?

  /// The declaration, with the configured address.
  public var descriptor: SourceDescriptor { Self.descriptor.asked(at: baseURL) }

  /// Asks for the newest observation of all communities, and for the forecast around a place if it is asked
  /// about.
  public func calls(for query: AirQuery, at now: AirTime) -> [HTTPCall<Void>] {
    let window = query.window.interval(at: now)
    var calls: [HTTPCall<Void>] = []
    if query.kinds.isEmpty || query.kinds.contains(.observation),
      query.detail == .sites || window.start <= now
    {
      calls.append(call("aqhi-observations-realtime", [("latest", "true"), ("limit", "500")]))
    }
    if query.kinds.isEmpty || query.kinds.contains(.forecast), query.detail == .values, window.end > now,
      query.window != .current
    {
      var items = [("sortby", "-publication_datetime"), ("limit", "1000")]
      if let box = query.places.first?.box(reaching: query.radius ?? 50_000) {
        let edges = [box.west, box.south, box.east, box.north].map { Coordinate.text(degrees: $0) }
        items.insert(("bbox", edges.joined(separator: ",")), at: 0)
      } else if case .site(let id)? = query.places.first {
        items.insert(("location_id", id), at: 0)
      }
      calls.append(call("aqhi-forecasts-realtime", items))
    }
    return calls
  }

  private func call(_ collection: String, _ items: [(name: String, value: String)]) -> HTTPCall<Void> {
    let request = TransportRequest(
      base: baseURL ?? "https://api.weather.gc.ca", path: "/collections/\(collection)/items",
      query: [("f", "json")] + items)
    return HTTPCall(request, keepsFor: .untilNextValue)
  }

  /// Reads features of GeoMet, or a file of the Datamart: observations, a forecast, the list of communities.
  public func decode(_ reply: HTTPReply<Void>, into report: inout ReportBuilder) throws -> [HTTPCall<Void>] {
    if reply.body.first(where: { $0 > 0x20 && $0 < 0x80 }) == UInt8(ascii: "<") {
      try CanadaAQHIFile(reply.xml()).read(&report)
      return []
    }
    let answer = try reply.json()
    let features: [AQJSON]
    switch answer["type"].asString {
    case "FeatureCollection"?: features = try answer.require("features").array()
    case "Feature"?: features = [answer]
    default: throw Self.refusal(answer)
    }
    // Of a forecast that was issued again, the newest issue counts.
    var newest: [String: String] = [:]
    for feature in features {
      let properties = feature["properties"]
      guard let id = properties["location_id"].filledText, let issue = Self.issue(of: properties) else {
        continue
      }
      newest[id] = max(newest[id] ?? "", issue)
    }
    var older = 0
    try report.each(features) { feature, report in
      let properties = try feature.require("properties")
      let id = try properties.require("location_id").string(acceptingNumber: true)
      if let issue = Self.issue(of: properties), issue != newest[id] {
        older += 1
        return
      }
      try Self.read(feature, properties, id, &report)
    }
    if older > 0 {
      report.note(AirNote(.remark, "Values of older issues of the forecast were left out.", count: older))
    }
    return []
  }

  /// When an hour of a forecast was issued; nil for an observation and a bulletin, whose issues say nothing of it.
  private static func issue(of properties: AQJSON) -> String? {
    guard properties["observation_datetime"].filledText == nil,
      properties["forecast_datetime"].filledText != nil
    else { return nil }
    return properties["publication_datetime"].filledText
  }

  private static func read(
    _ feature: AQJSON, _ properties: AQJSON, _ id: String, _ report: inout ReportBuilder
  ) throws {
    let point = feature["geometry"]["coordinates"]
    let (east, north) = (try? point[0].double(acceptingText: true), try? point[1].double(acceptingText: true))
    let place = report.coordinate(north, east)
    let site = AirSite.community(id, properties["location_name_en"].filledText, place)
    let hour = properties["forecast_datetime"].filledText
    if let time = properties["observation_datetime"].filledText {
      add(try properties.require("aqhi"), at: .text(time), to: report.site(site), &report)
    } else if hour == nil, properties["forecast_period"].ifPresent != nil {
      report.note(AirNote(.remark, "Bulletins were left out: they name half days, without times."))
    } else if hour == nil, properties["aqhi"].ifPresent == nil {
      _ = report.site(site)
    } else {
      let value = try properties.require("aqhi")
      let time = try properties.require("forecast_datetime").string()
      let issued = AirTime(try properties.require("publication_datetime").string())
      add(value, at: .text(time), to: report.site(site, kind: .forecast, issuedAt: issued), &report)
    }
  }

  private static func add(
    _ value: AQJSON, at stamp: TimeStamp, to site: ReportBuilder.SiteReference,
    _ report: inout ReportBuilder
  ) {
    if let text = value.asString {
      report.addAQHI(AQText(text, at: "aqhi"), at: stamp, to: site)
    } else {
      let flags: Set<AirReading.QualityFlag> = (value.asDouble ?? 0) >= 10.5 ? [.beyondScale] : []
      report.add(index, value, unit: .one, at: stamp, flags: flags, to: site)
    }
  }

  /// The error of an answer that isn't features; OGC API states a `code` and a `description`.
  private static func refusal(_ answer: AQJSON) -> AQError {
    guard let code = answer["code"].filledText else {
      return AQError(.malformed, "This is no answer about Canada's index.")
    }
    let words = answer["description"].filledText ?? code
    let isOurs = ["InvalidParameterValue", "InvalidQuery", "NotFound", "InvalidQuery"].contains(code)
    return AQError(isOurs ? .invalidRequest : .unavailable, "The service refuses: \(words.prefix(200))")
  }
}

extension AirSite {
  /// A community with an index.
  static func community(_ id: String, _ name: String?, _ place: Coordinate?) -> AirSite {
    AirSite(id: id, name: name, coordinate: place, country: "CA", kind: .area)
  }
}

extension ReportBuilder {
  /// Adds an index that is written as text, such as `1.9`, or `10+` for more than 10.
  mutating func addAQHI(_ text: AQText, at stamp: TimeStamp, to site: SiteReference) {
    let parameter = AirParameter.publishedIndex(scale: "ca-aqhi")
    let isBeyond = text.content == "10+"
    do {
      let number = try isBeyond ? 10 : text.double(missing: ["", "-", "N/A"])
      let flags: Set<AirReading.QualityFlag> = isBeyond || (number ?? 0) >= 10.5 ? [.beyondScale] : []
      add(parameter, number, unit: .one, at: stamp, flags: flags, to: site)
    } catch {
      refuse(error.message)
    }
  }
}

extension AQModule where Self == HTTPModule<CanadaAQHICommunities> {
  /// Registers Canada's Air Quality Health Index and the format of its answers.
  public static var canadaAQHI: HTTPModule<CanadaAQHICommunities> {
    HTTPModule(formats: [.canadaAQHI]) { CanadaAQHICommunities(baseURL: $0["baseURL"]) }
  }
}

extension PayloadFormat {
  /// Answers about Canada's index: features of GeoMet, and the Datamart's observations, forecasts and
  /// communities.
  public static let canadaAQHI = PayloadFormat(CanadaAQHICommunities(baseURL: nil))
}
