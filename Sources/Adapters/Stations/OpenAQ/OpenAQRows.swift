import AQKit

extension OpenAQStations {
  typealias Calls = [HTTPCall<Step>]

  /// Reads rows, and chooses the stations to ask next: active ones first; near a point no silent one if there is another.
  func read(rows: [AQJSON], _ reply: HTTPReply<Step>, into report: inout ReportBuilder) throws -> Calls {
    var (lively, silent): (Calls, [Calls]) = ([], [])
    try report.each(rows) { row, report in
      let calls = try read(row: row, reply, into: &report)
      guard reply.query.window == .current, case .stations = reply.step else { return lively += calls }
      let isSilent = Self.time(row["datetimeLast"])?.isSilent(at: reply.receivedAt) ?? true
      if !isSilent { lively += calls } else if !calls.isEmpty { silent.append(calls) }
    }
    if case .near? = reply.query.places.first, !lively.isEmpty, !silent.isEmpty {
      report.note(
        .remark, "Stations silent for more than three hours aren't asked, because others are active.",
        count: silent.count)
      return lively
    }
    return lively + silent.flatMap(\.self)
  }

  /// Reads a row by its members: a value, a latest value, a station, a sensor; or counts anything else.
  private func read(row: AQJSON, _ reply: HTTPReply<Step>, into report: inout ReportBuilder) throws -> Calls {
    if row["period"].ifPresent != nil {
      try read(value: row, reply, into: &report)
    } else if row["sensorsId"].ifPresent != nil {
      try read(latest: row, into: &report)
    } else if row["sensors"].ifPresent != nil || row["isMonitor"].ifPresent != nil {
      return try read(station: row, reply, into: &report)
    } else if row["parameter"].ifPresent != nil {
      try read(sensor: row, reply, into: &report)
    } else if let name = row["name"].ifPresent ?? row["id"].ifPresent {
      let kinds = [
        ("commercialUseAllowed", "licence"), ("units", "parameter"), ("exportPrefix", "provider"),
        ("code", "country"),
      ]
      let kind = kinds.first { !row[$0.0].isMissing }?.1 ?? "name"
      _ = try name.string(acceptingNumber: true)
      report.note(.remark, "The list has a \(kind), but no values.")
    } else {
      throw AQError(.malformed, "A row isn't in OpenAQ's format.")
    }
    return []
  }

  /// Registers a station under the applicable licences, and asks about it unless it fell silent before.
  private func read(station row: AQJSON, _ reply: HTTPReply<Step>, into report: inout ReportBuilder) throws
    -> Calls
  {
    let id = try row.require("id").int(acceptingText: true)
    let sensors = try row["sensors"].ifPresent?.array() ?? []
    let (first, last) = (Self.time(row["datetimeFirst"]), Self.time(row["datetimeLast"]))
    var site = AirSite(
      id: "\(id)", name: row["name"].stringValue, coordinate: Self.coordinate(row["coordinates"], &report),
      timeZone: row["timezone"].stringValue, country: row["country"]["code"].stringValue,
      kind: row["isMonitor"].boolValue == false ? .lowCostSensor : .referenceStation)
    site.details.measures = sensors.compactMap { sensor in
      guard let name = sensor["parameter"]["name"].stringValue else { return nil }
      return .init(
        Self.descriptor.parameter(named: name) ?? AirParameter(name),
        unit: sensor["parameter"]["units"].stringValue.map { Self.descriptor.unit(named: $0) ?? AirUnit($0) },
        instrument: sensor["id"].intValue.map { .init("\($0)") })
    }
    site.details.operatedBy = row["owner"]["name"].stringValue
    site.details.network = row["provider"]["name"].stringValue
    site.details.isMobile = row["isMobile"].boolValue
    if first != nil { site.details.operating = .init(from: first) }
    site.details.further["locality"] = row["locality"].stringValue
    site.details.further["lastValue"] = last.map { "\($0)" }

    let rights: [Int64: AirRights] = if case .stations(let known) = reply.step { known } else { [:] }
    let now = reply.askedAt
    let window = reply.query.window.interval(at: now)
    // Without a query everything up to now is requested, under the current licence.
    let times = (
      from: window.start < AirTime(secondsSince1970: 0) ? now : window.start, until: min(window.end, now)
    )
    var reference: ReportBuilder.SiteReference?
    for licence in try row["licenses"].ifPresent?.array() ?? [] where licence.holds(times) {
      let owner = AirAttribution(
        licence["attribution"]["name"].stringValue ?? site.details.operatedBy ?? "OpenAQ",
        link: licence["attribution"]["url"].stringValue, licence: licence["name"].stringValue)
      // The rights of a licence that isn't in the list are unknown, like the source's.
      let allowed = licence["id"].intValue.flatMap { rights[$0] } ?? Self.descriptor.rights
      reference = report.site(site, attribution: [Self.openAQ, owner], rights: allowed)
    }
    let registered = reference ?? report.site(site)
    let asked = Self.descriptor.parameters(askedBy: reply.query)
    let measured = site.details.measures.map(\.parameter)
    // The list may be a day old, so stations that had values at that time are asked.
    let start = reply.query.window.interval(at: reply.receivedAt).start
    if let last, last < start, last.isSilent(at: reply.receivedAt) {
      if case .stations = reply.step, reply.query.detail == .values {
        report.note(.remark, "Stations whose last value is older than the time asked about aren't asked.")
      }
      return []
    }
    if !measured.isEmpty, !measured.contains(where: asked.contains) { return [] }
    guard reply.query.window != .current, case .stations = reply.step else {
      return [call("locations/\(id)/sensors", .sensors, about: registered)]
    }
    // The newest first: the limit on requests cuts off the oldest.
    let recent = decompress == nil ? window.start : max(window.start, Self.endOfArchive(at: now))
    let begin = max(window.start, first ?? AirTime(secondsSince1970: 1_420_070_400))
    // One more than can be made, so that exceeding the limit is noted.
    let most = begin < recent ? Self.descriptor.limits.requestsPerFetch + 1 : 0
    let archived = Self.days(from: begin, to: min(window.end, recent), atMost: most)
      .map { archiveCall(id, $0, about: registered) }
    guard recent < window.end else { return archived }
    // Hours are asked for by their end.
    let end = min(window.end.adding(seconds: 3599).floored(toMultipleOf: 3600), now)
    return try sensors.compactMap { sensor in
      guard let name = sensor["parameter"]["name"].stringValue,
        let parameter = Self.descriptor.parameter(named: name), asked.contains(parameter)
      else { return nil }
      let number = try sensor.require("id").int(acceptingText: true)
      return call(
        "sensors/\(number)/hours", .hours(number),
        [("datetime_from", "\(recent)"), ("datetime_to", "\(end)")], about: registered)
    } + archived
  }

  /// Reads the latest value of a sensor. Its averaging period is the observed time divided by the number of values.
  private func read(sensor row: AQJSON, _ reply: HTTPReply<Step>, into report: inout ReportBuilder) throws {
    let latest = row["latest"]
    let site =
      if case .sensors = reply.step { report.site(of: reply) } else {
        report.site(
          AirSite(coordinate: Self.coordinate(latest["coordinates"], &report), kind: .referenceStation))
      }
    guard let time = latest["datetime"].ifPresent else {
      return report.note(.remark, "A sensor has never had a value.")
    }
    // A sensor can be dead for years at an active station.
    if case .sensors = reply.step, let end = Self.time(time),
      end < reply.query.window.interval(at: reply.askedAt).start,
      let parameter = row["parameter"]["name"].stringValue.flatMap(Self.descriptor.parameter(named:))
    {
      return report.note(
        .notMeasured, "The latest value of a sensor is from \(end), before the time asked about.",
        parameters: [parameter])
    }
    var averaging = AveragingPeriod.instant
    let (number, length) = (row["coverage"]["observedCount"], row["coverage"]["observedInterval"])
    // An observed time without a number of values isn't a usable coverage.
    if !number.isMissing, length.ifPresent != nil {
      let count = try number.int(acceptingText: true)
      guard let observed = Self.seconds(length) else {
        throw length.error(expected: "a length such as 743:30:00")
      }
      if count > 0, observed % count == 0, (60...86_400).contains(observed / count) {
        averaging = AveragingPeriod(seconds: observed / count)
      }
    }
    try add(
      row, latest["value"], sensor: row.require("id").int(acceptingText: true), at: Self.stamp(time),
      with: .init(timeConvention: averaging == .instant ? .instant : .end, averaging: averaging), to: site,
      &report)
  }

  /// Reads a value with both ends of its time. A roll-up, such as the mean over all noon hours, has no such interval.
  private func read(value row: AQJSON, _ reply: HTTPReply<Step>, into report: inout ReportBuilder) throws {
    let period = row["period"]
    let (from, to) = (period["datetimeFrom"], try period.require("datetimeTo"))
    let interval = Self.seconds(period["interval"])
    let (site, sensor): (ReportBuilder.SiteReference, Int64?)
    if case .hours(let number) = reply.step {
      (site, sensor) = (report.site(of: reply), number)
    } else {
      site = report.site(
        AirSite(coordinate: Self.coordinate(row["coordinates"], &report), kind: .referenceStation))
      sensor = row["sensorsId"].intValue
    }
    var details = ReportBuilder.Details()
    if row["flagInfo"]["hasFlags"].boolValue == true { details.flags = [.suspect] }
    let coverage = row["coverage"]
    if let observed = coverage["observedCount"].intValue, let expected = coverage["expectedCount"].intValue,
      expected > 0
    {
      details.completeness = .init(observed: Int(clamping: observed), expected: Int(clamping: expected))
    }
    guard let start = Self.time(from), let end = Self.time(to) else {
      details.averaging = interval.map { AveragingPeriod(seconds: $0) }
      return try add(
        row, row["value"], sensor: sensor, at: Self.stamp(to), with: details, to: site, &report)
    }
    let length = end.secondsSince1970 - start.secondsSince1970
    // A day may have an hour more or less.
    if let interval, (length - interval).magnitude > 3600 {
      throw AQError(.malformed, "A value of a roll-up is for many times, not for one interval.")
    }
    if interval == 86_400 { details.averaging = .day }
    try add(
      row, row["value"], sensor: sensor, at: .interval(from: .time(start), to: .time(end)), with: details,
      to: site, &report)
  }

  /// Refuses a latest value from a list that only names the sensor: neither its pollutant nor its unit is known.
  private func read(latest row: AQJSON, into report: inout ReportBuilder) throws {
    let id = try row["locationsId"].ifPresent?.int(acceptingText: true)
    _ = report.site(
      AirSite(
        id: id.map { "\($0)" }, coordinate: Self.coordinate(row["coordinates"], &report),
        kind: .referenceStation))
    report.refuse("a latest value names its sensor, and neither the pollutant nor the unit")
  }

  private func add(
    _ row: AQJSON, _ value: AQJSON, sensor: Int64?, at stamp: TimeStamp, with details: ReportBuilder.Details,
    to site: ReportBuilder.SiteReference, _ report: inout ReportBuilder
  ) throws {
    let quantity = try row.require("parameter")
    let (name, unit) = (try quantity.require("name").string(), try quantity.require("units").string())
    guard let parameter = report.parameter(named: name) else { return }
    var details = details
    details.timeConvention = details.timeConvention ?? .end
    details.origin = sensor.map { AirOrigin(instrument: .init("\($0)")) }
    report.add(
      parameter, value, missing: [], unit: report.unit(named: unit), at: stamp, with: details,
      to: site)
  }

  private static func stamp(_ time: AQJSON) throws -> TimeStamp {
    .text(try (time["utc"].ifPresent ?? time["local"].ifPresent ?? time).string())
  }

  private static func time(_ time: AQJSON) -> AirTime? {
    (time["utc"].stringValue ?? time["local"].stringValue ?? time.stringValue).flatMap { AirTime($0) }
  }

  /// Returns the coordinate; some have a longitude beyond 180° east, which means one in the west.
  private static func coordinate(_ point: AQJSON, _ report: inout ReportBuilder) -> Coordinate? {
    let east = try? point["longitude"].double(acceptingText: true)
    return report.coordinate(
      try? point["latitude"].double(acceptingText: true),
      east.map { $0 > 180 && $0 <= 360 ? $0 - 360 : $0 })
  }

  /// Returns the seconds in a duration such as `743:30:00`.
  private static func seconds(_ length: AQJSON) -> Int64? {
    let parts = (length.stringValue ?? "").split(separator: ":").map { Int64($0) }
    guard parts.count == 3, let hours = parts[0], let minutes = parts[1], let seconds = parts[2],
      (0...1_000_000_000).contains(hours), (0..<60).contains(minutes), (0..<60).contains(seconds)
    else { return nil }
    return hours * 3600 + minutes * 60 + seconds
  }
}

extension AQJSON {
  fileprivate func holds(_ times: (from: AirTime, until: AirTime)) -> Bool {
    if let begin = self["dateFrom"].stringValue, begin.prefix(10) > times.until.day { return false }
    if let end = self["dateTo"].stringValue, end.prefix(10) < times.from.day { return false }
    return true
  }

  var rights: AirRights {
    let permission = { (name: String) in AirRights.Permission(self[name].boolValue) }
    return AirRights(
      commercialUse: permission("commercialUseAllowed"), redistribution: permission("redistributionAllowed"),
      modification: permission("modificationAllowed"),
      shareAlike: self["shareAlikeRequired"].boolValue ?? false,
      attributionRequired: self["attributionRequired"].boolValue ?? true, terms: self["sourceUrl"].stringValue
    )
  }
}
