import AQKit
import AQKitText
import Foundation
import Testing

@Suite("Texts of estimates") struct EstimateTextTests {
  /// An answer with this many stations, each 2 km farther away, and a model or none.
  private func estimate(_ stations: Int, from nearest: Double = 1, hasModel: Bool) throws -> AirEstimate {
    let (place, now) = (try Coordinate(50, 14), AirTime(secondsSince1970: 1_790_856_000))
    func report(_ source: SourceID, _ site: AirSite, _ kind: AirReport.Kind, _ value: Double) throws
      -> AirReport
    {
      let length: Duration = kind == .observation ? .seconds(3600) : .zero
      let series = try AirSeries(
        .pm25, unit: .microgramsPerCubicMetre,
        timeline: AirTimeline(
          start: now.adding(seconds: kind == .observation ? -7200 : -3600), step: .seconds(3600),
          length: length,
          count: 2), values: [value, value])
      return AirReport(source: source, site: site, kind: kind, series: [series], receivedAt: now, places: [0])
    }
    var reports = try (0..<stations).map { number in
      let site = AirSite(
        id: "\(number)", coordinate: try Coordinate(50 + (Double(2 * number) + nearest) / 111.2, 14),
        kind: .referenceStation)
      return try report("stations", site, .observation, 12)
    }
    if hasModel { reports.append(try report("model", AirSite(kind: .modelCell), .forecast, 12)) }
    return try AirAnswer(reports, to: AirQuery(around: place, parameters: [.pm25]), at: now).estimate(
      of: .pm25)
  }

  private func sentence(_ language: String, _ estimate: AirEstimate) -> String {
    AirTexts(locale: Locale(identifier: language)).sentence(estimate).replacing("\u{A0}", with: " ")
  }

  @Test("an estimate is a sentence with its interval, the number of stations, their reach and the model")
  func english() throws {
    let text = sentence("en", try estimate(6, hasModel: true))
    #expect(text.hasPrefix("PM2.5 about 12 µg/m³ ("))
    #expect(text.hasSuffix("), from 6 stations within 11 km and the model"))
  }

  @Test("one station is singular, and a model alone is named as such")
  func forms() throws {
    #expect(sentence("en", try estimate(1, hasModel: false)).hasSuffix("from 1 station within 1 km"))
    let here = try estimate(1, from: 0, hasModel: false)
    #expect("\(here)".hasSuffix("from 1 station within 1 km"), "\(here)")
    #expect(sentence("en", try estimate(0, hasModel: true)).hasSuffix("from the model"))
  }

  @Test(
    "each language has its own words for an estimate",
    arguments: [
      ("de", "aus 6 Stationen im Umkreis von 11 km und dem Modell"),
      ("es", "según 6 estaciones en un radio de 11 km y el modelo"),
      ("fr", "d’après 6 stations dans un rayon de 11 km et le modèle"),
      ("cs", "podle 6 stanic do 11 km a modelu"),
    ])
  func languages(_ language: String, _ origin: String) throws {
    #expect(sentence(language, try estimate(6, hasModel: true)).hasSuffix(origin))
  }

  @Test(
    "a missing estimate isn't a service that is down",
    arguments: [
      ("en", "No estimate is available for this place and time."),
      ("de", "Für diesen Ort und diese Zeit ist keine Schätzung verfügbar."),
      ("es", "No hay ninguna estimación disponible para este lugar y momento."),
      ("fr", "Aucune estimation n’est disponible pour ce lieu et ce moment."),
      ("cs", "Pro toto místo a čas není odhad k dispozici."),
    ])
  func missing(_ language: String, _ text: String) throws {
    let texts = AirTexts(locale: Locale(identifier: language))
    let outcome = AirAnswer.SourceOutcome(
      descriptor: SourceDescriptor(id: "stations", name: "Stations", offers: []),
      result: .responded(AirResponse()))
    let answer = AirAnswer(
      query: AirQuery(around: try Coordinate(50, 14), parameters: [.pm25]), outcomes: [outcome],
      askedAt: AirTime(secondsSince1970: 1_790_856_000))
    let thrown = #expect(throws: AQError.self) { try AirTopic<AirEstimate>.atPlace.value([answer]) }
    let error = try #require(thrown)
    #expect(texts.explanation(of: error).sentence == text)
    #expect(texts.explanation(of: AirEstimate.Unavailable(.noValue)).sentence == text)
  }

  @Test("an index of estimates says both ends of its interval")
  func bounds() throws {
    var value = try sample()
    value.bounds = try sampleBounds()
    let text = AirTexts(locale: Locale(identifier: "en")).summary(of: value)
    #expect(text.hasSuffix("(48 to 79)"))
    #expect(AirTexts(locale: Locale(identifier: "fa_IR")).summary(of: value).hasSuffix("(۴۸ to ۷۹)"))
  }

  @Test("the ends of an index of categories are in the language, too")
  func categories() throws {
    let index = try #require(AirQualityIndexCatalog.standard.index("eu_eaqi_2024"))
    let input = try #require(index.inputs.first { $0.parameter == .o3 })
    var value = try index.value(of: [IndexInput.Concentration(input, 110)]).get()
    let (low, high) = (index.bands[1], index.bands[3])
    value.bounds = try JSONDecoder().decode(
      AQIValue.Bounds.self,
      from: Data(
        #"{"low":2,"high":4,"lowDisplay":"\#(low.name)","highDisplay":"\#(high.name)","probability":0.8}"#
          .utf8))
    let texts = AirTexts(locale: Locale(identifier: "de"))
    let ends = [low, high].map { texts.name(of: $0, in: index.edition) }
    #expect(ends[0] != low.name && texts.summary(of: value).hasSuffix("(\(ends[0]) bis \(ends[1]))"))
    let english = AirTexts(locale: Locale(identifier: "en"))
    #expect(english.summary(of: value) == "Moderate (\(low.name) to \(high.name))")
  }

  private func sample() throws -> AQIValue {
    let (place, now) = (try Coordinate(50, 14), AirTime(secondsSince1970: 1_790_856_000))
    let series = try AirSeries(
      .pm25, unit: .microgramsPerCubicMetre,
      timeline: AirTimeline(
        start: now.adding(seconds: -12 * 3600), step: .seconds(3600), length: .seconds(3600), count: 12),
      values: [Double](repeating: 20, count: 12))
    let site = AirSite(coordinate: place, kind: .referenceStation)
    let report = AirReport(source: "s", site: site, kind: .observation, series: [series], receivedAt: now)
    return try #require(report.index(using: .usEPA).value)
  }

  private func sampleBounds() throws -> AQIValue.Bounds {
    try JSONDecoder().decode(
      AQIValue.Bounds.self,
      from: Data(#"{"low":48,"high":79,"lowDisplay":"48","highDisplay":"79","probability":0.8}"#.utf8))
  }
}
