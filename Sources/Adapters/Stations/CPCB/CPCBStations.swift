public import AQKit

/// India's stations: the sub-index of each pollutant on the national scale of 2014, as the open data platform
/// has it (data.gov.in, resource 3b01bcb8-0b14-4abf-b6f2-c1bfd384ba69, Central Pollution Control Board).
///
/// The numbers look like concentrations and are none: they are sub-indices, and nothing converts them.
public struct CPCBStations: HTTPAdapter {
  private static let pollutants: [AirParameter] = [.pm25, .pm10, .no2, .so2, .co, .o3, .nh3]

  /// What the board offers, needs and allows.
  public static let descriptor = SourceDescriptor(
    id: "cpcb", name: "CPCB India",
    summary: "India's stations: sub-indices of the national air quality index.",
    offers: .hourly(
      in: StationCountry.india.boxes, latency: 5400,
      [(pollutants.map { .publishedIndex(scale: "in-naqi", pollutant: $0) }, .instant, .instant)]),
    precedence: 250, siteKinds: [.referenceStation], limits: RequestLimits(placesPerRequest: 100),
    options: [
      .init("apiKey", summary: "Your key of data.gov.in.", isRequired: true, isSecret: true),
      .init("baseURL", summary: "Another address of the service."),
    ],
    attribution: [
      AirAttribution(
        "Central Pollution Control Board, India, through data.gov.in", link: "https://www.data.gov.in/",
        licence: "Government Open Data License – India", licenceLink: "https://www.data.gov.in/Godl")
    ],
    rights: .open("https://www.data.gov.in/Godl"),
    endpoints: [.init("https://api.data.gov.in")], testPlaces: .points((16.515, 80.518)))

  let apiKey: AirSecret
  let baseURL: String?

  /// The declaration, with the configured address.
  public var descriptor: SourceDescriptor { Self.descriptor.asked(at: baseURL) }

  /// Asks for the newest values of the whole country.
  public func calls(for query: AirQuery, at now: AirTime) -> [HTTPCall<Void>] {
    let request = TransportRequest(
      base: baseURL ?? "https://api.data.gov.in", path: "/resource/3b01bcb8-0b14-4abf-b6f2-c1bfd384ba69",
      query: [("api-key", apiKey.exposed), ("format", "json")])
    return [
      HTTPCall(
        request, keepsFor: .untilNextValue, page: HTTPPage(size: 5000, as: .offset("offset", size: "limit")))
    ]
  }

  /// Reads a page of rows, one for each station and pollutant, with the names of any year.
  public func decode(_ reply: HTTPReply<Void>, into report: inout ReportBuilder) throws -> [HTTPCall<Void>] {
    let answer = try reply.json()
    guard let list = answer["records"].ifPresent ?? (answer.kind == .array ? answer : nil) else {
      throw Self.refusal(answer)
    }
    let records = list.kind == .object ? [list] : try list.array()
    if records.isEmpty, answer["status"].asString == "error" { throw Self.refusal(answer) }
    try report.each(records) { try read($0, &$1) }
    return reply.nextPage(received: records.count, of: try? answer["total"].int(acceptingText: true))
  }

  private func read(_ record: AQJSON, _ report: inout ReportBuilder) throws {
    let name = try record.require("station").string()
    let time = try record.require("last_update").string()
    let pollutant = AirParameter(try record.require("pollutant_id").string())
    let further = ["city", "state"].compactMap { key in record[key].filledText.map { (key, $0) } }
    let site = report.site(
      AirSite(
        id: name, name: name, coordinate: report.coordinate(of: record, "latitude", "longitude"),
        timeZone: "Asia/Kolkata", country: "IN", kind: .referenceStation,
        details: .init(further: Dictionary(further) { first, _ in first })))
    let averages = [record["avg_value"], record["pollutant_avg"]].filter { !$0.isMissing }
    guard let value = averages.first(where: { !$0.isNull }) ?? averages.first else {
      throw AQError(.malformed, "a row has no average")
    }
    report.add(
      .publishedIndex(scale: "in-naqi", pollutant: pollutant), value,
      nothing: ["NA", "N/A", "-", "None", "null"], unit: .one, at: .written(time, as: Self.times), to: site)
  }

  private static let times = TimeStamp.Format.pattern(
    "dd-MM-yyyy HH:mm:ss", in: .fixed(secondsFromUTC: 5 * 3600 + 1800))

  /// The error of an answer without rows.
  private static func refusal(_ answer: AQJSON) -> AQError {
    let words = ["error", "message", "title"].compactMap { answer[$0].filledText }.first
    guard let words else { return AQError(.malformed, "This is no answer of India's stations.") }
    let text = words.lowercased()
    let code: AQError.Code =
      if ["limit", "quota", "exceed"].contains(where: text.contains) {
        .rateLimited
      } else if text.contains("key") || text.contains("auth") {
        .unauthorized
      } else {
        .unavailable
      }
    return AQError(code, "data.gov.in refuses: \(words.prefix(200))")
  }
}

extension AQModule where Self == HTTPModule<CPCBStations> {
  /// Registers India's stations, whose option `apiKey` must be set, and the format of their answers.
  public static var cpcb: HTTPModule<CPCBStations> {
    HTTPModule(countedBy: "apiKey", formats: [.cpcb]) {
      CPCBStations(apiKey: $0.secret("apiKey") ?? "", baseURL: $0["baseURL"])
    }
  }
}

extension PayloadFormat {
  /// Answers of India's stations at data.gov.in.
  public static let cpcb = PayloadFormat(CPCBStations(apiKey: "", baseURL: nil))
}
