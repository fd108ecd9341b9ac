import AQKit
import AQKitTesting
import Testing

@testable import AQKitIndices

/// Numbers at the limits of their types, each of which once stopped the process.
@Suite("Extreme numbers", .timeLimit(.minutes(10)))
struct ExtremeNumberTests {
  /// The longest duration is longer than an `Int64` of seconds.
  private static let longest = Duration.seconds(Int64.max) * 10
  private static let durations = [longest, .seconds(Int64.max), .zero - longest, .seconds(Int64.min)]

  @Test("a time moved by any duration stays within the years 1 to 9999", arguments: durations)
  func times(duration: Duration) {
    let (first, last) = (AirTime.firstSecond, AirTime.lastSecond)
    #expect((AirTime.noon + duration).secondsSince1970 == (duration > .zero ? last : first))
    #expect((AirTime.noon - duration).secondsSince1970 == (duration > .zero ? first : last))
  }

  @Test("a window of any length is an interval", arguments: durations)
  func windows(duration: Duration) {
    #expect(AirQuery.Window.past(duration).interval(at: .noon).end == .noon)
    #expect(AirQuery.Window.next(duration).interval(at: .noon).start == .noon)
  }

  @Test("a timeline of any step is refused or made", arguments: durations)
  func timelines(duration: Duration) {
    #expect(throws: AQError.self) {
      try AirTimeline(start: .noon, step: duration, length: .zero, count: 2)
    }
    #expect(throws: AQError.self) {
      try AirTimeline(start: .noon, step: .seconds(1), length: duration, count: 2)
    }
  }

  @Test("freshness is judged by any cadence", arguments: durations)
  func freshness(duration: Duration) {
    let freshness = AirReport.Freshness(
      newestEnd: .noon.hours(-1), cadence: duration, latency: duration, now: .noon)
    #expect(freshness == (duration > .zero ? .fresh : .silent))
  }

  @Test("a response is cached whatever its cadence and the policy's times", arguments: durations)
  func caching(duration: Duration) async throws {
    let clock = ManualClock()
    let source = ScriptedSource(
      Sample.descriptor(cadence: duration, latency: duration), always: try Sample.response(1))
    let policy = AirPolicy.Cache(
      staleWhileRevalidate: duration, staleIfError: duration, pauseAfterFailure: duration, floor: duration,
      maximumAge: Self.longest)
    #expect(try await source.caching(policy, clock: clock).fetch(Sample.query).value == 1)
  }

  @Test("the system's clock waits without limit, and is cancelled")
  func sleep() async throws {
    for duration in [Self.longest, .seconds(Int64.max)] {
      let sleeper = Task { try await AQSystemClock().sleep(for: duration) }
      sleeper.cancel()
      await #expect(throws: CancellationError.self) { try await sleeper.value }
    }
    #expect(try await AirDeadline.limit(Self.longest) { 1 } == 1)
  }

  @Test("a manual clock is slept on and moved by any duration")
  func manualClock() async throws {
    let clock = ManualClock()
    await clock.advance(by: Self.longest)
    let sleeper = Task { try await clock.sleep(for: Self.longest) }
    try await clock.untilAsleep()
    await clock.advance(by: Self.longest)
    try await sleeper.value
  }

  @Test("a request that no window can ever grant is refused with the window as declared")
  func limits() async throws {
    let limits = RequestLimits(windows: [.init(1, perSeconds: .max)])
    let transport = StubTransport { _ in TransportResponse(status: 200) }
      .rateLimited(by: RequestBudgets.Budget(limits, clock: ManualClock()))
    let error = await #expect(throws: AQError.self) {
      try await transport.send(Sample.request(weighing: 2))
    }
    #expect(error?.message.contains("9223372036854775807 s") == true)
  }

  @Test("a history with limits beyond all memory still records and charts")
  func history() throws {
    let bench = HistoryBench(
      interval: Self.longest,
      limits: .init(maximumSites: .max, maximumSeriesPerSite: .max, maximumSamples: .max))
    try bench.hear(1)
    #expect(bench.history.usage.mostBytes == .max)
    #expect(bench.history.charts(.init(window: .seconds(86_400))).first?.latest.value == 1)
    let small = HistoryBench()
    try small.hear(2)
    #expect(small.history.charts(.init(window: Self.longest)).first?.latest.value == 2)
  }

  /// A feed that declares new data once in a trillion years.
  private struct SlowDecoder: FeedDecoder {
    static let descriptor: SourceDescriptor = {
      var offer = SourceDescriptor.Offer.sample(capabilities: [.live])
      offer.cadence = ExtremeNumberTests.longest
      return .sample("slow", offers: [offer])
    }()

    func decode(_ message: FeedMessage, for query: AirQuery, into report: inout ReportBuilder) {}
  }

  @Test("a feed of any cadence has a time after which it is silent")
  func feeds() {
    let source = FeedSource(
      SlowDecoder(), at: FeedEndpoint(url: "wss://x.test"), through: ScriptedConnector([]))
    #expect(source.silence > .seconds(86_400 * 365))
  }

  @Test("a mean over any number of hours has a window", arguments: [Int.max, .min, 0, -5])
  func averaging(hours: Int) throws {
    let method = AveragingMethod.mean(hours: hours)
    #expect(method.hours >= 1)
    #expect(method.average(of: [1, 2, 3]).value == (hours == .max ? 2 : 3))
  }
}
