public import AQKit

/// PurpleAir's cloud: two-minute means of low-cost sensors, by channel and uncorrected; responses cost the key's points.
///
/// Sources: api.purpleair.com (version 1), community.purpleair.com 1589 (guidelines), www2.purpleair.com/pages/license.
public struct PurpleAirStations: HTTPAdapter {
  /// The subject of a call.
  public enum Step: Sendable {
    /// The sensors of a box, in columns.
    case sensors
    /// A single sensor.
    case sensor
    /// Means of the past, by row; nil if the response doesn't state their averaging period.
    case history(AveragingPeriod?)
    /// The remaining points, or the type of the key.
    case account
  }

  /// The declaration of what PurpleAir offers, needs and allows.
  public static let descriptor = SourceDescriptor(
    id: "purpleair", name: "PurpleAir", summary: "Low-cost sensors around the world, uncorrected.",
    offers: Offers.hourly(in: .world, latency: 120, every: 600, [(quantities, .end, .minutes(2))])
      + Offers.hourly(
        in: .world, latency: 120, every: 600, at: [.site], for: [.current],
        PurpleAirSensor.means.map { ([.pm25], .end, $0.averaging) })
      + Offers.hourly(
        in: .world, latency: 120, every: 600, at: [.site], for: [.history], [(quantities, .start, .oneHour)]),
    precedence: 200, siteKinds: [.lowCostSensor], limits: limits(pointsPerDay: 50_000),
    options: [
      .key("Your READ key at PurpleAir."),
      .init(
        "pointsPerDay", summary: "The maximum number of points to spend in a day.", defaultValue: "50000"),
      .init("correction", summary: SensorCorrection.optionSummary, defaultValue: "none"),
      .init(
        "baseURL", summary: "Another server with the same responses.",
        defaultValue: "https://api.purpleair.com"
      ),
    ],
    attribution: [AirAttribution("PurpleAir", link: "https://www.purpleair.com/")],
    rights: AirRights(redistribution: .forbidden, terms: "https://www2.purpleair.com/pages/license"),
    endpoints: [.init("https://api.purpleair.com")], testPlaces: .points((37.77, -122.42)))

  private static let quantities: [AirParameter] = [
    .pm25, .pm10, .pm1, .temperature, .humidity, .surfacePressure,
  ]

  /// Returns the limits; a request weighs the points that its response is expected to cost.
  private static func limits(pointsPerDay: Int) -> RequestLimits {
    RequestLimits(
      windows: [.init(Double(max(1, pointsPerDay)), perSeconds: 86_400)], concurrentRequests: 1,
      requestsPerFetch: 20)
  }

  /// The declaration, with the configured address and points.
  public var descriptor: SourceDescriptor {
    changed(Self.descriptor) {
      $0.endpoints = [.init(configured: baseURL)]
      $0.limits = Self.limits(pointsPerDay: pointsPerDay)
    }
  }

  let apiKey: AirSecret
  let pointsPerDay: Int
  let correction: SensorCorrection?
  let baseURL: String

  /// Creates an adapter.
  ///
  /// - Parameters:
  ///   - apiKey: A READ key.
  ///   - pointsPerDay: The maximum number of points to spend in a day.
  ///   - correction: A correction of PM2.5, for a series in addition to the raw ones; nil for none.
  ///   - baseURL: The server.
  public init(
    apiKey: AirSecret, pointsPerDay: Int = 50_000, correction: SensorCorrection? = nil, baseURL: String? = nil
  ) {
    self.apiKey = apiKey
    self.pointsPerDay = pointsPerDay
    self.correction = correction
    self.baseURL = baseURL ?? "https://api.purpleair.com"
  }

  /// Returns the points that a query costs, assuming one sensor per square kilometre: 5 for the response, plus, per
  /// sensor, 2 for each particle field and 1 for any other; for a response about one sensor 1, and for its past 1 plus
  /// the measured fields of each hour.
  public func expectedPoints(for query: AirQuery) -> Int {
    let fields = PurpleAirSensor.fields(for: query, corrected: correction)
    let costs = Self.costs(of: fields)
    let past = Self.pastPoints(for: query, fields)
    return query.places.reduce(0) { sum, place in
      let boxes = place.boundingBox(radius: Self.reach(query))?.parts
      let points = boxes?.reduce(0) { $0 + Self.points(for: $1, costs) } ?? 1 + costs + past
      return sum.addingSaturating(points)
    }
  }

  private static func points(for box: GeoShape.BoundingBox, _ costs: Int) -> Int {
    // A degree is at most 111 km. The bound is above the number of all sensors, some 20,000 in 2021.
    let area = min(max(1, (box.north - box.south) * (box.east - box.west) * 111 * 111), 50_000)
    return 5 + Int(area) * costs
  }

  private static func costs(of fields: [String]) -> Int {
    fields.reduce(0) { $0 + ($1.hasPrefix("pm") ? 2 : 1) }
  }

  private static func reach(_ query: AirQuery) -> Double { min(query.radius ?? 5000, 50_000) }

  /// Returns the points for the past hours that a query about one sensor asks for; a part of an hour counts as one.
  private static func pastPoints(for query: AirQuery, _ fields: [String]) -> Int {
    guard query.window != .current, query.detail == .values else { return 0 }
    let length = query.window.interval(at: AirTime(secondsSince1970: 0)).length.components.seconds
    let hours = Int(clamping: min(max(0, length / 3600 + (length % 3600 > 0 ? 1 : 0)), 1_000_000))
    return hours == 0 ? 0 : 1 + hours * costs(of: fields.filter(PurpleAirSensor.isMeasured))
  }

  /// Asks for the outdoor sensors of a box that were active within the last hour, for one sensor, or for its past.
  ///
  /// - Throws: `AQError` with `invalidRequest` for a sensor whose index isn't a number, and `unsupported` for a query
  ///   that would cost more than a day's points.
  public func calls(for query: AirQuery, at now: AirTime) throws -> [HTTPCall<Step>] {
    guard !query.places.isEmpty else {
      throw AQError(.unsupported, "Name the places: PurpleAir charges points for every sensor.")
    }
    let points = expectedPoints(for: query)
    guard points <= pointsPerDay else {
      throw AQError(
        .unsupported,
        "The query would cost some \(points) points; the option “pointsPerDay” allows \(pointsPerDay).")
    }
    let fields = PurpleAirSensor.fields(for: query, corrected: correction)
    return try query.places.enumerated().flatMap { index, place in
      try calls(about: place, at: index, for: query, fields, now)
    }
  }

  private func calls(
    about place: AirQuery.Place, at index: Int, for query: AirQuery, _ fields: [String], _ now: AirTime
  ) throws -> [HTTPCall<Step>] {
    let costs = Self.costs(of: fields)
    func call(
      _ path: String, _ items: [(name: String, value: String)], _ step: Step, _ fields: [String], weight: Int
    ) -> HTTPCall<Step> {
      let request = TransportRequest(
        base: baseURL, path: "/v1/\(path)", query: [("fields", fields.joined(separator: ","))] + items,
        headers: [TransportRequest.Header("X-API-Key", secret: apiKey)], weight: Double(max(1, weight)))
      return HTTPCall(request, step: step, places: [index], keepsFor: .seconds(600))
    }
    if let box = place.boundingBox(radius: Self.reach(query)) {
      return box.parts.map { part in
        let edges = [
          ("nwlng", part.west), ("nwlat", part.north), ("selng", part.east), ("selat", part.south),
        ].map { ($0.0, Coordinate.text(degrees: $0.1)) }
        return call(
          "sensors", [("location_type", "0"), ("max_age", "3600")] + edges, .sensors, fields,
          weight: Self.points(for: part, costs))
      }
    }
    guard case .site(let name) = place, let sensor = UInt32(name) else {
      throw AQError(.invalidRequest, "PurpleAir identifies sensors by their index, a number.")
    }
    let newest = call("sensors/\(sensor)", [], .sensor, fields, weight: 1 + costs)
    guard query.window != .current, query.detail == .values else { return [newest] }
    let window = query.window.interval(at: now)
    let items = [
      ("start_timestamp", "\(window.start.floored(toMultipleOf: 3600).secondsSince1970)"),
      ("end_timestamp", "\(window.end.secondsSince1970)"), ("average", "60"),
    ]
    let past = fields.filter(PurpleAirSensor.isMeasured)
    return [
      newest,
      call(
        "sensors/\(sensor)/history/csv", items, .history(.oneHour), past,
        weight: Self.pastPoints(for: query, fields)),
    ]
  }

  /// Reads a response with a status 2xx; any other status is the error that its body names.
  public func verdict(on response: TransportResponse) -> TransportResponse.Verdict {
    guard let stated = AQError(response: response) else { return .read }
    let body = try? AQJSON(parsing: response.body, allowsNaN: true)
    guard let error = body.flatMap({ Self.error($0, otherwise: stated.code) }) else { return .failed(stated) }
    // The server's own delay is best.
    return .failed(response.header("Retry-After") != nil && stated.code == error.code ? stated : error)
  }

  /// Returns the error that a body names; with the usual code for a name that isn't known.
  static func error(_ body: AQJSON, otherwise usual: AQError.Code = .invalidRequest) -> AQError? {
    guard let name = body["error"].stringValue else { return nil }
    let text = (body["description"].stringValue ?? name).prefix(200).filter { !$0.isNewline }
    switch name {
    case "PaymentRequiredError":
      return AQError(.unauthorized, "PurpleAir requires more points: \(text)", retry: .whenChanged)
    case "RateLimitExceededError": return AQError(.rateLimited, "PurpleAir: \(text)")
    case "DataInitializingError":
      return AQError(.unavailable, "PurpleAir: \(text)", retry: .after(.seconds(120)))
    case let name where name.hasPrefix("Api") || name.hasPrefix("Project"):
      return AQError(.unauthorized, "PurpleAir refuses the key: \(text)")
    default:
      return AQError(usual, "PurpleAir: \(text)")
    }
  }

  /// Reads sensors in columns, one sensor, its past, or the remaining points.
  public func decode(_ reply: HTTPReply<Step>, into report: inout ReportBuilder) throws -> [HTTPCall<Step>] {
    if case .history(let averaging) = reply.step, reply.body.opening != "{" {
      let table = try reply.csv()
      let rows = try report.each(table.rows) { row, _ in try StationRow(row, of: table) }
      try addHistory(rows, averaging, to: &report)
      return []
    }
    let body = try reply.json()
    if let error = Self.error(body) { throw error }
    switch reply.step {
    case .account:
      let kind = body["api_key_type"].stringValue.map { "The key is of the type \($0.prefix(20))." }
      let points = body["remaining_points"].intValue.map {
        "There are \($0) points left, at a consumption rate of \(body["consumption_rate"].intValue ?? 0)."
      }
      guard let text = points ?? kind else { throw body.error(expected: "the points of a key") }
      report.note(.remark, text)
    case .sensor:
      let sensor = try body.require("sensor")
      let stated = try StationRow(sensor)
      var fields = stated
      for (name, channel) in [("stats", ""), ("stats_a", "_a"), ("stats_b", "_b")] {
        guard let means = sensor[name].ifPresent else { continue }
        for (name, value) in try means.members where name != "time_stamp" && stated[name + channel] == nil {
          fields.set(name + channel, to: value)
        }
      }
      if let time = sensor["stats"]["time_stamp"].ifPresent, sensor["last_seen"].isMissing {
        fields.set("last_seen", to: time)
      }
      try add(fields, body, to: &report)
    case .sensors:
      let rows = try columns(body, &report)
      try report.each(rows) { try add($0, body, to: &$1) }
      if rows.isEmpty { report.note(.nothingNear, "No sensor here has reported recently.") }
    case .history:
      let rows = try columns(body, &report)
      let minutes = body["average"].intValue.flatMap { Int32(exactly: $0) }
      try addHistory(rows, minutes.map { .minutes($0 > 0 ? $0 : 2) }, to: &report)
    }
    return []
  }

  /// Returns the rows of a response whose columns a list names; their order isn't guaranteed.
  private func columns(_ body: AQJSON, _ report: inout ReportBuilder) throws -> [StationRow] {
    let names = try body.require("fields").strings()
    return try report.each(body.require("data").array()) { row, _ in
      var fields = try StationRow(row, names)
      if let index = body["sensor_index"].ifPresent { fields.set("sensor_index", to: index) }
      return fields
    }
  }

  private func add(_ fields: StationRow, _ body: AQJSON, to report: inout ReportBuilder) throws {
    let sensor = try PurpleAirSensor(fields, isIndoor: body["location_type"].intValue.map { $0 == 1 })
    // If the field wasn't requested, the response's time is the only one.
    let isSensorsTime = fields["last_seen"] != nil
    let time = isSensorsTime ? fields.whole("last_seen") : body["data_time_stamp"].intValue
    sensor.add(at: time, isSensorsTime: isSensorsTime, correction, to: &report)
  }

  private func addHistory(
    _ rows: [StationRow], _ averaging: AveragingPeriod?, to report: inout ReportBuilder
  ) throws {
    let averaging = averaging ?? PurpleAirSensor.averaging(of: rows)
    try report.each(rows) { row, report in
      guard
        let start = row.whole("time_stamp").map(TimeStamp.unix) ?? row.text("time_stamp").map(TimeStamp.text)
      else { throw AQError(.malformed, "a row of past values has no time") }
      try PurpleAirSensor(row, isIndoor: nil).addPast(from: start, over: averaging, correction, to: &report)
    }
  }
}
