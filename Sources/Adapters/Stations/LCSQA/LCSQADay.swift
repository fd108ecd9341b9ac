import AQKit

/// The rows of a day's file, or of an export of Géod'air, whose header is written with or without accents.
struct LCSQADay {
  private let table: AQCSV
  private let start, end, code, name, pollutant, instrument, kind: AQCSV.Column
  private let value, unit, validity, latitude, longitude, agency, influence: AQCSV.Column

  /// Finds the columns.
  ///
  /// - Throws: `AQError` with `malformed` if it is another table.
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

  /// The parts that consecutive rows share.
  private struct Memory {
    var code = ""
    var site = LCSQAStations.template
    var known: ReportBuilder.KnownSite?
    var times: [String: TimeStamp] = [:]
    var origins: [String: AirOrigin] = [:]
  }

  /// Adds the hours of all rows, those that aren't valid as gaps.
  func read(into report: inout ReportBuilder) throws {
    var memory = Memory()
    try report.each(table.rows) { row, report in
      let code = try row[self.code].string()
      if code != memory.code {
        (memory.code, memory.site, memory.known) = (code, try site(code, row, &report), nil)
      }
      let name = try row[pollutant].string()
      guard let parameter = LCSQAStations.pollutants[name] else {
        return report.refuse("the pollutant “\(name.prefix(20))” isn't known")
      }
      // The European vocabulary of observation validity: 1 and more are valid, 2 and 3 below the detection limit
      // (dd.eionet.europa.eu/vocabulary/aq/observationvalidity).
      let validity = try row[self.validity].int() ?? -1
      var flags: Set<AirReading.QualityFlag> = validity == 2 || validity == 3 ? [.belowDetection] : []
      flags.insert((row[kind].content ?? "").contains("valid") ? .validated : .provisional)
      let hour = TimeStamp.interval(from: try time(row[start], &memory), to: try time(row[end], &memory))
      report.add(
        parameter, validity >= 1 ? try row[value].double() : nil, unit: Self.unit(row[unit].content ?? ""),
        at: hour, with: .init(flags: flags, origin: origin(row[instrument].content, &memory)),
        to: report.site(memory.site, place: nil, known: &memory.known))
    }
  }

  private func site(_ code: String, _ row: AQCSV.Row, _ report: inout ReportBuilder) throws -> AirSite {
    let (north, east) = (try? row[latitude].double(), try? row[longitude].double())
    let place = report.coordinate(north ?? nil, east ?? nil) ?? LCSQAStations.places[code]
    var site = LCSQAStations.site(code, row[name].content, at: place)
    site.details.operatedBy = row[agency].content
    site.details.setting = .init(named: row[influence].content)
    return site
  }

  /// A time such as `2026/03/29 00:00:00`, which an export of Géod'air writes with hyphens.
  private func time(_ text: AQText, _ memory: inout Memory) throws -> TimeStamp {
    let text = try text.string()
    if let known = memory.times[text] { return known }
    let time = TimeStamp.localText(String(text.map { $0 == "/" ? "-" : $0 }), secondsFromUTC: 0)
    memory.times[text] = time
    return time
  }

  private func origin(_ instrument: String?, _ memory: inout Memory) -> AirOrigin? {
    guard let instrument, !instrument.isEmpty else { return nil }
    if let known = memory.origins[instrument] { return known }
    let origin = AirOrigin(instrument: .init(instrument))
    memory.origins[instrument] = origin
    return origin
  }

  /// Micro has two signs, and is also written as u.
  private static func unit(_ text: String) -> AirUnit {
    switch text {
    case "µg-m3", "μg-m3", "ug-m3": .microgramsPerCubicMetre
    case "mg-m3": .milligramsPerCubicMetre
    case "ng-m3": .nanogramsPerCubicMetre
    default: AirUnit(text)
    }
  }
}
