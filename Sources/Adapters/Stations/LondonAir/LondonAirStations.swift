public import AQKit

/// The stations of the London Air Quality Network: hourly means, and the hourly index of each pollutant
/// (api.erg.ic.ac.uk/AirQuality/help).
///
/// The network's JSON is made from XML: one element is an object, several are an array, every value is text.
public struct LondonAirStations: HTTPAdapter {
  private static let pollutants: [AirParameter] = [.no2, .pm10, .pm25, .o3, .so2, .co, .no, .nox]
  private static let indexed: [AirParameter] = [.no2, .pm10, .pm25, .o3, .so2]
  private static let boxes = [try? GeoBoundingBox(south: 51.2, west: -0.6, north: 51.8, east: 0.4)]
    .compactMap(\.self)
  private static let scale = "uk-daqi"

  /// What the network offers and allows.
  public static let descriptor = SourceDescriptor(
    id: "london-air", name: "London Air Quality Network",
    summary: "London's reference stations: hourly means, and the index of each pollutant.",
    offers: .hourly(
      in: boxes, latency: 3600, for: [.current, .history, .stations], [(pollutants, .start, .oneHour)])
      + .hourly(
        in: boxes, latency: 3600, for: [.current],
        [(indexed.map { .publishedIndex(scale: scale, pollutant: $0) }, .instant, .instant)]),
    precedence: 300, siteKinds: [.referenceStation], limits: RequestLimits(concurrentRequests: 2),
    options: [.init("baseURL", summary: "Another address of the service.")],
    attribution: [
      AirAttribution(
        "London Air Quality Network, Imperial College London", link: "https://www.londonair.org.uk/",
        licence: "Open Government Licence")
    ],
    rights: .open("https://www.londonair.org.uk/LondonAir/API/"),
    endpoints: [.init("https://api.erg.ic.ac.uk/AirQuality")], sentinels: [-999, -9999],
    testPlaces: .points((51.4563, 0.0407)))

  /// What a call asks for.
  public enum Step: Sendable {
    /// The list of stations; then the values of the nearest, from one date until before another.
    case stations(from: String, until: String)
    /// Values or indices.
    case values
  }

  let baseURL: String?

  /// The declaration, with the configured address.
  public var descriptor: SourceDescriptor { Self.descriptor.asked(at: baseURL) }

  /// One station is asked, the nearest that measures what was asked about.
  public var sitesPerPoint: Int { 1 }

  /// Asks for the list of stations, and for the indices of all stations if the query names an index.
  public func calls(for query: AirQuery, at now: AirTime) -> [HTTPCall<Step>] {
    let window = query.window.interval(at: now)
    let (from, until) = ("\(window.start)".prefix(10), "\(window.end + .seconds(86_400))".prefix(10))
    var calls: [HTTPCall<Step>] = []
    if query.parameters.isEmpty || query.parameters.contains(where: { !$0.isPublishedIndex }) {
      calls.append(
        call(
          "Information/MonitoringSiteSpecies/GroupName=London",
          .stations(from: String(from), until: String(until)), keepsFor: .days(1)))
    }
    if query.parameters.contains(where: \.isPublishedIndex) {
      calls.append(call("Hourly/MonitoringIndex/GroupName=London", .values))
    }
    return calls
  }

  private func call(
    _ path: String, _ step: Step, about site: ReportBuilder.SiteReference? = nil,
    keepsFor keeping: HTTPKeeping = .untilNextValue
  ) -> HTTPCall<Step> {
    let request = TransportRequest(
      base: baseURL ?? "https://api.erg.ic.ac.uk/AirQuality", path: "/\(path)/Json", query: [])
    return HTTPCall(request, step: step, about: site, keepsFor: keeping)
  }

  private static let answers = [
    "Sites", "AirQualityData", "RawAQData", "HourlyAirQualityIndex", "DailyAirQualityIndex",
  ]

  /// Reads a list of stations, the hours of a station, or the indices of a group of stations.
  public func decode(_ reply: HTTPReply<Step>, into report: inout ReportBuilder) throws -> [HTTPCall<Step>] {
    let answer = try reply.json()
    if let sites = answer["Sites"].ifPresent {
      return try report.each(sites["Site"].oneOrMany) { try station($0, reply, &$1) }.compactMap(\.self)
    }
    if let data = answer["AirQualityData"].ifPresent ?? answer["RawAQData"].ifPresent {
      try hours(data, reply, &report)
    } else if let index = answer["HourlyAirQualityIndex"].ifPresent {
      try indices(index, .instant, &report)
    } else if let index = answer["DailyAirQualityIndex"].ifPresent {
      try indices(index, .day, &report)
    } else if Self.answers.contains(where: { answer[$0].isNull }) {
      report.note(AirNote(.nothingNear, "The network has nothing for this question."))
    } else {
      throw AQError(.malformed, "This is no answer of the London Air Quality Network.")
    }
    return []
  }

  /// Registers a station, and asks for its hours if it still measures what was asked about.
  private func station(_ row: AQJSON, _ reply: HTTPReply<Step>, _ report: inout ReportBuilder) throws
    -> HTTPCall<Step>?
  {
    var site = try site(row, &report)
    let species = row["Species"].oneOrMany.filter { $0["@DateMeasurementFinished"].filledText == nil }
    let measured = species.compactMap { $0["@SpeciesCode"].filledText.map { AirParameter($0) } }
      .filter(Self.pollutants.contains)
    site.details.measures = measured.map { .init($0, unit: Self.unit(of: $0), averaging: .oneHour) }
    let (opened, closed) = (row["@DateOpened"].date, row["@DateClosed"].date)
    if opened != nil || closed != nil { site.details.operating = .init(from: opened, until: closed) }
    // Who asks near a place wants a station that measures there now.
    if closed != nil, !reply.query.places.isEmpty { return nil }
    let registered = report.site(site)
    guard case .stations(let from, let until) = reply.step, reply.query.detail == .values,
      let code = site.id, code.utf8.allSatisfy(Self.isPlain),
      row["Species"].isMissing
        || measured.contains(where: Self.descriptor.parameters(askedBy: reply.query).contains)
    else { return nil }
    return call(
      "Data/Site/SiteCode=\(code)/StartDate=\(from)/EndDate=\(until)", .values, about: registered)
  }

  /// The station that a list or an index describes.
  private func site(_ row: AQJSON, _ report: inout ReportBuilder) throws -> AirSite {
    let type = row["@SiteType"].filledText
    var further = ["siteType": type, "localAuthority": row["@LocalAuthorityName"].filledText]
    further["link"] = row["@SiteLink"].filledText
    let setting: AirSite.Details.Setting? =
      switch type?.lowercased() {
      case "roadside", "kerbside": .traffic
      case "industrial": .industrial
      case "urban background", "suburban", "rural": .background
      default: nil
      }
    return AirSite(
      id: try row.require("@SiteCode").string(), name: row["@SiteName"].filledText,
      coordinate: report.coordinate(of: row, "@Latitude", "@Longitude"), timeZone: "Europe/London",
      country: "GB",
      kind: .referenceStation,
      details: .init(
        operatedBy: row["@DataOwner"].filledText, network: "London Air Quality Network", setting: setting,
        further: further.compactMapValues(\.self)))
  }

  /// Adds the hours of a station; a time is the start of its hour in UTC.
  private func hours(_ data: AQJSON, _ reply: HTTPReply<Step>, _ report: inout ReportBuilder) throws {
    let site =
      data["@SiteCode"].filledText.map {
        report.site(AirSite(id: $0, timeZone: "Europe/London", country: "GB", kind: .referenceStation))
      } ?? report.site(of: reply)
    try report.each(data["Data"].oneOrMany) { row, report in
      let species = try (row["@SpeciesCode"].ifPresent ?? data.require("@SpeciesCode")).string()
      guard let parameter = report.parameter(named: species) else { return }
      let start = try row.require("@MeasurementDateGMT").string()
      report.add(
        parameter, row["@Value"], nothing: [], unit: Self.unit(of: parameter),
        at: .localText(start, secondsFromUTC: 0), to: site)
    }
  }

  /// Adds the index of each pollutant at each station; 0 stands for no data.
  private func indices(_ index: AQJSON, _ averaging: AveragingPeriod, _ report: inout ReportBuilder) throws {
    let authorities = index["LocalAuthority"].oneOrMany
    let rows = authorities.isEmpty ? index["Site"].oneOrMany : authorities.flatMap { $0["Site"].oneOrMany }
    let authority = [String: String](
      authorities.flatMap { authority in
        authority["Site"].oneOrMany.compactMap { site in
          site["@SiteCode"].filledText.flatMap { code in
            authority["@LocalAuthorityName"].filledText.map { (code, $0) }
          }
        }
      }, uniquingKeysWith: { first, _ in first })
    try report.each(rows) { row, report in
      var site = try site(row, &report)
      site.details.further["localAuthority"] = site.id.flatMap { authority[$0] }
      let registered = report.site(site)
      let stamp = TimeStamp.localText(try row.require("@BulletinDate").string(), secondsFromUTC: 0)
      try report.each(row["Species"].oneOrMany) { species, report in
        let pollutant = AirParameter(try species.require("@SpeciesCode").string())
        let value = try species.require("@AirQualityIndex")
        let text = value.filledText
        let isNone = text == "0" || species["@AirQualityBand"].asString == "No data"
        report.add(
          .publishedIndex(scale: Self.scale, pollutant: pollutant), value,
          nothing: isNone ? [text ?? ""] : [], unit: .one, at: stamp, convention: .start,
          averaging: averaging, flags: species["@IndexSource"].asString == "Trigger" ? [.provisional] : [],
          to: registered)
      }
    }
  }

  /// Micrograms per cubic metre; milligrams for carbon monoxide.
  private static func unit(of parameter: AirParameter) -> AirUnit {
    parameter == .co ? .milligramsPerCubicMetre : .microgramsPerCubicMetre
  }

  /// Whether a byte is a letter or digit, so that a code can stand in a path.
  private static func isPlain(_ byte: UInt8) -> Bool {
    let character = Character(Unicode.Scalar(byte))
    return character.isASCII && (character.isLetter || character.isNumber)
  }
}

extension AQJSON {
  /// The elements where one is an object and several are an array.
  fileprivate var oneOrMany: [AQJSON] {
    switch kind {
    case .object: [self]
    case .array: (try? array()) ?? []
    default: []
    }
  }

  /// The day of a date with a time; nil if there is none.
  fileprivate var date: AirTime? { filledText.flatMap { AirTime("\($0.prefix(10))T00:00:00Z") } }
}
