import AQKit

/// The rows of a day's file, or of an export of Géod'air, whose header is written with or without accents.
struct LCSQADay {
  private let table: AQCSV
  private let start, end, code, name, pollutant, instrument, kind: AQCSV.Column
  private let value, unit, validity, latitude, longitude, agency, influence: AQCSV.Column

  init(_ table: AQCSV) throws(AQError) {
    let names = Dictionary(table.header.map { (Self.plain($0), $0) }, uniquingKeysWith: { first, _ in first })
    let needed = [
      "date de debut", "date de fin", "code site", "polluant", "valeur", "unite de mesure", "validite",
    ]
    guard needed.allSatisfy({ names[$0] != nil }) else { throw LCSQAStations.foreign }
    func column(_ name: String) -> AQCSV.Column { table.column(names[name] ?? name) }
    self.table = table
    (start, end, code, name) = (
      column("date de debut"), column("date de fin"), column("code site"), column("nom site")
    )
    (pollutant, instrument, kind) = (column("polluant"), column("discriminant"), column("type de valeur"))
    (value, unit) = (column("valeur"), column("unite de mesure"))
    (validity, latitude, longitude) = (column("validite"), column("latitude"), column("longitude"))
    (agency, influence) = (column("organisme"), column("type d'influence"))
  }

  private static func plain(_ name: String) -> String {
    String(name.lowercased().map { ["é": "e", "è": "e", "’": "'"][$0] ?? $0 })
  }

  private struct Quality {
    let parameter: AirParameter
    let unit: AirUnit
    let details: ReportBuilder.Details
    let isValid: Bool
  }

  /// Adds the hours of all rows; those that aren't valid become gaps.
  func read(into report: inout ReportBuilder) throws {
    var stations = AQCSV.Meanings<ReportBuilder.KnownSite>(of: [code])
    var qualities = AQCSV.Meanings<Quality>(of: [pollutant, instrument, kind, unit, validity])
    var hours = AQCSV.Meanings<TimeStamp>(of: [start, end])
    try report.each(table.rows) { row, report in
      let station = try stations.index(of: row) { .init(try site(row, &report)) }
      let quality = try qualities.meaning(of: row) { try self.quality(row) }
      let hour = try hours.meaning(of: row) {
        .interval(
          from: try Self.time(row[start], report.receivedAt), to: try Self.time(row[end], report.receivedAt))
      }
      report.add(
        quality.parameter, quality.isValid ? try row.number(value) : nil, unit: quality.unit, at: hour,
        with: quality.details, to: report.site(&stations[station]))
    }
  }

  private func site(_ row: AQCSV.Row, _ report: inout ReportBuilder) throws -> AirSite {
    let code = try row[self.code].string()
    let (north, east) = (try? row.number(latitude), try? row.number(longitude))
    let place = report.coordinate(north, east) ?? LCSQAStations.places[code]
    var site = LCSQAStations.site(code, row[name].content, at: place)
    site.details.operatedBy = row[agency].content
    site.details.setting = .init(named: row[influence].content)
    return site
  }

  private func quality(_ row: AQCSV.Row) throws -> Quality {
    let name = try row[pollutant].string()
    guard let parameter = LCSQAStations.pollutants[name] else {
      throw AQError(.malformed, "the pollutant “\(name.shortened(to: 20))” isn't known")
    }
    // 1 and more are valid, 2 and 3 below the detection limit (dd.eionet.europa.eu/vocabulary/aq/observationvalidity).
    let validity = try row[self.validity].int() ?? -1
    var flags: Set<AirReading.QualityFlag> = validity == 2 || validity == 3 ? [.belowDetection] : []
    flags.insert(row[kind].description.contains("valid") ? .validated : .provisional)
    return Quality(
      parameter: parameter, unit: AirUnit(row[unit].description.replacing("-m3", with: "/m3")),
      details: .init(
        flags: flags,
        origin: row[instrument].filled.map { AirOrigin(instrument: .init($0)) }),
      isValid: validity >= 1)
  }

  /// Returns the time in a string such as `2026/03/29 00:00:00`, which an export of Géod'air writes with hyphens.
  private static func time(_ text: AQText, _ receivedAt: AirTime) throws -> TimeStamp {
    let text = String(try text.string().map { $0 == "/" ? "-" : $0 })
    let stamp = TimeStamp.localText(text, secondsFromUTC: 0)
    return stamp.instant(receivedAt: receivedAt).map(TimeStamp.time) ?? stamp
  }
}
