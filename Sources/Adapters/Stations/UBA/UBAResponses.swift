import AQKit

extension UBAStations {
  /// Returns a station list's columns by their English names, in the same order as in German; nil for another list.
  static func columns(_ names: [String]) -> [String]? {
    if Set(["station id", "station longitude", "station latitude"]).isSubset(of: names) { return names }
    let isGerman = !names.contains { $0.hasPrefix("station ") || $0.hasPrefix("component ") }
    return isGerman && names.count >= english.count ? english : nil
  }

  private static let english = [
    "station id", "station code", "station name", "station city", "station synonym", "station active from",
    "station active to", "station longitude", "station latitude", "network id", "station setting id",
    "station type id", "network code", "network name", "station setting name", "station setting short name",
    "station type name",
  ]

  /// The columns of a value, in the order of all responses seen so far.
  static let usual = ["component id", "scope id", "value", "date end"]

  func read(
    stations data: AQJSON, _ columns: [String], _ reply: HTTPReply<Step>, into report: inout ReportBuilder
  ) throws -> [HTTPCall<Step>] {
    let rows = data.kind == .array ? try data.array() : try data.members.map(\.value)
    return try report.each(Self.inFull(rows)) { row, report -> [HTTPCall<Step>] in
      let row = try StationRow(row, columns)
      guard let id = Int64(try row.require("station id")) else {
        throw AQError(.malformed, "a station has no number")
      }
      var site = Self.site(
        "\(id)", row.text("station name"),
        at: report.coordinate(of: row, "station latitude", "station longitude"))
      site.details = .init(
        network: row.text("network name"), identifiers: row.texts(as: ["eoi": "station code"]),
        operating: .init(
          from: row.text("station active from"), until: row.text("station active to"), offset: "+01:00"),
        setting: .init(named: row.text("station type name")),
        further: row.texts(as: ["city": "station city", "area": "station setting name"]))
      return calls(about: id, site, report.site(site), reply)
    }.flatMap(\.self)
  }

  /// Reads values by station and start of the hour. A row of a value begins with the pollutant's number,
  /// one of an index with the end of the hour.
  func read(
    values data: AQJSON, _ columns: [String]?, _ reply: HTTPReply<Step>,
    into report: inout ReportBuilder
  ) throws {
    let nothing = AirNote(.nothingNear, "UBA has no values for this station and time.")
    // An empty object is written as an empty array, or as null.
    func isEmpty(_ object: AQJSON) throws -> Bool {
      try object.isNull || object.kind == .array && object.elements.isEmpty
    }
    if try isEmpty(data) { return report.note(nothing) }
    try report.each(data.members) { station, report in
      if try isEmpty(station.value) { return report.note(nothing) }
      let target: ReportBuilder.SiteReference
      if case .station(let id) = reply.step {
        guard Int64(station.name) == id else {
          return report.note(
            .remark, "UBA's response about one station also has others, which are left out.")
        }
        target = report.site(of: reply)
      } else {
        target = report.site(Self.site(station.name))
      }
      let hours = try station.value.members
      try report.each(hours) { hour, report in
        let (start, row) = (Self.stamp(hour.name), hour.value)
        if columns == nil, Self.isTime(row[0].stringValue) {
          try read(index: row, of: station.name, to: target, &report)
        } else {
          try read(measure: row, columns ?? Self.usual, from: start, to: target, &report)
        }
      }
    }
  }

  /// Reads a value: component, scope, value, end, and a colour step, which isn't an air-quality index.
  private func read(
    measure row: AQJSON, _ columns: [String], from start: TimeStamp, to site: ReportBuilder.SiteReference,
    _ report: inout ReportBuilder
  ) throws {
    let row = try StationRow(row, columns)
    let (parameter, unit) = try Self.component(row.require("component id"))
    let end = Self.stamp(try row.require("date end"))
    let scope = try row.require("scope id")
    guard let (averaging, isDay) = Int64(scope).flatMap({ Self.scopes[$0] }) else {
      throw AQError(.malformed, "UBA's scope \(scope.prefix(20)) isn't known.")
    }
    // The time is the start of the hour in which the value is published; a longer mean begins earlier.
    let isLonger = !isDay && averaging != .oneHour
    let now = report.receivedAt
    if !isLonger, !isDay, let from = start.instant(receivedAt: now), let to = end.instant(receivedAt: now),
      to != from.adding(seconds: 3600)
    {
      throw AQError(.malformed, "a row's times aren't those of its scope")
    }
    let column = ReportColumn("value", parameter, unit, averaging: averaging, timeConvention: .end)
    report.add(
      row, [column], missing: [], at: isLonger ? end : .interval(from: start, to: end), flags: [.provisional],
      to: site)
  }

  /// Reads a row of the index: end, index, 1 if pollutants are missing, and for each pollutant its number, concentration,
  /// index and position on the scale. In a forecast the time of the model's run comes somewhere before the pollutants.
  private func read(
    index row: AQJSON, of station: String, to site: ReportBuilder.SiteReference, _ report: inout ReportBuilder
  ) throws {
    let time = try row.require(0).string()
    let end = Self.stamp(time)
    let elements = try row.array()
    let head = elements.dropFirst().prefix { $0.kind != .array }
    let numbers = head.filter { !Self.isTime($0.stringValue) }
    let isPartial = (try? numbers.dropFirst().first?.int(acceptingText: true)) == 1
    var (target, flags): (ReportBuilder.SiteReference, Set<AirReading.QualityFlag>) = (site, [.provisional])
    if let run = head.compactMap(\.stringValue).first(where: Self.isTime) {
      let issued = AirTime("\(run.prefix(10))T\(run.dropFirst(11))+01:00")
      target = report.site(Self.site(station), kind: .forecast, issuedAt: issued)
      flags = []
    }
    func add(
      _ parameter: AirParameter, _ value: AQJSON, _ unit: AirUnit, _ flags: Set<AirReading.QualityFlag>,
      _ report: inout ReportBuilder
    ) {
      report.add(
        parameter, value, missing: [], unit: unit, at: end,
        with: .init(averaging: .oneHour, flags: flags), to: target)
    }
    if let total = numbers.first {
      add(Self.ownIndex(), total, .one, isPartial ? flags.union([.partial]) : flags, &report)
    }
    let parts = elements.filter { $0.kind == .array }
    try report.each(parts) { element, report in
      let (parameter, unit) = try Self.component(element.require(0).string(acceptingNumber: true))
      add(Self.ownIndex(parameter), element[2], .one, flags, &report)
      let isParticle = parameter == .pm10 || parameter == .pm25
      if isParticle, time.prefix(10) < Self.firstDayOfHourlyParticles {
        report.refuse("UBA's index before 2026 doesn't state the averaging period of particles")
      } else {
        add(parameter, element[1], unit, flags, &report)
      }
    }
  }

  private static func isTime(_ text: String?) -> Bool {
    text.map { $0.contains("-") && $0.contains(":") } ?? false
  }

  /// Returns a time in UTC+1, all year; hour 24 is the next day's 0:00.
  private static func stamp(_ text: String) -> TimeStamp {
    let text = String(text.map { $0 == "T" ? " " : $0 })
    let pattern = text.count > 16 ? "yyyy-MM-dd H:mm:ss" : "yyyy-MM-dd H:mm"
    return .written(text, as: .pattern(pattern, in: .fixed(secondsFromUTC: 3600)))
  }

  /// Returns the pollutant and the unit of a component's number (`components/json`).
  private static func component(_ number: String) throws -> (AirParameter, AirUnit) {
    guard let component = Int64(number).flatMap({ components[$0] }) else {
      throw AQError(.malformed, "UBA's component \(number.prefix(20)) isn't known.")
    }
    return component
  }

  private static let components: [Int64: (AirParameter, AirUnit)] = [
    1: (.pm10, "µg/m³"), 2: (.co, "mg/m³"), 3: (.o3, "µg/m³"), 4: (.so2, "µg/m³"), 5: (.no2, "µg/m³"),
    9: (.pm25, "µg/m³"),
  ]

  /// The averaging period for a scope's number, and whether the value covers a whole day (`scopes/json`).
  private static let scopes: [Int64: (AveragingPeriod, isDay: Bool)] = [
    1: (.day, true), 2: (.oneHour, false), 3: (AveragingPeriod.oneHour.dailyMaximum, true),
    4: (.eightHours, false),
    5: (AveragingPeriod.eightHours.dailyMaximum, true), 6: (.day, false),
  ]
}
