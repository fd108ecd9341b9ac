import AQKit
import AQKitTesting
import TestRuns
import Testing

@testable import AQKitCommands

/// The time to lay out a service's text on the terminal, and to compare its values with another's, grows no faster than the text.
@Suite("The terminal: four times the text takes four times the time", .computing)
struct TerminalGrowthTests {
  private static let texts: [(name: String, text: @Sendable (Int) -> String)] = [
    ("a name without blanks", { String(repeating: "x", count: $0) }),
    ("a name of wide characters", { String(repeating: "東", count: $0) }),
    ("a name of marks", { "a" + String(repeating: "\u{301}", count: $0) }),
    ("many words", { String(repeating: "word ", count: $0) }),
    ("blanks", { String(repeating: " ", count: $0) }),
    ("an address", { "https://" + String(repeating: "a/", count: $0) }),
    ("control characters", { String(repeating: "\u{1B}[31m\u{7}", count: $0) }),
  ]

  @Test("wrapping", arguments: texts.indices)
  func wraps(_ index: Int) {
    let (name, text) = Self.texts[index]
    let growth = Growth(from: 256, of: text) { _ = Text.wrap(TerminalText($0), to: 80) }
    #expect(growth.isLinear, "\(name): \(growth)")
  }

  @Test("a table with a long name, and one with many rows")
  func tables() {
    let long = Growth(from: 256, of: { String(repeating: "x", count: $0) }) { name in
      _ = TextTable([[TerminalText(name), "12", "µg/m³"]]).lines(within: 80)
    }
    #expect(long.isLinear, "a long name: \(long)")
    let many = Growth(of: { $0 }) { count in
      let rows = (0..<count).map { site -> [TerminalText] in ["site \(site)", "12", "µg/m³"] }
      _ = TextTable(rows).lines(within: 80)
    }
    #expect(many.isLinear, "many rows: \(many)")
  }

  @Test("a comparison of two sources of many parameters")
  func comparison() throws {
    let now = AirTime(secondsSince1970: 1_790_856_000)
    let timeline = try AirTimeline(
      start: now - .seconds(3600), step: .seconds(3600), length: .seconds(3600), count: 1)
    let places = try [Coordinate(50, 14), Coordinate(50.1, 14)]
    func answer(_ count: Int) -> AirAnswer {
      let series = (0..<count).compactMap {
        try? AirSeries(AirParameter("p\($0)"), unit: "µg/m³", timeline: timeline, values: [1])
      }
      let reports = places.enumerated().map { number, point in
        AirReport(
          source: SourceID("s\(number)"),
          site: AirSite(id: "\(number)", coordinate: point, kind: .referenceStation), kind: .observation,
          series: series, receivedAt: now, places: [0])
      }
      return AirAnswer(reports, to: AirQuery(near: places[0]), at: now)
    }
    #expect(Comparison(answer(3)).differences.count == 3)
    let growth = Growth(of: answer) { _ = Comparison($0) }
    #expect(growth.isLinear, "\(growth)")
  }

  @Test("a chart of a value for each minute")
  func chart() {
    let start = AirTime(secondsSince1970: 1_790_856_000)
    let growth = Growth(
      from: 1 << 14,
      of: { count -> HourChart? in
        let values = (0..<count).map { Double($0 % 97) }
        let end = start.adding(seconds: Int64(count) * 60)
        guard
          let timeline = try? AirTimeline(
            start: start, step: .seconds(60), length: .seconds(60), count: count),
          let series = try? AirSeries(.pm25, unit: "µg/m³", timeline: timeline, values: values),
          let time = try? AirInterval(start: start, end: end)
        else { return nil }
        let report = AirReport(
          source: "s", site: AirSite(id: "s", kind: .lowCostSensor), kind: .observation, series: [series],
          receivedAt: end)
        return HourChart(series, of: report, at: "Home", within: time, catalog: .standard)
      }
    ) { chart in
      _ = chart.map { HourStrip(chart: $0, terminal: Terminal(usesColour: false)).lines }
    }
    #expect(growth.isLinear, "\(growth)")
  }
}
