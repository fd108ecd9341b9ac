import AQKit
import AQKitTesting
import Testing

@Suite("Coalescing", .timeLimit(.minutes(10)))
struct CoalescingTests {
  let source = HandSource()

  /// Starts a number of fetches and waits until all of them share the flight.
  func start(_ count: Int, _ shared: CoalescingSource<HandSource>, _ query: AirQuery = Sample.query) async
    -> [Task<AirResponse, any Error>]
  {
    let before = shared.waitingCount
    let tasks = (0..<count).map { _ in Task { try await shared.fetch(query) } }
    while shared.waitingCount < before + count { await Task.yield() }
    return tasks
  }

  @Test("identical queries in flight share one request and one response")
  func shares() async throws {
    let shared = CoalescingSource(source)
    let tasks = await start(50, shared)
    await source.untilAsked(1)
    source.respond(to: 1, with: .success(try Sample.response(7)))
    for task in tasks { #expect(try await task.value.value == 7) }
    #expect(source.asked == 1)
    #expect(shared.inFlightCount == 0)
  }

  @Test("other queries are sent separately")
  func others() async throws {
    let shared = CoalescingSource(source)
    let one = await start(2, shared)
    await source.untilAsked(1)
    let two = await start(2, shared, Sample.otherQuery)
    await source.untilAsked(2)
    #expect(shared.inFlightCount == 2)
    source.respond(to: 2, with: .success(try Sample.response(2)))
    source.respond(to: 1, with: .success(try Sample.response(1)))
    for task in one { #expect(try await task.value.value == 1) }
    for task in two { #expect(try await task.value.value == 2) }
  }

  @Test("an error is shared as well")
  func errors() async {
    let tasks = await start(3, CoalescingSource(source))
    await source.untilAsked(1)
    source.respond(to: 1, with: .failure(AQError(.unavailable, "Down.")))
    for task in tasks { await #expect(throws: AQError(.unavailable, "Down.")) { try await task.value } }
  }

  @Test("nothing is cached: a query after the response asks again")
  func notKept() async throws {
    let shared = CoalescingSource(source)
    for number in 1...3 {
      let tasks = await start(1, shared)
      await source.untilAsked(number)
      source.respond(to: number, with: .success(AirResponse()))
      _ = try await tasks[0].value
    }
    #expect(source.asked == 3)
  }

  @Test("a cancelled caller leaves alone and at once; the others get their response")
  func oneLeaves() async throws {
    let shared = CoalescingSource(source)
    let tasks = await start(3, shared)
    await source.untilAsked(1)
    tasks[0].cancel()  // Whichever task this is: the first to come started the work.
    await #expect(throws: CancellationError.self) { try await tasks[0].value }
    #expect(source.cancelled == 0)
    source.respond(to: 1, with: .success(try Sample.response(7)))
    for task in tasks[1...] { #expect(try await task.value.value == 7) }
  }

  @Test("when no caller waits any more, the work is cancelled, and the next one asks again")
  func allLeave() async throws {
    let shared = CoalescingSource(source)
    let tasks = await start(3, shared)
    await source.untilAsked(1)
    for task in tasks { task.cancel() }
    for task in tasks { await #expect(throws: CancellationError.self) { try await task.value } }
    await source.untilCancelled(1)
    #expect(shared.inFlightCount == 0)
    let next = await start(1, shared)
    await source.untilAsked(2)
    source.respond(to: 2, with: .success(try Sample.response(9)))
    #expect(try await next[0].value.value == 9)
  }

  @Test("an abandoned request that doesn't end isn't joined by the next caller")
  func deaf() async throws {
    let source = HandSource(isDeaf: true)
    let shared = CoalescingSource(source)
    let left = await start(1, shared)
    await source.untilAsked(1)
    left[0].cancel()
    await #expect(throws: CancellationError.self) { try await left[0].value }
    let next = await start(1, shared)
    await source.untilAsked(2)
    source.respond(to: 2, with: .success(try Sample.response(2)))
    source.respond(to: 1, with: .success(try Sample.response(1)))
    #expect(try await next[0].value.value == 2)
  }

  @Test("shared work has the latest deadline of its callers, and none if one of them has none")
  func deadlines() async throws {
    let clock = ManualClock(Sample.start)
    let gate = HandSource()
    let seen = Log<Double?>()
    let source = ClosureSource(Sample.descriptor()) { query in
      for _ in 0..<4 {
        _ = try await gate.fetch(query)
        seen.add(AirDeadline.current?.seconds(after: clock.now))
      }
      return AirResponse()
    }
    let shared = CoalescingSource(source)
    func join(_ limit: Duration?) async -> Task<Void, any Error> {
      let before = shared.waitingCount
      let task = Task {
        if let limit {
          _ = try await AirDeadline.limit(limit, clock: clock) { try await shared.fetch(Sample.query) }
        } else {
          _ = try await shared.fetch(Sample.query)
        }
      }
      while shared.waitingCount < before + 1 { await Task.yield() }
      return task
    }
    func look(_ number: Int) async {
      await gate.untilAsked(number)
      gate.respond(to: number, with: .success(AirResponse()))
      while seen.all.count < number { await Task.yield() }
    }
    let ten = await join(.seconds(10))
    await look(1)
    let thirty = await join(.seconds(30))
    await look(2)
    let endless = await join(nil)
    await look(3)
    endless.cancel()
    _ = await endless.result
    while shared.waitingCount > 2 { await Task.yield() }
    await look(4)
    #expect(seen.all == [10, 30, nil, 30])
    try await ten.value
    try await thirty.value
  }

  @Test("many tasks that come and go get the right responses", arguments: [1, 2, 3] as [UInt64])
  func churn(seed: UInt64) async throws {
    let random = AQRandomNumbers(seed: seed)
    let asked = Log<Int>()
    let response = try Sample.response(7)
    let source = ClosureSource(Sample.descriptor()) { _ in
      asked.add(1)
      for _ in 0..<20 { await Task.yield() }
      try Task.checkCancellation()
      return response
    }
    let shared = CoalescingSource(source)
    let cancels = (0..<300).map { _ in random.next() % 3 == 0 }
    let wrong = await withTaskGroup(of: Int.self) { group in
      for isCancelled in cancels {
        group.addTask {
          let task = Task { try await shared.fetch(Sample.query) }
          if isCancelled {
            for _ in 0..<5 { await Task.yield() }
            task.cancel()
          }
          switch await task.result {
          case .success(let got): return got == response ? 0 : 1
          case .failure(let error): return isCancelled && error is CancellationError ? 0 : 1
          }
        }
      }
      return await group.reduce(0, +)
    }
    #expect(wrong == 0)
    #expect(shared.inFlightCount == 0)
    #expect(asked.all.count < 300)
  }
}
