public import AQKit

/// Spain's stations: the national air-quality index of each one, by the hour, and its forecast
/// (ica.miteco.es, Ministerio para la Transición Ecológica y el Reto Demográfico).
///
/// Three files have the same columns: the newest hour, the latest 24 hours, and the forecast. There are no
/// concentrations. A category made from fewer pollutants than the index has is multiplied by ten; 0 means no data.
/// Times are in UTC.
public struct MITECOStations: StationNetwork {
  /// The requested file; `any` for a file that is read without a query, whose times show whether they lie ahead.
  public enum Step: Sendable { case observed, forecast, any }

  private static let pollutants: [AirParameter] = [.pm25, .pm10, .no2, .o3, .so2]
  /// The scale of the index and of its pollutants' indices. The files don't say which of the ministry's orders it
  /// follows, so it is never treated as one of AQKit's own indices or as the European one.
  static let indexScale = "es-ica"

  /// The declaration of the ministry's offers and rights.
  public static let descriptor = SourceDescriptor.network(
    "miteco", "MITECO Spain", "Spain's national air-quality index by station, observed and forecast.",
    at: "https://ica.miteco.es",
    .hourly(
      in: .country(.spain), latency: 3600, for: [.current, .history, .stations],
      [([ownIndex()] + pollutants.map { ownIndex($0) }, .instant, .instant)])
      + .hourly(
        in: .country(.spain), latency: 0, for: [.forecast], of: .forecast,
        [([ownIndex()] + pollutants.map { ownIndex($0) }, .instant, .instant)]),
    precedence: 250,
    credit: AirAttribution(
      "Ministerio para la Transición Ecológica y el Reto Demográfico (MITECO)",
      link: "https://ica.miteco.es/",
      licence: "CC BY 4.0", licenceLink: "https://creativecommons.org/licenses/by/4.0/"),
    rights: .open("https://creativecommons.org/licenses/by/4.0/"), near: (40.4193, -3.7024))

  let baseURL: String?
  static let root = "/datos/"
  static let template = AirSite(country: "ES", kind: .referenceStation)

  /// Asks for the newest hour, or 24 if the window begins earlier; and for the forecast if the window ends in the future.
  public func calls(for query: AirQuery, at now: AirTime) -> [HTTPCall<Step>] {
    let newest = call("ica-ultima-hora.csv", .observed)
    guard query.detail == .values, query.window != .current else { return [newest] }
    let window = query.window.interval(at: now)
    return
      (query.asks(for: .observation) && window.start < now
      ? [call("ica-ultimas-24-horas.csv", .observed)] : [])
      + (query.asks(for: .forecast) && window.end > now
        ? [call("ica-previsto.csv", .forecast, keepsFor: .hours(1))] : [])
  }

  /// Reads any of the three files.
  public func decode(_ reply: HTTPReply<Step>, into report: inout ReportBuilder) throws -> [HTTPCall<Step>] {
    let table = try reply.csv()
    guard Set(["cod_estacion", "fecha", "indice"]).isSubset(of: table.header) else { throw Self.foreign }
    let count = try report.each(table.rows) { try read(StationRow($0, of: table), reply, &$1) }.count
    if count == 0 { report.note(.nothingNear, "MITECO's file has no stations.") }
    return []
  }

  private func read(_ row: StationRow, _ reply: HTTPReply<Step>, _ report: inout ReportBuilder) throws {
    // Municipality (5 digits by INE) and station (3); the file drops a leading zero.
    let code = try row.require("cod_estacion")
    let id = String(repeating: "0", count: max(0, 8 - code.count)) + code
    var site = Self.site(id, row.text("nombre"), at: report.coordinate(of: row, "latitud", "longitud"))
    site.details.setting = .init(named: row.text("tipo"))
    let stamp = TimeStamp.localText(try row.require("fecha"), secondsFromUTC: 0)
    let isAhead =
      switch reply.step {
      case .observed: false
      case .forecast: true
      case .any: stamp.instant(receivedAt: reply.receivedAt).map { $0 > reply.receivedAt } ?? false
      }
    let target = report.site(site, kind: isAhead ? .forecast : .observation)
    guard row.text("activa") != "false" else {
      return report.note(.notMeasured, "Stations that are out of service have no index.")
    }
    guard let value = try row["indice"]?.int(missing: ["", "0"]) else {
      return report.add(Self.ownIndex(), nil, unit: .one, at: stamp, to: target)
    }
    let isPartial = value >= 10
    guard (1...6).contains(value) || isPartial && value % 10 == 0 && value <= 60 else {
      throw AQError(.malformed, "an index is neither 1 to 6 nor ten times as large")
    }
    // The index is that of its worst pollutants, so theirs is the same.
    let causes = (row.text("debido_a") ?? "").split(separator: ",").map {
      AirParameter(String($0.filter { !$0.isWhitespace }))
    }
    for pollutant in [nil] + Self.pollutants.filter(causes.contains).map(Optional.some) {
      report.add(
        Self.ownIndex(pollutant), Double(isPartial ? value / 10 : value), unit: .one, at: stamp,
        with: .init(flags: isPartial ? [.provisional, .partial] : [.provisional]), to: target)
    }
  }
}

extension AQModule where Self == HTTPModule<MITECOStations> {
  /// Registers Spain's index and the format of its files.
  public static var miteco: Self { Self(.miteco) { MITECOStations(baseURL: $0) } }
}
