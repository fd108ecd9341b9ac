import AQKit
import AQKitTesting
import TestRuns
import Testing

/// Tests for what a live store says of its feeds, and when it follows them.
@Suite("A live store and its feeds", .timeLimit(.minutes(10))) @MainActor struct LiveFeedStateTests {
  private let bench = LiveBench()
  private var clock: ManualClock { bench.clock }

  /// Reads a number as the index of a city.
  private struct Numbers: FeedDecoder {
    static let descriptor = SourceDescriptor(
      id: "numbers", name: "Numbers",
      offers: [
        SourceDescriptor.Offer(
          capabilities: [.live], placeKinds: [.city], parameters: [.publishedIndex], kinds: [.observation],
          timeConvention: .instant, averaging: .instant, cadence: .seconds(60))
      ])
    var semantics: FeedOptions.Semantics { FeedOptions.Semantics(time: .none, silence: .seconds(600)) }
    func decode(_ message: FeedMessage, for query: AirQuery, into report: inout ReportBuilder) throws {
      let city = report.site(AirSite(name: "Pune", kind: .city))
      report.add(.publishedIndex, try message.json().double(), unit: .one, at: .received, to: city)
    }
  }

  @Test(
    "in the background the connection is closed at once; in the foreground it is opened again, with a gap in between"
  )
  func background() async throws {
    let control = FeedOptions.Control()
    let connector = ScriptedConnector(playing: [.text("120"), .hang], clock: clock)
    let feed = FeedSource(
      Numbers(), at: FeedEndpoint(url: "ws://feed.test/"), through: connector, clock: clock, control: control
    ).sharing()
    let client = AirClient(try AirHub(sources: [feed], clock: clock))
    let store = LiveAirStore(client, interval: .seconds(10), control: control)
    store.chartOptions.window = .seconds(60)
    try await bench.running(store) {
      await clock.advance(by: .seconds(10))
      #expect(connector.openCount == 1 && store.feeds.first?.state == .live)
      store.isActive = false
      await clock.advance(by: .zero)
      #expect(connector.openCount == 0)
      #expect(store.feeds.first?.state == .paused)
      await clock.advance(by: .seconds(30))
      #expect(connector.attemptCount == 1)
      store.isActive = true
      await clock.advance(by: .seconds(10))
      #expect(connector.openCount == 1 && store.feeds.first?.state == .live)
      let chart = try #require(store.sites.first.flatMap { store.chart(of: $0) })
      #expect(chart.pattern.hasSuffix("HpppHc"))
    }
    #expect(store.isActive)
  }

  @Test("a control pauses while each store that has it is inactive, and no longer than the stores exist")
  func several() {
    let control = FeedOptions.Control()
    let one = LiveAirStore(bench.client, control: control)
    var two: LiveAirStore? = LiveAirStore(bench.client, control: control)
    two?.isActive = false
    #expect(!control.isPaused)
    one.isActive = false
    #expect(control.isPaused)
    two?.isActive = true
    #expect(!control.isPaused)
    two = nil
    #expect(control.isPaused)
    one.isActive = true
    #expect(!control.isPaused)
    var three: LiveAirStore? = LiveAirStore(bench.client, control: control)
    three?.isActive = false
    one.isActive = false
    three = nil
    one.isActive = true
    #expect(!control.isPaused && three == nil)
  }

  @Test("without a control the stream is given up at once, and another one opened")
  func closures() async throws {
    let store = LiveAirStore(bench.client, interval: .seconds(10))
    store.chartOptions.window = .seconds(40)
    try await bench.running(store) {
      try bench.hear([("Delhi", 301)])
      await clock.advance(by: .seconds(1))
      #expect(bench.openCount == 1)
      store.isActive = false
      await clock.advance(by: .zero)
      #expect(bench.openCount == 0)
      #expect(store.feeds.map(\.state) == [.paused])
      try bench.hear([("Delhi", 280)])
      await clock.advance(by: .seconds(20))
      #expect(store.sites.first?.value?.number == 301)
      store.isActive = true
      await clock.advance(by: .seconds(4))
      #expect(bench.openedCount == 2 && store.sites.first?.value?.number == 280)
      #expect(store.feeds.map(\.state) == [.live])
      try bench.hear([("Delhi", 290)])
      await clock.advance(by: .seconds(6))
      #expect(store.sites.first.flatMap { store.chart(of: $0) }?.pattern == "HpHc")
    }
  }

  @Test("it ends with its task, and everything with it")
  func ends() async throws {
    let store = LiveAirStore(bench.client)
    try await bench.running(store) {
      try bench.hear([("Delhi", 301)], state: .live)
      await clock.advance(by: .seconds(1))
      #expect(bench.openCount == 1)
    }
    #expect(bench.openCount == 0 && clock.sleeperCount == 0)
    #expect(store.sites.map(\.name) == ["Delhi"] && store.feeds.map(\.state) == [nil])
  }

  @Test("one of two screens does the work, and the other takes over when it disappears")
  func twice() async throws {
    let store = LiveAirStore(bench.client)
    try await bench.running(store) {
      try await withThrowingTaskGroup { group in
        group.addTask { await store.run() }
        try bench.hear([("Delhi", 301)])
        await clock.advance(by: .seconds(2))
        #expect(bench.openCount == 1 && bench.openedCount == 1)
        group.cancelAll()
      }
      try bench.hear([("Delhi", 280)])
      await clock.advance(by: .seconds(2))
      #expect(bench.openCount == 1 && store.sites.first?.value?.number == 280)
    }
  }

  @Test("a stream that failed is shown as failed with its reason, opened again after a while, and live again")
  func failure() async throws {
    let store = LiveAirStore(bench.client, interval: .seconds(10))
    try await bench.running(store) {
      try bench.hear([("Delhi", 301)], state: .live)
      await clock.advance(by: .seconds(1))
      bench.fail(AQError(.unreachable, "Gone."))
      await clock.advance(by: .seconds(1))
      #expect(store.feeds.map(\.state) == [.failed(.unreachable)])
      #expect(store.feeds.first?.failure?.message == "Gone.")
      #expect(store.sites.map(\.name) == ["Delhi"])
      try bench.hear([("Delhi", 280)])
      await clock.advance(by: .seconds(10))
      #expect(bench.openedCount == 2)
      #expect(store.feeds.map(\.state) == [.live] && store.feeds.first?.failure == nil)
    }
  }

  @Test("a failure from before the source was named is a gap until the source is heard")
  func earlyFailure() async throws {
    let store = LiveAirStore(bench.client, interval: .seconds(10))
    store.chartOptions.window = .seconds(40)
    try await bench.running(store) {
      bench.fail(AQError(.unreachable, "Gone."))
      await clock.advance(by: .seconds(10))
      try bench.hear([("Delhi", 280)], state: .live)
      await clock.advance(by: .seconds(20))
      #expect(store.feeds.map(\.id) == ["feed"] && store.feeds.map(\.state) == [.live])
      #expect(store.sites.first.flatMap { store.chart(of: $0) }?.pattern == "fHcc")
    }
  }

  @Test("a permanent error isn't retried until the store is made active again")
  func final() async throws {
    let store = LiveAirStore(bench.client)
    try await bench.running(store) {
      bench.fail(AQError(.unauthorized, "A wrong key."))
      await clock.advance(by: .seconds(120))
      #expect(bench.openedCount == 1)
      #expect(store.feeds.map(\.state) == [.failed(.unauthorized)] && store.feeds.first?.id == nil)
      store.isActive = false
      await clock.advance(by: .zero)
      store.isActive = true
      try bench.hear([("Delhi", 280)])
      await clock.advance(by: .seconds(1))
      #expect(store.feeds.map(\.id) == ["feed"] && store.sites.count == 1)
    }
  }

  @Test("drops, refusals and gaps are counted and reported; equal notes are one, and ten are kept")
  func notes() async throws {
    let store = LiveAirStore(bench.client)
    try await bench.running(store) {
      for number in 0..<100 {
        let note = AirNote(.refused, "No number (at \(number))")
        bench.push(AirUpdate(notes: [note, AirNote(.dropped, "Too slow", count: 3)], source: "feed"))
      }
      let gap = try AirInterval(start: clock.time.adding(seconds: -60), end: clock.time)
      bench.push(AirUpdate(gap: gap, source: "feed"))
      await clock.advance(by: .seconds(1))
      let feed = try #require(store.feeds.first)
      #expect(feed.refused == 100 && feed.dropped == 300 && feed.gap == gap)
      #expect(feed.notes.map(\.count) == [100, 300])
      for number in 0..<100 { bench.push(AirUpdate(notes: [AirNote(.remark, "\(number)")], source: "feed")) }
      await clock.advance(by: .seconds(1))
      #expect(store.feeds.first?.notes.count == LiveAirStore.Feed.mostNotes)
      #expect(store.feeds.first?.notes.last?.message == "99")
    }
  }
}
