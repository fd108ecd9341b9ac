import AQKit

extension AirNowStations {
  /// Reads lines separated by bars: `reportingarea.dat`, `HourlyData`, `daily_data`, or a list of monitors.
  func read(lines body: [UInt8], into report: inout ReportBuilder) throws {
    // Some files are in Latin-1, whose bytes are the first 256 characters of Unicode.
    let text =
      String(wellFormed: body, as: UTF8.self) ?? String(decoding: body.map { UInt16($0) }, as: UTF16.self)
    // The fields of a line are many texts, so they are only made when it is read.
    func split(_ line: Substring) -> [String] {
      line.split(separator: "|", omittingEmptySubsequences: false).map(\.trimmed)
    }
    var lines = text.split(whereSeparator: \.isNewline)[...]
    var header: [String: Int]?
    if let first = lines.first.map(split), first.first == "StationID" {
      header = Dictionary(zip(first, 0...)) { first, _ in first }
      lines.removeFirst()
    }
    try report.each(lines) { line, report in
      let fields = split(line)
      if let header { return try read(monitor: fields, header, into: &report) }
      if fields.count >= 13, ["O", "F", "Y"].contains(fields[5]) {
        return try read(area: fields, into: &report)
      }
      if fields.count == 23 { return try read(monitor: fields, Self.monitorFields, into: &report) }
      if fields.count == 13 || fields.count == 8 { return try read(day: fields, into: &report) }
      guard fields.count == 9 else {
        throw AQError(
          .malformed, "A line has \(fields.count) fields, unlike the files of AirNow that are supported.")
      }
      let site = register(
        AirSite(name: fields[3], kind: .referenceStation), code: fields[2], agency: fields[8], &report)
      let start = TimeStamp.written(fields: [fields[0], fields[1]], as: .pattern("MM/dd/yy HH:mm", in: .utc))
      let value = try Self.number(fields[7], "A value")
      guard let parameter = report.parameter(named: fields[5]) else { return }
      report.add(
        parameter, value, unit: report.unit(named: fields[6]), at: start,
        with: .init(flags: Self.provisional), to: site)
    }
  }

  /// The fields of `monitoring_site_locations.dat` that are used here; the file has no header. Its successor
  /// `Monitoring_Site_Locations_V2.dat` has a header with these names.
  private static let monitorFields = [
    "FullAQSID": 0, "Parameter": 1, "SiteName": 3, "AgencyName": 6, "Latitude": 8, "Longitude": 9,
  ]

  private func read(
    monitor fields: [String], _ columns: [String: Int], into report: inout ReportBuilder
  ) throws {
    func field(_ name: String) -> String? {
      guard let column = columns[name], fields.indices.contains(column) else { return nil }
      return fields[column].isEmpty ? nil : fields[column]
    }
    guard let code = field("FullAQSID") else {
      throw AQError(.malformed, "A line of the list of monitors has no code of a station.")
    }
    let point = ["Latitude", "Longitude"].compactMap { field($0).flatMap { Double($0) } }
    var site = AirSite(
      name: field("SiteName"), coordinate: report.coordinate(point.first, point.dropFirst().first),
      kind: .referenceStation)
    site.details.measures = field("Parameter").map { [.init(AirParameter($0))] } ?? []
    _ = register(site, code: code, agency: field("AgencyName"), &report)
  }

  /// Reads a line of `daily_data.dat` or `daily_data_v2.dat`: the value of a pollutant at a station on a day in its
  /// standard time and, in the second form, its index and the station's position.
  ///
  /// Sources: fact sheet of AirNow's daily data file; files of November 2026.
  private func read(day fields: [String], into report: inout ReportBuilder) throws {
    let point = fields.count > 8 ? report.coordinate(Double(fields[10]), Double(fields[11])) : nil
    let code = fields.count > 8 && !fields[12].isEmpty ? fields[12] : fields[1]
    let name = fields[3].split(separator: "-", maxSplits: 1)
    let parameter = AirParameter(String(name.first ?? ""))
    guard name.count == 2, [.particle, .gas].contains(parameter.family), let hours = Int32(fields[6]),
      (1...24).contains(hours)
    else {
      throw AQError(
        .malformed, "A line names the daily quantity “\(fields[3].prefix(20))”, which isn't known.")
    }
    let station = register(
      AirSite(name: fields[2], coordinate: point, kind: .referenceStation), code: code, agency: fields[7],
      &report)
    let offset = Self.standardOffset(ofStation: Self.wholeCode(code), at: point)
    if offset == nil {
      report.note(.remark, "A station has neither a US state nor a position; its day is taken in UTC.")
    }
    let zone = TimeStamp.Zone.fixed(secondsFromUTC: offset ?? 0)
    let start = TimeStamp.written(fields[0], as: .pattern("MM/dd/yy", in: zone))
    guard let first = start.instant(receivedAt: report.receivedAt) else {
      throw AQError(.malformed, "A day of the file can't be read.")
    }
    let day = TimeStamp.interval(from: .time(first), to: .time(first.adding(seconds: 86_400)))
    let value = try Self.number(fields[5], "A value")
    // For means shorter than a day the file has the day's maximum.
    let averaging = hours == 24 ? AveragingPeriod.day : .hours(hours).dailyMaximum
    report.add(
      parameter, value, unit: AirUnit(fields[4]), at: day,
      with: .init(averaging: averaging, flags: Self.provisional), to: station)
    guard fields.count > 8, Self.pollutants.contains(parameter) else { return }
    let index = try Self.number(fields[8], "An index")
    // Category 0 means none.
    let category = Double(fields[9]).flatMap { $0 > 0 ? $0 : nil }
    add(index, category: category, of: parameter, at: day, averaging: .day, to: station, &report)
  }

  /// Reads the index of a reporting area: observed at an hour (O), of the day before (Y), or forecast for a day (F). As in
  /// the web services with the same local times, the hour is taken as the end of the hour.
  private func read(area fields: [String], into report: inout ReportBuilder) throws {
    let coordinate = report.coordinate(Double(fields[9]), Double(fields[10]))
    let zone = try Self.zone(fields[3], at: coordinate)
    let site = AirSite(
      id: "\(fields[7]), \(fields[8])", name: fields[7], coordinate: coordinate,
      country: Self.standardHours[fields[8]] == nil ? nil : "US", kind: .area)
    let isForecast = fields[5] == "F"
    let days = TimeStamp.Format.pattern("MM/dd/yy", in: zone)
    let issued = TimeStamp.written(fields[0], as: days).instant(receivedAt: report.receivedAt)
    let day = TimeStamp.written(fields[1], as: days)
    let agency = fields.count > 16 && !fields[16].isEmpty ? fields[16] : nil
    let reference = report.site(
      site, kind: isForecast ? .forecast : .observation, issuedAt: isForecast ? issued : nil,
      attribution: Self.credit(agency))
    let pollutant = try Self.pollutant(fields[11])
    let index = try Self.number(fields[12], "An index")
    let category = fields.count > 13 ? Self.category(named: fields[13]) : nil
    if fields[5] == "O" {
      let end = TimeStamp.written(fields: [fields[1], fields[2]], as: .pattern("MM/dd/yy H:mm", in: zone))
      add(index, category: category, of: pollutant, at: end, convention: .end, to: reference, &report)
    } else {
      add(index, category: category, of: pollutant, at: day, averaging: .day, to: reference, &report)
    }
    guard isForecast else { return }
    addNotices(
      of: pollutant, isActionDay: fields.count > 14 && fields[14] == "Yes",
      from: day.instant(receivedAt: report.receivedAt),
      discussion: fields.count > 15 && !fields[15].isEmpty ? fields[15] : nil, by: agency, issuedAt: issued,
      about: reference, site, &report)
  }

  /// Returns a number; nil if the field is blank.
  private static func number(_ field: String, _ name: String) throws -> Double? {
    let number = Double(field)
    if number == nil, !field.isEmpty { throw AQError(.malformed, "\(name) of the file isn't a number.") }
    return number
  }
}
