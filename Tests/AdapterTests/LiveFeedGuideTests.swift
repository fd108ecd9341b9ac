import AQKit
import AQKitSocketFeed
import AQKitTesting
import Testing

// The code of Docs/LiveFeeds.md; the guide quotes this file.

/// The contents of a screen with a live feed; an application marks it `@MainActor` and `@Observable`.
final class LiveAir {
  /// A chart of the last hour per city, with the band of each value.
  private(set) var charts: [AirChart] = []
  /// The state of the connection.
  private(set) var state: AirUpdate.FeedState?
  /// The latest notes on values that were refused, late or dropped.
  private(set) var notes: [AirNote] = []
  private let history: AirHistory

  init(clock: any AQClock = AQSystemClock()) { history = AirHistory(interval: .seconds(5), clock: clock) }

  /// Follows a feed until it ends or the task is cancelled, as happens when its view disappears.
  func follow(_ feed: any AirDataSource, for query: AirQuery = AirQuery(places: [])) async throws {
    for try await update in feed.updates(for: query) {
      history.record(update, from: feed.descriptor.id)
      state = update.state ?? state
      notes = (notes + update.notes).suffix(20)
      charts = history.charts(AirChart.Options(window: .seconds(3600), banding: .published))
    }
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
    await clock.run { [clock] in
      let screen = LiveAir(clock: clock)
      async let time: Void = clock.advance(by: .seconds(10))
      await #expect(throws: AQError.self) { try await screen.follow(feed) }
      await time
      #expect(screen.charts.compactMap(\.site.name).sorted() == ["Delhi", "Pune"])
      #expect(screen.charts.map(\.latest.value).sorted() == [64, 305])
      #expect(screen.charts.allSatisfy { $0.latestBand != nil })
      #expect(screen.notes.contains { $0.code == .refused })
      #expect(screen.state == .failed(.unreachable))
    }
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
