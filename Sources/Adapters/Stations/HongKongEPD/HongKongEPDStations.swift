public import AQKit

/// Hong Kong's stations: concentrations and the Air Quality Health Index of the latest 24 hours
/// (aqhi.gov.hk, Environmental Protection Department).
///
/// Each has its own file; a station is known only by its name. The newest hour is published half an hour after its
/// time, so a time is the end of its hour. The index is made from three-hour means (EPD, AQHI FAQ).
public struct HongKongEPDStations: StationNetwork {
  private static let columns = [
    ReportColumn("PM2.5", .pm25, "µg/m³"), ReportColumn("PM10", .pm10, "µg/m³"),
    ReportColumn("NO2", .no2, "µg/m³"), ReportColumn("O3", .o3, "µg/m³"), ReportColumn("SO2", .so2, "µg/m³"),
    ReportColumn("CO", .co, "µg/m³"),
  ]
  private static let index = ReportColumn(
    "aqhi", .publishedIndex(scale: "hk-aqhi"), .one, averaging: .hours(3))

  /// The declaration of the department's offers and rights.
  public static let descriptor = SourceDescriptor.network(
    "hk-epd", "EPD Hong Kong", "Hong Kong's stations: 24 hours of concentrations and of the AQHI.",
    at: "https://www.aqhi.gov.hk",
    .hourly(
      in: .country(.hongKong), latency: 1800, for: [.current, .history, .stations],
      [(columns.map(\.parameter), .end, .oneHour), ([index.parameter], .end, .hours(3))]),
    credit: AirAttribution(
      "Environmental Protection Department, Hong Kong, through DATA.GOV.HK", link: "https://www.aqhi.gov.hk/",
      licenceLink: "https://data.gov.hk/en/terms-and-conditions"),
    rights: AirRights(
      commercialUse: .allowed, redistribution: .allowed, terms: "https://data.gov.hk/en/terms-and-conditions"),
    near: (22.285, 114.1444))

  let baseURL: String?
  static let root = "/epd/ddata/html/out/"
  static let template = AirSite(timeZone: "Asia/Hong_Kong", country: "HK", kind: .referenceStation)

  /// Asks for the concentrations, for the index, or for both.
  public func calls(for query: AirQuery, at now: AirTime) -> [HTTPCall<Void>] {
    let asked = Self.descriptor.parameters(askedBy: query)
    let asksSites = query.detail == .sites
    return (asksSites || asked.contains { !$0.isPublishedIndex } ? [call("24pc_Eng.xml")] : [])
      + (!asksSites && asked.contains(Self.index.parameter) ? [call("24aqhi_Eng.xml")] : [])
  }

  /// Reads either file: a block for each station and hour.
  public func decode(_ reply: HTTPReply<Void>, into report: inout ReportBuilder) throws -> [HTTPCall<Void>] {
    let root = try reply.xml()
    let isIndex = root.name == "AQHI24HrReport"
    guard isIndex || root.name == "AQHI24HrPollutantConcentration" else { throw Self.foreign }
    let blocks = root.children(isIndex ? "item" : "PollutantConcentration").map { StationRow($0) }
    if blocks.isEmpty { report.note(.notMeasured, "The department's file has no hourly values.") }
    try report.each(blocks) { row, report in
      let name = try row.require("StationName")
      var site = Self.site(name, name, at: Self.places[name])
      site.details.setting = .init(named: row.text("type"))
      let time = TimeStamp.written(try row.require("DateTime"), as: .pattern("E, d MMM yyyy HH:mm:ss Z"))
      if isIndex {
        guard let value = row["aqhi"] else { throw AQError(.malformed, "an hour has no index") }
        report.add(Self.index, openEnded: value, at: time, to: report.site(site))
      } else {
        report.add(
          row, Self.columns, missing: ["-", "--", "*", "N.A.", "N/A"], at: time, flags: [.provisional],
          to: report.site(site))
      }
    }
    return []
  }

  /// The coordinates of the stations, which the files don't have, as openaq-fetch at 2a29359d copied them from the
  /// department's own list (`src/adapters/hong-kong.js`, MIT), rounded to a ten-thousandth of a degree. A second public
  /// list differs by less than 20 metres.
  private static let places = [
    "Causeway Bay": (22.28, 114.185), "Central": (22.2819, 114.1581), "Central/Western": (22.285, 114.1444),
    "Eastern": (22.2828, 114.2194), "Kwai Chung": (22.3572, 114.1297), "Kwun Tong": (22.3133, 114.2247),
    "Mong Kok": (22.3225, 114.1683), "North": (22.4967, 114.1282), "Sha Tin": (22.3764, 114.1844),
    "Sham Shui Po": (22.3303, 114.1592), "Southern": (22.2474, 114.1602), "Tai Po": (22.4508, 114.1644),
    "Tap Mun": (22.4714, 114.3608), "Tseung Kwan O": (22.3178, 114.2594), "Tsuen Wan": (22.3717, 114.1144),
    "Tuen Mun": (22.3911, 113.9767), "Tung Chung": (22.2889, 113.9436), "Yuen Long": (22.4453, 114.0228),
  ].compactMapValues { try? Coordinate($0.0, $0.1) }
}

extension AQModule where Self == HTTPModule<HongKongEPDStations> {
  /// Registers Hong Kong's stations and the format of their files.
  public static var hongKongEPD: Self { Self(.hongKongEPD) { HongKongEPDStations(baseURL: $0) } }
}
