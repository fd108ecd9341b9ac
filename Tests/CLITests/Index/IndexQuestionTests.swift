import AQKit
import ArgumentParser
import Testing

@testable import AQKitCommands

@Suite struct IndexQuestionTests {
  private func result(_ texts: [String], of name: String, skipsUncovered: Bool = false) throws -> IndexResult
  {
    let index = try #require(AirQualityIndexCatalog.standard.index(name))
    let question = IndexQuestion(
      arguments: try texts.map { try ConcentrationArgument($0) }, allowsProxy: false)
    return try question.result(of: index, skipsUncovered: skipsUncovered)
  }

  @Test("a concentration is read with its unit and averaging period")
  func reads() throws {
    let full = try ConcentrationArgument("PM2.5=1.5e1 ug/m3@24h")
    #expect(full.parameter == .pm25 && full.value == 15)
    #expect(full.unit == .microgramsPerCubicMetre && full.averaging == .day)
    let bare = try ConcentrationArgument("o3=71")
    #expect(bare.value == 71 && bare.unit == nil && bare.averaging == nil)
    for text in ["pm25", "=3", "pm25=", "pm25=ug/m3", "pm25=3@soon"] {
      #expect(throws: ValidationError.self) { _ = try ConcentrationArgument(text) }
    }
  }

  @Test("units become the standard's, and the basis says so")
  func converts() throws {
    let value = try #require(try result(["o3=71ppb@8h", "pm25=35.4ug/m3"], of: "us_epa_2024").outcome.value)
    #expect(value.number == 101 && value.dominant == [.o3])
    #expect(value.leading?.basis.convertedFrom == .ppb && value.leading?.basis.conditions == nil)
    let london = try #require(try result(["o3=50ppb"], of: "uk-daqi").outcome.value)
    #expect(london.leading?.basis.conditions == .eu)
    #expect(london.leading?.input.averaging == .eightHours)
  }

  @Test(
    "an impossible question is refused in one sentence",
    arguments: [
      ("pm25=-5", "pm25: -5 isn't a concentration: it is negative."),
      ("pm25=NaN", "“pm25=NaN” isn't a concentration."),
      ("pm25=3ppb", "ppb of pm25 can't be converted to µg/m³, the unit of us_epa_2024."),
      ("nh3=3", "us_epa_2024 does not cover nh3; it covers o3, pm25, pm10, co, so2, no2."),
      (
        "pm52=20",
        "us_epa_2024 does not cover pm52 (did you mean “pm25”?); it covers o3, pm25, pm10, co, so2, no2."
      ),
      ("o3=0.07ppm@24h", "us_epa_2024 requires o3 over 8h and 1h, not over 24h."),
    ])
  func refuses(text: String, sentence: String) throws {
    let refusal = #expect(throws: WrongUsage.self) { _ = try result([text], of: "us_epa_2024") }
    #expect(refusal?.reason.message == sentence)
  }

  @Test("side by side, a pollutant that an index doesn't cover is left out there and named")
  func skips() throws {
    let found = try result(["pm25=10", "nh3=5ug/m3"], of: "us_epa_2024", skipsUncovered: true)
    #expect(found.outcome.value?.number == 53)
    #expect(found.remarks == ["without nh3"])
  }

  @Test("too few pollutants give sub-indices and a reason, but no value")
  func tooFew() throws {
    let found = try result(["pm25=80"], of: "in_naqi_2014")
    #expect(found.outcome.value == nil && found.outcome.subIndices.map(\.number) == [166])
    #expect(found.complaint == "in_naqi_2014 gives no index: 1 of at least 3 pollutants.")
  }

  @Test(
    "modes that exclude each other are wrong usage",
    arguments: [
      [], ["--list", "pm25=3"], ["--all", "--standard", "us-epa", "pm25=3"], ["--batch", "-", "--json"],
      ["--batch", "-", "pm25=3"], ["pm25"],
    ])
  func wrongUsage(_ arguments: [String]) {
    #expect { _ = try IndexCommand.parse(arguments) } throws: {
      IndexCommand.exitCode(for: $0) == .validationFailure
    }
  }
}
