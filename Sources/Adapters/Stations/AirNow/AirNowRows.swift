import AQKit

extension AirNowStations {
  /// Reads the rows of a web service, each by its own members: hours of a station, current indices, days, forecasts.
  func read(rows body: AQJSON, for query: AirQuery, into report: inout ReportBuilder) throws {
    if let error = body["WebServiceError"].ifPresent {
      let first = error.kind == .array ? error[0] : error
      return try refuse(first["Message"].stringValue ?? first.stringValue ?? "", &report)
    }
    guard body.kind == .object else {
      let rows = try body.elements
      if rows.isEmpty { report.note(.nothingNear, "AirNow has no values for this place and time.") }
      let names = ["parameterName", "ParameterName", "Parameter"]
      guard rows.isEmpty || rows.contains(where: { row in names.contains { !row[$0].isMissing } }) else {
        throw AQError(.malformed, "These rows aren't from AirNow: they name no pollutant.")
      }
      try report.each(rows) { try read(row: $0, for: query, into: &$1) }
      return
    }
    // A recorded refusal with its status; otherwise a single row.
    if let status = body["status"].intValue, let error = AQError(status: status, body["note"].stringValue) {
      throw error
    }
    try read(row: body, for: query, into: &report)
  }

  /// Throws the error for a refusal, or adds a note that there are no data: both come with the status 200.
  func refuse(_ message: String, _ report: inout ReportBuilder) throws {
    let text = message.lowercased()
    func says(_ words: String...) -> Bool { words.contains { text.contains($0) } }
    let told = "AirNow says: \(message.prefix(200))"
    // Whole phrases: “exceeded the valid range” isn't a limit, “API key holders” isn't a refusal of a key.
    if says(
      "not authenticated", "authentication failed", "unauthorized", "invalid api key", "invalid api_key",
      "invalid apikey", "api key is invalid", "api key is not valid", "api key is required", "missing api key"
    ) {
      throw AQError(.unauthorized, told)
    }
    if says("request limit", "rate limit", "too many requests", "requests per hour") {
      let rest = 3600 - (report.receivedAt.secondsSince1970 % 3600 + 3600) % 3600
      throw AQError(.rateLimited, told, retry: .after(.seconds(rest)))
    }
    if says(
      "no reporting area", "no observation", "no data available", "no data found", "no forecast",
      "no monitors", "no results") || ["no data", "no data."].contains(text)
    {
      return report.note(.nothingNear, told)
    }
    throw AQError(
      says(
        "service unavailable", "temporarily unavailable", "internal server error", "try again", "timed out")
        ? .unavailable : .invalidRequest, told)
  }

  private func read(row: AQJSON, for query: AirQuery, into report: inout ReportBuilder) throws {
    if row["UTC"].ifPresent != nil { return try read(hour: row, into: &report) }
    if row.first("hourObserved", "HourObserved") != nil { return try read(observation: row, into: &report) }
    if row.first("dateValid", "DateForecast") != nil {
      return try read(forecast: row, for: query, into: &report)
    }
    try read(day: row, into: &report)
  }

  /// Reads an hour of a station from `/aq/data`: `UTC` is the start of the hour, `Value` the NowCast of particles and ozone.
  private func read(hour row: AQJSON, into report: inout ReportBuilder) throws {
    let pollutant = try Self.pollutant(row.require("Parameter").string())
    let start = TimeStamp.localText(try row.require("UTC").string(), secondsFromUTC: 0)
    // An index alone needs no unit.
    let unit = AirUnit(row["Unit"].filledText ?? "unstated")
    let code = row.first("IntlAQSCode", "FullAQSCode")?.filledText
    let site = register(
      AirSite(
        name: row["SiteName"].filledText,
        coordinate: report.coordinate(of: row, "Latitude", "Longitude"), kind: .referenceStation
      ),
      code: code, agency: row["AgencyName"].filledText, &report)
    let hasNowCast = Self.descriptor.parameters.contains(Self.nowCast(pollutant))
    func add(_ parameter: AirParameter, _ value: AQJSON, _ unit: AirUnit) {
      report.add(
        parameter, value, missing: [], unit: unit, at: start, with: .init(flags: Self.provisional),
        to: site)
    }
    if hasNowCast { add(Self.nowCast(pollutant), row["Value"], unit) }
    let raw = row["RawConcentration"].isBlank && !hasNowCast ? row["Value"] : row["RawConcentration"]
    add(pollutant, raw, unit)
    self.add(row["AQI"], category: row["Category"], of: pollutant, at: start, to: site, &report)
  }

  /// Reads a current index. New services state the end of the hour in local time, retired ones its start in the standard
  /// time that they name.
  private func read(observation row: AQJSON, into report: inout ReportBuilder) throws {
    let isRetired = row["hourObserved"].ifPresent == nil
    let pollutant = try Self.pollutant(row.requireFirst("parameterName", "ParameterName").string())
    let coordinate = report.coordinate(of: row, "Latitude", "Longitude")
    let hour = try row.requireFirst("hourObserved", "HourObserved").string(acceptingNumber: true)
    let code = row["siteID"].filledText
    let zone = try Self.zone(
      row.requireFirst("localTimeZone", "LocalTimeZone").string(), at: coordinate, ofStation: code)
    let stamp = TimeStamp.written(
      fields: [
        try row.requireFirst("dateObserved", "DateObserved").string(),
        hour.contains(":") ? hour : "\(hour):00",
      ], as: .pattern("yyyy-MM-dd H:mm", in: zone))
    let area = row.first("reportingAreaName", "ReportingArea")?.filledText
    let name = row["siteName"].filledText
    var site = AirSite(
      name: name ?? area, coordinate: coordinate, kind: name == nil ? .area : .referenceStation)
    if name == nil {
      site.id = row["reportingAreaCode"].filledText
    } else if let area {
      site.details.further["reportingArea"] = area
    }
    let agency = row.first("reportingAgency", "reportingAreaAgency")?.filledText
    let reference = register(site, code: code, agency: agency, &report)
    let category =
      row["Category"]["Number"].ifPresent ?? row.first("aqiCategoryName", "categoryNumber") ?? row["Category"]
    add(
      row.first("nowcastAQI", "AQI") ?? row["nowcastAQI"], category: category, of: pollutant, at: stamp,
      convention: isRetired ? .start : .end, to: reference, &report)
  }

  private func read(day row: AQJSON, into report: inout ReportBuilder) throws {
    let pollutant = try Self.pollutant(row.require("parameterName").string())
    let coordinate = report.coordinate(of: row, "siteLat", "siteLon")
    let zone = try Self.zone(row.require("localTimeZone").string(), at: coordinate)
    let day = TimeStamp.written(
      try row.require("dateObserved").string(), as: .pattern("yyyy-MM-dd", in: zone))
    let site = register(
      AirSite(name: row["siteName"].filledText, coordinate: coordinate, kind: .referenceStation),
      code: row["siteID"].filledText, agency: row["siteAgency"].filledText, &report)
    let category = row.first("categoryNumber", "categoryName") ?? row["categoryNumber"]
    add(row["aqi"], category: category, of: pollutant, at: day, averaging: .day, to: site, &report)
  }

  /// Reads the forecast of a day for a reporting area. It names no zone, so the day is in the state's standard time.
  private func read(forecast row: AQJSON, for query: AirQuery, into report: inout ReportBuilder) throws {
    let pollutant = try Self.pollutant(row.requireFirst("parameterName", "ParameterName").string())
    let state = row.first("stateCode", "StateCode")?.filledText
    let hours = state.flatMap { Self.standardHours[$0] }
    if hours == nil {
      report.note(.remark, "A forecast names no state of the United States; its day is taken in UTC.")
    }
    let days = TimeStamp.Format.pattern("yyyy-MM-dd", in: .fixed(secondsFromUTC: (hours ?? 0) * 3600))
    let name = row.first("reportingArea", "ReportingArea")?.filledText
    let area = AirSite(
      id: row["reportingAreaCode"].filledText ?? state.flatMap { state in name.map { "\($0), \(state)" } },
      name: name,
      coordinate: report.coordinate(of: row, "Latitude", "Longitude"),
      country: hours == nil ? nil : "US", kind: .area)
    let agency = row["forecastAgency"].filledText
    let issuedAt = row.first("dateIssue", "DateIssue")?.filledText.flatMap {
      TimeStamp.written($0, as: days).instant(receivedAt: report.receivedAt)
    }
    let site = report.site(
      area, place: query.places.count == 1 ? 0 : nil, kind: .forecast, issuedAt: issuedAt,
      attribution: Self.credit(agency))
    let day = TimeStamp.written(try row.requireFirst("dateValid", "DateForecast").string(), as: days)
    addNotices(
      of: pollutant, isActionDay: row.first("actionDay", "ActionDay")?.boolValue == true,
      from: day.instant(receivedAt: report.receivedAt),
      discussion: row.first("discussion", "Discussion")?.filledText, by: agency, issuedAt: issuedAt,
      about: site, area, &report)
    // For a query about now only the notices are used.
    if query.window == .current { return }
    let category =
      row["Category"]["Number"].ifPresent ?? row.first("categoryNumber", "categoryName") ?? row["Category"]
    add(
      row.first("aqi", "AQI") ?? row["aqi"], category: category, of: pollutant, at: day, averaging: .day,
      to: site,
      &report)
  }

  /// Adds an index, of which −1 and −999 mean none, and its category by number or name; numbers beyond 500 stay.
  func add(
    _ value: AQJSON, category: AQJSON, of pollutant: AirParameter, at stamp: TimeStamp,
    convention: SourceDescriptor.TimeConvention = .start, averaging: AveragingPeriod = .oneHour,
    to site: ReportBuilder.SiteReference, _ report: inout ReportBuilder
  ) {
    let details = ReportBuilder.Details(
      timeConvention: convention, averaging: averaging, flags: Self.provisional)
    func add(_ parameter: AirParameter, _ value: AQJSON, missing words: Set<String> = []) {
      report.add(parameter, value, missing: words, unit: .one, at: stamp, with: details, to: site)
    }
    let isNone = (try? value.double(acceptingText: true)) == -1
    add(Self.index(pollutant), value, missing: isNone ? [value.filledText ?? ""] : [])
    if let level = category.stringValue.flatMap(Self.category(named:)) {
      report.add(Self.category(pollutant), level, unit: .one, at: stamp, with: details, to: site)
    } else if !category.isMissing, category.stringValue != "",
      (try? category.double(acceptingText: true)) != -999
    {
      add(Self.category(pollutant), category)
    }
  }

  /// The flags of all that AirNow publishes.
  static let provisional: Set<AirReading.QualityFlag> = [.provisional]

  /// Adds an index and its category, if they exist; −1 means no index.
  func add(
    _ index: Double?, category: Double?, of pollutant: AirParameter, at stamp: TimeStamp,
    convention: SourceDescriptor.TimeConvention = .start, averaging: AveragingPeriod = .oneHour,
    to site: ReportBuilder.SiteReference, _ report: inout ReportBuilder
  ) {
    func add(_ parameter: AirParameter, _ value: Double?) {
      report.add(
        parameter, value, unit: .one, at: stamp,
        with: .init(timeConvention: convention, averaging: averaging, flags: Self.provisional), to: site)
    }
    add(Self.index(pollutant), index == -1 ? nil : index)
    if let category { add(Self.category(pollutant), category) }
  }

  func register(_ site: AirSite, code: String?, agency: String?, _ report: inout ReportBuilder)
    -> ReportBuilder.SiteReference
  {
    report.site(Self.station(site, code: code, agency: agency), attribution: Self.credit(agency))
  }

  static func station(_ site: AirSite, code: String?, agency: String?) -> AirSite {
    var (site, details) = (site, site.details)
    if let code {
      let whole = wholeCode(code)
      site.id = whole
      if whole.utf8.count == 12, whole.hasPrefix("840") {
        details.identifiers["aqs"] = String(whole.dropFirst(3))
      }
      site.country = site.country ?? countries.first(where: { whole.hasPrefix($0.number) })?.code
    }
    details.operatedBy = agency
    site.details = details
    return site
  }

  static func credit(_ agency: String?) -> [AirAttribution] {
    (agency.map { [AirAttribution($0)] } ?? []) + [airNow]
  }

  /// Returns the code with its country's number: 12 digits. Of 9, the first two are the state, 00 Canada, 80 Mexico.
  static func wholeCode(_ code: String, country: String? = nil) -> String {
    guard code.utf8.count == 9, code.utf8.allSatisfy(\.isDigit) else { return code }
    if let country { return (countries.first(where: { $0.code == country })?.number ?? "") + code }
    return (code.hasPrefix("00") ? "124" : code.hasPrefix("80") ? "484" : "840") + code
  }

  /// The countries by their ISO 3166-1 numbers, with which station codes begin.
  private static let countries: [(code: String, number: String)] = [
    ("US", "840"), ("CA", "124"), ("MX", "484"),
  ]

  static func pollutant(_ name: String) throws -> AirParameter {
    let parameter = AirParameter(name)
    guard pollutants.contains(parameter) else {
      throw AQError(.malformed, "AirNow names the pollutant “\(name.shortened(to: 20))”, which isn't known.")
    }
    return parameter
  }

  static func category(named name: String) -> Double? {
    let names = [
      "good", "moderate", "unhealthy for sensitive groups", "unhealthy", "very unhealthy", "hazardous",
    ]
    return names.firstIndex(of: name.lowercased()).map { Double($0 + 1) }
  }
}

extension AQJSON {
  fileprivate func first(_ names: String...) -> AQJSON? { names.lazy.compactMap { self[$0].ifPresent }.first }

  fileprivate func requireFirst(_ one: String, _ other: String) throws -> AQJSON {
    try first(one, other) ?? require(one)
  }

  /// Whether it is missing, null, blank, or −999.
  fileprivate var isBlank: Bool { (try? double(acceptingText: true)).map { $0 == -999 } ?? true }
}
