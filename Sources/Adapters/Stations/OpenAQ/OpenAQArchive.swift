import AQKit

extension OpenAQStations {
  /// Returns the call for the archive's file of a station's day, `yyyy-MM-dd`.
  func archiveCall(
    _ station: Int64, _ day: String, about site: ReportBuilder.SiteReference
  ) -> HTTPCall<Step> {
    let (year, month, compact) = (day.prefix(4), day.dropFirst(5).prefix(2), day.filter(\.isNumber))
    let path =
      "/records/csv.gz/locationid=\(station)/year=\(year)/month=\(month)/location-\(station)-\(compact).csv.gz"
    return HTTPCall(
      TransportRequest(base: archive, path: path, query: []), step: .archive(day: day), about: site,
      keepsFor: .days(1), budget: "archive")
  }

  /// Returns the last days, in any time zone, that overlap an interval, the newest first.
  static func days(from start: AirTime, to end: AirTime, atMost count: Int) -> [String] {
    let first = start.secondsSince1970 - 12 * 3600
    let last = end.secondsSince1970 + 14 * 3600 - 1
    return stride(from: last - last % 86_400, to: first - 86_400, by: -86_400).prefix(count).map {
      AirTime(secondsSince1970: $0).day
    }
  }

  /// Returns the start of the hour five days before a time. A file has one day of local time, which began up to 25 hours
  /// before any of its values ended, and is written about 72 hours after that day: older values are complete.
  static func endOfArchive(at now: AirTime) -> AirTime {
    AirTime(secondsSince1970: (now.secondsSince1970 - 5 * 86_400) / 3600 * 3600)
  }

  /// Reads a file, without the values that the service has, too; each sensor's averaging period is inferred from its times.
  func read(archive reply: HTTPReply<Step>, _ report: inout ReportBuilder) throws {
    let isCompressed = reply.body.starts(with: [0x1F, 0x8B])
    let table = try AQCSV(parsing: isCompressed ? try decompress?(reply.body) ?? [] : reply.body)
    let end = Self.endOfArchive(at: reply.askedAt)
    // The station is known by its number; its name in the archive differs.
    let site = report.site(of: reply)
    let sensorColumn = table.header.contains("sensors_id") ? "sensors_id" : "sensor_id"
    let unitColumn = table.header.contains("units") ? "units" : "unit"
    let periods = Self.periods(of: table, sensorColumn)
    var untold: Set<String> = []
    try report.each(table.rows) { row, report in
      let (time, sensor) = (try row["datetime"].string(), try row[sensorColumn].string())
      if let ended = AirTime(time), ended > end { return }
      if periods[sensor] == nil { untold.insert(sensor) }
      guard let parameter = report.parameter(named: try row["parameter"].string()) else { return }
      report.add(
        parameter, try row["value"].double(missing: ["", "NA", "N/A", "NaN", "nan", "null", "None", "-"]),
        unit: report.unit(named: try row[unitColumn].string()), at: .text(time),
        with: .init(
          timeConvention: .end, averaging: periods[sensor] ?? .instant,
          origin: AirOrigin(instrument: .init(sensor))), to: site)
    }
    if !untold.isEmpty {
      report.note(
        .remark,
        "OpenAQ's archive states no averaging period, and the times of a sensor on a day don't show it: each value is treated as an instant.",
        count: untold.count)
    }
  }

  /// Returns the averaging period of each sensor, inferred from its times, as its values are consecutive. At least three
  /// are needed, in steps of at most an hour, each a multiple of the shortest; otherwise the period is unknown.
  private static func periods(of table: AQCSV, _ sensorColumn: String) -> [String: AveragingPeriod] {
    var times: [String: Set<Int64>] = [:]
    for row in table.rows {
      guard let sensor = row[sensorColumn].content,
        let time = row["datetime"].content.flatMap({ AirTime($0) })
      else { continue }
      times[sensor, default: []].insert(time.secondsSince1970)
    }
    return times.compactMapValues { times in
      let ordered = times.sorted()
      let steps = zip(ordered.dropFirst(), ordered).map { $0 - $1 }
      guard steps.count > 1, let least = steps.min(), (60...3600).contains(least),
        steps.allSatisfy({ $0 % least == 0 })
      else { return nil }
      return AveragingPeriod(seconds: least)
    }
  }
}
