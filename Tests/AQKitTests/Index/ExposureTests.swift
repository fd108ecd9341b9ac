import AQKit
import TestRuns
import Testing

@Suite struct ExposureTests {
  @Test("Barkjohn 2021 and the extension of 2022 for ATM give the published values, and meet at their joints")
  func formulas() {
    #expect(abs(SensorCorrection.barkjohn2021.concentration(50, humidity: 40) - (26.2 - 3.448 + 5.75)) < 1e-9)
    let extended = SensorCorrection.epaExtended2022ATM
    for humidity in [0.0, 50, 100, .nan] {
      #expect(abs(extended.concentration(300, humidity: humidity) - 289.526) < 1e-9)
    }
    for joint in [30.0, 50, 210, 260] {
      let below = extended.concentration(joint.nextDown, humidity: 35)
      #expect(abs(below - extended.concentration(joint, humidity: 35)) < 1e-6, "\(joint)")
    }
    #expect(extended.concentration(0, humidity: 100) == 0)
    for humidity in [-1.0, 101, .nan] { #expect(extended.concentration(20, humidity: humidity).isNaN) }
    #expect(
      extended.concentration(-1, humidity: 40).isNaN && extended.concentration(.nan, humidity: 40).isNaN)
  }

  @Test("a corrected concentration is the exact decimal of the formula")
  func decimals() {
    let extended = SensorCorrection.epaExtended2022ATM
    for tenths in stride(from: 0, through: 4000, by: TestEffort.of(1, debug: 7)) {
      for humidity in stride(from: 0, through: 100, by: 5) {
        // 0.524·PM − 0.0862·RH + 5.75 in hundred-thousandths.
        let exact = max(0, 5240 * tenths - 8620 * humidity + 575_000)
        let (reading, percent) = (Double(tenths) / 10, Double(humidity))
        let corrected = SensorCorrection.barkjohn2021.concentration(reading, humidity: percent)
        if corrected != Double(exact) / 1e5 { Issue.record("\(reading) at \(humidity) %: \(corrected)") }
        guard tenths >= 500, tenths < 2100 else { continue }
        let smoke = max(0, 7860 * tenths - 8620 * humidity + 575_000)
        let other = extended.concentration(reading, humidity: percent)
        if other != Double(smoke) / 1e5 { Issue.record("\(reading) at \(humidity) %: \(other)") }
      }
    }
  }

  @Test("a corrected series names its method, keeps the raw one, and is never corrected twice")
  func series() throws {
    let report = try ReportIndexTests.report([
      (.pm25, "µg/m³", [20, 40, .nan, 60]), (.humidity, "%", [50, .nan, 50, 50]),
    ])
    let (raw, humidity) = try (#require(report[.pm25]), #require(report[.humidity]))
    let corrected = try raw.corrected(by: .barkjohn2021, humidity: humidity)
    #expect(corrected.values.map(\.isNaN) == [false, true, true, false])
    #expect(corrected.correction?.method == "Barkjohn 2021" && corrected.correction?.author == .application)
    #expect(raw.correction == nil)
    #expect(throws: AQError.self) { try corrected.corrected(by: .epaExtended2022, humidity: humidity) }
    var byProvider = raw
    byProvider.correction = AirOrigin.Correction(method: "theirs", author: .provider)
    #expect(throws: AQError.self) { try byProvider.corrected(by: .barkjohn2021, humidity: humidity) }
    #expect(throws: AQError.self) { try humidity.corrected(by: .barkjohn2021, humidity: humidity) }
    #expect(throws: AQError.self) { try raw.corrected(by: .barkjohn2021, humidity: raw) }
  }

  @Test("an index prefers the corrected series and says so")
  func correctedIndex() throws {
    var report = try ReportIndexTests.report([
      (.pm25, "µg/m³", Array(repeating: 60, count: 12)), (.humidity, "%", Array(repeating: 50, count: 12)),
    ])
    let corrected = try #require(report[.pm25]).corrected(
      by: .epaExtended2022, humidity: #require(report[.humidity]))
    report.series.append(corrected)
    let value = try report.index(using: .usEPA).get()
    #expect(value.subIndices.first?.concentration == 32.88)
    #expect(value.description.contains("EPA extended 2022"))
  }

  @Test("pollen levels belong to a scheme")
  func pollen() {
    let bureau = AirParameter.PollenScheme.nationalAllergyBureau
    #expect(bureau.grade(of: 14.9, .birchPollen).level?.name == "Low")
    #expect(bureau.grade(of: 15, .birchPollen).rank == 2)
    #expect(bureau.grade(of: 1500, .alderPollen).level?.name == "Very High")
    #expect(bureau.grade(of: 0, .grassPollen).rank == 0 && bureau.grade(of: -1, .grassPollen) == .unknown)
    #expect(bureau.grade(of: 20, .grassPollen).level?.name == "High")
    #expect(AirParameter.PollenScheme.melbourne.grade(of: 20, .grassPollen).level?.name == "Moderate")
    #expect(AirParameter.PollenScheme.melbourne.grade(of: 20, .birchPollen) == .notCovered)
    #expect(AirParameter.PollenScheme.breezyWeather.grade(of: 30, .ragweedPollen).rank == 3)
  }

  @Test(
    "a UV index has the band of its rounded value",
    arguments: [
      (0.0, AirParameter.UVIndexBand.low), (2.4, .low), (2.5, .moderate), (5.4, .moderate), (6, .high),
      (7.5, .veryHigh),
      (10.4, .veryHigh), (11, .extreme), (25, .extreme),
    ])
  func ultraviolet(_ index: Double, _ band: AirParameter.UVIndexBand) {
    #expect(AirParameter.UVIndexBand(index) == band)
    #expect(AirParameter.UVIndexBand(-1) == nil && AirParameter.UVIndexBand(.nan) == nil)
  }

  @Test("WHO ratios are formed from averages that the data support")
  func who() throws {
    let report = try ReportIndexTests.report([
      (.pm25, "µg/m³", Array(repeating: 30, count: 24)), (.no2, "µg/m³", Array(repeating: 20, count: 10)),
      (.co, "mg/m³", Array(repeating: 5, count: 8)),
    ])
    let ratios = report.whoRatios()
    #expect(
      ratios.map {
        "\($0.guideline.parameter) \($0.guideline.averaging.map(\.description) ?? "") \($0.ratio)"
      }
        == ["pm25 24h 2.0", "no2 1h 0.1", "co 8h 0.5", "co 1h \(5.0 / 35)"])
    #expect(AirParameter.WHOGuideline.level(of: .o3, averaging: nil)?.level == 60)
  }
}
