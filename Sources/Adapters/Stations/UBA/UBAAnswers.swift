import AQKit

/// Where a list of stations has what: its rows are arrays, and `indices` names their elements.
struct UBAColumns {
  let id: Int
  let code: Int?
  let name: Int?
  let city: Int?
  let from: Int?
  let until: Int?
  let longitude: Int
  let latitude: Int
  let network: Int?
  let setting: Int?
  let kind: Int?

  /// The columns by their names; nil if they aren't those of stations.
  init?(_ names: [String]) {
    func at(_ name: String) -> Int? { names.firstIndex(of: "station \(name)") }
    guard let id = at("id"), let longitude = at("longitude"), let latitude = at("latitude") else {
      // A list in German has the same order.
      guard names.count >= 17,
        !names.contains(where: { $0.hasPrefix("station ") || $0.hasPrefix("component ") })
      else { return nil }
      (self.id, code, name, city, from, until) = (0, 1, 2, 3, 5, 6)
      (self.longitude, self.latitude, network, setting, kind) = (7, 8, 13, 14, 16)
      return
    }
    (self.id, self.longitude, self.latitude) = (id, longitude, latitude)
    (code, name, city) = (at("code"), at("name"), at("city"))
    (from, until) = (at("active from"), at("active to"))
    network = names.firstIndex(of: "network name")
    (setting, kind) = (at("setting name"), at("type name"))
  }
}

/// Where the row of a value has what.
struct UBAValueColumns {
  /// The order of all answers seen.
  static let usual = UBAValueColumns(component: 0, scope: 1, value: 2, end: 3)

  let component: Int
  let scope: Int
  let value: Int
  let end: Int
}

extension UBAValueColumns {
  /// The order that an answer declares; nil if it declares none of values.
  init?(declared indices: AQJSON) {
    guard let names = try? indices["data"]["station id"]["date start"].strings(),
      let component = names.firstIndex(of: "component id"), let scope = names.firstIndex(of: "scope id"),
      let value = names.firstIndex(of: "value"), let end = names.firstIndex(of: "date end")
    else { return nil }
    self.init(component: component, scope: scope, value: value, end: end)
  }
}

extension UBAStations {
  /// Registers the stations and makes the calls about them.
  func read(
    stations data: AQJSON, _ columns: UBAColumns, _ reply: HTTPReply<Step>, into report: inout ReportBuilder
  )
    throws -> [HTTPCall<Step>]
  {
    let rows = data.kind == .array ? try data.array() : try data.members.map(\.value)
    return try report.each(rows) { row, report -> [HTTPCall<Step>] in
      func text(_ column: Int?) -> String? {
        column.flatMap { row[$0].asString }.flatMap { $0.isEmpty ? nil : $0 }
      }
      let id = try row.require(columns.id).int(acceptingText: true)
      let (east, north) = (row[columns.longitude], row[columns.latitude])
      var site = AirSite(
        id: "\(id)", name: text(columns.name),
        coordinate: report.coordinate(
          try? north.double(acceptingText: true), try? east.double(acceptingText: true)),
        country: "DE", kind: .referenceStation)
      site.details.network = text(columns.network)
      if let code = text(columns.code) { site.details.identifiers["eoi"] = code }
      let (from, until) = (Self.day(text(columns.from)), Self.day(text(columns.until)))
      if from != nil || until != nil { site.details.operating = .init(from: from, until: until) }
      site.details.setting = text(columns.kind).flatMap { Self.settings[$0.lowercased()] }
      site.details.further["city"] = text(columns.city)
      site.details.further["area"] = text(columns.setting)
      return calls(about: id, site, report.site(site), reply)
    }.flatMap(\.self)
  }

  /// Reads values by station and start of the hour. The values of one pollutant begin with its number, the rows of the
  /// index with the end of the hour.
  func read(
    values data: AQJSON, _ columns: UBAValueColumns?, _ reply: HTTPReply<Step>,
    into report: inout ReportBuilder
  ) throws {
    let nothing = AirNote(.nothingNear, "UBA has no values of this station and time.")
    // An empty object is written as an empty array, or as null.
    func isEmpty(_ object: AQJSON) throws -> Bool {
      try object.isNull || object.kind == .array && object.elements.isEmpty
    }
    if try isEmpty(data) { return report.note(nothing) }
    try report.each(data.members) { station, report in
      if try isEmpty(station.value) { return report.note(nothing) }
      let target: ReportBuilder.SiteReference
      if case .station(let id) = reply.step {
        guard Int64(station.name) == id else { return report.note(Self.others) }
        target = report.site(of: reply)
      } else {
        target = report.site(AirSite(id: station.name, country: "DE", kind: .referenceStation))
      }
      let hours = try station.value.members
      try report.each(hours) { hour, report in
        let (start, row) = (Self.stamp(hour.name), hour.value)
        if columns == nil, Self.isTime(row[0].asString) {
          try read(index: row, of: station.name, to: target, &report)
        } else {
          try read(measure: row, columns ?? .usual, from: start, to: target, &report)
        }
      }
    }
  }

  private static let others = AirNote(
    .remark, "UBA's answer about one station has others too, which are left out.")

  /// A value: component, scope, value, end, and a step of colour, which is no index of air quality.
  private func read(
    measure row: AQJSON, _ columns: UBAValueColumns, from start: TimeStamp,
    to site: ReportBuilder.SiteReference,
    _ report: inout ReportBuilder
  ) throws {
    let (parameter, unit) = try Self.component(row.require(columns.component))
    let end = Self.stamp(try row.require(columns.end).string())
    let scope = try row.require(columns.scope).int(acceptingText: true)
    guard let (averaging, isDay) = Self.scopes[scope] else {
      throw AQError(.malformed, "UBA's scope \(scope) isn't known.")
    }
    // The start is that of the hour in which the value is published; a longer mean begins before.
    let isLonger = !isDay && averaging != .oneHour
    report.add(
      parameter, row[columns.value], acceptingText: true, unit: unit,
      at: isLonger ? end : .interval(from: start, to: end),
      convention: .end, averaging: averaging, flags: [.provisional], to: site)
  }

  /// A row of the index: end, index, 1 if pollutants are missing, and for each pollutant its number, concentration,
  /// index and a place on the scale. A forecast has the time of the model's run somewhere before the pollutants.
  private func read(
    index row: AQJSON, of station: String, to site: ReportBuilder.SiteReference, _ report: inout ReportBuilder
  ) throws {
    let end = Self.stamp(try row.require(0).string())
    let elements = try row.array()
    let head = elements.dropFirst().prefix { $0.kind != .array }
    let numbers = head.filter { !Self.isTime($0.asString) }
    let isPartial = (try? numbers.dropFirst().first?.int(acceptingText: true)) == 1
    var (target, flags): (ReportBuilder.SiteReference, Set<AirReading.QualityFlag>) = (site, [.provisional])
    if let run = head.compactMap(\.asString).first(where: Self.isTime) {
      let issued = AirTime("\(run.prefix(10))T\(run.dropFirst(11))+01:00")
      target = report.site(
        AirSite(id: station, country: "DE", kind: .referenceStation), kind: .forecast, issuedAt: issued)
      flags = []
    }
    func add(
      _ parameter: AirParameter, _ value: AQJSON, _ unit: AirUnit, _ flags: Set<AirReading.QualityFlag>,
      _ report: inout ReportBuilder
    ) {
      report.add(
        parameter, value, acceptingText: true, unit: unit, at: end, averaging: .oneHour, flags: flags,
        to: target)
    }
    if let total = numbers.first {
      add(Self.index, total, .one, isPartial ? flags.union([.partial]) : flags, &report)
    }
    let parts = elements.filter { $0.kind == .array }
    try report.each(parts) { element, report in
      let (parameter, unit) = try Self.component(element.require(0))
      add(Self.index(parameter), element[2], .one, flags, &report)
      let isParticle = parameter == .pm10 || parameter == .pm25
      if isParticle, !Self.isHourly(end) {
        report.refuse("the averaging period of particles in UBA's index before 2026 is not stated")
      } else {
        add(parameter, element[1], unit, flags, &report)
      }
    }
  }
}

extension UBAStations {
  /// Whether the index of an hour is made from hourly means of particles.
  private static func isHourly(_ end: TimeStamp) -> Bool {
    if case .written(let text, _) = end { text.prefix(10) >= firstDayOfHourlyParticles } else { false }
  }

  /// Whether a text is a day with a time, and no number.
  private static func isTime(_ text: String?) -> Bool {
    text.map { $0.contains("-") && $0.contains(":") } ?? false
  }

  /// A time in UTC+1, all year; hour 24 is the next day's 0:00.
  private static func stamp(_ text: String) -> TimeStamp {
    let text = String(text.map { $0 == "T" ? " " : $0 })
    return .written(
      text,
      as: .pattern(
        text.count > 16 ? "yyyy-MM-dd H:mm:ss" : "yyyy-MM-dd H:mm", in: .fixed(secondsFromUTC: 3600)))
  }

  private static func day(_ text: String?) -> AirTime? {
    text.flatMap { AirTime("\($0.prefix(10))T00:00:00+01:00") }
  }

  /// The pollutant and the unit of a component's number (`components/json`).
  private static func component(_ number: AQJSON) throws -> (AirParameter, AirUnit) {
    let id = try number.int(acceptingText: true)
    guard let component = components[id] else {
      throw AQError(.malformed, "UBA's component \(id) isn't known.")
    }
    return component
  }

  private static let components: [Int64: (AirParameter, AirUnit)] = [
    1: (.pm10, "µg/m³"), 2: (.co, "mg/m³"), 3: (.o3, "µg/m³"), 4: (.so2, "µg/m³"), 5: (.no2, "µg/m³"),
    9: (.pm25, "µg/m³"),
  ]

  /// The averaging period of a scope's number, and whether the value is that of a whole day (`scopes/json`).
  private static let scopes: [Int64: (AveragingPeriod, isDay: Bool)] = [
    1: (.day, true), 2: (.oneHour, false), 3: (AveragingPeriod.oneHour.dailyMaximum, true),
    4: (.eightHours, false),
    5: (AveragingPeriod.eightHours.dailyMaximum, true), 6: (.day, false),
  ]

  private static let settings: [String: AirSite.Details.Setting] = [
    "background": .background, "traffic": .traffic, "industry": .industrial, "industrial": .industrial,
    "hintergrund": .background, "verkehr": .traffic, "industrie": .industrial,
  ]
}
