import AQKitTesting
import Testing

@testable import AQKit

@Suite("A hub keeps its time", .timeLimit(.minutes(10)))
struct GrowingAnswerTests {
  private let clock = ManualClock()
  private let query = AirQuery(places: [], parameters: [.pm25])

  private func source(_ id: SourceID, value: Double = 1, after seconds: Int = 0, precedence: Int = 100) throws
    -> ScriptedSource
  {
    let response = AirResponse(reports: [try .sample(id, value: value)])
    return ScriptedSource(
      .sample(id, precedence: precedence), outcomes: [.after(.seconds(seconds), .response(response))],
      clock: clock)
  }

  @Test(
    "at its limit the answer has what has arrived; the others have timed out, even if they ignore cancellation"
  )
  func limit() async throws {
    let deaf = HandSource(.sample("deaf"), isDeaf: true)
    try await clock.run {
      let hub = try AirHub(
        sources: [source("quick", after: 2), deaf, source("slow", after: 40)], clock: clock)
      async let answer = hub.answer(for: query)
      await clock.advance(by: .seconds(60))
      let outcomes = try await answer.outcomes
      #expect(outcomes[0].isUsable)
      #expect(outcomes[1].error?.code == .timedOut && outcomes[1].error?.source == "deaf")
      #expect(outcomes[2].error?.message == "No response within 30 s.")
      #expect(outcomes[2].receivedAt == AirTime.noon.adding(seconds: 30))
      #expect(clock.sleeperCount == 0)
    }
    deaf.respond(to: 1, with: .success(AirResponse()))
  }

  @Test("the limit can be chosen, and an earlier deadline of the caller holds, too")
  func chosenLimit() async throws {
    try await clock.run {
      let hub = try AirHub(sources: [source("slow", after: 40)], clock: clock)
      async let first = hub.answer(for: query, within: .seconds(5))
      await clock.advance(by: .seconds(5))
      #expect(try await first.failures.first?.error.code == .timedOut)
      async let second = AirDeadline.limit(.seconds(7), clock: clock) { [query] in
        try await hub.answer(for: query)
      }
      await clock.advance(by: .seconds(7))
      _ = try? await second
      async let third = hub.answer(for: query, within: .seconds(50))
      await clock.advance(by: .seconds(50))
      #expect(try await third.reports.count == 1)
    }
  }

  @Test("a cached response replaces a source that is silent until the limit")
  func keptAtLimit() async throws {
    let slow = ScriptedSource(
      .sample("slow"), outcomes: [.response(AirResponse(reports: [try .sample("slow")])), .hang])
    var container = AQContainer().setting(.clock, to: clock)
    try container.register(.sample("slow")) { _, _ in slow }
    let hub = try AirHub(container)
    try await clock.run {
      _ = try await hub.answer(for: query)
      await clock.advance(by: .seconds(3 * 3600))
      async let late = hub.answer(for: query)
      await clock.advance(by: .seconds(30))
      let response = try await late.outcomes.first?.response
      #expect(response?.cached == AirResponse.Cached(since: .noon, failure: .timedOut))
      #expect(response?.notes.last?.message.contains("No response within 30 s.") == true)
    }
  }

  @Test("answers: cached values come first, then what sources return, and the last one is final")
  func growing() async throws {
    let first = ScriptedSource(
      .sample("first"),
      outcomes: [
        .response(AirResponse(reports: [try .sample("first", value: 1)])),
        .after(.seconds(2), .response(AirResponse(reports: [try .sample("first", value: 2)]))),
      ], clock: clock)
    let second = try source("second", value: 9, after: 5)
    let cached = first.caching(
      AirPolicy.Cache(fresh: .seconds(60), staleWhileRevalidate: .zero), clock: clock)
    try await clock.run {
      _ = try await cached.fetch(query)
      await clock.advance(by: .seconds(200))
      let hub = try AirHub(sources: [cached, second], clock: clock)
      let seen = Log<[Double]>()
      let final = Log<Bool>()
      let pending = Log<[Bool]>()
      async let end: Void = {
        for try await answer in hub.answers(for: query) {
          seen.add(answer.reports.compactMap { $0[.pm25]?.values.first })
          final.add(answer.isFinal)
          pending.add(answer.outcomes.map(\.isPending))
        }
      }()
      await clock.advance(by: .seconds(10))
      try await end
      #expect(seen.all == [[1], [2], [2, 9]] || seen.all == [[1], [2], [2, 9], [2, 9]])
      #expect(final.all.last == true && final.all.dropLast().allSatisfy { !$0 })
      #expect(pending.all.first == [true, true] && pending.all.last == [false, false])
    }
  }

  @Test("leaving the growing answer ends the work")
  func left() async throws {
    let hand = HandSource(.sample("hand"))
    let hub = try AirHub(sources: [hand, source("quick")], clock: clock)
    for try await answer in hub.answers(for: query) {
      #expect(!answer.isFinal)
      break
    }
    await hand.untilCancelled(1)
    let task = Task { for try await _ in hub.answers(for: query) {} }
    await hand.untilAsked(2)
    task.cancel()
    await #expect(throws: CancellationError.self) { try await task.value }
    await hand.untilCancelled(2)
  }

  @Test(
    "hedging: the next source is asked while a slow one is working; the first response counts, the slower source is cancelled"
  )
  func hedging() async throws {
    let slow = try source("slow", after: 20, precedence: 300)
    let next = try source("next", after: 1, precedence: 200)
    let last = try source("last", precedence: 100)
    try await clock.run {
      let hub = try AirHub(sources: [slow, next, last], clock: clock)
      async let answer = hub.answer(for: query, policy: .firstSuccess(hedgeAfter: .seconds(3)))
      await clock.advance(by: .seconds(2))
      #expect(next.queries.isEmpty)
      await clock.advance(by: .seconds(2))
      let outcomes = try await answer.outcomes
      #expect(outcomes[0].skipReason == .noLongerNeeded(after: "next"))
      #expect(outcomes[1].isUsable)
      #expect(outcomes[2].skipReason == .notNeeded(after: "next"))
      #expect(last.queries.isEmpty && clock.sleeperCount == 0)
    }
  }

  @Test("a silent source leaves the others their time, even without a hedge")
  func fallback() async throws {
    let silent = HandSource(.sample("silent", precedence: 300))
    let next = try source("next", after: 1, precedence: 200)
    let last = try source("last", precedence: 100)
    try await clock.run {
      let hub = try AirHub(sources: [silent, next, last], clock: clock)
      async let answer = hub.answer(for: query, policy: .firstSuccess)
      await clock.advance(by: .seconds(9))
      #expect(next.queries.isEmpty)
      await clock.advance(by: .seconds(3))
      let outcomes = try await answer.outcomes
      #expect(outcomes[0].skipReason == .noLongerNeeded(after: "next"))
      #expect(outcomes[1].isUsable && last.queries.isEmpty)
    }
  }

  @Test("a silent source leaves the others their time before the caller's deadline")
  func fallbackBeforeDeadline() async throws {
    let silent = HandSource(.sample("silent", precedence: 300))
    let next = try source("next", after: 1, precedence: 200)
    try await clock.run {
      let hub = try AirHub(sources: [silent, next], clock: clock)
      async let answer = AirDeadline.limit(.seconds(6), clock: clock) { [query] in
        try await hub.answer(for: query, policy: .firstSuccess)
      }
      await clock.advance(by: .seconds(2))
      #expect(next.queries.isEmpty)
      await clock.advance(by: .seconds(3))
      #expect(try await answer.reports.map(\.source) == ["next"])
    }
  }

  @Test("at the end, a source that was never asked hasn't failed")
  func neverAsked() async throws {
    let silent = HandSource(.sample("silent", precedence: 300))
    let next = try source("next", precedence: 200)
    try await clock.run {
      let hub = try AirHub(sources: [silent, next], clock: clock)
      async let answer = hub.answer(
        for: query, policy: .firstSuccess(hedgeAfter: .seconds(60)), within: .seconds(5))
      await clock.advance(by: .seconds(5))
      let failures = try await answer.failures
      #expect(
        failures.map(\.error.message) == [
          "No response within 5 s.", "The time limit was reached before this source was asked.",
        ])
    }
  }

  @Test("a source that fails while a slow one is working is followed by the next at once")
  func failingHedge() async throws {
    let slow = try source("slow", after: 20, precedence: 300)
    let failing = ScriptedSource(
      .sample("failing", precedence: 200), outcomes: [.failure(AQError(.unavailable, "Down."))], clock: clock)
    let last = try source("last", precedence: 100)
    try await clock.run {
      let hub = try AirHub(sources: [slow, failing, last], clock: clock)
      async let answer = hub.answer(for: query, policy: .firstSuccess(hedgeAfter: .seconds(3)))
      await clock.advance(by: .seconds(4))
      let outcomes = try await answer.outcomes
      #expect(outcomes[1].error?.code == .unavailable)
      #expect(outcomes[2].isUsable)
    }
  }

  @Test("a cancelled sequence of answers has ended")
  func endedByCancellation() async throws {
    let hand = HandSource(.sample("hand"))
    let hub = try AirHub(sources: [hand], clock: clock)
    let task = Task { [query] in
      var answers = hub.answers(for: query).makeAsyncIterator()
      var first: (any Error)?
      do { while try await answers.next() != nil {} } catch { first = error }
      return (first, try await answers.next() == nil)
    }
    await hand.untilAsked(1)
    task.cancel()
    let (error, hasEnded) = try await task.value
    #expect(error is CancellationError)
    #expect(hasEnded)
  }

  @MainActor @Test("a copy of an iterator ends when the task of another one is cancelled")
  func copiedIterator() async throws {
    let hand = HandSource(.sample("hand"))
    let hub = try AirHub(sources: [hand, source("quick")], clock: clock)
    var answers = hub.answers(for: query).makeAsyncIterator()
    var seen = 0
    while seen == 0 { seen = try await answers.next()?.reports.count ?? 1 }
    let copy = answers
    var isWaiting = false
    let waiting = Task { @MainActor in
      var answers = copy
      isWaiting = true
      while try await answers.next() != nil {}
    }
    while !isWaiting { await Task.yield() }
    let cancelled = Task { @MainActor in
      var answers = copy
      while try await answers.next() != nil {}
    }
    cancelled.cancel()
    await #expect(throws: CancellationError.self) { try await cancelled.value }
    try await waiting.value
  }

  @Test("first success goes on to the next source when a response lacks what was asked for")
  func lacking() async throws {
    let ozone = try AirReport(
      source: "ozone", site: AirSite(kind: .referenceStation), kind: .observation,
      series: [AirSeries(.o3, 3, unit: .microgramsPerCubicMetre, over: AirInterval(instant: .noon))],
      receivedAt: .noon)
    let hub = try AirHub(
      sources: [
        ScriptedSource(.sample("ozone", precedence: 300), always: AirResponse(reports: [ozone])),
        source("fine"),
      ], clock: clock)
    let answer = try await hub.answer(for: query, policy: .firstSuccess)
    #expect(answer.outcomes.map(\.isUsable) == [true, true])
  }

  @Test("a query names the sources that are asked, or those that are not")
  func selection() async throws {
    let hub = try AirHub(sources: [source("a"), source("b")], clock: clock)
    var query = query
    query.sources = .only(["b"])
    let only = try await hub.answer(for: query)
    #expect(only.reports.map(\.source) == ["b"] && only.skipped.map(\.reason) == [.notSelected])
    query.sources = .allBut(["b"])
    #expect(try await hub.answer(for: query).reports.map(\.source) == ["a"])
  }

  @Test("a fresh cached answer is returned without asking and without a task")
  func fresh() async throws {
    let one = try source("one")
    let hub = try AirHub(sources: [one.caching(for: .seconds(600), clock: clock)], clock: clock)
    for _ in 0..<3 { #expect(try await hub.answer(for: query).reports.count == 1) }
    #expect(one.queries.count == 1)
    #expect(try await hub.answer(for: query).outcomes.first?.response?.cached?.since == .noon)
  }
}
