import AQKit
import ArgumentParser
import Testing

@testable import AQKitCommands

/// The command's words about its numbers.
@Suite struct IndexWordingTests {
  private func result(_ texts: [String], of name: String) throws -> IndexResult {
    let index = try #require(AirQualityIndexCatalog.standard.index(name))
    let question = IndexQuestion(
      arguments: try texts.map { try ConcentrationArgument($0) }, allowsProxy: false)
    return try question.result(of: index, skipsUncovered: false)
  }

  private let terminal = Terminal()

  @Test("an edge that belongs to the band below reads “above”")
  func edge() throws {
    let text = IndexText(terminal: terminal).lines(of: try result(["pm25=40"], of: "eu-eaqi")).joined().sent
    #expect(text.contains("next band above 50") && !text.contains("50.0000"))
  }

  @Test("a concentration that only counts with another one is left out with the reason")
  func tableBegins() throws {
    let found = try result(["so2=10ppb@1h", "so2=12ppb@24h", "o3=0.05@8h"], of: "us-epa")
    #expect(found.remarks == ["so2 24h: counts only where the 1h value is beyond its table"])
    let alone = try result(["so2=400@24h"], of: "us-epa")
    #expect(
      alone.complaint
        == "us_epa_2024 gives no index: counts only where the 1h value is beyond its table.")
  }

  @Test(
    "the table shows a category's position if there is no number",
    arguments: [("de-lqi", "class 4"), ("us-epa", "112")])
  func place(_ name: String, _ shown: String) throws {
    let text = IndexText(terminal: terminal).table(of: [try result(["pm25=40ug/m3"], of: name)])
    #expect(text.last?.sent.contains(" \(shown) ") == true, "\(text)")
  }

  @Test(
    "a decimal comma is refused with the corrected number",
    arguments: [
      ("pm25=35,4", "35.4"), ("pm25=35,4ug/m3", "35.4"), ("pm25=1,000.5ug/m3", "1000.5"),
      ("pm10=1,000", "1000 or 1.000"), ("o3=0,125ppm", "0.125"),
    ])
  func comma(_ text: String, _ plain: String) throws {
    let fault = #expect(throws: ValidationError.self) { _ = try ConcentrationArgument(text) }
    #expect(
      fault?.message == "“\(text)” has a comma in its number. Decimals are written after a point: \(plain).")
  }

  @Test("remarks on an edition are in its text if requested")
  func remarks() throws {
    let mexico = try result(["pm25=40"], of: "mx-ias")
    let brief = IndexText(terminal: terminal).lines(of: mexico)
    #expect(!brief.contains { $0.sent.contains("in Spanish") })
    let lines = IndexText(terminal: terminal, isVerbose: true).lines(of: mexico)
    #expect(lines.contains { $0.sent.contains("names are those of its table, in Spanish") })
  }

  @Test("the confidence in a table is stated in words")
  func confidence() throws {
    let found = try #require(
      AirQualityIndexCatalog.standard.indices.first { $0.edition.confidence == .twoImplementations })
    let input = try #require(found.inputs.first)
    let argument = try ConcentrationArgument("\(input.parameter)=30\(input.unit)@\(input.averaging)")
    let question = IndexQuestion(arguments: [argument], allowsProxy: true)
    let result = try question.result(of: found, skipsUncovered: false)
    let lines = IndexText(terminal: terminal, isVerbose: true).lines(of: result).map(\.sent)
    #expect(lines.last?.hasSuffix("(two implementations agree)") == true, "\(lines)")
  }
}
