public import AQKit

/// Your own PurpleAir sensor on the home network: the two-minute means of its one or two lasers.
///
/// Sources: github.com/jpettitt/purpleair-local, with replies of firmware 7.02.
public struct PurpleAirLocal: HTTPAdapter {
  /// The declaration of what the sensor offers, needs and allows.
  public static let descriptor = SourceDescriptor(
    id: "purpleair-local", name: "PurpleAir at home",
    summary: "Your own PurpleAir sensor, over the home network.",
    offers: .hourly(in: .unknown, latency: 10, every: 120, [(quantities, .end, .minutes(2))]),
    precedence: 210, siteKinds: [.lowCostSensor],
    limits: RequestLimits(windows: [.init(1, perSeconds: 10)], placesPerRequest: 1000, concurrentRequests: 1),
    options: [
      .init(
        "host", summary: "The sensor's name or address on the home network.", defaultValue: "purpleair.local"),
      .init("baseURL", summary: "The sensor's whole address, instead of the host."),
      .init("latitude", summary: "The sensor's latitude in degrees, if it doesn't know it."),
      .init("longitude", summary: "The sensor's longitude in degrees, if it doesn't know it."),
      .init("correction", summary: SensorCorrection.optionSummary, defaultValue: "none"),
    ],
    rights: .own, endpoints: [.init("http://purpleair.local", .none)], testPlaces: [.site("purpleair.local")])

  private static let quantities: [AirParameter] = [
    .pm25, .pm10, .pm1, .temperature, .humidity, .dewPoint, .surfacePressure, index,
  ]

  /// The sensor's own index follows the table from before 2024.
  static let index = AirParameter.publishedIndex(scale: "us-epa", pollutant: .pm25)

  /// The declaration, with the configured address.
  public var descriptor: SourceDescriptor {
    changed(Self.descriptor) {
      $0.endpoints = [.init(configured: baseURL)]
      $0.testPlaces = [.site($0.endpoints.first.map { Self.host(of: $0.url) } ?? "")]
    }
  }

  let baseURL: String
  let coordinate: Coordinate?
  let correction: SensorCorrection?

  /// Creates an adapter.
  ///
  /// - Parameters:
  ///   - baseURL: The sensor's address, such as `http://192.168.1.20`.
  ///   - coordinate: Its coordinate, if the sensor doesn't know it.
  ///   - correction: A correction of PM2.5, for a series in addition to the raw ones; nil for none.
  public init(
    baseURL: String = "http://purpleair.local", coordinate: Coordinate? = nil,
    correction: SensorCorrection? = nil
  ) {
    self.baseURL = baseURL
    self.coordinate = coordinate
    self.correction = correction
  }

  private static func host(of url: String) -> String { TransportRequest(url: url).host }

  /// Asks the sensor, whose reply is kept for ten seconds.
  public func calls(for query: AirQuery, at now: AirTime) -> [HTTPCall<Void>] {
    [HTTPCall(TransportRequest(base: baseURL, path: "/json", query: []), keepsFor: .seconds(10))]
  }

  /// Reads the sensor's reply, which is for a query of its own host or its identifier.
  public func decode(_ reply: HTTPReply<Void>, into report: inout ReportBuilder) throws -> [HTTPCall<Void>] {
    let body = try reply.json()
    let sensor = try site(body)
    let host = Self.host(of: baseURL)
    let places = reply.query.places
    let named = places.indices.filter { places[$0] == .site(host) }
    let lost = sensor.coordinate == nil ? places.indices.filter { places[$0].kind != .site } : []
    if !lost.isEmpty {
      report.note(
        .nothingNear, "The sensor doesn't know where it is: set its latitude and longitude.", places: lost,
        count: lost.count)
      if lost.count == places.count { return [] }
    }
    var reference = report.site(sensor, place: named.first)
    for place in named.dropFirst() { reference = report.site(sensor, place: place) }
    let fields = try StationRow(body)
    let time = fields.text("DateTime").map(Self.time)
    var reading = PurpleAirReading(
      site: reference, time: report.stampOfNewest(time), correction: correction)
    if sensor.isIndoor == true { reading.leading = "cf_1" }
    add(fields, &reading, to: &report)
    return []
  }

  /// Returns the sensor's time, or the time of receipt if its clock isn't set: the year is then before 2015, when PurpleAir
  /// began.
  private static func time(_ text: String) -> TimeStamp {
    if let year = Int(text.prefix(4)), year < 2015 { return .received }
    return .written(text.uppercased(), as: .pattern("yyyy/MM/dd'T'HH:mm:ssZ"))
  }

  private func add(
    _ fields: StationRow, _ reading: inout PurpleAirReading, to report: inout ReportBuilder
  ) {
    let sizes: [(String, AirParameter)] = [("pm2_5", .pm25), ("pm10_0", .pm10), ("pm1_0", .pm1)]
    var particles: [PurpleAirReading.Particles] = []
    for (size, parameter) in sizes {
      for conversion in ["cf_1", "atm"] {
        let a = fields.stated("\(size)_\(conversion)", in: &report)
        let b = fields.stated("\(size)_\(conversion)_b", in: &report)
        particles.append(
          .init(
            parameter: parameter, conversion: conversion, mean: nil, computesMean: true, first: a, second: b))
      }
    }
    reading.add(particles, humidity: fields.number("current_humidity"), to: &report)
    reading.addClimate(
      temperature: fields.stated("current_temp_f", "current_temp_f_680", in: &report),
      humidity: fields.stated("current_humidity", "current_humidity_680", in: &report),
      pressure: fields.stated("pressure", "pressure_680", in: &report),
      dewPoint: fields.stated("current_dewpoint_f", "current_dewpoint_f_680", in: &report), to: &report)
    for (channel, name) in [("A", "pm2.5_aqi"), ("B", "pm2.5_aqi_b")] {
      guard let value = fields.stated(name, in: &report) else { continue }
      report.add(
        Self.index, value, unit: .one, at: reading.time,
        with: .init(
          averaging: .minutes(2), flags: reading.channelsDisagree ? [.suspect] : [],
          origin: AirOrigin(instrument: AirSite.Instrument(channel), edition: "2012")), to: reading.site)
    }
  }

  private func site(_ body: AQJSON) throws -> AirSite {
    let own = try? body.coordinate("lat", "lon", acceptingText: true)
    let isUnknown = own.map { $0.latitude == 0 && $0.longitude == 0 } ?? true
    return AirSite(
      id: try body.require("SensorId").string(), name: body["Geo"].stringValue,
      coordinate: isUnknown ? coordinate : own, kind: .lowCostSensor,
      isIndoor: body["place"].stringValue.map { $0 == "inside" },
      details: AirSite.Details(
        network: "PurpleAir",
        further: body["hardwarediscovered"].stringValue.map { ["hardware": $0] } ?? [:]))
  }
}
