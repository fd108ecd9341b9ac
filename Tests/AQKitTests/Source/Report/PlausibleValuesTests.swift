import AQKit
import Testing

@Suite("Possible and plausible values") struct PlausibleValuesTests {
  enum Outcome { case kept, suspect, refused }

  private let noon = AirTime.noon.secondsSince1970

  private func builder(_ bounds: [AirParameter: AirParameter.Bounds] = [:]) -> ReportBuilder {
    var descriptor = SourceDescriptor.sample(offers: [.sample([], convention: .end, averaging: .oneHour)])
    descriptor.bounds = bounds
    return ReportBuilder(descriptor, receivedAt: .noon)
  }

  private static func outcome(_ response: AirResponse, _ parameter: AirParameter) -> Outcome? {
    guard let reading = response.reports.first?[parameter]?.newestReading() else {
      return response.notes.contains { $0.code == .refused } ? .refused : nil
    }
    return reading.flags.contains(.suspect) ? .suspect : .kept
  }

  private func outcome(
    _ parameter: AirParameter, _ value: Double, _ unit: AirUnit, model: String? = nil
  ) -> Outcome? {
    var report = builder()
    let origin = model.map { AirOrigin(instrument: AirSite.Instrument("7", model: $0)) }
    report.add(
      parameter, value, unit: unit, at: .time(.noon), with: .init(origin: origin),
      to: report.site(AirSite(id: "s", kind: .lowCostSensor)))
    return Self.outcome(report.response(), parameter)
  }

  @Test(
    "impossible values are refused and counted, implausible ones are kept and flagged as suspect",
    arguments: [
      (.pm25, 65_535, "µg/m³", .refused), (.pm25, 6553.4, "µg/m³", .refused),
      (.pm25, 43_521, "µg/m³", .suspect),
      (.pm25, 1799, "µg/m³", .kept), (.pm25, 12.5, "mg/m³", .suspect), (.pm25, -999, "µg/m³", .refused),
      (.pm25, -3, "µg/m³", .kept), (.pm25, -20, "µg/m³", .suspect), (.pm25, 0, "µg/m³", .kept),
      (.pm10, -3276.8, "µg/m³", .refused), (.pm10, 15_366, "µg/m³", .kept),
      (.pm10, 32_767, "µg/m³", .refused),
      (.pm1, 65.535, "mg/m³", .refused), (.no2, -999, "ppb", .refused), (.no2, -2, "ppb", .kept),
      (.no2, -40, "µg/m³", .suspect), (.no2, 30, "mg/m³", .suspect), (.o3, 0.2, "ppm", .kept),
      (.co, -0.4, "mg/m³", .kept), (.co, -5, "mg/m³", .refused), (.co2, -2, "ppm", .refused),
      (.co2, 0, "ppm", .suspect), (.co2, 420, "ppm", .kept), (.co2, 655_034, "ppm", .suspect),
      (.co2, 65_535, "ppm", .refused), (.humidity, 655.35, "%", .refused), (.humidity, 100, "%", .kept),
      (.humidity, 105, "%", .suspect), (.humidity, -10, "%", .refused),
      (.temperature, -327.68, "°C", .refused),
      (.temperature, -145, "°C", .suspect), (.temperature, 300, "K", .kept),
      (.temperature, 20, "K", .suspect),
      (.temperature, -40, "°F", .kept), (.surfacePressure, 0, "Pa", .refused),
      (.surfacePressure, -1, "hPa", .refused),
      (.surfacePressure, 65_535, "hPa", .refused), (.surfacePressure, 101_325, "Pa", .kept),
      (.windSpeed, 200, "m/s", .suspect),
      (.daily(.maximum, of: .temperature), 75, "°C", .suspect),
      (.daily(.sum, of: .precipitation), 9000, "mm", .kept),
      (.publishedIndex(scale: "us-epa"), -1, "", .refused),
      (.publishedIndex(scale: "us-epa"), 65_535, "", .refused),
      (.publishedIndex(scale: "us-epa"), 612, "", .kept),
    ] as [(AirParameter, Double, AirUnit, Outcome)])
  func world(_ parameter: AirParameter, _ value: Double, _ unit: AirUnit, _ expected: Outcome) {
    #expect(outcome(parameter, value, unit) == expected)
  }

  @Test(
    "the end of an instrument's range isn't a measurement, whatever adapter names the instrument",
    arguments: [
      (.pm25, 999.9, "Nova Fitness SDS011", .refused), (.pm10, 1999.9, "SDS011", .refused),
      (.pm25, 999.8, "SDS0X1", .kept), (.pm10, 999.9, "SDS011", .kept),
      (.pm25, 999.9, "Met One BAM 1020", .kept),
      (.pm25, 3333, "PMS5003", .suspect), (.pm25, 3333, "BAM", .kept), (.pm10, -1, "PMSx003", .suspect),
      (.temperature, -145.75, "BME280", .refused), (.temperature, 21, "BME280-76", .kept),
      (.humidity, 100, "BME280", .suspect), (.humidity, 111, "BME280", .refused),
      (.humidity, 99, "DHT22", .kept), (.surfacePressure, 299, "BMP280", .refused),
      (.surfacePressure, 1150, "BMP280", .refused), (.surfacePressure, 1150, "BMP390", .suspect),
      (.temperature, -127, "DS18B20", .refused), (.co2, 40_001, "SCD41", .refused),
      (.co2, 40_001, "unknown", .suspect),
      (.pm25, 1001, "NextPM", .suspect), (.pm10, 1000, "NPM", .kept),
      (.temperature, -45, "SHT31", .kept), (.temperature, 131, "SHT3x", .refused),
      (.temperature, -41, "HTU21D", .refused), (.co2, 10_001, "MH-Z19B", .refused),
      (.co2, 20_000, "MH-Z16", .kept), (.pm25, 1001, "SEN50", .suspect), (.humidity, 100, "SEN50", .kept),
      (.humidity, 100, "SEN54", .suspect), (.temperature, 163.835, "SEN55", .refused),
    ] as [(AirParameter, Double, String, Outcome)])
  func instruments(_ parameter: AirParameter, _ value: Double, _ model: String, _ expected: Outcome) {
    let units: [AirParameter: AirUnit] = [
      .temperature: .celsius, .humidity: .percent, .surfacePressure: .hectopascal, .co2: .ppm,
    ]
    #expect(outcome(parameter, value, units[parameter] ?? .microgramsPerCubicMetre, model: model) == expected)
  }

  @Test("rows, columns and whole series have the same limits, and a flag's note names its source")
  func forms() throws {
    let values = [12, 9254, 65_535, -999, 13, .nan]
    let stamps = values.indices.map { noon - Int64(5 - $0) * 3600 }
    var (rows, columns, series) = (builder(), builder(), builder())
    let site = AirSite(id: "s", kind: .referenceStation)
    let (row, column) = (rows.site(site), columns.site(site))
    for (value, stamp) in zip(values, stamps) {
      rows.add(.pm25, value, unit: "µg/m³", at: .unix(stamp), to: row)
    }
    columns.add(.pm25, column: values, unit: "µg/m³", at: .unix(stamps), to: column)
    let intervals = try stamps.map {
      try AirInterval(start: AirTime(secondsSince1970: $0 - 3600), end: AirTime(secondsSince1970: $0))
    }
    series.merge(
      AirReport(
        source: "sample", site: site, kind: .observation,
        series: [try AirSeries(.pm25, unit: "µg/m³", timeline: AirTimeline(intervals), values: values)],
        receivedAt: .noon, attribution: [], rights: .unknown))
    for response in [rows.response(), columns.response(), series.response()] {
      let found = try #require(response.reports.first?[.pm25]?.readings.map { $0 })
      #expect(found.map(\.value) == [12, 9254, 13])
      #expect(found.map { $0.flags.contains(.suspect) } == [false, true, false])
      let refused = response.notes.filter { $0.code == .refused }
      #expect(refused.reduce(0) { $0 + $1.count } == 2)
      let suspect = response.notes.filter { $0.message.contains("flagged as suspect") }
      #expect(suspect.map(\.count) == [1] && suspect.first?.parameters == [.pm25])
      #expect(suspect.first?.message.contains("-15 to 5000 µg/m³: hourly mean of 1,799") == true)
    }
  }

  @Test("a source and an adapter may state narrower limits of their instrument")
  func declared() throws {
    let range = AirParameter.Bounds(0...500, unit: "µg/m³", source: "the maker's data sheet")
    var report = builder([.pm25: range])
    let site = report.site(AirSite(id: "s", kind: .lowCostSensor))
    report.add(.pm25, 600, unit: "µg/m³", at: .time(.noon), to: site)
    report.add(.pm10, 600, unit: "µg/m³", at: .time(.noon), to: site)
    report.add(.pm1, 600, unit: "µg/m³", at: .time(.noon), with: .init(bounds: range), to: site)
    report.add(.pm1, 0.4, unit: "mg/m³", at: .time(.noon), with: .init(bounds: range), to: site)
    let response = report.response()
    #expect(response.reports.first?.series.map(\.parameter) == [.pm10, .pm1])
    #expect(
      response.notes.filter { $0.message.contains("0 to 500 µg/m³: the maker's data sheet") }.map(\.count)
        == [1, 1])
  }

  @Test("undoing an element undoes the notes on its values")
  func undone() throws {
    var report = builder()
    let site = report.site(AirSite(id: "s", kind: .lowCostSensor))
    try report.each([1, 2]) { element, report in
      report.add(.pm25, 9254, unit: "µg/m³", at: .unix(noon + Int64(element)), to: site)
      if element == 2 { throw AQError(.malformed, "no") }
    }
    let response = report.response()
    #expect(response.notes.filter { $0.message.contains("flagged as suspect") }.map(\.count) == [1])
  }

  @Test("each known parameter's plausible values are possible, and cite a source")
  func table() {
    for parameter in AirParameter.known {
      guard let bounds = parameter.bounds else { continue }
      #expect(
        bounds.possible.contains(bounds.plausible.lowerBound)
          && bounds.possible.contains(bounds.plausible.upperBound))
      #expect(bounds.unit.isKnown && bounds.source.count > 10)
    }
    #expect(AirParameter.pollutantsOfIndices.allSatisfy { $0.bounds != nil })
  }
}

extension AirParameter {
  fileprivate static let pollutantsOfIndices: [AirParameter] = [
    .pm25, .pm10, .no2, .o3, .so2, .co, .nh3, .pb, .c6h6,
  ]
}
