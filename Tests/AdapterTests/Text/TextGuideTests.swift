import AQKit
import AQKitText
import Foundation
import Testing

/// Returns the contents of an application's card for an answer, and its label for VoiceOver.
func card(of answer: AirAnswer, at place: AirPlace, _ texts: AirTexts) -> (title: String, label: String) {
  let outcome = answer.index(using: .usEPA)
  return (
    title: texts.title(of: place),
    label: texts.accessibilityText(of: outcome, at: place.name, now: answer.askedAt)
  )
}

/// The values of a report, each with its name.
func lines(of report: AirReport, in locale: Locale) -> [String] {
  let style = AirReadingStyle(texts: AirTexts(locale: locale)).named()
  return report.series.compactMap { $0.newestReading(notAfter: report.receivedAt)?.formatted(style) }
}

/// Returns the text that a person reads about an error, with advice.
func message(for error: any Error, _ texts: AirTexts) -> String {
  let explanation = texts.explanation(of: error)
  return "\(explanation.sentence) \(explanation.action)"
}

/// The texts of an application that also speaks Italian.
func textsWithItalian(for locale: Locale) throws -> AirTexts {
  let italian = try AirLanguage(
    "it",
    reading: """
      band.good = buona
      parameter.o3 = Ozono
      ago.minute.one = {count} minuto fa
      ago.minute.other = {count} minuti fa
      """)
  return AirTexts(locale: locale, adding: [italian])
}

@Suite("The guide to texts")
struct TextGuideTests {
  private let now = AirTime(secondsSince1970: 1_800_000_000)

  @Test("a card has a title and a label")
  func cards() throws {
    let place = AirPlace(name: "Brno", coordinate: try Coordinate(49.2, 16.6), countryCode: "CZ")
    let answer = AirAnswer([], to: AirQuery(near: place.coordinate), at: now)
    let card = card(of: answer, at: place, AirTexts(locale: Locale(identifier: "de")))
    #expect(card.title == "Brno, Tschechien")
    #expect(card.label.hasPrefix("Kein Index"))
  }

  @Test("a report has a line for each series")
  func reports() throws {
    let interval = try AirInterval(start: now - .seconds(3600), end: now)
    let series = try AirSeries(.o3, 84.25, unit: .microgramsPerCubicMetre, over: interval)
    let report = AirReport(
      source: "test", site: AirSite(kind: .city), kind: .observation, series: [series], receivedAt: now)
    #expect(lines(of: report, in: Locale(identifier: "es")) == ["Ozono 84,2\u{A0}µg/m³"])
  }

  @Test("an error is two sentences")
  func errors() {
    let error = AQError(.unreachable, "No route.")
    #expect(
      message(for: error, AirTexts(locale: Locale(identifier: "en")))
        == "There is no connection to the service. Check the network connection.")
  }

  @Test("an application adds a language")
  func italian() throws {
    let texts = try textsWithItalian(for: Locale(identifier: "it_IT"))
    #expect(texts.name(of: .o3) == "Ozono")
    #expect(AirTexts(locale: Locale(identifier: "it_IT")).name(of: .o3) == "Ozone")
  }
}
