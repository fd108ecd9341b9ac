import AQKit
import AQKitTesting
import TestRuns
import Testing

/// A history that follows a live feed, from the scripted socket to the chart.
@Suite(.timeLimit(.minutes(10))) struct AirHistoryFeedTests {
  /// Reads a number as the index of a city.
  private struct Numbers: FeedDecoder {
    static let descriptor = SourceDescriptor.sample(
      "feed", offers: [.sample([.publishedIndex], places: [.city], capabilities: [.live])])
    var semantics: FeedOptions.Semantics { FeedOptions.Semantics(time: .none, silence: .seconds(600)) }
    func decode(_ message: FeedMessage, for query: AirQuery, into report: inout ReportBuilder) throws {
      let city = report.site(AirSite(name: "Pune", kind: .city))
      report.add(.publishedIndex, try message.json().double(), unit: .one, at: .received, to: city)
    }
  }

  private let clock = ManualClock()
  private let control = FeedOptions.Control()

  /// The chart of the last 70 s after a body that moves the clock.
  private func chart(
    _ scripts: [ScriptedConnector.Script], after body: @escaping @Sendable () async -> Void
  ) async throws -> AirChart {
    let source = FeedSource(
      Numbers(), at: FeedEndpoint(url: "ws://feed.test/"),
      through: ScriptedConnector(scripts, repeatsLast: true, clock: clock), clock: clock, control: control)
    let history = AirHistory(interval: .seconds(10), clock: clock)
    return try await clock.run {
      // Cancelled and awaited at the end of the block.
      async let _: Void = history.follow(source.updates(for: AirQuery(places: [])))
      await body()
      return try #require(history.charts(AirChart.Options(window: .seconds(70))).first)
    }
  }

  @Test(
    "an application that returns from the background has a gap in its history, and continues at once")
  func pause() async throws {
    let chart = try await chart([.plays([.text("100"), .hang]), .plays([.text("120"), .hang])]) {
      [clock, control] in
      await clock.advance(by: .seconds(20))
      control.pause()
      await clock.advance(by: .seconds(30))
      control.resume()
      await clock.advance(by: .seconds(10))
    }
    #expect(chart.pattern == "HcpppHc" && chart.values.last == 120)
    #expect(chart.gaps.map(\.cause) == [.paused])
  }

  @Test("a lost connection is a gap from the last arrival to the next")
  func lost() async throws {
    let chart = try await chart([
      .plays([.text("100"), .wait(.seconds(20)), .failure(AQError(.unreachable, "Gone."))]),
      .plays([.wait(.seconds(25)), .text("120"), .hang]),
    ]) { [clock] in
      await clock.advance(by: .seconds(60))
    }
    #expect(chart.pattern.first == "H" && chart.values.last == 120)
    #expect(chart.gaps.map(\.cause) == [.disconnected] && chart.pattern.contains("d"))
    #expect(chart.gaps.first?.start == .noon && chart.values[2] == nil)
  }
}
