public import AQKit

/// Finland's stations: the latest hours of the stations in a box, with Finland's own index
/// (opendata.fmi.fi/wfs, Ilmatieteen laitos, the Finnish Meteorological Institute, FMI).
///
/// The values have a location but no station. The list of stations, which is kept for a day, says which one is there. A
/// time is the end of its hour: the hour until 12:00 is published by 12:19.
public struct FMIStations: StationNetwork {
  /// The request of a call.
  public enum Step: Sendable {
    /// Any response, without a query.
    case any
    /// The list of stations.
    case stations
    /// The values, with the list of stations.
    case values([AirSite])
  }

  /// The columns; left out with a note: carbon monoxide (its unit isn't certain), odorous sulphur (counts sulphur).
  private static let columns = [
    ReportColumn("PM25_PT1H_avg", .pm25, "µg/m³"), ReportColumn("PM10_PT1H_avg", .pm10, "µg/m³"),
    ReportColumn("NO2_PT1H_avg", .no2, "µg/m³"), ReportColumn("NO_PT1H_avg", .no, "µg/m³"),
    ReportColumn("O3_PT1H_avg", .o3, "µg/m³"), ReportColumn("SO2_PT1H_avg", .so2, "µg/m³"),
    ReportColumn("QBCPM25_PT1H_AVG", .bc, "µg/m³"),
    ReportColumn("AQINDEX_PT1H_avg", .publishedIndex(scale: "fi-aqi"), .one),
  ]

  /// The declaration of FMI's offers and rights. It counts 20,000 requests a day, and 600 in five minutes
  /// (ilmatieteenlaitos.fi, open data manual).
  public static let descriptor = SourceDescriptor.network(
    "fmi", "FMI Finland", "Finland's stations by the hour, with the index of the country.",
    at: "https://opendata.fmi.fi",
    .hourly(in: .country(.finland), latency: 1200, [(columns.map(\.parameter), .end, .oneHour)]),
    limits: RequestLimits(
      windows: [.init(600, perSeconds: 300), .init(20_000, perSeconds: 86_400)], placesPerRequest: 1),
    credit: AirAttribution(
      "Ilmatieteen laitos (Finnish Meteorological Institute)",
      link: "https://en.ilmatieteenlaitos.fi/open-data",
      licence: "CC BY 4.0", licenceLink: "https://creativecommons.org/licenses/by/4.0/"),
    rights: .open("https://creativecommons.org/licenses/by/4.0/"), near: (60.1874, 24.9506))

  let baseURL: String?
  static let template = AirSite(timeZone: "Europe/Helsinki", country: "FI", kind: .referenceStation)

  /// Asks for the list of stations of the network 151, air quality.
  public func calls(for query: AirQuery, at now: AirTime) -> [HTTPCall<Step>] {
    [ask("fmi::ef::stations", .stations, [("networkid", "151")], keepsFor: .days(1))]
  }

  private func ask(
    _ query: String, _ step: Step, _ items: [(name: String, value: String)],
    keepsFor keeping: TransportRequest.Keeping = .untilNextValue
  ) -> HTTPCall<Step> {
    let service = [("service", "WFS"), ("version", "2.0.0"), ("request", "getFeature")]
    return call("wfs", step, service + [("storedquery_id", query)] + items, keepsFor: keeping)
  }

  /// Returns the call for the values of a station, the country, or a box with edges at half degrees, which near places share.
  private func values(_ query: AirQuery, at now: AirTime, _ stations: [AirSite]) -> HTTPCall<Step> {
    // The newest hour may be late, or come without some of its stations.
    let since = now.adding(seconds: -4 * 3600).floored(toMultipleOf: 3600)
    var place = ("bbox", "19,59.5,32,70.5")
    if case .site(let id)? = query.places.first {
      place = ("fmisid", id)
    } else if let box = query.places.first?.boundingBox(radius: query.reach ?? 50_000) {
      func edge(_ degrees: Double, _ rule: FloatingPointRoundingRule) -> String {
        Coordinate.text(degrees: (degrees * 2).rounded(rule) / 2)
      }
      place.1 = [edge(box.west, .down), edge(box.south, .down), edge(box.east, .up), edge(box.north, .up)]
        .joined(separator: ",")
    }
    return ask(
      "urban::observations::airquality::hourly::simple", .values(stations),
      [place, ("starttime", "\(since)")])
  }

  /// Reads the list of stations, and asks for values; or reads values.
  public func decode(_ reply: HTTPReply<Step>, into report: inout ReportBuilder) throws -> [HTTPCall<Step>] {
    let root = try reply.xml()
    if let reason = Self.reason(in: root) { throw Self.refusal(saying: reason, otherwise: .invalidRequest) }
    guard root.name.hasSuffix("FeatureCollection") else { throw Self.foreign }
    let features = root.children("wfs:member").flatMap { $0.children() }
    if features.isEmpty { report.note(.nothingNear, "FMI has nothing for this query.") }
    func number(_ name: String) -> Int? { root.attribute(name).content.flatMap { Int($0) } }
    if let all = number("numberMatched"), let sent = number("numberReturned"), sent < all {
      report.note(.limitReached, "FMI sent \(sent) of \(all) values.")
    }
    let stations = features.filter { $0.name == "ef:EnvironmentalMonitoringFacility" }
    if case .stations = reply.step {
      let sites = try report.each(Self.inFull(stations)) { try station($0, &$1) }
      return reply.query.detail == .values ? [values(reply.query, at: reply.askedAt, sites)] : []
    }
    try report.each(stations) { _ = try station($0, &$1) }
    var known = AirSite.Finder([])
    if case .values(let sites) = reply.step { known = AirSite.Finder(sites) }
    var sites: [String: ReportBuilder.SiteReference] = [:]
    try report.each(features.filter { $0.name == "BsWfs:BsWfsElement" }) { element, report in
      let row = StationRow(element)
      let time = TimeStamp.text(try row.require("BsWfs:Time"))
      let point = try element.require("BsWfs:Location").require("gml:Point").require("gml:pos").text.string()
      let name = try row.require("BsWfs:ParameterName")
      guard let column = Self.columns.first(where: { $0.name.lowercased() == name.lowercased() }) else {
        return report.note(.remark, "Values of \(name.prefix(40)) are left out: their unit isn't certain.")
      }
      let site = sites[point] ?? report.site(Self.site(at: point, in: known, &report))
      report.add(
        column.parameter, try element.require("BsWfs:ParameterValue").text, missing: ["NaN", "nan"],
        unit: column.unit, at: time, with: .init(flags: [.provisional]), to: site)
      sites[point] = site
    }
    return []
  }

  private func station(_ element: AQXML, _ report: inout ReportBuilder) throws -> AirSite {
    let row = StationRow(element)
    let point = element["ef:representativePoint"]?["gml:Point"]?["gml:pos"]?.text.content
    var site = Self.site(
      try row.require("gml:identifier"), row.text("ef:name", "gml:name"), at: Self.coordinate(point, &report))
    let region = element.children("gml:name").first {
      $0.attribute("codeSpace").content?.hasSuffix("/region") ?? false
    }
    site.details.further["region"] = region?.text.content
    _ = report.site(site)
    return site
  }

  /// Returns the nearest station within 300 m of a point, or its location: values and list differ in digits.
  private static func site(
    at point: String, in stations: AirSite.Finder, _ report: inout ReportBuilder
  ) -> AirSite {
    let place = coordinate(point, &report)
    let known = place.flatMap { stations.nearest(1, to: $0, within: 300).first }
    return known.map { stations.sites[$0.index] } ?? site(nil, nil, at: place)
  }

  /// Returns the coordinate of a position: latitude and longitude in degrees, which may end with white space.
  private static func coordinate(_ position: String?, _ report: inout ReportBuilder) -> Coordinate? {
    let numbers = (position ?? "").split(whereSeparator: \.isWhitespace).map { Double($0) }
    return numbers.count < 2 ? nil : report.coordinate(numbers[0], numbers[1])
  }
}

extension AQModule where Self == HTTPModule<FMIStations> {
  /// Registers Finland's stations and the format of their responses.
  public static var fmi: HTTPModule<FMIStations> { HTTPModule(.fmi) { FMIStations(baseURL: $0) } }
}
