import AQKit

/// The columns of a file `HourlyAQObs`, which has a row for each station with the means and indices of one hour, stamped
/// with its start in GMT. A blank field is a missing value; `_Measured` only means that the station has the instrument.
struct AirNowHours: Sendable {
  /// The stations of earlier rows and files; later ones mostly describe the same stations again.
  typealias Stations = AQCSV.Meanings<Station>

  struct Station: Sendable {
    var known: ReportBuilder.KnownSite
    let degrees: (north: Double?, east: Double?)
    /// Whether it has the instrument of each pollutant.
    let measures: [Bool]

    /// Registers the station, counting a bad coordinate; returns whether it has the instrument of each pollutant.
    mutating func register(in report: inout ReportBuilder) -> (ReportBuilder.SiteReference, measures: [Bool])
    {
      if known.site.coordinate == nil { _ = report.coordinate(degrees.north, degrees.east) }
      return (report.site(&known), measures)
    }
  }

  private struct Pollutant: Sendable {
    let parameter: AirParameter
    let index: AirParameter
    let value, unit, aqi, instrument: AQCSV.Column
    /// Whether the file states the instruments; for CO and SO2 it doesn't, and a unit takes the flag's place.
    let statesInstrument: Bool
    /// The file's unit for the pollutant; gaps don't state it.
    let usualUnit: AirUnit

    init(_ name: String, _ parameter: AirParameter, _ usualUnit: AirUnit, in table: AQCSV) {
      (self.parameter, index) = (parameter, AirNowStations.index(parameter))
      self.usualUnit = usualUnit
      (value, unit) = (table.column(name), table.column("\(name)_Unit"))
      aqi = table.column("\(name)_AQI")
      statesInstrument = table.header.contains("\(name)_Measured")
      instrument = statesInstrument ? table.column("\(name)_Measured") : unit
    }

    func isMeasured(in row: AQCSV.Row) -> Bool {
      statesInstrument ? row[instrument].content == "1" : row[instrument].filled != nil
    }
  }

  private let table: AQCSV
  private let pollutants: [Pollutant]
  private let date, time, code, latitude, longitude: AQCSV.Column

  init(_ table: AQCSV) throws(AQError) {
    guard ["AQSID", "ValidDate", "ValidTime"].allSatisfy(table.header.contains) else {
      throw AQError(.malformed, "The table doesn't have the columns of AirNow's hourly file.")
    }
    self.table = table
    pollutants = [
      Pollutant("PM25", .pm25, .microgramsPerCubicMetre, in: table),
      Pollutant("PM10", .pm10, .microgramsPerCubicMetre, in: table),
      Pollutant("OZONE", .o3, .ppb, in: table), Pollutant("NO2", .no2, .ppb, in: table),
      Pollutant("CO", .co, .ppm, in: table), Pollutant("SO2", .so2, .ppb, in: table),
    ]
    (date, time, code) = (table.column("ValidDate"), table.column("ValidTime"), table.column("AQSID"))
    (latitude, longitude) = (table.column("Latitude"), table.column("Longitude"))
  }

  var noStations: Stations {
    let names = ["SiteName", "Status", "Elevation", "CountryCode", "DataSource"]
    return Stations(
      of: [code, latitude, longitude] + names.map(table.column) + pollutants.map(\.instrument))
  }

  func read(_ stations: inout Stations, into report: inout ReportBuilder) throws {
    var hours = AQCSV.Meanings<TimeStamp>(of: [date, time])
    var units = pollutants.map { AQCSV.Meanings<AirUnit>(of: [$0.unit]) }
    let details = ReportBuilder.Details(flags: AirNowStations.provisional)
    try report.each(table.rows) { row, report in
      let station = try stations.index(of: row) { try self.station(row) }
      let (site, measures) = stations[station].register(in: &report)
      let start = try hours.meaning(of: row) { try hour(row, report.receivedAt) }
      for index in pollutants.indices {
        let value = try row.number(pollutants[index].value)
        if value != nil || measures[index] {
          var unit = pollutants[index].usualUnit
          if value != nil {
            unit = try units[index].meaning(of: row) {
              AirUnit(row[pollutants[index].unit].filled ?? "unstated")
            }
          }
          report.add(
            pollutants[index].parameter, value, unit: unit, at: start, with: details, to: site)
        }
        let aqi = try row.number(pollutants[index].aqi)
        if aqi != nil || measures[index] {
          report.add(
            pollutants[index].index, aqi == -1 ? nil : aqi, unit: .one, at: start,
            with: details, to: site)
        }
      }
    }
  }

  private func station(_ row: AQCSV.Row) throws -> Station {
    let country = row["CountryCode"].filled
    let measures = pollutants.map { $0.isMeasured(in: row) }
    var site = AirSite(
      name: row["SiteName"].content, elevation: row["Elevation"].number,
      country: country?.count == 2 ? country : nil, kind: .referenceStation)
    let degrees = (north: row[latitude].number, east: row[longitude].number)
    if let north = degrees.north, let east = degrees.east { site.coordinate = try? Coordinate(north, east) }
    site.details.measures = zip(pollutants, measures).compactMap { $1 ? .init($0.parameter) : nil }
    if let status = row["Status"].content, status != "Active" { site.details.further["status"] = status }
    let agency = row["DataSource"].filled
    let whole = AirNowStations.wholeCode(try row[code].string(), country: country)
    let known = ReportBuilder.KnownSite(
      AirNowStations.station(site, code: whole, agency: agency), attribution: AirNowStations.credit(agency))
    return Station(known: known, degrees: degrees, measures: measures)
  }

  private func hour(_ row: AQCSV.Row, _ receivedAt: AirTime) throws -> TimeStamp {
    let stamp = TimeStamp.written(
      fields: [try row[date].string(), try row[time].string()], as: .pattern("MM/dd/yyyy HH:mm", in: .utc))
    return stamp.instant(receivedAt: receivedAt).map(TimeStamp.time) ?? stamp
  }
}
