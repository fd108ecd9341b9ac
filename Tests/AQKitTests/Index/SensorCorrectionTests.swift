import AQKit
import Foundation
import Testing

/// Corrections of low-cost sensors: the matching of humidity and values, and values that can't be corrected.
@Suite struct SensorCorrectionTests {
  static let noon = AirTime(secondsSince1970: 1_770_000_000 / 86_400 * 86_400 + 43_200)

  /// Rows of start and length in minutes from noon, and a value.
  static func series(
    _ parameter: AirParameter, _ unit: AirUnit, _ rows: [(start: Int64, minutes: Int64, value: Double)]
  ) throws -> AirSeries {
    try AirSeries(
      parameter, unit: unit, averaging: AveragingPeriod(seconds: (rows.first?.minutes ?? 0) * 60),
      timeline: AirTimeline(
        rows.map {
          let start = noon.adding(seconds: $0.start * 60)
          return try AirInterval(start: start, end: start.adding(seconds: $0.minutes * 60))
        }), values: rows.map(\.value))
  }

  /// The humidity that a correction used, from its result.
  static func humidity(_ corrected: Double, of raw: Double) -> Double {
    ((0.524 * raw + 5.75 - corrected) / 0.0862 * 1e6).rounded() / 1e6
  }

  @Test(
    "a value takes the humidity that belongs to its time",
    arguments: [
      // An hour: the same interval before all others.
      (60, [(0, 10, 90), (0, 60, 40), (0, 120, 70)], 40),
      // Ten minutes: the hour that covers them.
      (10, [(-30, 60, 40), (-60, 60, 90)], 40),
      // An hour: the mean of the ten minutes within it, not of adjacent ones.
      (60, [(-10, 10, 90), (0, 10, 40), (10, 10, 50), (50, 10, 60), (60, 10, 90)], 50),
      // An hour: a number for a missing humidity is no part of the mean.
      (60, [(0, 10, 40), (10, 10, -999), (20, 10, 60)], 50),
      // An hour: instants within it, its ends included.
      (60, [(-30, 0, 99), (0, 0, 30), (60, 0, 50), (120, 0, 99)], 40),
      // An hour: the hour that shares more than half of it.
      (60, [(-40, 60, 90), (20, 60, 40)], 40),
      // An instant: the humidity of that instant, of the hour that contains it, or of the nearest instant within half an hour.
      (0, [(-5, 0, 90), (0, 0, 40), (-30, 60, 70)], 40), (0, [(-30, 60, 40), (5, 0, 70)], 40),
      (0, [(-20, 0, 90), (15, 0, 40)], 40),
    ] as [(Int64, [(Int64, Int64, Double)], Double)])
  func matches(_ minutes: Int64, _ rows: [(Int64, Int64, Double)], _ expected: Double) throws {
    let raw = try Self.series(.pm25, "µg/m³", [(0, minutes, 20)])
    let humid = try Self.series(
      .humidity, "%",
      rows.map { (start: $0.0, minutes: $0.1, value: $0.2) }.sorted {
        ($0.start, $0.minutes) < ($1.start, $1.minutes)
      })
    let result = try SensorCorrection.barkjohn2021.applied(to: raw, humidity: humid)
    #expect(result.corrected == 1 && result.withoutHumidity == 0 && result.outOfRange == 0)
    #expect(Self.humidity(try #require(result.series.values.first), of: 20) == expected)
  }

  @Test(
    "a value without a humidity for its time stays a gap, and is counted",
    arguments: [
      // A day's mean isn't the hour's; neither an instant an hour away nor an hour that hardly overlaps counts.
      (60, [(-720, 1440, 40)]), (0, [(-31, 0, 40), (31, 0, 40)]), (60, [(-45, 60, 40)]), (60, []),
      (60, [(0, 60, .nan)]), (60, [(0, 60, -999)]),
    ] as [(Int64, [(Int64, Int64, Double)])])
  func gaps(_ minutes: Int64, _ rows: [(Int64, Int64, Double)]) throws {
    let raw = try Self.series(.pm25, "µg/m³", [(0, minutes, 20)])
    let humid = try Self.series(.humidity, "%", rows.map { (start: $0.0, minutes: $0.1, value: $0.2) })
    let result = try SensorCorrection.barkjohn2021.applied(to: raw, humidity: humid)
    #expect(result.series.hasNoValue)
    #expect(result.withoutHumidity == 1 && result.corrected == 0)
    #expect("\(result)" == "Barkjohn 2021: 0 of 1 values corrected, 1 without humidity")
  }

  @Test("a humidity that is flagged as suspect corrects no value")
  func suspectHumidity() throws {
    let raw = try Self.series(.pm25, "µg/m³", [(0, 60, 20)])
    let hour = try Self.series(.humidity, "%", [(0, 60, 40)])
    let humid = try AirSeries(
      .humidity, unit: "%", averaging: hour.averaging, timeline: hour.timeline, values: hour.values,
      flags: [[.suspect]])
    let result = try SensorCorrection.barkjohn2021.applied(to: raw, humidity: humid)
    #expect(result.corrected == 0 && result.withoutHumidity == 1)
  }

  @Test("what can't be corrected is counted by its reason; gaps are not counted")
  func counts() throws {
    let raw = try Self.series(
      .pm25, "µg/m³",
      [(0, 60, 20), (60, 60, -4), (120, 60, .nan), (180, 60, 30), (240, 60, 8), (300, 60, 700)])
    let humid = try Self.series(.humidity, "%", [(0, 60, 40), (60, 60, 40), (120, 60, 40), (180, 60, 140)])
    let result = try SensorCorrection.epaExtended2022.applied(to: raw, humidity: humid)
    #expect(result.series.values.map(\.isNaN) == [false, true, true, true, true, false])
    #expect((result.corrected, result.withoutHumidity, result.outOfRange) == (2, 1, 2))
    #expect("\(result)" == "EPA extended 2022: 2 of 5 values corrected, 1 without humidity, 2 out of range")
  }

  @Test(
    "smoke of cf_1 = 300 at 50 % is 158.6 and not 289.5: each of EPA's extensions has its own conversion",
    arguments: [(20, 11.92), (40, 22.4), (60, 32.88), (80, 43.36), (100, 53.84), (150, 80.04), (300, 158.64)])
  func smoke(_ reported: Double, _ expected: Double) {
    #expect(SensorCorrection.epaExtended2022.concentration(reported, humidity: 50) == expected)
  }

  @Test("EPA's extension of CF=1 blends from 570 to 611 µg/m³, and needs no humidity beyond")
  func quadratic() {
    let extended = SensorCorrection.epaExtended2022
    let share = 0.0244 * 590 - 13.9
    let below = 0.524 * 590 - 0.0862 * 40 + 5.75
    let above = 4.21e-4 * 590 * 590 + 0.392 * 590 + 3.44
    #expect(abs(extended.concentration(590, humidity: 40) - (share * above + (1 - share) * below)) < 1e-6)
    #expect(abs(extended.concentration(700, humidity: .nan) - 484.13) < 1e-6)
    #expect(extended.concentration(600, humidity: .nan).isNaN)
  }

  private static func series(by method: String?) throws -> AirSeries {
    var series = try series(.pm25, "µg/m³", [(0, 60, 300)])
    series.origin = method.map { AirOrigin(instrument: AirSite.Instrument("A", method: $0)) }
    return series
  }

  @Test(
    "a correction refuses values with a conversion other than its own, and says so",
    arguments: [
      (SensorCorrection.barkjohn2021, "atm"), (.epaExtended2022, "atm"), (.epaExtended2022, "alt"),
      (.epaExtended2022ATM, "cf_1"), (.epaExtended2022, "atm outdoors, cf_1 indoors"),
    ])
  func otherConversion(_ correction: SensorCorrection, _ method: String) throws {
    let humid = try Self.series(.humidity, "%", [(0, 60, 50)])
    let error = #expect(throws: AQError.self) {
      try Self.series(by: method).corrected(by: correction, humidity: humid)
    }
    #expect(error?.code == .unsupported)
    #expect(error?.message.contains(correction.conversion.rawValue) == true)
  }

  @Test("a report's PM2.5 with the correction's conversion is corrected, in any order of the series")
  func choosesConversion() throws {
    let humid = try Self.series(.humidity, "%", [(0, 60, 50)])
    let retired = try Self.series(.humidity, "%", [(-600, 60, 90)])
    let report = try AirReport(
      source: "test", site: AirSite(kind: .lowCostSensor), kind: .observation,
      series: [Self.series(by: "atm"), retired, humid, Self.series(by: "cf_1")],
      receivedAt: Self.noon.adding(seconds: 7200))
    #expect(try report.corrected(by: .epaExtended2022).corrected == 1)
    #expect(try report.corrected(by: .epaExtended2022).series.origin?.instrument?.method == "cf_1")
    #expect(try report.corrected(by: .epaExtended2022ATM).series.origin?.instrument?.method == "atm")
  }

  @Test(
    "for a series that states no conversion, the caller's statement counts",
    arguments: [nil, "laser scattering"])
  func unstated(_ method: String?) throws {
    let humid = try Self.series(.humidity, "%", [(0, 60, 50)])
    let corrected = try Self.series(by: method).corrected(by: .epaExtended2022, humidity: humid)
    #expect(corrected.values == [158.64])
  }

  @Test("a report that doesn't state its PM2.5's conversion isn't corrected by a guess")
  func unstatedInReport() throws {
    let humid = try Self.series(.humidity, "%", [(0, 60, 50)])
    for method in [nil, "laser scattering"] {
      let report = try AirReport(
        source: "test", site: AirSite(kind: .lowCostSensor), kind: .observation,
        series: [Self.series(by: method), humid], receivedAt: Self.noon)
      let error = #expect(throws: AQError.self) { try report.corrected(by: .epaExtended2022) }
      #expect(error?.code == .unsupported && error?.message.contains("cf_1") == true)
    }
  }

  @Test(
    "a sensor that has no such conversion isn't corrected as a Plantower",
    arguments: [
      ("Nova Fitness SDS011", false), ("SPS30", false), ("SEN55", false), ("PMS5003", true), (nil, true),
    ])
  func otherSensors(_ model: String?, _ isCorrected: Bool) throws {
    var series = try Self.series(.pm25, "µg/m³", [(0, 60, 300)])
    series.origin = AirOrigin(instrument: AirSite.Instrument(model: model))
    let humid = try Self.series(.humidity, "%", [(0, 60, 50)])
    let corrected = try? series.corrected(by: .epaExtended2022, humidity: humid)
    #expect((corrected != nil) == isCorrected)
  }

  /// Corrections of others, as data: LRAPA's of 2018 and AQ&U's of the University of Utah.
  static let others = [
    #"{"name": "LRAPA", "conversion": "atm", "source": "https://www.lrapa.org/DocumentCenter/View/4147", "limit": 65, "steps": [{"from": 0, "slope": 0.5, "offset": -0.66}]}"#,
    #"{"name": "AQandU", "conversion": "cf_1", "source": "https://www.aqandu.org/airu_sensor#calibrationSection", "steps": [{"from": 0, "slope": 0.778, "offset": 2.65}]}"#,
  ]

  @Test("a custom correction is data: it has its conversion, source and limit, and needs no humidity")
  func asData() throws {
    let (lrapa, utah) = (
      try SensorCorrection(json: Self.others[0]), try SensorCorrection(json: Self.others[1])
    )
    #expect(
      lrapa.concentration(20, humidity: .nan) == 9.34 && utah.concentration(20, humidity: .nan) == 18.21)
    #expect(lrapa.concentration(65.1, humidity: 50).isNaN)
    var raw = try Self.series(.pm25, "µg/m³", [(0, 60, 20), (60, 60, 70)])
    raw.origin = AirOrigin(instrument: AirSite.Instrument(method: "atm"))
    let report = AirReport(
      source: "test", site: AirSite(kind: .lowCostSensor), kind: .observation, series: [raw],
      receivedAt: Self.noon)
    let outcome = try report.corrected(by: lrapa)
    #expect(outcome.series.correction?.inputs == [.pm25])
    #expect((outcome.corrected, outcome.withoutHumidity, outcome.outOfRange) == (1, 0, 1))
  }

  @Test("a correction survives JSON")
  func codable() throws {
    for correction in [SensorCorrection.barkjohn2021, .epaExtended2022, .epaExtended2022ATM] {
      let copy = try JSONDecoder().decode(SensorCorrection.self, from: JSONEncoder().encode(correction))
      #expect(copy == correction)
    }
  }

  @Test(
    "an invalid correction is refused",
    arguments: [
      "", "[]", #"{"name": "x", "conversion": "atm", "source": "s", "steps": []}"#,
      #"{"name": "x", "conversion": "atm", "source": "", "steps": [{"from": 0, "slope": 1}]}"#,
      #"{"name": "x", "conversion": "atm", "source": "s", "steps": [{"from": 5, "slope": 1}]}"#,
      #"{"name": "x", "conversion": "atm", "source": "s", "steps": [{"from": 0, "slope": 1, "slop": 2}]}"#,
      #"{"name": "x", "conversion": "atm", "source": "s", "steps": [{"from": 0, "slope": 1}, {"from": 0, "slope": 1}]}"#,
      #"{"name": "x", "conversion": "atm", "source": "s", "steps": [{"from": 0, "slope": 1}, {"from": 9, "slope": 1, "blends": true}]}"#,
      #"{"name": "x", "conversion": "atm", "source": "s", "limit": 0, "steps": [{"from": 0, "slope": 1}]}"#,
    ])
  func noCorrection(_ text: String) {
    let error = #expect(throws: AQError.self) { try SensorCorrection(json: text) }
    #expect(error?.code == .malformed)
  }

  @Test("a report's PM2.5 is corrected only for a low-cost sensor")
  func report() throws {
    var raw = try Self.series(.pm25, "µg/m³", [(0, 60, 20)])
    raw.origin = AirOrigin(instrument: AirSite.Instrument(method: "cf_1"))
    let humid = try Self.series(.humidity, "%", [(0, 60, 40)])
    func report(_ kind: AirSite.Kind, _ series: [AirSeries]) -> AirReport {
      AirReport(
        source: "test", site: AirSite(kind: kind), kind: .observation, series: series, receivedAt: Self.noon)
    }
    #expect(try report(.lowCostSensor, [humid, raw]).corrected(by: .barkjohn2021).corrected == 1)
    for kind in [AirSite.Kind.referenceStation, .modelCell, .area, .city] {
      let error = #expect(throws: AQError.self) {
        try report(kind, [raw, humid]).corrected(by: .barkjohn2021)
      }
      #expect(error?.code == .unsupported && error?.message.contains(kind.rawValue) ?? false)
      #expect(throws: AQError.self) { try raw.corrected(by: .barkjohn2021, humidity: humid, at: kind) }
    }
    var theirs = raw
    theirs.correction = AirOrigin.Correction(method: "theirs", author: .provider)
    #expect(throws: AQError.self) {
      try report(.lowCostSensor, [theirs, humid]).corrected(by: .barkjohn2021)
    }
    let flagged = try AirSeries(
      .pm25, unit: "µg/m³", timeline: raw.timeline, values: raw.values, flags: [[.corrected]])
    #expect(throws: AQError.self) {
      try report(.lowCostSensor, [flagged, humid]).corrected(by: .barkjohn2021)
    }
    #expect(throws: AQError.self) { try report(.lowCostSensor, [raw]).corrected(by: .barkjohn2021) }
    #expect(throws: AQError.self) { try report(.lowCostSensor, [humid]).corrected(by: .barkjohn2021) }
  }
}
