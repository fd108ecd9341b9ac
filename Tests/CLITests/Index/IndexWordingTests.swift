import AQKit
import Testing

@testable import AQKitCommands

/// The command's words about its numbers.
@Suite struct IndexWordingTests {
  private func answer(_ texts: [String], of name: String) throws -> IndexAnswer {
    let index = try #require(AirQualityIndexCatalog.standard.index(name))
    let question = IndexQuestion(
      arguments: try texts.map { try ConcentrationArgument($0) }, allowsProxy: false)
    return try question.answer(of: index, skipsUncovered: false)
  }

  private let terminal = Terminal()

  @Test("an edge that belongs to the band below reads “above”")
  func edge() throws {
    let text = IndexText(terminal: terminal).lines(of: try answer(["pm25=40"], of: "eu-eaqi")).joined().sent
    #expect(text.contains("next band above 50") && !text.contains("50.0000"))
  }

  @Test("tables that begin higher up are named without the sound of an error")
  func tableBegins() throws {
    let found = try answer(["so2=10ppb@1h", "so2=12ppb@24h", "o3=0.05@8h", "o3=0.05@1h"], of: "us-epa")
    #expect(
      found.remarks == [
        "o3 1h counts only from 0.125 ppm on", "so2 24h counts only where so2 1h is beyond its table",
      ])
    let high = try answer(["so2=400ppb@1h", "so2=12ppb@24h"], of: "us-epa")
    #expect(high.outcome.value?.number == 200 && high.remarks == ["so2 24h counts only from 305 ppb on"])
    let refusal = #expect(throws: IndexQuestion.Refusal.self) {
      _ = try answer(["so2=400@24h"], of: "us-epa")
    }
    #expect(
      refusal?.message == "us_epa_2024 gives no index: so2 24h counts only where so2 1h is beyond its table.")
  }

  @Test(
    "a category's place stands where a number would", arguments: [("de-lqi", "class 4"), ("us-epa", "112")])
  func place(_ name: String, _ shown: String) throws {
    let index = try #require(AirQualityIndexCatalog.standard.index(name))
    let line = IndexTable.Line(index: index, result: .success(try answer(["pm25=40ug/m3"], of: name)))
    let text = IndexTable(lines: [line], terminal: terminal).text
    #expect(text.last?.sent.contains(" \(shown) ") == true, "\(text)")
  }

  @Test(
    "a decimal comma is refused with the number as it should be",
    arguments: [("pm25=35,4", "35.4"), ("pm25=35,4ug/m3", "35.4"), ("pm25=1,000.5ug/m3", "1000.5")])
  func comma(_ text: String, _ plain: String) throws {
    let fault = #expect(throws: ConcentrationArgument.Fault.self) { _ = try ConcentrationArgument(text) }
    #expect(
      fault?.message == "“\(text)” has a comma in its number. Decimals are written after a point: \(plain).")
  }

  @Test("a day has no effect on a named edition, which is said")
  func day() throws {
    let catalog = AirQualityIndexCatalog.standard
    let time = AirTime(secondsSince1970: 1_735_689_600)
    let edition = try #require(catalog.index("us_epa_2012")).edition
    #expect(
      IndexCommand.remark(onDay: "2025-01-01", time, for: "us_epa_2012", edition)
        == "aqkit-cli: --on 2025-01-01 chooses nothing here: us_epa_2012 is an edition, which was not in force then. "
        + "To choose by the day, name us-epa.")
    let current = try #require(catalog.index("us-epa", at: time)).edition
    #expect(IndexCommand.remark(onDay: "2025-01-01", time, for: "us-epa", current) == nil)
    #expect(
      IndexCommand.remark(onDay: "2025-01-01", time, for: "us_epa_2024", current)?.contains("not in force")
        == false)
  }

  @Test("remarks on an edition are in its text and in the catalogue")
  func remarks() throws {
    let mexico = try answer(["pm25=40"], of: "mx-ias")
    let brief = IndexText(terminal: terminal).lines(of: mexico)
    #expect(!brief.contains { $0.sent.contains("in Spanish") })
    let lines = IndexText(terminal: terminal, isVerbose: true).lines(of: mexico)
    #expect(lines.contains { $0.sent.contains("names are those of its table, in Spanish") })
    let listing = IndexListing(mexico.index, at: AirTime(secondsSince1970: 1_780_000_000))
    #expect(listing.lines(terminal, on: nil).contains { $0.sent.contains("in Spanish") })
  }

  @Test("the confidence in a table is said in words")
  func confidence() throws {
    for index in AirQualityIndexCatalog.standard.indices {
      let listing = IndexListing(index, at: AirTime(secondsSince1970: 1_780_000_000))
      let text = listing.lines(terminal, on: nil).map(\.sent).joined(separator: "\n")
      #expect(!text.contains("-impl"), "\(text)")
    }
    let found = try #require(
      AirQualityIndexCatalog.standard.indices.first { $0.edition.confidence == .twoImplementations })
    let listing = IndexListing(found, at: AirTime(secondsSince1970: 1_780_000_000))
    #expect(listing.lines(terminal, on: nil).map(\.sent).contains("  confidence  two implementations agree"))
    let input = try #require(found.inputs.first)
    let argument = try ConcentrationArgument("\(input.parameter)=30\(input.unit)@\(input.averaging)")
    let question = IndexQuestion(arguments: [argument], allowsProxy: true)
    let answer = try question.answer(of: found, skipsUncovered: false)
    let lines = IndexText(terminal: terminal, isVerbose: true).lines(of: answer).map(\.sent)
    #expect(lines.last?.hasSuffix("(two implementations agree)") == true, "\(lines)")
  }

  @Test("the catalogue says of which day it speaks")
  func days() throws {
    let before = IndexListing(
      try #require(AirQualityIndexCatalog.standard.index("us_epa_2024")),
      at: AirTime(secondsSince1970: 1_577_836_800))
    #expect(
      before.lines(terminal, on: "2020-01-01").contains("  in force    from 2024-05-06 (not on 2020-01-01)"))
    #expect(before.lines(terminal, on: nil).contains("  in force    from 2024-05-06 (not today)"))
  }
}
