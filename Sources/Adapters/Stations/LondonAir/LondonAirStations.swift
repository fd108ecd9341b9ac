public import AQKit

/// The stations of the London Air Quality Network: hourly means, and the hourly index of each pollutant
/// (api.erg.ic.ac.uk/AirQuality/help).
///
/// The network's JSON is converted from XML: one element is an object, several are an array, and every value is a string.
public struct LondonAirStations: StationNetwork {
  private static let pollutants: [AirParameter] = [.no2, .pm10, .pm25, .o3, .so2, .co, .no, .nox]
  private static let area = SourceDescriptor.Coverage.box(south: 51.2, west: -0.6, north: 51.8, east: 0.4)

  static let indexScale = "uk-daqi"

  /// The declaration of the network's offers and rights.
  public static let descriptor = SourceDescriptor.network(
    "london-air", "London Air Quality Network",
    "London's reference stations: hourly means, and the index of each pollutant.",
    at: "https://api.erg.ic.ac.uk/AirQuality",
    .hourly(
      in: area, latency: 3600, for: [.current, .history, .stations], [(pollutants, .start, .oneHour)])
      + .hourly(
        in: area, latency: 3600, for: [.current],
        [([.no2, .pm10, .pm25, .o3, .so2].map(ownIndex), .instant, .instant)]),
    limits: RequestLimits(concurrentRequests: 2),
    credit: AirAttribution(
      "London Air Quality Network, Imperial College London", link: "https://www.londonair.org.uk/",
      licence: "Open Government Licence"),
    rights: .open("https://www.londonair.org.uk/LondonAir/API/"), sentinels: [-999, -9999],
    near: (51.4563, 0.0407))

  /// The request of a call.
  public enum Step: Sendable {
    /// The list of stations; values or indices.
    case stations, values
  }

  let baseURL: String?
  static let template = AirSite(
    timeZone: "Europe/London", country: "GB", kind: .referenceStation,
    details: .init(network: "London Air Quality Network"))

  /// The number of stations for a point: one, the nearest that measures the requested parameters.
  public var sitesPerPoint: Int { 1 }

  /// Asks for the list of stations, and for the indices of all stations if the query names an index.
  public func calls(for query: AirQuery, at now: AirTime) -> [HTTPCall<Step>] {
    let list = call("Information/MonitoringSiteSpecies/GroupName=London/Json", .stations, keepsFor: .days(1))
    let indices = call("Hourly/MonitoringIndex/GroupName=London/Json", .values)
    let asksValues = query.parameters.isEmpty || query.parameters.contains { !$0.isPublishedIndex }
    let asksIndex = query.parameters.contains(where: \.isPublishedIndex)
    return (asksValues ? [list] : []) + (asksIndex ? [indices] : [])
  }

  /// Reads a list of stations, the hours of a station, or the indices of a group of stations.
  public func decode(_ reply: HTTPReply<Step>, into report: inout ReportBuilder) throws -> [HTTPCall<Step>] {
    let body = try reply.json()
    let kinds = ["Sites", "AirQualityData", "RawAQData", "HourlyAirQualityIndex", "DailyAirQualityIndex"]
    guard let kind = kinds.first(where: { !body[$0].isMissing }) else { throw Self.foreign }
    let content = body[kind]
    if kind == "Sites" {
      return try report.each(Self.inFull(content["Site"].rows ?? [])) { try station($0, reply, &$1) }
        .compactMap(\.self)
    }
    if content.isNull {
      report.note(.nothingNear, "The network has nothing for this query.")
    } else if kind.hasSuffix("Data") {
      try hours(content, reply, &report)
    } else {
      try indices(content, kind.hasPrefix("Daily") ? .day : .instant, &report)
    }
    return []
  }

  /// Registers a station, and asks for its hours if it still measures the requested parameters.
  private func station(_ row: AQJSON, _ reply: HTTPReply<Step>, _ report: inout ReportBuilder) throws
    -> HTTPCall<Step>?
  {
    var site = try site(row, in: row["@LocalAuthorityName"].filledText, &report)
    let window = reply.query.window.interval(at: reply.askedAt)
    // Days as text are in order of time; what ended before the requested time has no values of it.
    let from = reply.step == .stations ? window.start.day : "9999"
    func hasEnded(_ day: String?) -> Bool { day.map { $0 < from } ?? false }
    let species = (row["Species"].rows ?? []).filter { !hasEnded($0["@DateMeasurementFinished"].filledText) }
    let measured = species.compactMap { $0["@SpeciesCode"].filledText.map { AirParameter($0) } }
      .filter(Self.pollutants.contains)
    site.details.measures = measured.map { .init($0, unit: Self.unit(of: $0), averaging: .oneHour) }
    site.details.operating = .init(
      from: row["@DateOpened"].filledText, until: row["@DateClosed"].filledText)
    if hasEnded(row["@DateClosed"].filledText), !reply.query.places.isEmpty { return nil }
    let registered = report.site(site)
    let asked = Self.descriptor.parameters(askedBy: reply.query)
    guard reply.step == .stations, reply.query.detail == .values, let code = site.id,
      row["Species"].isMissing || measured.contains(where: asked.contains)
    else { return nil }
    guard code.allSatisfy(\.isPlain) else {
      report.note(.remark, "A station whose code isn't made of letters and digits can't be asked about.")
      return nil
    }
    let until = (window.lastMoment + .seconds(86_400)).day
    return call(
      "Data/Site/SiteCode=\(code)/StartDate=\(from)/EndDate=\(until)/Json", .values, about: registered)
  }

  private func site(_ row: AQJSON, in authority: String?, _ report: inout ReportBuilder) throws -> AirSite {
    let type = row["@SiteType"].filledText
    let further = ["siteType": type, "localAuthority": authority, "link": row["@SiteLink"].filledText]
    var site = Self.site(
      try row.require("@SiteCode").string(), row["@SiteName"].filledText,
      at: report.coordinate(of: row, "@Latitude", "@Longitude"))
    site.details.operatedBy = row["@DataOwner"].filledText
    site.details.setting = .init(named: type)
    site.details.further = further.compactMapValues(\.self)
    return site
  }

  /// Adds the hours of a station; a time is the start of its hour in UTC.
  private func hours(_ data: AQJSON, _ reply: HTTPReply<Step>, _ report: inout ReportBuilder) throws {
    let site = data["@SiteCode"].filledText.map { report.site(Self.site($0)) } ?? report.site(of: reply)
    try report.each(data["Data"].rows ?? []) { row, report in
      let species = try (row["@SpeciesCode"].ifPresent ?? data.require("@SpeciesCode")).string()
      guard let parameter = report.parameter(named: species) else { return }
      let start = try row.require("@MeasurementDateGMT").string()
      report.add(
        parameter, row["@Value"], missing: [], unit: Self.unit(of: parameter),
        at: .localText(start, secondsFromUTC: 0), to: site)
    }
  }

  /// Adds the index of each pollutant at each station; 0 means no data.
  private func indices(_ index: AQJSON, _ averaging: AveragingPeriod, _ report: inout ReportBuilder) throws {
    try report.each(index["LocalAuthority"].rows ?? [index]) { authority, report in
      let name = authority["@LocalAuthorityName"].filledText
      try report.each(authority["Site"].rows ?? []) { row, report in
        let site = report.site(try site(row, in: name, &report))
        let stamp = TimeStamp.localText(try row.require("@BulletinDate").string(), secondsFromUTC: 0)
        try report.each(row["Species"].rows ?? []) { species, report in
          let pollutant = AirParameter(try species.require("@SpeciesCode").string())
          let value = try species.require("@AirQualityIndex")
          let isNone = species["@AirQualityBand"].stringValue == "No data"
          report.add(
            Self.ownIndex(pollutant), value, missing: ["0", isNone ? value.filledText ?? "" : "0"],
            unit: .one, at: stamp,
            with: .init(
              timeConvention: .start, averaging: averaging,
              flags: species["@IndexSource"].stringValue == "Trigger" ? [.provisional] : []), to: site)
        }
      }
    }
  }

  private static func unit(of parameter: AirParameter) -> AirUnit {
    parameter == .co ? .milligramsPerCubicMetre : .microgramsPerCubicMetre
  }
}

extension AQModule where Self == HTTPModule<LondonAirStations> {
  /// Registers the London Air Quality Network and the format of its responses.
  public static var londonAir: Self { Self(.londonAir) { LondonAirStations(baseURL: $0) } }
}
