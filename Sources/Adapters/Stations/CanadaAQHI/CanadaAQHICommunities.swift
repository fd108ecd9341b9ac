public import AQKit

/// Canada's communities with an Air Quality Health Index: observed each hour, and forecast
/// (Environment and Climate Change Canada; GeoMet collections `aqhi-observations-realtime` and
/// `aqhi-forecasts-realtime`, and the XML files of the Datamart).
///
/// The service only has the index, which has decimals and no upper end.
public struct CanadaAQHICommunities: StationNetwork {
  static let column = ReportColumn("aqhi", .publishedIndex(scale: "ca-aqhi"), .one)
  private static let index = [
    ([column.parameter], SourceDescriptor.TimeConvention.instant, AveragingPeriod.instant)
  ]

  /// The declaration of the weather service's offers and rights.
  public static let descriptor = SourceDescriptor.network(
    "canada-aqhi", "Canada AQHI", "Canada's Air Quality Health Index by community, observed and forecast.",
    at: "https://api.weather.gc.ca",
    .hourly(in: .country(.canada), latency: 2700, index)
      + .hourly(
        in: .country(.canada), latency: 2700, every: 43_200, for: [.forecast], of: .forecast, index),
    precedence: 250, siteKinds: [.area], limits: RequestLimits(placesPerRequest: 1, concurrentRequests: 2),
    credit: AirAttribution(
      "Data Source: Environment and Climate Change Canada", link: "https://weather.gc.ca/airquality/",
      licence: "Environment and Climate Change Canada Data Servers End-use Licence",
      licenceLink: "https://eccc-msc.github.io/open-data/licence/readme_en/"),
    rights: .open("https://eccc-msc.github.io/open-data/licence/readme_en/"), near: (56.25, -120.85))

  let baseURL: String?
  static let root = "/collections/"
  static let template = AirSite(country: "CA", kind: .area)
  static let reasons = ["code", "description"]

  /// Asks for the newest observation of all communities, and for the forecast around a place if the query asks for it.
  public func calls(for query: AirQuery, at now: AirTime) -> [HTTPCall<Void>] {
    let window = query.window.interval(at: now)
    var calls: [HTTPCall<Void>] = []
    if query.asks(for: .observation), query.detail == .sites || window.start <= now {
      calls.append(
        call("aqhi-observations-realtime/items", [("f", "json"), ("latest", "true"), ("limit", "500")]))
    }
    if query.asks(for: .forecast), query.detail == .values, window.end > now, query.window != .current {
      var items = [("f", "json")]
      if let box = query.places.first?.boundingBox(radius: query.radius ?? 50_000) {
        items.append(("bbox", [box.west, box.south, box.east, box.north].degrees))
      } else if case .site(let id)? = query.places.first {
        items.append(("location_id", id))
      }
      items += [("sortby", "-publication_datetime"), ("limit", "10000")]
      calls.append(call("aqhi-forecasts-realtime/items", items))
    }
    return calls
  }

  /// Reads features of GeoMet, or a file of the Datamart: observations, a forecast, the list of communities.
  public func decode(_ reply: HTTPReply<Void>, into report: inout ReportBuilder) throws -> [HTTPCall<Void>] {
    if reply.body.opening == "<" {
      try CanadaAQHIFile(root: reply.xml()).read(&report)
      return []
    }
    let body = try reply.json()
    let features =
      switch body["type"].stringValue {
      case "FeatureCollection": try body.require("features").array()
      case "Feature": [body]
      default: throw Self.refusal(of: body, otherwise: .unavailable)
      }
    if let all = body["numberMatched"].intValue, all > features.count {
      report.note(.limitReached, "The service sent \(features.count) of \(all) values.")
    }
    // If a forecast was reissued, the newest issue counts.
    let rows = features.compactMap { try? StationRow($0["properties"]) }
    let issues = rows.compactMap { row in Self.issue(of: row).map { (row.text("location_id"), $0) } }
    let newest = Dictionary(issues, uniquingKeysWith: max)
    try report.each(features) { feature, report in
      let row = try StationRow(feature.require("properties"))
      let id = try row.require("location_id")
      if let issue = Self.issue(of: row), issue != newest[id] {
        report.note(.remark, "Values of older issues of the forecast were left out.")
      } else {
        try Self.read(row, of: id, feature, &report)
      }
    }
    return []
  }

  /// Returns the issue time of an hour of a forecast; nil for an observation or a bulletin, which have none.
  private static func issue(of row: StationRow) -> String? {
    let isHour = row.text("observation_datetime") == nil && row.text("forecast_datetime") != nil
    return isHour ? row.text("publication_datetime") : nil
  }

  private static func read(
    _ row: StationRow, of id: String, _ feature: AQJSON, _ report: inout ReportBuilder
  ) throws {
    let point = feature["geometry"]["coordinates"]
    let place = report.coordinate(
      try? point[1].double(acceptingText: true), try? point[0].double(acceptingText: true))
    let site = Self.site(id, row.text("location_name_en"), at: place)
    let (observed, hour) = (row.text("observation_datetime"), row.text("forecast_datetime"))
    if observed == nil, hour == nil, feature["properties"]["forecast_period"].ifPresent != nil {
      report.note(.remark, "Bulletins were left out: they name half days, without times.")
    } else if observed == nil, hour == nil, row.text("aqhi") == nil {
      _ = report.site(site)
    } else if let value = row["aqhi"] {
      let issued = observed == nil ? AirTime(try row.require("publication_datetime")) : nil
      let time = try observed ?? row.require("forecast_datetime")
      let kind: AirReport.Kind = observed == nil ? .forecast : .observation
      report.add(
        Self.column, openEnded: value, at: .text(time), to: report.site(site, kind: kind, issuedAt: issued))
    } else {
      throw AQError(.malformed, "a community has no index")
    }
  }
}

extension AQModule where Self == HTTPModule<CanadaAQHICommunities> {
  /// Registers Canada's Air Quality Health Index and the format of its responses.
  public static var canadaAQHI: Self { Self(.canadaAQHI) { CanadaAQHICommunities(baseURL: $0) } }
}
