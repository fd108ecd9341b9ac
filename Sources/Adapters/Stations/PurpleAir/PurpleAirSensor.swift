import AQKit

struct PurpleAirSensor {
  /// The running means of PM2.5, which end with the newest value, by the suffixes of their names.
  static let means: [(name: String, averaging: AveragingPeriod)] = [
    ("10minute", .minutes(10)), ("30minute", .minutes(30)), ("60minute", .oneHour), ("6hour", .hours(6)),
    ("24hour", .day), ("1week", .hours(168)),
  ]

  private let fields: StationRow
  private let site: AirSite

  /// Returns the fields that a query needs, and no others, because each costs points.
  static func fields(for query: AirQuery, corrected correction: SensorCorrection?) -> [String] {
    let site = ["name", "latitude", "longitude", "altitude", "location_type"]
    guard query.detail == .values else { return site }
    var fields = site + ["last_seen", "confidence", "channel_flags"]
    if query.asks(for: .pm25) {
      fields += ["pm2.5_cf_1", "pm2.5_atm"]
      let input = correction.map { "pm2.5_\($0.conversion.rawValue)" }
      if let input, !fields.contains(input) { fields.append(input) }
    }
    // PM2.5 decides whether the channels agree, for all sizes.
    if [.pm25, .pm10, .pm1].contains(where: query.asks(for:)) { fields += ["pm2.5_cf_1_a", "pm2.5_cf_1_b"] }
    if query.asks(for: .pm10) { fields += ["pm10.0_atm"] }
    if query.asks(for: .pm1) { fields += ["pm1.0_atm"] }
    if query.asks(for: .temperature) { fields += ["temperature"] }
    let isInput = query.asks(for: .pm25) && correction?.inputs.contains(.humidity) ?? false
    if isInput || query.asks(for: .humidity) { fields += ["humidity"] }
    if query.asks(for: .surfacePressure) { fields += ["pressure"] }
    return fields
  }

  /// Returns whether the history has a field.
  static func isMeasured(_ field: String) -> Bool {
    field.hasPrefix("pm") || ["temperature", "humidity", "pressure"].contains(field)
  }

  /// Returns the averaging period of rows without one: the smallest distance in time, else the default of ten minutes.
  static func averaging(of rows: [StationRow]) -> AveragingPeriod {
    let times = Set(rows.compactMap { $0.whole("time_stamp") }).sorted()
    let least = zip(times.dropFirst(), times).compactMap { later, earlier in
      let (distance, overflow) = later.subtractingReportingOverflow(earlier)
      return overflow ? nil : distance
    }.min()
    return least.map { AveragingPeriod(seconds: min($0, 366 * 86_400)) } ?? .minutes(10)
  }

  /// Reads a sensor's fields. `isIndoor` is what the whole response is about; nil if it isn't stated.
  init(_ fields: StationRow, isIndoor: Bool?) throws {
    guard let index = fields.whole("sensor_index") else {
      throw AQError(.malformed, "a sensor has no index")
    }
    self.fields = fields
    let coordinate = fields.number("latitude").flatMap { latitude in
      fields.number("longitude").flatMap { try? Coordinate(latitude, $0) }
    }
    let place =
      fields.whole("location_type").map { $0 == 1 } ?? fields.text("location_type").map { $0 == "inside" }
    site = AirSite(
      id: "\(index)", name: fields.text("name"), coordinate: coordinate,
      elevation: fields.number("altitude").map { ($0 * 0.3048).rounded() }, kind: .lowCostSensor,
      isIndoor: place ?? isIndoor,
      details: AirSite.Details(
        network: "PurpleAir",
        operating: fields.whole("date_created").map {
          AirSite.Details.OperatingPeriod(from: AirTime(secondsSince1970: $0))
        }, further: fields.whole("confidence").map { ["confidence": "\($0)"] } ?? [:]))
  }

  /// Adds the newest two-minute means and any running means; none without the time of their end.
  func add(
    at time: Int64?, isSensorsTime: Bool, _ correction: SensorCorrection?, to report: inout ReportBuilder
  ) {
    let reference = report.site(site)
    guard let time else { return report.refuse("a sensor doesn't say when it was last seen") }
    var reading = PurpleAirReading(site: reference, time: .unix(time), correction: correction)
    let doubts: [Int64: Set<String>] = [1: ["A"], 2: ["B"], 3: ["A", "B"]]
    reading.doubted = fields.whole("channel_flags").flatMap { doubts[$0] } ?? []
    if !isSensorsTime { reading.flags = [.timeOfReceipt] }
    add(&reading, to: &report)
    for (channel, suffix) in [(nil, ""), ("A", "_a"), ("B", "_b")] {
      for (name, averaging) in Self.means {
        guard let value = fields.stated("pm2.5_\(name)\(suffix)", in: &report) else { continue }
        reading.add(
          .pm25, value, over: averaging, channel: channel, usualConversion,
          isSuspect: reading.channelsDisagree, to: &report)
      }
    }
  }

  func addPast(
    from start: TimeStamp, over averaging: AveragingPeriod, _ correction: SensorCorrection?,
    to report: inout ReportBuilder
  ) {
    var reading = PurpleAirReading(
      site: report.site(site), time: start, convention: .start, averaging: averaging, correction: correction)
    add(&reading, to: &report)
  }

  /// The conversion of fields without a name: `atm` outdoors and `cf_1` indoors.
  private var usualConversion: String {
    site.isIndoor.map { $0 ? "cf_1" : "atm" } ?? "atm outdoors, cf_1 indoors"
  }

  private func add(_ reading: inout PurpleAirReading, to report: inout ReportBuilder) {
    if let isIndoor = site.isIndoor { reading.leading = isIndoor ? "cf_1" : "atm" }
    let sizes: [(String, AirParameter)] = [("pm2.5", .pm25), ("pm10.0", .pm10), ("pm1.0", .pm1)]
    let conversions = ["cf_1", "atm", "alt"]
    var particles: [PurpleAirReading.Particles] = []
    for (size, parameter) in sizes {
      let statesMean = ([size] + conversions.map { "\(size)_\($0)" }).contains { fields.number($0) != nil }
      for conversion in (conversions + [usualConversion]).unique {
        // A field without a conversion is another name for one with a conversion.
        func value(_ channel: String, _ report: inout ReportBuilder) -> PurpleAirReading.Stated {
          let named = "\(size)_\(conversion)\(channel)"
          return conversion == usualConversion
            ? fields.stated(named, size + channel, in: &report) : fields.stated(named, in: &report)
        }
        let (mean, a, b) = (value("", &report), value("_a", &report), value("_b", &report))
        guard mean != nil || a != nil || b != nil else { continue }
        particles.append(
          .init(
            parameter: parameter, conversion: conversion, mean: mean, computesMean: !statesMean, first: a,
            second: b))
      }
    }
    reading.add(particles, humidity: fields.number("humidity"), to: &report)
    reading.addClimate(
      temperature: fields.stated("temperature", "temperature_a", in: &report),
      humidity: fields.stated("humidity", "humidity_a", in: &report),
      pressure: fields.stated("pressure", "pressure_a", in: &report), to: &report)
  }
}
