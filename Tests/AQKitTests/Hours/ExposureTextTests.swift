import AQKit
import AQKitTesting
import Foundation
import Testing

/// Pollen by days, UV bands in words, weather codes in words.
@Suite struct ExposureTextTests {
  /// Hourly birch pollen from midnight in UTC on: the first instant ends the first hour.
  static func report(_ values: [Double], zone: String? = "UTC") throws -> AirReport {
    let series = try AirSeries(
      .birchPollen, unit: .grainsPerCubicMetre,
      timeline: AirTimeline(
        start: AirTime.noon.hours(-11), step: .seconds(3600), length: .zero, count: values.count),
      values: values)
    return AirReport(
      source: "model", site: AirSite(timeZone: zone, kind: .modelCell), kind: .forecast, series: [series],
      receivedAt: .noon)
  }

  @Test("no pollen, pollen without a level, and no data are distinguished")
  func grades() {
    let bureau = AirParameter.PollenScheme.nationalAllergyBureau
    #expect(bureau.grade(of: 0, .birchPollen) == AirParameter.PollenScheme.Grade.none)
    #expect(bureau.grade(of: 20, .birchPollen).level?.name == "Moderate")
    #expect(bureau.grade(of: nil, .birchPollen) == .unknown)
    #expect(bureau.grade(of: .nan, .birchPollen) == .unknown)
    #expect(AirParameter.PollenScheme.melbourne.grade(of: 20, .birchPollen) == .notCovered)
    #expect(AirParameter.PollenScheme.melbourne.grade(of: nil, .birchPollen) == .notCovered)
    #expect(
      AirParameter.PollenScheme.Grade.none.rank == 0 && AirParameter.PollenScheme.Grade.unknown.rank == nil)
  }

  @Test("pollen is graded by the mean of the local day, never by an hour")
  func days() throws {
    // Two hours of 600 grains in a day without any: a mean of 50, though the hour would be High.
    let first = [600.0, 600] + Array(repeating: 0, count: 22)
    let report = try Self.report(first + Array(repeating: 0, count: 24) + Array(repeating: .nan, count: 10))
    let days = try report.pollenDays(of: .birchPollen, on: .nationalAllergyBureau)
    #expect(days.map(\.mean) == [50, 0])
    #expect(days.map(\.grade.description) == ["Moderate", "None"])
    #expect(days.map(\.id) == [AirTime.noon.hours(-12), AirTime.noon.hours(12)])
    #expect(try roundTripped(days) == days)
    #expect(try report.pollenGrade(of: .birchPollen, on: .nationalAllergyBureau).level?.rank == 2)
  }

  @Test("a day with too few hours is unknown, not without pollen")
  func fewHours() throws {
    let report = try Self.report(Array(repeating: 0, count: 10))
    let day = try #require(try report.pollenDays(of: .birchPollen, on: .nationalAllergyBureau).first)
    #expect(day.grade == .unknown && day.mean == nil && day.completeness?.observed == 10)
    #expect(try report.pollenGrade(of: .birchPollen, on: .nationalAllergyBureau) == .unknown)
  }

  @Test("a day with a single value is unknown")
  func singleValue() throws {
    let report = try Self.report([600])
    let day = try #require(try report.pollenDays(of: .birchPollen, on: .nationalAllergyBureau).first)
    #expect(day.grade == .unknown && day.mean == nil)
    #expect(day.completeness == AirReading.Completeness(observed: 1, expected: 24))
    #expect(try report.pollenGrade(of: .birchPollen, on: .nationalAllergyBureau) == .unknown)
  }

  @Test("a day for which the source states a number for a missing mean is unknown, without a mean")
  func missingMean() throws {
    var report = try Self.report([])
    report.series = [
      try AirSeries(
        .birchPollen, unit: .grainsPerCubicMetre,
        timeline: AirTimeline(
          start: AirTime.noon.hours(-12), step: .seconds(86_400), length: .seconds(86_400), count: 2),
        values: [20, -999])
    ]
    let days = try report.pollenDays(of: .birchPollen, on: .nationalAllergyBureau)
    #expect(days.map(\.mean) == [20, nil] && days.map(\.grade.description) == ["Moderate", "Unknown"])
    // Hours without any value don't replace the means.
    report.series.insert(contentsOf: try Self.report(Array(repeating: .nan, count: 24)).series, at: 0)
    #expect(try report.pollenDays(of: .birchPollen, on: .nationalAllergyBureau) == days)
  }

  @Test("outside the provider's coverage pollen is unknown, not absent")
  func notCovered() throws {
    let bureau = AirParameter.PollenScheme.nationalAllergyBureau
    let nothing = try Self.report(Array(repeating: .nan, count: 24))
    #expect(try nothing.pollenGrade(of: .birchPollen, on: bureau) == .notCovered)
    #expect(try Self.report([1, 2]).pollenGrade(of: .grassPollen, on: bureau) == .notCovered)
    #expect(try Self.report([1, 2]).pollenDays(of: .grassPollen, on: bureau).isEmpty)
  }

  @Test("days need a zone")
  func zone() throws {
    let report = try Self.report(Array(repeating: 0, count: 24), zone: nil)
    #expect(throws: AQError.self) {
      try report.pollenDays(of: .birchPollen, on: .nationalAllergyBureau)
    }
    let days = try report.pollenDays(of: .birchPollen, on: .nationalAllergyBureau, in: .utc)
    #expect(days.map(\.grade) == [AirParameter.PollenScheme.Grade.none])
  }

  @Test("a scheme is stored by its identifier")
  func scheme() throws {
    #expect(try jsonText(AirParameter.PollenScheme.melbourne) == #""melbourne_pollen""#)
    #expect(try AirParameter.PollenScheme.all.map { try roundTripped($0) } == AirParameter.PollenScheme.all)
    #expect(throws: DecodingError.self) { try decode(AirParameter.PollenScheme.self, #""other""#) }
  }

  @Test("a UV band has a name, an end and three levels of advice")
  func ultraviolet() {
    #expect(
      AirParameter.UVIndexBand.allCases.map(\.name) == ["Low", "Moderate", "High", "Very high", "Extreme"])
    #expect(AirParameter.UVIndexBand.allCases.map(\.through) == [2, 5, 7, 10, nil])
    #expect(
      AirParameter.UVIndexBand.allCases.map(\.protection) == [.none, .needed, .needed, .extra, .extra])
    #expect(Set(AirParameter.UVIndexBand.allCases.map(\.advice)).count == 3)
    for (band, next) in zip(AirParameter.UVIndexBand.allCases, AirParameter.UVIndexBand.allCases.dropFirst())
    {
      #expect(band.through.map { $0 + 1 } == next.from)
    }
  }

  @Test("every weather code has a text and a symbol, and other numbers aren't codes")
  func weather() throws {
    #expect(AirParameter.WeatherCode.allCases.count == 100)
    for code in AirParameter.WeatherCode.allCases {
      #expect(!code.text.isEmpty && !code.symbolName().isEmpty && !code.symbolName(isDay: false).isEmpty)
    }
    for value in [-1, 100, 61.5, Double.nan, .infinity] { #expect(AirParameter.WeatherCode(value) == nil) }
    #expect(
      AirParameter.WeatherCode(61)?.text == "Slight rain"
        && AirParameter.WeatherCode(61)?.symbolName() == "cloud.rain")
    #expect(AirParameter.WeatherCode(0)?.symbolName(isDay: false) == "moon.stars")
    let code = try #require(AirParameter.WeatherCode(95))
    #expect(try roundTripped(code) == code)
    #expect(try jsonText(code) == "95")
    #expect(throws: DecodingError.self) { try decode(AirParameter.WeatherCode.self, "100") }
  }

  @Test("a reading of the weather code is the weather, and no other reading is")
  func reading() throws {
    let hour = try AirInterval(start: .noon, end: .noon)
    let code = try AirSeries(.weatherCode, 3, unit: "", over: hour).reading(at: 0)
    #expect(code?.weather?.text == "Overcast")
    #expect(try AirSeries(.temperature, 3, unit: .celsius, over: hour).reading(at: 0)?.weather == nil)
  }
}
