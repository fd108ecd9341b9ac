import AQKit
import AQKitSocketFeed
import AQKitTesting
import Testing

// What Docs/LiveFeeds.md describes; the guide quotes parts of this file.

/// Shows a chart of the last hour per city until the feed ends or the task is cancelled.
func follow(
  _ feed: any AirDataSource, keeping history: AirHistory, show: ([AirChart], AirUpdate) -> Void
) async throws {
  for try await update in feed.updates(for: AirQuery(places: [])) {
    history.record(update, from: feed.descriptor.id)
    show(history.charts(AirChart.Options(window: .seconds(3600), banding: .published)), update)
  }
}

/// Records all values from now on without loss: writing slows the feed down, through TCP's window.
func record(
  _ feed: SharedFeed<CityFeedDecoder>, write: (AirReading) async throws -> Void
) async throws {
  for try await update in feed.updates(for: AirQuery(places: []), flow: .backPressure) {
    for report in update.reports {
      for reading in report.series.flatMap(\.readings) { try await write(reading) }
    }
  }
}

@Suite("The guide to live feeds", .timeLimit(.minutes(10)))
struct LiveFeedGuideTests {
  private let clock = ManualClock()
  private let connector: ScriptedConnector

  init() {
    connector = ScriptedConnector(
      playing: [
        .text(#"[{"city":"Delhi","aqi":301},{"city":"Pune","aqi":64},{"city":"Agra"}]"#), .wait(.seconds(10)),
        .text(#"[{"city":"Delhi","aqi":305}]"#), .failure(AQError(.unreachable, "The end of the script.")),
      ], clock: clock)
  }

  @Test("a screen has a chart with bands, a state and the refusals")
  func shows() async throws {
    var container = try AQContainer()
      .setting(.feedConnector, to: connector)
      .setting(.clock, to: clock)
      .installing(.cityFeed(at: "wss://air.example.org/feed", scale: "in-naqi"))
    try container.setOption("reconnect", of: "city-feed", to: "false")
    let feed = try container.makeSource("city-feed")
    let history = AirHistory(interval: .seconds(5), clock: clock)
    let (shown, updates) = (Locked<[AirChart]>([]), Locked<[AirUpdate]>([]))
    await clock.run { [clock] in
      async let time: Void = clock.advance(by: .seconds(10))
      await #expect(throws: AQError.self) {
        try await follow(feed, keeping: history) { charts, update in
          shown.withLock { $0 = charts }
          updates.withLock { $0.append(update) }
        }
      }
      await time
    }
    let charts = shown.withLock { $0 }
    #expect(charts.compactMap(\.site.name).sorted() == ["Delhi", "Pune"])
    #expect(charts.map(\.latest.value).sorted() == [64, 305])
    #expect(charts.allSatisfy { $0.latestBand != nil })
    let all = updates.withLock { $0 }
    #expect(all.flatMap(\.notes).contains { $0.code == .refused })
    #expect(all.compactMap(\.state).last == .failed(.unreachable))
  }

  @Test("a recorder gets every reading")
  func records() async throws {
    let feed = FeedSource(
      CityFeedDecoder(scale: "in-naqi"), at: FeedEndpoint(url: "wss://air.example.org/feed"),
      through: connector,
      clock: clock, options: FeedOptions(reconnection: .never)
    ).sharing()
    let written = Locked<[Double]>([])
    await clock.run { [clock] in
      async let time: Void = clock.advance(by: .seconds(10))
      await #expect(throws: AQError.self) {
        try await record(feed) { reading in written.withLock { $0.append(reading.value) } }
      }
      await time
    }
    #expect(written.withLock { $0 } == [301, 64, 305])
  }
}
