public import AQKit

/// AirNow, the network of the U.S. EPA and its partners: hourly values of stations in the United States, Canada and Mexico.
///
/// With a key it uses the web service `/aq/data` for a point or a small area. Without one, and for wide areas, it uses the
/// files that AirNow publishes every hour for all stations. NowCast concentration, hourly mean and index stay three
/// separate quantities.
///
/// Sources: docs.airnowapi.org (web services of June 2026, FAQ, Data Use Guidelines of August 2025, HourlyAQObs, March 2023).
public struct AirNowStations: HTTPAdapter {
  static let pollutants: [AirParameter] = [.o3, .pm25, .pm10, .co, .no2, .so2]

  /// The NowCast of a pollutant: a weighted mean over up to twelve hours rather than the mean of an hour.
  static func nowCast(_ pollutant: AirParameter) -> AirParameter {
    AirParameter(rawValue: "nowcast_\(pollutant.rawValue)")
  }

  static func index(_ pollutant: AirParameter) -> AirParameter {
    .publishedIndex(scale: "us-epa", pollutant: pollutant)
  }

  /// The category of the index, from 1 (good) to 6 (hazardous), which is all that some forecasts have.
  static func category(_ pollutant: AirParameter) -> AirParameter {
    .publishedIndex(scale: "us-epa-category", pollutant: pollutant)
  }

  private static let coverage = SourceDescriptor.Coverage.boxes(
    [StationCountry.unitedStates, .canada, .mexico].flatMap(\.boxes))

  private static let indices: [AirParameter] = pollutants.map(index) + pollutants.map(category)

  /// The declaration of what AirNow offers and allows. It allows 500 requests per web service, key and clock hour.
  public static let descriptor = SourceDescriptor(
    id: "airnow", name: "AirNow",
    summary: "Stations of the United States, Canada and Mexico, by the hour; preliminary.",
    offers: Offers.hourly(
      in: coverage, latency: 2400, for: [.current, .history, .stations], [(pollutants, .start, .oneHour)])
      + Offers.hourly(
        in: coverage, latency: 2400, for: [.current, .history],
        [([.pm25, .pm10, .o3].map(nowCast), .start, .oneHour), (indices, .start, .oneHour)])
      // The files contain every site; a forecast is for a point.
      + Offers.hourly(
        in: coverage, latency: 2400, every: 86_400, at: [.coordinate, .area], for: [.forecast, .notices],
        of: .forecast, [(indices, .start, .day)]),
    precedence: 300, siteKinds: [.referenceStation, .area],
    limits: RequestLimits(
      windows: [.init(500, perSeconds: 3600, .fixed)],
      budgets: ["forecast": [.init(500, perSeconds: 3600, .fixed)]]),
    options: [
      .key("Your key from docs.airnowapi.org; without one the public files are used.", isRequired: false),
      .init("baseURL", summary: "Another address of the web services and the files."),
    ],
    attribution: [airNow],
    rights: AirRights(
      caching: .allowed, modification: .forbidden,
      terms: "https://docs.airnowapi.org/docs/DataUseGuidelines.pdf"),
    endpoints: [.init("https://www.airnowapi.org"), .init("https://files.airnowtech.org")],
    sentinels: [-999], testPlaces: .points((38.9, -77.03)))

  static let airNow = AirAttribution("AirNow (preliminary data)", link: "https://www.airnow.gov/")

  /// This instance's declaration.
  public let descriptor: SourceDescriptor
  private let apiKey: AirSecret?
  private let services: String
  private let files: String
  /// The header and the stations of the last hourly file.
  private let lastFile = Locked<(header: [String], stations: AirNowHours.Stations)?>(nil)

  /// Creates an adapter; by default without a key.
  ///
  /// - Parameters:
  ///   - apiKey: The key for the web services.
  ///   - baseURL: Another address for the web services and files.
  public init(apiKey: AirSecret? = nil, baseURL: String? = nil) {
    self.apiKey = apiKey
    services = baseURL ?? "https://www.airnowapi.org"
    files = baseURL ?? "https://files.airnowtech.org"
    var descriptor = Self.descriptor
    if let baseURL { descriptor.endpoints = [SourceDescriptor.Endpoint(configured: baseURL)] }
    if apiKey == nil {
      // The files only have hourly means and indices.
      descriptor.offers.removeAll { offer in
        offer.kinds == [.forecast] || offer.parameters.contains(Self.nowCast(.pm25))
      }
    }
    self.descriptor = descriptor
  }

  /// Returns a request for all stations around a place, or for the file of each hour; for a forecast, one request per point.
  public func calls(for query: AirQuery, at now: AirTime) throws -> [HTTPCall<Void>] {
    let window = query.window.interval(at: now)
    let wantsPast = window.start < now && query.asks(for: .observation)
    // A past window may end up to an hour from now without asking for a forecast.
    let present = window.start < now ? now.adding(seconds: 3600) : now
    let wantsFuture = window.end > present && query.asks(for: .forecast)
    let box = query.places.first?.boundingBox(radius: query.reach ?? 50_000)
    var calls: [HTTPCall<Void>] = []
    if wantsPast {
      // A file serves a wide area; a box across the antimeridian can't be requested.
      if let apiKey, let box, (0...6).contains(box.east - box.west), box.north - box.south <= 6 {
        calls.append(data(in: box, from: window.start, until: min(window.end, now), apiKey))
      } else {
        calls += try fileCalls(for: query.window, window, at: now)
      }
    }
    // The forecast of a point has the action days, and the forecasters' discussion, which also matter for a query about now.
    let wantsNotices = query.window == .current && query.detail == .values && apiKey != nil
    if wantsFuture || wantsNotices {
      guard let apiKey, let point = query.places.first?.coordinate else {
        if wantsPast || !wantsFuture { return calls }
        throw AQError(.unsupported, "AirNow's forecast needs a point and a key: set “apiKey”.")
      }
      calls.append(
        service(
          "forecast/current",
          [
            ("latitude", Coordinate.text(degrees: point.latitude)),
            ("longitude", Coordinate.text(degrees: point.longitude)),
          ], apiKey, keepsFor: .hours(1), budget: "forecast"))
    }
    return calls
  }

  private func data(
    in box: GeoShape.BoundingBox, from start: AirTime, until end: AirTime, _ key: AirSecret
  ) -> HTTPCall<Void> {
    service(
      "data",
      [
        ("BBOX", [box.west, box.south, box.east, box.north].degrees),
        ("startDate", String("\(start)".prefix(13))),
        ("endDate", String("\(end)".prefix(13))), ("parameters", "OZONE,PM25,PM10,CO,NO2,SO2"),
        ("dataType", "B"), ("monitorType", "2"), ("verbose", "1"), ("includerawconcentrations", "1"),
      ], key, keepsFor: .untilNextValue)
  }

  private func service(
    _ path: String, _ items: [(name: String, value: String)], _ key: AirSecret,
    keepsFor keeping: TransportRequest.Keeping,
    budget: String? = nil
  ) -> HTTPCall<Void> {
    let query = items + [("format", "application/json"), ("API_KEY", key.exposed)]
    return HTTPCall(
      TransportRequest(base: services, path: "/aq/\(path)/", query: query), keepsFor: keeping, budget: budget)
  }

  /// Returns the files of the newest three hours, or of each hour of a time in the past.
  private func fileCalls(
    for window: AirQuery.Window, _ interval: AirInterval, at now: AirTime
  ) throws -> [HTTPCall<Void>] {
    guard interval.end > Self.firstHour else {
      throw AQError(.unsupported, "AirNow's files begin on 28 May 2019.")
    }
    // The file of an hour is complete about 35 minutes after its end.
    let newest = now.adding(seconds: -5700).floored(toMultipleOf: 3600)
    // A NowCast needs two of the newest three hours (EPA-454/B-24-002).
    let oldest = newest.adding(seconds: -7200)
    let start = window == .current ? oldest : interval.start.floored(toMultipleOf: 3600)
    let first = max(start, Self.firstHour)
    let last = min(interval.lastMoment, newest).floored(toMultipleOf: 3600)
    // The newest come first, because the limit cuts off the oldest. One more than the limit is enough for its note.
    let hours = stride(from: last.secondsSince1970, through: first.secondsSince1970, by: -3600)
    return hours.prefix(descriptor.limits.requestsPerFetch + 1).map { second in
      // The date and hour in UTC, such as `2026100112`.
      let hour = String("\(AirTime(secondsSince1970: second))".prefix(13).filter(\.isNumber))
      let path = "/airnow/\(hour.prefix(4))/\(hour.prefix(8))/HourlyAQObs_\(hour).dat"
      // The file is rewritten every hour, with the stations that were late.
      return HTTPCall(TransportRequest(base: files, path: path, query: []), keepsFor: .hours(1))
    }
  }

  /// The first hour with a file, 2019-05-28T00:00:00Z.
  private static let firstHour = AirTime(secondsSince1970: 1_559_001_600)

  /// Reads a missing file as an unpublished hour rather than an error. The file store reports it in XML.
  public func verdict(on reply: HTTPReply<Void>) -> TransportResponse.Verdict {
    reply.response.isMissingFile
      ? .nothing(AirNote(.nothingNear, "AirNow has no file for this hour.")) : verdict(on: reply.response)
  }

  /// Reads rows of any web service, a file of hours or reporting areas, or a refusal.
  public func decode(_ reply: HTTPReply<Void>, into report: inout ReportBuilder) throws -> [HTTPCall<Void>] {
    // Some begin with a byte order mark.
    let body = reply.body.starts(with: [0xEF, 0xBB, 0xBF]) ? Array(reply.body.dropFirst(3)) : reply.body
    let text = body.prefix(200).filter { $0 > UInt8(ascii: " ") && $0 != UInt8(ascii: "\"") }
    let start = String(decoding: text, as: UTF8.self)
    if start.hasPrefix("[") || start.hasPrefix("{") {
      try read(rows: try reply.json(), for: reply.query, into: &report)
    } else if start.hasPrefix("WebServiceError") {
      let lines = String(decoding: body, as: UTF8.self).split(whereSeparator: \.isNewline)
      try refuse(lines.dropFirst().joined(separator: " "), &report)
    } else if start.hasPrefix("<") {
      throw AQError(.malformed, "The response is a page or XML, not data of AirNow.")
    } else if body.split(maxSplits: 1, whereSeparator: { $0 == 10 || $0 == 13 }).first?
      .contains(UInt8(ascii: "|")) ?? false
    {
      try read(lines: body, into: &report)
    } else {
      let table = try reply.csv()
      let hours = try AirNowHours(table)
      // Taken out while it is in use: another file that is read at the same time starts without it.
      let known = lastFile.withLock { $0?.header == table.header ? $0.take() : nil }
      var all = known?.stations ?? hours.noStations
      try hours.read(&all, into: &report)
      lastFile.withLock { [all] in $0 = (table.header, all) }
    }
    return []
  }
}

extension AQModule where Self == HTTPModule<AirNowStations> {
  /// Registers AirNow's stations; the option `apiKey` enables the web services.
  public static var airNow: Self {
    Self(countedBy: "apiKey", formats: [.airNow]) {
      AirNowStations(apiKey: $0.secret("apiKey"), baseURL: $0["baseURL"])
    }
  }
}
