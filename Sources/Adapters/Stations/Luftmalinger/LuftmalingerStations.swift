public import AQKit

/// Norway's stations: the newest hour of the whole country, with the index of each pollutant
/// (api-luftmalinger.miljodirektoratet.no, Miljødirektoratet).
///
/// It is the open counterpart of NILU's service, which requires a key. Both ends of each interval are stated. Rows that the
/// agency calls invalid or invisible aren't published.
public struct LuftmalingerStations: StationNetwork {
  private static let pollutants: [AirParameter] = [.pm25, .pm10, .no2, .o3, .so2, .co, .no, .nox, .pm1]
  static let indexScale = "no-luftkvalitet"

  /// The declaration of the agency's offers and rights. The agency states no limits.
  public static let descriptor = SourceDescriptor.network(
    "luftmalinger", "Luftkvalitet i Norge",
    "Norway's stations by the hour, with the index of each pollutant.",
    at: "https://api-luftmalinger.miljodirektoratet.no",
    .hourly(
      in: .country(.norway), latency: 1800, [(pollutants + pollutants.map(ownIndex), .end, .oneHour)]),
    limits: RequestLimits(placesPerRequest: 100, concurrentRequests: 2),
    credit: AirAttribution(
      "Miljødirektoratet, Luftkvalitet i Norge", link: "https://luftkvalitet.miljodirektoratet.no/",
      licence: "NLOD 2.0", licenceLink: "https://data.norge.no/nlod/no/2.0"),
    rights: .open("https://data.norge.no/nlod/no/2.0"), near: (59.9323, 10.7245))

  let baseURL: String?
  static let root = "/public/aq/"
  static let template = AirSite(timeZone: "Europe/Oslo", country: "NO", kind: .referenceStation)
  static let reasons = ["message", "error", "detail", "title"]

  /// Asks for the newest values of the country, because the request for a point only has stations within 20 km.
  public func calls(for query: AirQuery, at now: AirTime) -> [HTTPCall<Void>] { [call("utd")] }

  /// Reads rows, one for each station and pollutant.
  public func decode(_ reply: HTTPReply<Void>, into report: inout ReportBuilder) throws -> [HTTPCall<Void>] {
    let body = try reply.json()
    guard let rows = body["component"].isMissing ? try? body.array() : [body] else {
      throw Self.refusal(of: body, otherwise: .invalidRequest)
    }
    if rows.isEmpty { report.note(.nothingNear, "The agency has no values for this query.") }
    // If rows state whether they may be shown, a row that doesn't isn't shown.
    let states = ["isValid", "isVisible"].filter { name in rows.contains { !$0[name].isMissing } }
    if try report.each(rows, { try read(StationRow($0), $0, states, &$1) }).isEmpty, !rows.isEmpty {
      throw Self.foreign
    }
    return []
  }

  private func read(
    _ row: StationRow, _ members: AQJSON, _ states: [String], _ report: inout ReportBuilder
  ) throws {
    let station = try row.require("station", "eoi")
    var site = Self.site(
      row.text("eoi") ?? station, station, at: report.coordinate(of: row, "latitude", "longitude"))
    site.details.identifiers = row.texts("eoi")
    site.details.setting = .init(named: row.text("type"))
    site.details.further = row.texts("municipality", "area", "zone")
    guard let parameter = report.parameter(named: try row.require("component")) else { return }
    let time = try TimeStamp.interval(from: .text(row.require("fromTime")), to: .text(row.require("toTime")))
    let target = report.site(site)
    guard states.allSatisfy({ members[$0].boolValue == true }) else {
      return report.note(
        .withheld, "The agency calls values invalid or doesn't show them.", parameters: [parameter])
    }
    let columns = [
      ReportColumn("value", parameter, AirUnit(try row.require("unit"))),
      ReportColumn("index", Self.ownIndex(parameter), .one),
    ]
    // The scale begins at 1; the client niluclient names 0 “No data”.
    let known = row.text("index") == "0" ? row.setting("index", to: "") : row
    report.add(known, columns, at: time, flags: [.provisional], to: target)
  }
}

extension AQModule where Self == HTTPModule<LuftmalingerStations> {
  /// Registers Norway's stations and the format of their responses.
  public static var luftmalinger: Self { Self(.luftmalinger) { LuftmalingerStations(baseURL: $0) } }
}
