import AQKit

/// The selection of a call: places, variables, times and formats, checked as the service checks them.
struct OpenMeteoSelection {
  /// The labelled times of one place, in seconds since 1970.
  struct Range {
    var start: Int64
    var step: Int64
    var count: Int64
  }

  let service: OpenMeteoStandIn.Service
  let points: [Coordinate]
  /// The indices of the places; an index of 0 isn't written.
  let ids: [Int64]
  let elevations: [Double]
  let zones: [OpenMeteoZone]
  let current: [String]
  let minutely: [String]
  let hourly: [String]
  let daily: [String]
  let models: [String]
  let isUnix: Bool
  let units: OpenMeteoUnits
  /// The range in local days, and the range in local hours if one was given.
  private let days: ClosedRange<Int64>?
  private let hours: ClosedRange<Int64>?
  private let pastDays: Int64
  private let forecastDays: Int64
  private let pastHours: Int64?
  private let forecastHours: Int64?
  private let now: AirTime

  /// Checks a request, and refuses it in the service's own words.
  init(_ question: OpenMeteoQuestion, at now: AirTime) throws {
    let rules = Rules(question.service, at: now)
    service = question.service
    self.now = now
    guard question["run"] == nil else { throw OpenMeteoRefusal.run }
    if let format = question["format"], format != "json" {
      throw OpenMeteoRefusal("The stand-in returns JSON only.")
    }
    points = try Self.points(question)
    elevations = try Self.elevations(question, points)
    ids = try Self.ids(question, points.count)
    zones = try Self.zones(question, points, now)
    (current, hourly) = (question.list("current"), question.list("hourly"))
    (daily, minutely) = (question.list("daily"), question.list("minutely_15"))
    for list in ["current", "hourly", "minutely_15"] {
      guard question.list(list).allSatisfy({ rules.knows($0) }) else {
        throw OpenMeteoRefusal.unknown(OpenMeteoRefusal.hourlyType, question.text(list))
      }
    }
    guard daily.isEmpty || rules.hasDaily, daily.allSatisfy({ OpenMeteoDailyVariable.known($0) != nil })
    else {
      throw OpenMeteoRefusal.unknown("ForecastVariableDaily", question.text("daily"))
    }
    models = try rules.models(question)
    let format = try question.word("timeformat", "Timeformat", of: ["iso8601", "unixtime"])
    isUnix = format == "unixtime"
    units = try OpenMeteoUnits(question)
    _ = try question.word("cell_selection", "GridSelectionMode", of: ["land", "sea", "nearest"])
    days = try Self.days(question, rules)
    hours = try Self.hours(question, rules)
    let given = (past: try question.int("past_days"), ahead: try question.int("forecast_days"))
    pastHours = try question.int("past_hours")
    forecastHours = try question.int("forecast_hours")
    let counts = [given.past, given.ahead, pastHours, forecastHours]
    if days != nil || hours != nil, counts.contains(where: { $0 ?? 0 != 0 }) {
      throw OpenMeteoRefusal.daysAndDates
    }
    if rules.needsDates, days == nil { throw OpenMeteoRefusal.bothDates }
    if let ahead = given.ahead, !(0...rules.mostAhead).contains(ahead) {
      throw OpenMeteoRefusal.forecastDays(rules.mostAhead)
    }
    if let past = given.past, !(0...rules.mostPast).contains(past) {
      throw OpenMeteoRefusal.pastDays(rules.mostPast, given: past)
    }
    for count in [pastHours, forecastHours] {
      guard (0...(max(rules.mostAhead, rules.mostPast) * 24)).contains(count ?? 0) else {
        throw OpenMeteoRefusal.forecastDays(rules.mostAhead * 24)
      }
    }
    pastDays = given.past ?? 0
    forecastDays = given.ahead ?? rules.usualAhead
  }

  // MARK: Ranges

  /// The number of days that determines the call's weight.
  var dayCount: Int64 { days.map { $0.upperBound - $0.lowerBound + 1 } ?? (pastDays + forecastDays) }

  /// The weight of the call in the limits: for each place a tenth of its variables, more per fortnight beyond 14 days,
  /// at least 1.
  var weight: Double {
    let names =
      Double(current.count + minutely.count + hourly.count + daily.count) * Double(max(1, models.count))
    return Double(points.count) * max(1, names / 10, names / 10 * Double(dayCount) / 14)
  }

  /// Returns the local days of a place: the number of the first, and their count.
  func dayRange(_ zone: OpenMeteoZone) -> (first: Int64, count: Int64) {
    if let days { return (days.lowerBound, days.upperBound - days.lowerBound + 1) }
    let today = now.adding(seconds: zone.readingOffset).dayNumber
    return (today - pastDays, pastDays + forecastDays)
  }

  /// Returns the labelled instants of the hourly columns.
  func hourRange(_ zone: OpenMeteoZone) -> Range {
    if let hours {
      return Range(
        start: hours.lowerBound - zone.offset, step: 3600,
        count: (hours.upperBound - hours.lowerBound) / 3600 + 1)
    }
    if pastHours != nil || forecastHours != nil {
      let hour = now.adding(seconds: zone.readingOffset).floored(toMultipleOf: 3600).secondsSince1970
      let past = pastHours ?? 0
      let ahead = forecastHours ?? (service == .airQuality ? 168 : 384)
      return Range(start: hour - past * 3600 - zone.offset, step: 3600, count: past + ahead)
    }
    let (first, count) = dayRange(zone)
    return Range(start: first * 86_400 - zone.offset, step: 3600, count: count * 24)
  }

  /// Returns the labelled instants of the quarter-hourly columns.
  func quarterRange(_ zone: OpenMeteoZone) -> Range {
    var range = hourRange(zone)
    range.step = 900
    range.count *= 4
    return range
  }

  /// The instant of the current values, and their interval in seconds.
  var currentTime: (second: Int64, interval: Int64) {
    let interval: Int64 = service == .forecast ? 900 : 3600
    return (now.floored(toMultipleOf: interval).secondsSince1970, interval)
  }

  /// Returns whether a requested model has cells at a place.
  func hasCells(at point: Coordinate) -> Bool {
    service != .airQuality || models != ["cams_europe"] || OpenMeteoModel.isEuropean(point)
  }

  // MARK: Checking

  private static func points(_ question: OpenMeteoQuestion) throws -> [Coordinate] {
    let lists = try ["latitude", "longitude"].map { name in
      let texts = question.list(name)
      if texts.isEmpty, question[name] == nil { throw OpenMeteoRefusal.missing(name, "Array<String>") }
      return try texts.map { text in
        guard let number = Float(text), !number.isNaN else { throw OpenMeteoRefusal.unknown("Float", text) }
        return number
      }
    }
    guard lists[0].count == lists[1].count else { throw OpenMeteoRefusal.counts }
    guard !lists[0].isEmpty else { throw OpenMeteoRefusal.noCoordinates }
    return try zip(lists[0], lists[1]).map { latitude, longitude in
      guard (-90...90).contains(latitude) else { throw OpenMeteoRefusal.latitude(latitude) }
      guard (-180...180).contains(longitude) else { throw OpenMeteoRefusal.longitude(longitude) }
      return try Coordinate(Double(latitude), Double(longitude))
    }
  }

  private static func elevations(_ question: OpenMeteoQuestion, _ points: [Coordinate]) throws -> [Double] {
    let texts = question.list("elevation")
    if texts.isEmpty { return points.map(OpenMeteoModel.elevation) }
    guard texts.count == points.count else { throw OpenMeteoRefusal.elevations }
    return try texts.map { text in
      guard let number = Double(text) else { throw OpenMeteoRefusal.unknown("Float", text) }
      return number
    }
  }

  private static func ids(_ question: OpenMeteoQuestion, _ count: Int) throws -> [Int64] {
    let texts = question.list("location_id")
    if texts.isEmpty { return (0..<count).map { Int64($0) } }
    // The service reports a wrong number of these as if it were a wrong number of coordinates.
    guard texts.count == count else { throw OpenMeteoRefusal.counts }
    return try texts.map { text in
      guard let number = Int64(text) else { throw OpenMeteoRefusal.unknown("Int", text) }
      return number
    }
  }

  private static func zones(_ question: OpenMeteoQuestion, _ points: [Coordinate], _ now: AirTime) throws
    -> [OpenMeteoZone]
  {
    let names = question.list("timezone")
    guard names.count <= 1 || names.count == points.count else { throw OpenMeteoRefusal.counts }
    return try points.indices.map { index in
      try OpenMeteoZone(names.count > 1 ? names[index] : names.first ?? "GMT", at: points[index], now)
    }
  }

  private static func days(_ question: OpenMeteoQuestion, _ rules: Rules) throws -> ClosedRange<Int64>? {
    let names = ["start_date", "end_date"]
    return try range(names, saidAs: names, in: question, rules.dates, day: 1) { text in
      let parts = text.split(separator: "-", omittingEmptySubsequences: false).compactMap { Int($0) }
      guard text.utf8.count == 10, parts.count == 3, (1900...2050).contains(parts[0]),
        let date = CivilDate(year: parts[0], month: parts[1], day: parts[2])
      else { throw OpenMeteoRefusal("Invalid date format. Make sure to use 'YYYY-MM-DD'") }
      return Int64(date.daysSinceEpoch)
    }
  }

  private static func hours(_ question: OpenMeteoQuestion, _ rules: Rules) throws -> ClosedRange<Int64>? {
    try range(
      ["start_hour", "end_hour"], saidAs: ["start_hourly", "end_hourly"], in: question, rules.dates,
      day: 86_400
    ) { text in
      guard text.utf8.count == 16, let stamp = ISO8601.stamp(text) else {
        throw OpenMeteoRefusal("Invalid date format. Make sure to use 'YYYY-MM-DDTHH:mm'")
      }
      return stamp.clock - stamp.clock.remainderDown(by: 3600)
    }
  }

  /// Returns the range between two parameters, whose days must be allowed; nil without both of them.
  private static func range(
    _ names: [String], saidAs said: [String], in question: OpenMeteoQuestion, _ allowed: ClosedRange<Int64>,
    day: Int64, _ read: (String) throws -> Int64
  ) throws -> ClosedRange<Int64>? {
    let texts = names.compactMap { question[$0] }
    if texts.isEmpty { return nil }
    guard texts.count == 2 else { throw OpenMeteoRefusal.bothDates }
    let ends = try texts.map(read)
    for (name, end) in zip(said, ends) where !allowed.contains(end.dividedDown(by: day)) {
      throw OpenMeteoRefusal.dateRange(name, allowed.lowerBound, allowed.upperBound)
    }
    guard ends[0] <= ends[1] else { throw OpenMeteoRefusal.dateOrder }
    return ends[0]...ends[1]
  }
}

extension OpenMeteoSelection {
  struct Rules {
    let service: OpenMeteoStandIn.Service
    let usualAhead: Int64
    let mostAhead: Int64
    let mostPast: Int64
    /// The days for which dates are accepted.
    let dates: ClosedRange<Int64>
    let needsDates: Bool
    let hasDaily: Bool

    init(_ service: OpenMeteoStandIn.Service, at now: AirTime) {
      let today = now.dayNumber
      self.service = service
      needsDates = service == .archive
      hasDaily = service != .airQuality
      switch service {
      case .airQuality:
        let first = Int64(CivilDate.days(2013, 1, 1))
        (usualAhead, mostAhead, mostPast) = (5, 7, max(0, today - first))
        dates = min(first, today)...(today + 6)
      case .archive:
        let first = Int64(CivilDate.days(1940, 1, 1))
        (usualAhead, mostAhead, mostPast) = (0, 1, 0)
        dates = min(first, today)...today
      case .climate:
        let first = Int64(CivilDate.days(1950, 1, 1))
        (usualAhead, mostAhead, mostPast) = (7, 14, 93)
        dates = first...Int64(CivilDate.days(2050, 12, 31))
      default:
        (usualAhead, mostAhead, mostPast) = (7, 16, 93)
        dates = (today - 93)...(today + 15)
      }
    }

    /// Returns whether the service accepts a name in `hourly` and `current`; all of them share one list.
    func knows(_ name: String) -> Bool { service != .climate && OpenMeteoVariable.known(name) != nil }

    private static let climateModels = [
      "CMCC_CM2_VHR4", "FGOALS_f3_H", "HiRAM_SIT_HR", "MRI_AGCM3_2_S", "EC_Earth3P_HR", "MPI_ESM1_2_XR",
      "NICAM16_8S",
    ]
    private static let weatherModels = [
      "best_match", "ecmwf_ifs025", "icon_seamless", "icon_global", "icon_eu", "icon_d2", "gfs_seamless",
      "gfs_global",
      "meteofrance_seamless", "ukmo_seamless", "era5", "era5_land", "era5_seamless",
    ]

    /// Returns the models to read; several add their names to the columns.
    func models(_ question: OpenMeteoQuestion) throws -> [String] {
      let names = question.list("models")
      switch service {
      case .airQuality:
        let known = ["auto", "cams_europe", "cams_global"]
        if let domain = try question.word("domains", "CamsQuery.Domain", of: known) { return [domain] }
        guard names.allSatisfy(known.contains) else {
          throw OpenMeteoRefusal.unknown("CamsQuery.Domain", question.text("models"))
        }
        return names.isEmpty ? ["auto"] : names
      case .climate:
        guard names.allSatisfy(Self.climateModels.contains) else {
          throw OpenMeteoRefusal.unknown("Cmip6Domain", question.text("models"))
        }
        return names.isEmpty ? ["MRI_AGCM3_2_S"] : names
      default:
        guard names.allSatisfy(Self.weatherModels.contains) else {
          throw OpenMeteoRefusal.unknown("MultiDomains", question.text("models"))
        }
        return names.isEmpty ? ["best_match"] : names
      }
    }
  }
}
