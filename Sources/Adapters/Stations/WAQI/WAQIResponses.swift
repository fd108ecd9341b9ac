import AQKit

extension WAQIStations {
  func read(station: AQJSON, for query: AirQuery, into report: inout ReportBuilder) throws {
    let number = try station.require("idx").int(acceptingText: true)
    var site = Self.site("\(number)", station["city"]["name"].stringValue)
    if number < 0 { site.kind = .lowCostSensor }
    let time = Self.stamp(station["time"])
    guard place(&site, at: station["city"]["geo"], for: query, &report) else { return }
    // WAQI returns the nearest station even if it has been silent for years.
    if case .near? = query.places.first, let last = time?.instant(receivedAt: report.receivedAt),
      last.isSilent(at: report.receivedAt)
    {
      report.note(.nothingNear, "WAQI's nearest station has been silent since \(last).", places: [0])
      return
    }
    if let address = station["city"]["location"].stringValue, !address.isEmpty {
      site.details.further["address"] = address
    }
    var attribution = [Self.waqi]
    for origin in station["attributions"].rows ?? [] {
      guard let name = origin["name"].stringValue, name.lowercased() != Self.waqi.text.lowercased() else {
        continue
      }
      attribution.append(AirAttribution(name, link: origin["url"].stringValue))
      if let sensor = origin["station"].filledText, name.lowercased().contains("purple") {
        site.details.identifiers["purpleair"] = sensor
      }
    }
    let reference = report.site(site, attribution: attribution)
    let parts = try station["iaqi"].ifPresent.map { $0.kind == .object ? Array(try $0.members) : [] } ?? []
    if let time {
      report.add(station, [Self.index], missing: ["-"], at: time, to: reference)
      for (name, part) in parts {
        let column =
          Self.weather.first { $0.name == name } ?? Self.column(name, Self.ownIndex(AirParameter(name)))
        report.add(
          column.parameter, part["v"], missing: ["-"], unit: column.unit, at: time, with: column.details,
          to: reference)
      }
    } else {
      report.refuse("a station states no time", count: parts.count + 1)
    }
    try read(
      forecast: station["forecast"]["daily"], of: site, attribution, Self.offset(station["time"]), &report)
  }

  /// Reads a station from the map or a search result, which only has its index. For a query, a station without a time or
  /// with a long silence gets no index: dead stations stay listed for years.
  func read(entry: AQJSON, for query: AirQuery, into report: inout ReportBuilder) throws {
    let number = try entry.require("uid").int(acceptingText: true)
    let station = entry["station"]
    let place = try? entry.coordinate("lat", "lon", acceptingText: true)
    var site = Self.site(
      "\(number)", station["name"].stringValue, at: place ?? Self.coordinates(station["geo"]).first)
    if number < 0 { site.kind = .lowCostSensor }
    let reference = report.site(site)
    let time = Self.stamp(entry["time"]) ?? station["time"].stringValue.map(TimeStamp.text)
    if !query.places.isEmpty {
      guard let time else { return report.refuse("a station in the list has no time") }
      if let last = time.instant(receivedAt: report.receivedAt), last.isSilent(at: report.receivedAt) {
        return report.refuse("a station in the list has been silent for more than three hours")
      }
    }
    report.add(entry, [Self.index], missing: ["-"], at: time ?? .received, to: reference)
  }

  /// Reads the forecast of indices by day: means and maxima, but not minima, which don't describe exposure.
  private func read(
    forecast: AQJSON, of site: AirSite, _ attribution: [AirAttribution], _ offset: String?,
    _ report: inout ReportBuilder
  ) throws {
    guard let forecast = forecast.ifPresent, forecast.kind == .object else { return }
    guard let zone = offset.flatMap({ try? TimeStamp.Zone(named: $0) }) else {
      return report.refuse("a forecast has no offset for its days")
    }
    let reference = report.site(site, kind: .forecast, attribution: attribution)
    for (name, days) in try forecast.members where days.kind == .array {
      let parameter = name == "uvi" ? AirParameter.uvIndex : Self.ownIndex(AirParameter(name))
      try report.each(days.array()) { day, report in
        let start = TimeStamp.written(try day.require("day").string(), as: .pattern("yyyy-MM-dd", in: zone))
        if name != "uvi" {
          report.add(
            parameter, day["avg"], missing: [], unit: .one, at: start,
            with: .init(timeConvention: .start, averaging: .day), to: reference)
        }
        let end = TimeStamp.written(
          fields: [try day.require("day").string(), "24"], as: .pattern("yyyy-MM-dd H", in: zone))
        report.add(
          parameter, day["max"], missing: [], unit: .one, at: .interval(from: start, to: end),
          with: .init(averaging: AveragingPeriod.instant.dailyMaximum), to: reference)
      }
    }
  }

  /// Sets a coordinate, which may have the longitude first; returns whether it is near enough.
  private func place(
    _ site: inout AirSite, at geo: AQJSON, for query: AirQuery, _ report: inout ReportBuilder
  ) -> Bool {
    let candidates = Self.coordinates(geo)
    site.coordinate = candidates.first
    guard case .near(let point)? = query.places.first, query.places.count == 1, !candidates.isEmpty else {
      return true
    }
    let reach = query.radius ?? 25_000
    guard let near = candidates.first(where: { point.distance(to: $0) <= reach }) else {
      report.note(.nothingNear, "WAQI's nearest station is too far away.", places: [0])
      return false
    }
    site.coordinate = near
    return true
  }

  /// Returns the coordinate as written (latitude first), and with the two exchanged.
  private static func coordinates(_ geo: AQJSON) -> [Coordinate] {
    guard let one = try? geo[0].double(acceptingText: true),
      let two = try? geo[1].double(acceptingText: true)
    else { return [] }
    return [try? Coordinate(one, two), try? Coordinate(two, one)].compactMap(\.self)
  }

  /// Returns the time with its offset. The number `v` isn't one: for many stations it is local time taken as UTC.
  private static func stamp(_ time: AQJSON) -> TimeStamp? {
    if let text = time["iso"].stringValue, AirTime(text) != nil { return .text(text) }
    guard let clock = time["s"].stringValue ?? time["stime"].stringValue, !clock.isEmpty,
      let offset = offset(time)
    else { return nil }
    return .text(clock + offset)
  }

  /// Returns the offset in the form `+08:00`, which some stations write without the colon.
  private static func offset(_ time: AQJSON) -> String? {
    guard let text = time["tz"].stringValue, !text.isEmpty else { return nil }
    return text.count == 5 && !text.contains(":") ? "\(text.prefix(3)):\(text.suffix(2))" : text
  }
}
