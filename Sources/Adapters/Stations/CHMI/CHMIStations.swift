public import AQKit

/// Czechia's stations: the newest hour of the whole country, and the index of each station
/// (opendata.chmi.cz/air_quality/now, Český hydrometeorologický ústav, ČHMÚ).
///
/// The values name a measurement by its number only. The metadata, which are requested first and kept for a day, give
/// its station, pollutant and unit. A time is the start of its hour.
public struct CHMIStations: StationNetwork {
  /// The request of a call.
  public enum Step: Sendable {
    /// The metadata, or values that are read without them.
    case any
    /// The values, with the measurements of the metadata by their numbers.
    case values([Int64: Measurement])
  }

  /// A pollutant at a station.
  public struct Measurement: Sendable {
    let station: String
    /// The pollutant in its unit; nil for a pollutant without a name in AQKit.
    let column: ReportColumn?
  }

  private static let index = ReportColumn("value", .publishedIndex(scale: "cz-chmi"), .one)
  /// The parameters by ČHMÚ's component codes. Benzene is `BZN`.
  private static let components: [String: AirParameter] = [
    "PM10": .pm10, "PM2_5": .pm25, "PM2.5": .pm25, "PM1": .pm1, "NO2": .no2, "NO": .no, "NOX": .nox,
    "O3": .o3,
    "SO2": .so2, "CO": .co, "BZN": .c6h6, "C6H6": .c6h6,
  ]

  /// The declaration of ČHMÚ's offers and rights. Hours are published about 50 minutes after their end.
  public static let descriptor = SourceDescriptor.network(
    "chmi", "ČHMÚ", "Czechia's stations by the hour, with the institute's own index; preliminary.",
    at: "https://opendata.chmi.cz",
    .hourly(
      in: .country(.czechia), latency: 3000,
      [
        (
          [.pm25, .pm10, .no2, .o3, .so2, .co, .no, .nox, .pm1, .c6h6, index.parameter], .start, .oneHour
        )
      ]),
    credit: AirAttribution(
      "Český hydrometeorologický ústav (ČHMÚ)", link: "https://opendata.chmi.cz/", licence: "CC BY 4.0",
      licenceLink: "https://creativecommons.org/licenses/by/4.0/"),
    rights: .open("https://creativecommons.org/licenses/by/4.0/"), near: (50.1439, 14.1018))

  let baseURL: String?
  static let root = "/air_quality/now/"
  static let template = AirSite(country: "CZ", kind: .referenceStation)

  /// Asks for the metadata, which the values need.
  public func calls(for query: AirQuery, at now: AirTime) -> [HTTPCall<Step>] {
    [call("metadata/metadata.json", .any, keepsFor: .days(1))]
  }

  /// Reads the metadata, and asks for the values; or reads the values.
  public func decode(_ reply: HTTPReply<Step>, into report: inout ReportBuilder) throws -> [HTTPCall<Step>] {
    guard reply.body.opening == "{" else {
      try read(values: reply, &report)
      return []
    }
    let body = try reply.json()
    guard let localities = try? body["data"]["Localities"].array() else {
      throw Self.refusal(of: body, otherwise: .unavailable)
    }
    let measurements = try report.each(Self.inFull(localities)) { try self.measurements(at: $0, &$1) }
      .flatMap(\.self)
    guard reply.query.detail == .values else { return [] }
    let table = Dictionary(measurements) { first, _ in first }
    return [call("data/airquality_1h_avg_CZ.csv", .values(table))]
  }

  private func measurements(
    at locality: AQJSON, _ report: inout ReportBuilder
  ) throws -> [(Int64, Measurement)] {
    let (basic, place) = (locality["BasicInfo"], locality["Localization"])
    let code = try locality.require("LocalityCode").string()
    var site = Self.site(
      code, locality["Name"].filledText ?? basic["LocalityName"].filledText,
      at: report.coordinate(of: place, "LatAsNumber", "LonAsNumber"))
    // For example “349 m”.
    site.elevation = place["Alt"].filledText.flatMap { Double($0.prefix { !$0.isWhitespace && $0 != "m" }) }
    // For example B/U/R: background, traffic (T) or industry (I); the zone; and its character.
    let classification = locality["Classification"]["Abbreviation"].filledText
    let settings: [Character: AirSite.Details.Setting] = ["B": .background, "T": .traffic, "I": .industrial]
    site.details.setting = classification?.first.flatMap { settings[$0] }
    site.details.further = [
      "classification": classification, "region": basic["Region"].filledText,
      "district": basic["District"].filledText,
    ].compactMapValues(\.self)
    let rows = (locality["MeasuringPrograms"].rows ?? []).flatMap { $0["Measurements"].rows ?? [] }
    var current: [AirSite.Details.Measurement] = []
    let measurements = rows.compactMap { row -> (Int64, Measurement)? in
      guard let number = try? row["IdRegistration"].int(acceptingText: true) else { return nil }
      let column = Self.column(of: row, number)
      if row["DateTo"].filledText == nil, let column {
        let instrument = column.details.origin?.instrument
        current += [.init(column.parameter, unit: column.unit, averaging: .oneHour, instrument: instrument)]
      }
      return (number, Measurement(station: code, column: column))
    }
    site.details.measures = current
    _ = report.site(site)
    return measurements
  }

  private static func column(of measurement: AQJSON, _ number: Int64) -> ReportColumn? {
    let code = measurement["ComponentCode"].filledText?.uppercased() ?? ""
    if code == "INDX" { return index }
    let unit = measurement["UnitAsUNICODE"].filledText ?? measurement["UnitAsASCII"].filledText
    guard let parameter = components[code], let unit else { return nil }
    return ReportColumn("value", parameter, AirUnit(unit), origin: AirOrigin(instrument: .init("\(number)")))
  }

  private func read(values reply: HTTPReply<Step>, _ report: inout ReportBuilder) throws {
    let csv = try reply.csv()
    guard ["idRegistration", "idValueType", "value"].allSatisfy(csv.header.contains) else {
      throw Self.foreign
    }
    var table: [Int64: Measurement]?
    if case .values(let measurements) = reply.step { table = measurements }
    var isJoined = false
    try report.each(csv.rows) { row, report in
      let type = try row["idValueType"].int() ?? 0
      let number = try row["idRegistration"].int() ?? 0
      // Without the metadata an index is recognised by its type, and its station is known only by number.
      let measurement =
        table == nil && type == 148 ? Measurement(station: "\(number)", column: Self.index) : table?[number]
      guard let measurement, let column = type == 148 ? Self.index : measurement.column else {
        return report.note(.remark, "Measurements that neither the metadata nor AQKit can name are left out.")
      }
      isJoined = true
      guard let flags = Self.flags[type] else {
        return report.note(
          .notMeasured, "ČHMÚ discards values as implausible or replaces them by error codes.",
          parameters: [column.parameter])
      }
      report.add(
        row, [column], at: .text(try row["startTime"].string()), flags: flags,
        to: report.site(Self.site(measurement.station)))
    }
    if !isJoined, table == nil, csv.rows.contains(where: { _ in true }) {
      throw AQError(.malformed, "ČHMÚ's values refer to its metadata and can't be read without it.")
    }
    if !isJoined { report.note(.notMeasured, "ČHMÚ's file has no values.") }
  }

  /// The flags by the type of a value (metadata/ValueType.csv): 8 operational, 9 verified, 10 and 11 a substitute below
  /// detection, 148 the index. Discarded values (5) and error codes (6, 7) aren't among them.
  private static let flags: [Int64: Set<AirReading.QualityFlag>] = [
    8: [.provisional], 9: [.validated], 10: [.belowDetection], 11: [.belowDetection], 148: [.provisional],
  ]
}

extension AQModule where Self == HTTPModule<CHMIStations> {
  /// Registers Czechia's stations and the format of their files.
  public static var chmi: HTTPModule<CHMIStations> { HTTPModule(.chmi) { CHMIStations(baseURL: $0) } }
}
