import AQKit

/// A series of a list: its number, site, pollutant, unit and last value.
public struct TimeseriesRow: Sendable {
  let id: String
  let site: AirSite
  let parameter: AirParameter
  let unit: AirUnit
  private let last: AQJSON?

  /// The pollutants by their codes (dd.eionet.europa.eu/vocabulary/aq/pollutant), the servers' numbers of phenomena.
  static let pollutants: [(code: String, parameter: AirParameter)] = [
    ("6001", .pm25), ("5", .pm10), ("8", .no2), ("7", .o3), ("1", .so2), ("10", .co), ("38", .no),
    ("9", .nox),
    ("20", .c6h6), ("391", .bc),
  ]

  static let nothing = "A series has no values for this time."
  private static let dummy = "An entry of the list is left out: it is a dummy, not a series."

  /// Reads a series, and registers its station; nil for one that is left out, with a note, and for a station of a list of
  /// stations, which is registered alone. A last value before `oldest`, and 48 hours before the receipt, is silence.
  init?<Server: TimeseriesServer>(
    _ row: AQJSON, of server: Server.Type, notSilentSince oldest: AirTime?, in report: inout ReportBuilder
  ) throws {
    let (parameters, station) = (row["parameters"], row["station"].ifPresent ?? row)
    guard parameters["offering"]["id"].filledText != "9999999999" else {
      report.note(.remark, Self.dummy)
      return nil
    }
    let properties = station["properties"].ifPresent ?? station
    let number = properties["id"].filledText ?? station["id"].filledText
    guard let number else { throw AQError(.malformed, "a series or a station has no number") }
    let (label, feature) = (properties["label"].filledText, parameters["feature"]["label"].filledText)
    guard var site = Server.site(number, label: label, feature: feature) else {
      report.note(.remark, Self.dummy)
      return nil
    }
    site.coordinate = Self.coordinate(station["geometry"]["coordinates"], of: server, &report)
    guard let id = row["station"].isMissing ? nil : row["id"].filledText else {
      site.details.measures =
        try properties["timeseries"].ifPresent.map { list in
          try list.members.compactMap { member in
            Self.parameter(member.value["phenomenon"], of: server).map {
              .init($0, averaging: .oneHour, instrument: .init(member.name))
            }
          }
        } ?? []
      _ = report.site(site)
      return nil
    }
    guard
      id.utf8.allSatisfy({ $0 < 0x80 && $0 != UInt8(ascii: "\"") && $0 != UInt8(ascii: "\\") && $0 >= 0x20 })
    else { throw AQError(.malformed, "the number of a series can't be used in a request") }
    guard let parameter = Self.parameter(parameters["phenomenon"], of: server) else {
      report.note(.remark, "A series is left out: its quantity isn't offered.")
      return nil
    }
    let unit = Server.descriptor.unit(named: try row.require("uom").string())
    guard let unit else { throw AQError(.malformed, "the unit of a series isn't known") }
    site.details.measures = [.init(parameter, unit: unit, averaging: .oneHour, instrument: .init(id))]
    site.details.further["classes of \(parameter)"] = Self.classes(row["statusIntervals"])
    _ = report.site(site)
    let time = try? Self.stamp(row["lastValue"]["timestamp"])
    let end = time?.instant(receivedAt: report.receivedAt)
    // The list may be a day old: a series whose last value is recent by then may have newer ones.
    let shortlyBefore = report.receivedAt.adding(seconds: -48 * 3600)
    guard
      row["lastValue"].isMissing || end.map({ $0 >= min(oldest ?? shortlyBefore, shortlyBefore) }) ?? false
    else {
      report.note(
        .remark,
        "A series is left out because its last value is older than the time asked about, or than 48 hours.")
      return nil
    }
    (self.id, self.site, self.parameter, self.unit) = (id, site, parameter, unit)
    last = row["lastValue"].ifPresent
  }

  func addLast(to report: inout ReportBuilder) {
    if let last, let stamp = try? Self.stamp(last["timestamp"]) { add(last["value"], at: stamp, to: &report) }
  }

  /// Adds the values of a response. Daily means, which a series of another network may contain, are refused.
  func add(_ values: AQJSON, to report: inout ReportBuilder) throws {
    let rows = values.isNull || values.isMissing ? [] : try values.array()
    let times = rows.compactMap { try? Self.stamp($0["timestamp"]).instant(receivedAt: report.receivedAt) }
    let gaps = zip(times, times.dropFirst()).map { abs($0.secondsSince1970 - $1.secondsSince1970) }
    if rows.isEmpty { report.note(.notMeasured, Self.nothing, parameters: [parameter]) }
    if let shortest = gaps.min(), shortest >= 86_400 {
      return report.refuse(
        "the values of a series are a day or more apart, so they aren't hourly means", count: rows.count)
    }
    try report.each(rows) { row, report in
      add(try row.require("value"), at: try Self.stamp(row.require("timestamp")), to: &report)
    }
  }

  private func add(_ value: AQJSON, at stamp: TimeStamp, to report: inout ReportBuilder) {
    report.add(
      parameter, value, missing: ["NaN"], unit: unit, at: stamp,
      with: .init(flags: [.provisional], origin: AirOrigin(instrument: .init(id))), to: report.site(site))
  }

  /// Returns the time in milliseconds since 1970, or in a string with an offset.
  private static func stamp(_ time: AQJSON) throws(AQError) -> TimeStamp {
    if let number = try? time.int(acceptingText: true) { return .unixMilliseconds(number) }
    return .text(try time.string())
  }

  /// Returns the pollutant that the label names, in EIONET's vocabulary or in AQKit's spelling; else that of the number.
  private static func parameter<Server: TimeseriesServer>(_ phenomenon: AQJSON, of server: Server.Type)
    -> AirParameter?
  {
    let label = phenomenon["label"].filledText ?? ""
    let address = label.contains("/pollutant/") ? label.split(separator: "/").last.map(String.init) : nil
    if address == nil, let named = Server.descriptor.parameter(named: label) { return named }
    let code = address ?? phenomenon["id"].filledText
    return pollutants.first { $0.code == code }?.parameter
  }

  /// Returns the point, with the coordinates in the order that puts it into the server's area; else in the usual order.
  private static func coordinate<Server: TimeseriesServer>(
    _ pair: AQJSON, of server: Server.Type, _ report: inout ReportBuilder
  ) -> Coordinate? {
    guard let first = try? pair[0].double(acceptingText: true),
      let second = try? pair[1].double(acceptingText: true)
    else { return nil }
    let (usual, swapped) =
      Server.hasLatitudeFirst ? ((first, second), (second, first)) : ((second, first), (first, second))
    func isCovered(_ point: (Double, Double)) -> Bool {
      guard let place = try? Coordinate(point.0, point.1) else { return false }
      return Server.descriptor.offers.contains { $0.coverage.covers(.near(place)) == true }
    }
    let point = !isCovered(usual) && isCovered(swapped) ? swapped : usual
    return report.coordinate(point.0, point.1)
  }

  /// Returns the server's own classes of values, such as “0–20 good”, which aren't an air-quality index; nil without any.
  private static func classes(_ intervals: AQJSON) -> String? {
    let texts = (intervals.rows ?? []).compactMap { interval -> String? in
      guard let lower = interval["lower"].filledText, let upper = interval["upper"].filledText else {
        return nil
      }
      return ["\(lower)–\(upper)", interval["name"].filledText].compactMap(\.self).joined(separator: " ")
    }
    return texts.isEmpty ? nil : texts.joined(separator: ", ")
  }
}
