public import AQKit

/// The sensor boxes of Sensor.Community's volunteers, uncorrected: the last five minutes, and past days from the archive.
///
/// Sources: github.com/opendata-stuttgart/meta, wiki page “EN-APIs” (30 December 2024), and issues 111 and 167 for the
/// header `User-Agent`; github.com/opendata-stuttgart/feinstaub-api, `models.py` for the names and issue 25 for the times.
public struct SensorCommunityStations: HTTPAdapter {
  /// The subject of a call.
  public enum Step: Sendable {
    /// The messages of sensors.
    case sensors
    /// A sensor's day in the archive, for a place of the query.
    case archive(place: Int?)
  }

  /// The declaration of what Sensor.Community offers, needs and allows.
  public static let descriptor = SourceDescriptor(
    id: "sensor-community", name: "Sensor.Community",
    summary: "Citizens' particle sensors, uncorrected: the last five minutes, and days of the archive.",
    offers: Offers.hourly(in: .world, latency: 60, every: 300, quantities)
      + Offers.hourly(in: .world, latency: 60, every: 300, at: [.site], for: [.history], quantities),
    precedence: 200, siteKinds: [.lowCostSensor],
    limits: RequestLimits(
      windows: [.init(30, perSeconds: 60)], placesPerRequest: 1000, concurrentRequests: 2,
      requestsPerFetch: 40),
    options: [
      .init("baseURL", summary: "Another server with the same responses.", defaultValue: currentURL),
      .init("archiveURL", summary: "Another server with the archive's files.", defaultValue: archiveURL),
      .init(
        "userAgent", summary: "Your application with a way to reach you, which the service asks for.",
        defaultValue: "AQKit (https://github.com/aqkit/aqkit)"),
      .init("indoor", summary: "Whether sensors inside buildings are wanted.", defaultValue: "false"),
    ],
    attribution: [
      AirAttribution(
        "© Sensor.Community contributors", link: "https://sensor.community/", licence: "DbCL 1.0",
        licenceLink: "https://opendatacommons.org/licenses/dbcl/1-0/")
    ],
    rights: .open("https://opendatacommons.org/licenses/dbcl/1-0/", shareAlike: true),
    endpoints: [.init(currentURL), .init(archiveURL)], sentinels: [-999, -9999],
    bounds: SensorMessage.bounds, testPlaces: .points((48.79, 9.16)))

  private static let quantities = [
    (SensorMessage.parameters, SourceDescriptor.TimeConvention.end, AveragingPeriod(seconds: 150))
  ]

  private static let currentURL = "https://data.sensor.community"
  private static let archiveURL = "https://archive.sensor.community"
  /// The maximum number of places with separate requests; more places are looked up in the file of all sensors.
  private static let mostFilters = 20

  /// The declaration, with the configured addresses.
  public var descriptor: SourceDescriptor {
    changed(Self.descriptor) { $0.endpoints = [.init(configured: baseURL), .init(configured: archiveURL)] }
  }

  let baseURL: String
  let archiveURL: String
  let userAgent: String
  let includesIndoor: Bool

  /// Creates an adapter.
  ///
  /// - Parameters:
  ///   - baseURL: The server of the newest values.
  ///   - archiveURL: The server of the archive.
  ///   - userAgent: The application's name with a way to contact its author, which the service asks for.
  ///   - includesIndoor: Whether sensors inside buildings are included.
  public init(
    baseURL: String? = nil, archiveURL: String? = nil, userAgent: String? = nil, includesIndoor: Bool = false
  ) {
    self.baseURL = baseURL ?? Self.currentURL
    self.archiveURL = archiveURL ?? Self.archiveURL
    self.userAgent = userAgent ?? "AQKit (https://github.com/aqkit/aqkit)"
    self.includesIndoor = includesIndoor
  }

  /// Asks for the sensors around each place, or for the file of all sensors. A place such as `sds011/5331` is a sensor
  /// in the archive, or `sds011/5331_indoor` if it is inside a building; a bare number is a box.
  public func calls(for query: AirQuery, at now: AirTime) throws -> [HTTPCall<Step>] {
    let filters = query.places.enumerated().compactMap { index, place in
      filter(place, query.radius ?? 10_000).map { call("/airrohr/v1/filter/\($0)", places: [index]) }
    }
    if filters.count == query.places.count, (1...Self.mostFilters).contains(filters.count) { return filters }
    let days = query.places.indices.flatMap { archivedDays(of: query.places[$0], $0, query.window, now) }
    let isOfArchiveOnly = query.places.allSatisfy { Self.archived($0) != nil } && !query.places.isEmpty
    return days + (isOfArchiveOnly ? [] : [call("/static/v2/data.json")])
  }

  private func call(_ path: String, places: [Int]? = nil) -> HTTPCall<Step> {
    HTTPCall(request(baseURL, path), step: .sensors, places: places, keepsFor: .seconds(300))
  }

  private func request(_ base: String, _ path: String) -> TransportRequest {
    TransportRequest(
      base: base, path: path, query: [], headers: [TransportRequest.Header("User-Agent", userAgent)])
  }

  /// Returns the part of a path that names a place; for a point, with a radius in whole kilometres.
  private func filter(_ place: AirQuery.Place, _ metres: Double) -> String? {
    switch place {
    case .near(let point):
      let kilometres = Int(min(max(1, (metres / 1000).rounded(.up)), 1000))
      return "area=\([point.latitude, point.longitude].degrees),\(kilometres)"
    case .area(let box) where box.west <= box.east:
      return "box=\([box.south, box.west, box.north, box.east].degrees)"
    // A box across the 180th meridian is looked up in the file of all sensors.
    case .area, .site, .city: return nil
    }
  }

  private func archivedDays(
    of place: AirQuery.Place, _ index: Int, _ window: AirQuery.Window, _ now: AirTime
  ) -> [HTTPCall<Step>] {
    guard let (type, number) = Self.archived(place) else { return [] }
    let window = window.interval(at: now)
    let first = window.start.secondsSince1970 / 86_400
    let last = min(window.lastMoment, now).secondsSince1970 / 86_400
    // The newest come first, because the limit on requests cuts off the oldest.
    let days = stride(from: max(first, last), through: first, by: -1)
    return days.prefix(Self.descriptor.limits.requestsPerFetch + 1).map { dayNumber in
      let day = AirTime(secondsSince1970: dayNumber * 86_400).day
      return HTTPCall(
        request(archiveURL, "/\(day)/\(day)_\(type)_sensor_\(number).csv"), step: .archive(place: index),
        places: [index], keepsFor: .hours(4))
    }
  }

  /// Returns the type and number of a sensor in the archive, such as `sds011/5331`.
  private static func archived(_ place: AirQuery.Place) -> (type: Substring, number: Substring)? {
    guard case .site(let name) = place else { return nil }
    let parts = name.split(separator: "/", omittingEmptySubsequences: false)
    guard parts.count == 2,
      parts.allSatisfy({ !$0.isEmpty && $0.allSatisfy { $0.isPlain || $0 == "-" || $0 == "_" } })
    else { return nil }
    return (parts[0], parts[1])
  }

  /// Reads 2xx replies. A page that forbids access pauses this client for an hour; a missing archive file means no such day.
  public func verdict(on reply: HTTPReply<Step>) -> TransportResponse.Verdict {
    let response = reply.response
    if response.status == 403, response.body.first == UInt8(ascii: "<") { return .failed(Self.blocked) }
    if case .archive = reply.step, response.status == 404 {
      return .nothing(
        AirNote(
          .nothingNear,
          "The archive has no file for this sensor and day; compressed ones of past years aren't read, and "
            + "a sensor inside a building is asked about as “sds011/5331_indoor”."))
    }
    return verdict(on: response)
  }

  static let blocked = AQError(
    .unauthorized, "Sensor.Community has blocked this client for its User-Agent or its many requests.",
    retry: .after(.seconds(3600)))

  /// Reads the messages of sensors, or a day of the archive.
  public func decode(_ reply: HTTPReply<Step>, into report: inout ReportBuilder) throws -> [HTTPCall<Step>] {
    switch reply.step {
    case .sensors:
      let body = try reply.json()
      let list = body["sensordatavalues"].isMissing ? try body.array() : [body]
      var last: (text: String, box: AirSite)?
      add(try report.each(list) { try SensorMessage($0, last: &last, &$1) }, place: nil, to: &report)
      if list.isEmpty { report.note(.nothingNear, "No sensor has sent anything for five minutes.") }
    case .archive(let place):
      let table = try reply.csv(delimiter: ";")
      // Only the file's name says that a sensor is inside a building.
      let isIndoor = reply.call?.request.url.hasSuffix("_indoor.csv") ?? false
      let messages = try report.each(table.rows) {
        try SensorMessage($0, table.header, isIndoor: isIndoor ? true : nil, &$1)
      }
      add(messages, place: place, to: &report)
    }
    return []
  }

  private func add(_ messages: [SensorMessage], place: Int?, to report: inout ReportBuilder) {
    let humid = Set(messages.filter(\.isHumid).map(\.box.id))
    for message in messages {
      if message.box.isIndoor == true, !includesIndoor {
        report.note(.remark, "Sensors inside buildings are left out; the option “indoor” asks for them.")
        continue
      }
      let site = report.site(message.box, place: place)
      message.add(to: site, isHumid: humid.contains(message.box.id), in: &report)
    }
  }
}
