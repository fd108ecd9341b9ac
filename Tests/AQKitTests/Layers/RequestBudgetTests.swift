import AQKit
import AQKitTesting
import Testing

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

@Suite("Rate limits", .timeLimit(.minutes(10)))
struct RequestBudgetTests {
  let clock = ManualClock(Sample.start)

  func budget(
    _ windows: [RequestLimits.Window], atOnce: Int = 1000, longestWait: Duration = .seconds(100_000)
  ) -> RequestBudgets.Budget {
    RequestBudgets.Budget(
      RequestLimits(windows: windows, concurrentRequests: atOnce), longestWait: longestWait, clock: clock)
  }

  func limited(
    _ budget: RequestBudgets.Budget, _ stub: StubTransport, charging: RequestBudgets.Budget.Charge? = nil
  )
    -> some HTTPTransport
  {
    stub.rateLimited(by: budget, charging: charging, clock: clock)
  }

  /// A transport that records each request with its time.
  func logging(_ log: Log<(weight: Double, at: Duration)>) -> StubTransport {
    StubTransport { [clock] request in
      log.add((request.weight, clock.elapsed))
      return TransportResponse(status: 200)
    }
  }

  /// Sends requests at the same time, in order, and moves the clock until all have a response.
  func sendAll(_ transport: some HTTPTransport, weights: [Double]) async throws {
    try await clock.run {
      try await withThrowingTaskGroup { group in
        for weight in weights {
          group.addTask { _ = try await transport.send(Sample.request(weighing: weight)) }
        }
        await clock.advanceUntilNobodySleeps()
        try await group.waitForAll()
      }
    }
  }

  @Test("requests go at once until a window is full, then as it makes room")
  func sliding() async throws {
    let log = Log<(weight: Double, at: Duration)>()
    try await sendAll(
      limited(budget([.init(3, perSeconds: 60)]), logging(log)), weights: Array(repeating: 1, count: 8))
    #expect(log.all.map(\.at) == [0, 0, 0, 60, 60, 60, 120, 120].map { .seconds($0) })
  }

  @Test("a fixed window makes room on the minute, on the hour and at midnight UTC")
  func fixed() async throws {
    for (length, first) in [(60, 60), (3600, 3600), (86_400, 43_200)] as [(Int64, Int)] {
      let clock = ManualClock(Sample.start)  // Noon: half of the day is over.
      let log = Log<Duration>()
      let stub = StubTransport { _ in
        log.add(clock.elapsed)
        return TransportResponse(status: 200)
      }
      let budget = RequestBudgets.Budget(
        RequestLimits(windows: [.init(1, perSeconds: length, .fixed)]), longestWait: .seconds(1_000_000),
        clock: clock)
      let transport = stub.rateLimited(by: budget, clock: clock)
      try await clock.run {
        async let one = transport.send(Sample.request)
        async let two = transport.send(Sample.request)
        await clock.advanceUntilNobodySleeps()
        _ = try await (one, two)
      }
      #expect(log.all == [.zero, .seconds(first)])
    }
  }

  @Test("all windows apply at the same time")
  func severalWindows() async throws {
    let log = Log<(weight: Double, at: Duration)>()
    let budget = budget([.init(2, perSeconds: 10), .init(3, perSeconds: 60), .init(5, perSeconds: 3600)])
    try await sendAll(limited(budget, logging(log)), weights: Array(repeating: 1, count: 6))
    #expect(log.all.map(\.at) == [0, 0, 10, 60, 60, 3600].map { .seconds($0) })
  }

  @Test("the weight of a request is what counts, fractions included")
  func weights() async throws {
    let log = Log<(weight: Double, at: Duration)>()
    try await sendAll(
      limited(budget([.init(5, perSeconds: 60)]), logging(log)), weights: [1.3, 1.3, 1.3, 1.3, 5, 0.1])
    #expect(log.all.map(\.at) == [0, 0, 0, 60, 120, 180].map { .seconds($0) })
  }

  @Test("first come, first served: a light request doesn't overtake a waiting heavy one")
  func fair() async throws {
    let log = Log<(weight: Double, at: Duration)>()
    try await sendAll(limited(budget([.init(10, perSeconds: 60)]), logging(log)), weights: [8, 9, 1, 2, 3])
    #expect(log.all.map(\.weight) == [8, 9, 1, 2, 3])
    #expect(log.all.map(\.at) == [0, 60, 60, 120, 120].map { .seconds($0) })
  }

  @Test("one budget is shared by all who ask the same provider, whatever the source")
  func shared() async throws {
    let budgets = RequestBudgets()
    let limits = RequestLimits(windows: [.init(1, perSeconds: 60)])
    let budget = budgets.budget(for: .init("example", credential: "k"), limits: limits, clock: clock)
    #expect(
      budgets.budget(for: .init("example", credential: "k"), limits: RequestLimits(), clock: clock) === budget
    )
    #expect(budgets.budget(for: .init("example", credential: "l"), limits: limits, clock: clock) !== budget)
    #expect(budgets.budget(for: .init("example"), limits: limits, clock: clock) !== budget)
    #expect(budgets.budget(for: .init("other", credential: "k"), limits: limits, clock: clock) !== budget)

    let log = Log<(weight: Double, at: Duration)>()
    let (one, other) = (limited(budget, logging(log)), limited(budget, logging(log)))
    try await clock.run {
      async let first = one.send(Sample.request)
      async let second = other.send(Sample.request)
      await clock.advanceUntilNobodySleeps()
      _ = try await (first, second)
    }
    #expect(log.all.map(\.at) == [.zero, .seconds(60)])
  }

  @Test("budgets of unused credentials are forgotten when their requests no longer count")
  func rotatingCredentials() async {
    final class Held {
      weak var budget: RequestBudgets.Budget?
      init(_ budget: RequestBudgets.Budget) { self.budget = budget }
    }
    let budgets = RequestBudgets()
    func budget(_ token: Int) -> RequestBudgets.Budget {
      budgets.budget(
        for: .init("example", credential: AirSecret("\(token)")),
        limits: RequestLimits(windows: [.init(1, perSeconds: 60)]), clock: clock)
    }
    let (used, unused, paused) = (budget(0), Held(budget(1)), Held(budget(2)))
    paused.budget?.pause(for: .seconds(600))
    for token in 3..<300 { _ = budget(token) }
    #expect(unused.budget == nil && paused.budget != nil && budget(0) === used)
    await clock.advance(by: .seconds(601))
    for token in 300..<600 { _ = budget(token) }
    #expect(paused.budget == nil && budget(0) === used)
  }

  @Test("a key's description has no credential")
  func key() {
    let key = RequestBudgets.Key("example", credential: "hush-hush")
    #expect(!"\(key)".contains("hush"))
    #expect(!String(reflecting: key).contains("hush"))
  }

  @Test("requests under way are limited, and the next is sent as soon as one ends")
  func concurrency() async throws {
    let clock = clock
    let stub = StubTransport { _ in
      try await clock.sleep(for: .seconds(5))
      return TransportResponse(status: 200)
    }
    try await sendAll(limited(budget([], atOnce: 2), stub), weights: [1, 1, 1, 1, 1])
    #expect(stub.mostInFlight == 2)
    #expect(clock.elapsed == .seconds(15))
  }

  @Test("a failed request frees its place")
  func failureReleases() async throws {
    let stub = StubTransport([.failure(AQError(.unreachable, "No.")), .json("{}")])
    let transport = limited(budget([], atOnce: 1), stub)
    await #expect(throws: AQError.self) { try await transport.send(Sample.request) }
    #expect(try await transport.send(Sample.request).status == 200)
  }

  @Test("a request of weight 0 neither waits for windows nor takes from them")
  func free() async throws {
    let stub = StubTransport(always: .json("{}"))
    let budget = budget([.init(1, perSeconds: 60)])
    let transport = limited(budget, stub)
    _ = try await transport.send(Sample.request)
    #expect(budget.remaining == [0])
    _ = try await transport.send(Sample.request(weighing: 0))
    _ = try await transport.send(Sample.request(weighing: -3))
    #expect(clock.elapsed == .zero)
  }

  @Test("a request heavier than a window allows is refused at once and never retried")
  func tooHeavy() async {
    let stub = StubTransport(always: .json("{}"))
    let transport = limited(budget([.init(5000, perSeconds: 3600)]), stub)
    for weight in [5000.5, .infinity] {
      let error = await #expect(throws: AQError.self) {
        try await transport.send(Sample.request(weighing: weight))
      }
      #expect(error?.code == .invalidRequest)
      #expect(error?.retry == .never)
    }
    #expect(stub.requests.isEmpty)
  }

  @Test(
    "after the provider reports nothing left, nothing is sent until there is more",
    arguments: [
      (["X-RateLimit-Remaining": "0", "X-RateLimit-Reset": "40"], 40),
      (["RateLimit-Remaining": "0", "RateLimit-Reset": "7"], 7),
      (["RateLimit": #""a";r=5;t=50, "b";r=0;t=9"#], 9),
      // No longer than the longest window, whatever the server states.
      (["X-RateLimit-Remaining": "0", "X-RateLimit-Reset": "31000000"], 60),
      (["X-RateLimit-Remaining": "0", "X-RateLimit-Reset": "99999999999999999999999"], 60),
      (["X-RateLimit-Reset": "40"], 0),
      (["X-RateLimit-Remaining": "0"], 0), (["X-RateLimit-Remaining": "0", "X-RateLimit-Reset": "-5"], 0),
      (["X-RateLimit-Remaining": "-1", "X-RateLimit-Reset": "nan"], 0),
      (["X-RateLimit-Remaining": "0", "X-RateLimit-Reset": "40", "Age": "39"], 0),
      (["RateLimit": ";;,=,r=,t=;r=0"], 0),
    ] as [([String: String], Int)])
  func countOfProvider(headers: [String: String], seconds: Int) async throws {
    let times = Log<Duration>()
    let stub = StubTransport { [clock] _ in
      times.add(clock.elapsed)
      return TransportResponse(
        status: 200, headers: headers.map { TransportRequest.Header($0.key, $0.value) })
    }
    let budget = budget([.init(100, perSeconds: 10), .init(1000, perSeconds: 60)])
    let transport = limited(budget, stub)
    _ = try await transport.send(Sample.request)
    #expect(budget.remaining == (seconds == 0 ? [99, 999] : [0, 0]))
    try await sendAll(transport, weights: [1])
    #expect(times.all == [.zero, .seconds(seconds)])
  }

  @Test(
    "no more is sent than the provider says is left, no matter who used the rest",
    arguments: [
      ["X-RateLimit-Remaining": "2", "X-RateLimit-Reset": "40"],
      ["RateLimit-Remaining": "2.9", "RateLimit-Reset": "40"],
      ["RateLimit": #""minute";r=2;t=40, "day";r=900;t=50000"#],
      ["RateLimit": "limit=100;w=60, remaining=2;w=60, reset=40;w=60"],
    ])
  func leftByProvider(headers: [String: String]) async throws {
    let sent = Log<Duration>()
    // The first response states the remainder; the provider counts later ones slowly.
    let stub = StubTransport { [clock] _ in
      sent.add(clock.elapsed)
      let isNew = clock.elapsed >= .seconds(40)
      return TransportResponse(
        status: 200, headers: isNew ? [] : headers.map { TransportRequest.Header($0.key, $0.value) })
    }
    let budget = budget([.init(100, perSeconds: 60)])
    let transport = limited(budget, stub)
    _ = try await transport.send(Sample.request)
    #expect(budget.remaining == [2])
    try await sendAll(transport, weights: [1, 1, 1, 1])
    #expect(sent.all == [.zero, .zero, .zero, .seconds(40), .seconds(40)])
  }

  @Test("a provider's count that always ends equally far ahead blocks no caller")
  func slidingCountOfProvider() async throws {
    let stub = StubTransport { _ in
      TransportResponse(
        status: 200,
        headers: [
          TransportRequest.Header("RateLimit-Remaining", "5"),
          TransportRequest.Header("RateLimit-Reset", "60"),
        ])
    }
    let budget = budget([.init(100, perSeconds: 60)])
    let transport = limited(budget, stub)
    for _ in 0..<60 {
      _ = try await transport.send(Sample.request)
      await clock.advance(by: .seconds(1))
    }
    #expect(clock.elapsed == .seconds(60))
    #expect(budget.remaining.allSatisfy { $0 >= 1 })
  }

  @Test("a request that would wait longer than allowed fails at once, with the time to retry")
  func longestWait() async throws {
    let stub = StubTransport(always: .json("{}"))
    let transport = limited(budget([.init(1, perSeconds: 3600)], longestWait: .seconds(120)), stub)
    _ = try await transport.send(Sample.request)
    await clock.advance(by: .seconds(600))
    let error = await #expect(throws: AQError.self) { try await transport.send(Sample.request) }
    #expect(error?.code == .rateLimited)
    #expect(error?.retry == .after(.seconds(3000)))
    #expect(stub.requests.count == 1)
  }

  @Test("a request that would wait beyond the deadline fails at once, with everyone ahead in line counted")
  func deadline() async throws {
    let stub = StubTransport(always: .json("{}"))
    let budget = budget([.init(1, perSeconds: 60)])
    let transport = limited(budget, stub)
    _ = try await transport.send(Sample.request)
    let waiting = Task { try await transport.send(Sample.request) }
    try await clock.untilAsleep()

    let refused = await #expect(throws: AQError.self) {
      try await AirDeadline.limit(.seconds(100), clock: clock) { try await transport.send(Sample.request) }
    }
    #expect(refused?.code == .rateLimited)
    #expect(refused?.retry == .after(.seconds(120)))

    // The refused request has left no trace: one that can wait for two minutes doesn't wait any longer.
    let patient = Task {
      try await AirDeadline.limit(.seconds(121), clock: clock) { try await transport.send(Sample.request) }
    }
    while budget.waitingCount < 2 { await Task.yield() }
    await clock.advance(by: .seconds(60))
    _ = try await waiting.value
    try await clock.untilAsleep(2)
    await clock.advance(by: .seconds(60))
    #expect(try await patient.value.status == 200)
  }

  @Test("cancelling a waiting request takes nothing from the budget, and lets the next move up")
  func cancelWaiting() async throws {
    let stub = StubTransport(always: .json("{}"))
    let budget = budget([.init(2, perSeconds: 60)])
    let transport = limited(budget, stub)
    _ = try await transport.send(Sample.request(weighing: 2))
    let first = Task { try await transport.send(Sample.request(weighing: 2)) }
    try await clock.untilAsleep()
    let second = Task { try await transport.send(Sample.request(weighing: 1)) }
    while budget.waitingCount < 2 { await Task.yield() }
    let third = Task { try await transport.send(Sample.request(weighing: 1)) }
    while budget.waitingCount < 3 { await Task.yield() }

    // Cancels the first in line, then one in the middle.
    first.cancel()
    await #expect(throws: CancellationError.self) { try await first.value }
    second.cancel()
    await #expect(throws: CancellationError.self) { try await second.value }
    try await clock.untilAsleep()
    await clock.advance(by: .seconds(60))
    #expect(try await third.value.status == 200)
    #expect(budget.waitingCount == 0)
    #expect(budget.remaining == [1])
    #expect(stub.requests.count == 2)
  }

  @Test("cancelling a request that waits for others to end is prompt, too")
  func cancelAtGate() async throws {
    let stub = StubTransport([.hang, .json("{}")])
    let budget = budget([.init(10, perSeconds: 60)], atOnce: 1)
    let transport = limited(budget, stub)
    let running = Task { try await transport.send(Sample.request) }
    try await stub.untilAsked()
    let waiting = Task { try await transport.send(Sample.request) }
    while budget.waitingCount < 1 { await Task.yield() }
    waiting.cancel()
    await #expect(throws: CancellationError.self) { try await waiting.value }
    running.cancel()
    await #expect(throws: CancellationError.self) { try await running.value }
    #expect(try await transport.send(Sample.request).status == 200)
    #expect(budget.remaining == [8])
  }

  @Test("a 429 pauses everybody for as long as it says, and says so in its error")
  func pause() async throws {
    let log = Log<Duration>()
    let clock = clock
    let stub = StubTransport { _, number in
      log.add(clock.elapsed)
      return number == 0
        ? TransportResponse(status: 429, headers: [TransportRequest.Header("Retry-After", "40")])
        : TransportResponse(status: 200)
    }
    let transport = limited(budget([.init(100, perSeconds: 60)]), stub)
    #expect(try await transport.send(Sample.request).status == 429)
    try await sendAll(transport, weights: [1, 1])
    #expect(log.all == [.zero, .seconds(40), .seconds(40)])
  }

  @Test("a 429 without a number means the rest of the shortest window")
  func windowPause() async throws {
    await clock.advance(by: .seconds(15))
    let stub = StubTransport(always: .status(429))
    let budget = budget([.init(100, perSeconds: 3600), .init(100, perSeconds: 60, .fixed)])
    let response = try await limited(budget, stub).send(Sample.request)
    #expect(AQError(response: response)?.retry == .after(.seconds(45)))
    let none = try await limited(self.budget([]), stub).send(Sample.request)
    #expect(AQError(response: none)?.retry == .after(.seconds(60)))
  }

  @Test("a 429 for too many concurrent requests, which may be retried now, pauses no one")
  func tooManyAtOnce() async throws {
    let stub = StubTransport([.status(429, text: "Too many concurrent requests"), .json("{}")])
    let transport = stub.rateLimited(
      by: budget([.init(10, perSeconds: 60)]), advice: RequestBudgets.Budget.Advice { _, _ in .now },
      clock: clock)
    #expect(try await transport.send(Sample.request).header("Retry-After") == nil)
    #expect(try await transport.send(Sample.request).status == 200)
    #expect(clock.elapsed == .zero)
  }

  @Test("the provider's final count applies: nothing for a 429, one for a 400")
  func charge() async throws {
    let stub = StubTransport([
      .status(429, headers: [TransportRequest.Header("Retry-After", "0")]), .status(400), .json("{}"),
    ])
    let budget = budget([.init(100, perSeconds: 60), .init(100, perSeconds: 3600, .fixed)])
    let transport = limited(budget, stub) { request, response in
      switch response.status {
      case 429: 0
      case 400: 1
      default: request.weight
      }
    }
    for expected in [100.0, 99, 59] {
      _ = try await transport.send(Sample.request(weighing: 40))
      #expect(budget.remaining == [expected, expected])
    }
  }

  @Test(
    "a clock that is set back by an hour doesn't block the budget for an hour",
    arguments: [RequestLimits.Window.Alignment.sliding, .fixed])
  func clockSetBack(alignment: RequestLimits.Window.Alignment) async throws {
    let clock = SettableClock(Sample.start)
    let budget = RequestBudgets.Budget(
      RequestLimits(windows: [.init(2, perSeconds: 60, alignment)]), longestWait: .seconds(61), clock: clock)
    let transport = StubTransport(always: .json("{}")).rateLimited(by: budget, clock: clock)
    _ = try await transport.send(Sample.request)
    clock.set(Sample.start - .seconds(3600))
    #expect(budget.remaining == [1])
    let error = await #expect(throws: AQError.self) {
      try await AirDeadline.limit(.seconds(1), clock: clock) {
        try await transport.send(Sample.request(weighing: 2))
      }
    }
    #expect(error?.retry == .after(.seconds(60)))
  }

  @Test("a thread that is held up after it has read the clock doesn't make it seem to be set back")
  func heldUpThread() async throws {
    let clock = HeldUpClock()
    let budget = RequestBudgets.Budget(RequestLimits(windows: [.init(1, perSeconds: 60)]), clock: clock)
    _ = try await StubTransport(always: .json("{}")).rateLimited(by: budget, clock: clock).send(
      Sample.request)
    clock.meanwhile.withLock { meanwhile in
      meanwhile = {
        clock.time.withLock { $0 += 50 }
        #expect(budget.remaining == [0])
      }
    }
    #expect(budget.remaining == [0])
    #expect(budget.remaining == [0])
  }

  @Test("a request that leaves the line shortens the next one's stated wait")
  func leavingReplans() async throws {
    let stub = StubTransport(always: .json("{}"))
    let budget = budget([.init(1, perSeconds: 60)], atOnce: 1)
    let transport = limited(budget, stub)
    _ = try await transport.send(Sample.request)
    var waiting: [Task<TransportResponse, any Error>] = []
    for number in 1...3 {
      waiting.append(Task { try await transport.send(Sample.request) })
      while budget.waitingCount < number { await Task.yield() }
    }
    func wait() async -> AQError.Retry? {
      let error = await #expect(throws: AQError.self) {
        try await AirDeadline.limit(.seconds(50), clock: clock) { try await transport.send(Sample.request) }
      }
      return error?.retry
    }
    #expect(await wait() == .after(.seconds(240)))
    waiting[1].cancel()
    await #expect(throws: CancellationError.self) { try await waiting[1].value }
    #expect(await wait() == .after(.seconds(180)))
    // The first in line sleeps; leaving, it lets the next one move up.
    try await clock.untilAsleep()
    waiting[0].cancel()
    await #expect(throws: CancellationError.self) { try await waiting[0].value }
    #expect(await wait() == .after(.seconds(120)))
    try await clock.untilAsleep()
    await clock.advance(by: .seconds(60))
    #expect(try await waiting[2].value.status == 200)
  }

  @Test("a request that turns out to weigh less lets the first in line go at once")
  func correctionWakes() async throws {
    let log = Log<(weight: Double, at: Duration)>()
    let stub = StubTransport { [clock] request in
      log.add((request.weight, clock.elapsed))
      try await clock.sleep(for: .seconds(5))
      return TransportResponse(status: 200)
    }
    let transport = limited(budget([.init(10, perSeconds: 60)]), stub) { request, _ in
      min(request.weight, 2)
    }
    try await sendAll(transport, weights: [9, 3, 6])
    #expect(log.all.map(\.at) == [0, 5, 10].map { .seconds($0) })
  }

  @Test("a pause longer than a request may wait ends its wait at once")
  func pauseWakes() async throws {
    let stub = StubTransport(always: .json("{}"))
    let budget = budget([.init(1, perSeconds: 60)], longestWait: .seconds(120))
    let transport = limited(budget, stub)
    _ = try await transport.send(Sample.request)
    let waiting = Task { try await transport.send(Sample.request) }
    try await clock.untilAsleep()
    budget.pause(for: .seconds(3600))
    let error = await #expect(throws: AQError.self) { try await waiting.value }
    #expect(error?.retry == .after(.seconds(3600)) && clock.sleeperCount == 0)
  }

  @Test("a thousand waiting requests are served in order, and joining the line stays cheap")
  func longLine() async throws {
    let log = Log<(weight: Double, at: Duration)>()
    let weights = (0..<1000).map { 1 + Double($0) / 10_000 }
    try await sendAll(limited(budget([.init(100, perSeconds: 60)]), logging(log)), weights: weights)
    #expect(log.all.map(\.weight) == weights)
  }

  @Test("behind others in line a request may wait longer than the first in line may")
  func behindOthers() async throws {
    let log = Log<(weight: Double, at: Duration)>()
    let budget = budget([.init(1, perSeconds: 60)], longestWait: .seconds(120))
    try await sendAll(limited(budget, logging(log)), weights: Array(repeating: 1, count: 5))
    #expect(log.all.map(\.at) == [0, 60, 120, 180, 240].map { .seconds($0) })
  }

  @Test("every attempt of a request that is retried is counted")
  func withRetries() async throws {
    let stub = StubTransport([.status(503), .status(503), .json("{}")])
    let budget = budget([.init(10, perSeconds: 60)])
    let transport = stub.resilient(within: budget, clock: clock, randomNumbers: AQRandomNumbers { 0 })
    #expect(try await transport.send(Sample.request).status == 200)
    #expect(budget.remaining == [7])
  }

  @Test("a wait before another attempt doesn't hold up the line")
  func retryLeavesLine() async throws {
    let stub = StubTransport([
      .status(503, headers: [TransportRequest.Header("Retry-After", "30")]), .json("{}"), .json("[]"),
    ])
    let budget = budget([.init(10, perSeconds: 60)], atOnce: 1)
    let transport = stub.resilient(within: budget, clock: clock, randomNumbers: AQRandomNumbers { 0 })
    let failing = Task { try await transport.send(Sample.request) }
    try await clock.untilAsleep()
    #expect(try await transport.send(Sample.request).status == 200)
    await clock.advance(by: .seconds(30))
    #expect(try await failing.value.status == 200)
  }

  @Test("limits without an alignment in their JSON are sliding; the alignment survives a round trip")
  func codable() throws {
    let old = try JSONDecoder().decode(
      RequestLimits.Window.self, from: Data(#"{"weight":600,"seconds":60}"#.utf8))
    #expect(old == RequestLimits.Window(600, perSeconds: 60, .sliding))
    let fixed = RequestLimits.Window(10_000, perSeconds: 86_400, .fixed)
    #expect(try JSONDecoder().decode(RequestLimits.Window.self, from: JSONEncoder().encode(fixed)) == fixed)
  }

  @Test("requests to one host take turns, and don't hold up those to another")
  func lanes() async throws {
    let limits = RequestLimits(
      windows: [.init(3, perSeconds: 60)], concurrentRequests: 10, concurrentRequestsPerHost: 1)
    let budget = RequestBudgets.Budget(limits, clock: clock)
    let log = Log<(weight: Double, at: Duration)>()
    let stub = StubTransport { [clock] request in
      log.add((request.host == "slow.test" ? 1 : 2, clock.elapsed))
      try await clock.sleep(for: request.host == "slow.test" ? .seconds(10) : .seconds(1))
      return TransportResponse(status: 200)
    }
    let transport = limited(budget, stub)
    try await clock.run {
      try await withThrowingTaskGroup { group in
        for host in ["slow", "slow", "quick", "quick"] {
          group.addTask { _ = try await transport.send(TransportRequest(url: "http://\(host).test/")) }
        }
        await clock.advanceUntilNobodySleeps()
        try await group.waitForAll()
      }
    }
    #expect(log.all.filter { $0.weight == 1 }.map(\.at) == [.zero, .seconds(60)])
    #expect(log.all.filter { $0.weight == 2 }.map(\.at) == [.zero, .seconds(1)])
    #expect(stub.mostInFlight == 2)
  }

  @Test("requests that wait for a slow host don't make one to another seem late")
  func slowHost() async throws {
    let limits = RequestLimits(windows: [.init(3, perSeconds: 60)], concurrentRequestsPerHost: 1)
    let stub = StubTransport { [clock] request in
      if request.host == "slow.test" { try await clock.sleep(for: .seconds(10)) }
      return TransportResponse(status: 200)
    }
    let transport = limited(RequestBudgets.Budget(limits, clock: clock), stub)
    try await clock.run {
      try await withThrowingTaskGroup(of: Void.self) { group in
        for _ in 0..<5 {
          group.addTask { _ = try await transport.send(TransportRequest(url: "http://slow.test/")) }
        }
        try await clock.untilAsleep()
        _ = try await AirDeadline.limit(.seconds(5), clock: clock) {
          try await transport.send(TransportRequest(url: "http://quick.test/"))
        }
        #expect(clock.elapsed == .zero)
        await clock.advanceUntilNobodySleeps()
        try await group.waitForAll()
      }
    }
    #expect(stub.requests.count == 6)
  }

  @Test("a request that leaves while it waits for its host takes nothing")
  func leavesTheLane() async throws {
    let limits = RequestLimits(windows: [.init(5, perSeconds: 60)], concurrentRequestsPerHost: 1)
    let budget = RequestBudgets.Budget(limits, clock: clock)
    let stub = StubTransport { [clock] _ in
      try await clock.sleep(for: .seconds(10))
      return TransportResponse(status: 200)
    }
    let transport = limited(budget, stub)
    try await clock.run {
      async let first = transport.send(Sample.request(weighing: 1))
      await clock.advance(by: .seconds(1))
      await withThrowingTaskGroup { group in
        group.addTask { _ = try await transport.send(Sample.request(weighing: 1)) }
        await clock.advance(by: .seconds(1))
        group.cancelAll()
        await #expect(throws: CancellationError.self) { try await group.waitForAll() }
      }
      async let third = transport.send(Sample.request(weighing: 1))
      await clock.advanceUntilNobodySleeps()
      _ = try await (first, third)
    }
    #expect(stub.requests.count == 2)
    #expect(budget.remaining == [3])
    #expect(budget.waitingCount == 0)
  }

  @Test("a wait for a separate budget delays no other request to the provider")
  func namedBudget() async throws {
    let limits = RequestLimits(
      concurrentRequests: 1, concurrentRequestsPerHost: 1, budgets: ["lists": [.init(1, perSeconds: 60)]])
    let log = Log<(weight: Double, at: Duration)>()
    let transport = limited(RequestBudgets.Budget(limits, clock: clock), logging(log))
    var request = Sample.request(weighing: 1)
    request.budget = "lists"
    let list = request
    try await clock.run {
      _ = try await transport.send(list)
      async let second = transport.send(list)
      try await clock.untilAsleep()
      _ = try await transport.send(Sample.request(weighing: 2))
      _ = try await transport.send(Sample.request(weighing: 0))
      await clock.advanceUntilNobodySleeps()
      _ = try await second
    }
    #expect(log.all.map(\.weight) == [1, 2, 0, 1])
    #expect(log.all.map(\.at) == [.zero, .zero, .zero, .seconds(60)])
  }
}

/// A clock whose next reader is held up while something else happens.
private final class HeldUpClock: AQClock {
  let time = Locked<Int64>(0)
  let meanwhile = Locked<(@Sendable () -> Void)?>(nil)

  var now: Date {
    let read = time.withLock { Sample.start.adding(seconds: $0).date }
    meanwhile.withLock { $0.take() }?()
    return read
  }

  func sleep(for duration: Duration) async throws { throw CancellationError() }
}
