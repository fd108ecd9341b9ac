import AQKit
import Foundation

/// The suite `hub`: the cost of a hub in addition to its sources.
enum HubSuite {
  /// Runs the suite; takes about 15 s.
  static func figures() throws -> [Figure] {
    try [inMemory(), slowest(), atDeadline(), cancelled()] + cached() + merges() + [updates(), nearest()]
  }

  // MARK: Asking

  private static func inMemory() throws -> Figure {
    let count = 100
    let sources = try (0..<count).map { try source($0) }
    let hub = try AirHub(sources: sources)
    let query = try query()
    let ours = try Stopwatch.best(forSeconds: 2) {
      for _ in 0..<20 { keep(try await hub.answer(for: query)) }
    }
    let bare = try Stopwatch.best(forSeconds: 2) {
      for _ in 0..<20 { keep(try await asked(sources, query)) }
    }
    let scale = 1e6 / Double(20 * count)
    return Figure(
      workload: "answer of \(count) sources in memory, for each source", value: ours.processor * scale,
      unit: "µs", wall: ours.wall * scale, goal: .atMost(5),
      baselines: [.init(name: "bare task group over the same sources", value: bare.processor * scale)])
  }

  /// All sources asked by a task group, without anything else.
  private static func asked(_ sources: [ClosureSource], _ query: AirQuery) async throws -> [AirResponse] {
    try await withThrowingTaskGroup(of: (Int, AirResponse).self) { group in
      for (index, source) in sources.enumerated() {
        group.addTask { (index, try await source.fetch(query)) }
      }
      var responses = [AirResponse](repeating: AirResponse(), count: sources.count)
      for try await (index, response) in group { responses[index] = response }
      return responses
    }
  }

  private static func slowest() throws -> Figure {
    let last = Shared(0.0)
    let sources = try (0..<50).map { number in
      try source(number) {
        try await Task.sleep(for: .milliseconds((number * 37) % 50 * 2))
        let now = Stopwatch.time(CLOCK_MONOTONIC)
        last.withLock { $0 = max($0, now) }
      }
    }
    let hub = try AirHub(sources: sources)
    let query = try query()
    let ours = try late(last) { keep(try await hub.answer(for: query)) }
    let bare = try late(last) { keep(try await asked(sources, query)) }
    return Figure(
      workload: "50 sources of 0 to 98 ms: the answer after the slowest, median of 21", value: ours,
      unit: "ms",
      goal: .atMost(2), baselines: [.init(name: "bare task group over the same sources", value: bare)])
  }

  /// Returns the delay of some work after a moment, in ms; the median.
  private static func late(_ moment: Shared<Double>, _ work: @escaping @Sendable () async throws -> Void)
    throws
    -> Double
  {
    try waiting {
      var delays: [Double] = []
      for _ in 0..<21 {
        try await work()
        let now = Stopwatch.time(CLOCK_MONOTONIC)
        delays.append((now - moment.withLock { $0 }) * 1000)
      }
      return delays.sorted()[10]
    }
  }

  private static func atDeadline() throws -> Figure {
    let sources = try (0..<50).map { number in
      try source(number) { try await Task.sleep(for: .milliseconds((number * 37) % 50 * 2)) }
    }
    let hub = try AirHub(sources: sources)
    let query = try query()
    let end = Shared(0.0)
    let ours = try late(end) {
      end.withLock { $0 = Stopwatch.time(CLOCK_MONOTONIC) + 0.05 }
      keep(try await hub.answer(for: query, within: .milliseconds(50)))
    }
    let bare = try late(end) {
      end.withLock { $0 = Stopwatch.time(CLOCK_MONOTONIC) + 0.05 }
      try await Task.sleep(for: .milliseconds(50))
    }
    return Figure(
      workload: "the same within 50 ms: the answer after the deadline, median of 21", value: ours, unit: "ms",
      goal: .atMost(2), baselines: [.init(name: "bare sleep of 50 ms", value: bare)])
  }

  private static func cancelled() throws -> Figure {
    let sources = try (0..<50).map { number in
      try source(number) {
        guard number == 0 else { return try await Task.sleep(for: .seconds(60)) }
        // One ignores its cancellation.
        await withUnsafeContinuation { deaf in
          DispatchQueue.global().asyncAfter(deadline: .now() + 0.5) { deaf.resume() }
        }
      }
    }
    let hub = try AirHub(sources: sources)
    let query = try query()
    let moment = Shared(0.0)
    func freed(_ work: @escaping @Sendable () async throws -> Void) throws -> Double {
      try late(moment) {
        let caller = Task { try await work() }
        try await Task.sleep(for: .milliseconds(20))
        moment.withLock { $0 = Stopwatch.time(CLOCK_MONOTONIC) }
        caller.cancel()
        _ = await caller.result
      }
    }
    let ours = try freed { keep(try await hub.answer(for: query)) }
    let bare = try freed { try await Task.sleep(for: .seconds(60)) }
    return Figure(
      workload: "50 sources, one of which ignores cancellation: a cancelled caller is free, median of 21",
      value: ours,
      unit: "ms", goal: .atMost(50), baselines: [.init(name: "bare sleep that is cancelled", value: bare)])
  }

  // MARK: What is cached

  private static func cached() throws -> [Figure] {
    let count = 20_000
    let container = try container()
    let hub = try AirHub(container)
    let source = try container.source("s0")
    let query = try query()
    keep(try waiting { try await hub.answer(for: query) })
    @Sendable func ask() async throws { for _ in 0..<count { keep(try await hub.answer(for: query)) } }
    let one = try Stopwatch.best(forSeconds: 2) { try await ask() }
    let eight = try Stopwatch.best(forSeconds: 3) {
      try await withThrowingTaskGroup { group in
        for _ in 0..<8 { group.addTask { try await ask() } }
        try await group.waitForAll()
      }
    }
    let layer = try Stopwatch.best(forSeconds: 2) {
      for _ in 0..<count { keep(try await source.fetch(query)) }
    }
    let known = [query: try response(0)]
    let table = Stopwatch.best { for _ in 0..<count { keep(known[query]) } }
    let rates = [one, eight, layer, table].map { $0.rate(Double(count) / 1e6) }
    return [
      Figure(
        workload: "cached answer of a hub of one source, one task", value: rates[0].processor, unit: "M/s",
        wall: rates[0].wall, goal: .atLeast(1),
        baselines: [
          .init(name: "the source with its layers, without the hub", value: rates[2].processor),
          .init(name: "a dictionary of responses by query", value: rates[3].processor),
        ]),
      Figure(
        workload: "the same by 8 tasks on two cores, part of twice one task's rate by the wall",
        value: rates[1].wall * 8 / (rates[0].wall * 2) * 100, unit: "%", goal: .atLeast(60)),
    ]
  }

  private static func container() throws -> AQContainer {
    var container = AQContainer()
    let source = try source(0)
    try container.register(source.descriptor) { _, _ in source }
    return container
  }

  // MARK: What is asked

  static func query() throws -> AirQuery { AirQuery(near: try Coordinate(52.52, 13.41), parameters: [.pm25]) }

  static func descriptor(
    _ number: Int, _ capabilities: Set<SourceDescriptor.Capability> = [.current, .history]
  ) -> SourceDescriptor {
    SourceDescriptor(
      id: SourceID(rawValue: "s\(number)"), name: "Source \(number)",
      offers: [
        SourceDescriptor.Offer(
          capabilities: capabilities, placeKinds: [.coordinate], parameters: [.pm25],
          kinds: [.observation], timeConvention: .start, averaging: .oneHour, cadence: .seconds(3600))
      ], rights: AirRights(caching: .allowed))
  }

  /// A source that responds from memory, after other work.
  private static func source(_ number: Int, _ first: (@Sendable () async throws -> Void)? = nil) throws
    -> ClosureSource
  {
    let response = try response(number)
    return ClosureSource(descriptor(number)) { _ in
      try await first?()
      return response
    }
  }

  /// Returns a value of PM2.5 that has just ended.
  private static func response(_ number: Int) throws -> AirResponse {
    let now = AQSystemClock().time
    let series = try AirSeries(
      .pm25, Double(number), unit: .microgramsPerCubicMetre,
      over: AirInterval(start: now - .seconds(3600), end: now))
    return AirResponse(reports: [
      AirReport(
        source: SourceID(rawValue: "s\(number)"), site: AirSite(id: "\(number)", kind: .referenceStation),
        kind: .observation, series: [series], receivedAt: now, rights: AirRights(caching: .allowed),
        places: [0])
    ])
  }
}
