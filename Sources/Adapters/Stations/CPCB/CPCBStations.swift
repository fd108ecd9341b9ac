public import AQKit

/// India's stations: the sub-index of each pollutant on the national scale of 2014, as the open data platform publishes
/// it (data.gov.in, resource 3b01bcb8-0b14-4abf-b6f2-c1bfd384ba69, Central Pollution Control Board).
///
/// The numbers look like concentrations but are sub-indices, and must not be converted.
public struct CPCBStations: StationNetwork {
  /// The declaration of the board's offers, needs and rights.
  public static let descriptor = SourceDescriptor.network(
    "cpcb", "CPCB India", "India's stations: sub-indices of the national air quality index.",
    at: "https://api.data.gov.in",
    .hourly(
      in: .country(.india), latency: 5400,
      [([.pm25, .pm10, .no2, .so2, .co, .o3, .nh3].map(ownIndex), .instant, .instant)]),
    precedence: 250, options: [.key("Your key of data.gov.in.")],
    credit: AirAttribution(
      "Central Pollution Control Board, India, through data.gov.in", link: "https://www.data.gov.in/",
      licence: "Government Open Data License – India", licenceLink: "https://www.data.gov.in/Godl"),
    rights: .open("https://www.data.gov.in/Godl"), near: (16.515, 80.518))

  let apiKey: AirSecret?
  let baseURL: String?
  static let template = AirSite(timeZone: "Asia/Kolkata", country: "IN", kind: .referenceStation)
  static let indexScale = "in-naqi"
  static let reasons = ["error", "message", "title"]

  /// Asks for the newest values of the whole country.
  public func calls(for query: AirQuery, at now: AirTime) -> [HTTPCall<Void>] {
    [
      call(
        "resource/3b01bcb8-0b14-4abf-b6f2-c1bfd384ba69",
        [("api-key", apiKey?.exposed ?? ""), ("format", "json")],
        page: TransportRequest.Page(size: 5000, as: .offset("offset", size: "limit")))
    ]
  }

  /// Reads a page of rows, one for each station and pollutant, with the member names of any year.
  public func decode(_ reply: HTTPReply<Void>, into report: inout ReportBuilder) throws -> [HTTPCall<Void>] {
    let body = try reply.json()
    let records = (body.kind == .array ? body : body["records"]).rows
    guard let records, !records.isEmpty || body["status"].stringValue != "error" else {
      throw Self.refusal(of: body, otherwise: .unavailable)
    }
    try report.each(records) { try read(StationRow($0), &$1) }
    return reply.nextPage(received: records.count, of: try? body["total"].int(acceptingText: true))
  }

  private func read(_ record: StationRow, _ report: inout ReportBuilder) throws {
    let name = try record.require("station")
    let time = try TimeStamp.written(
      record.require("last_update"),
      as: .pattern("dd-MM-yyyy HH:mm:ss", in: .fixed(secondsFromUTC: 5 * 3600 + 1800)))
    let pollutant = AirParameter(try record.require("pollutant_id"))
    let averages = ["avg_value", "pollutant_avg"].compactMap { record[$0] }
    guard let value = averages.first(where: { $0.content != "" }) ?? averages.first else {
      throw AQError(.malformed, "a row has no average")
    }
    var site = Self.site(name, name, at: report.coordinate(of: record, "latitude", "longitude"))
    site.details.further = record.texts("city", "state")
    report.add(
      Self.ownIndex(pollutant), value, missing: ["NA", "N/A", "-", "None", "null"], unit: .one, at: time,
      to: report.site(site))
  }
}

extension AQModule where Self == HTTPModule<CPCBStations> {
  /// Registers India's stations, whose option `apiKey` must be set, and the format of their responses.
  public static var cpcb: Self { Self(.cpcb, key: "apiKey") { CPCBStations(apiKey: $0, baseURL: $1) } }
}
