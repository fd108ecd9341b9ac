import AQKitTesting
import Testing

@testable import AQKit

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

@Suite("A source that ignores deadlines and cancellation", .timeLimit(.minutes(10)))
struct DeafSourceTests {
  private let clock = ManualClock()
  private let query = AirQuery(places: [], parameters: [.pm25])

  @Test("holds up no caller who is cancelled", arguments: [AirHub.Policy.all, .firstSuccess])
  func cancelled(policy: AirHub.Policy) async throws {
    let deaf = HandSource(isDeaf: true)
    let hub = try AirHub(sources: [deaf, ScriptedSource(.sample("other"), outcomes: [])], clock: clock)
    let answer = Task { try await hub.answer(for: query, policy: policy) }
    await deaf.untilAsked(1)
    answer.cancel()
    await #expect(throws: CancellationError.self) { try await answer.value }
    deaf.respond(to: 1, with: .success(AirResponse()))
  }

  @Test("has failed at the caller's deadline, and the others' responses are kept")
  func deadline() async throws {
    let deaf = HandSource(isDeaf: true)
    let other = ScriptedSource(
      .sample("other"), always: AirResponse(reports: [try .sample("other")]))
    let hub = try AirHub(sources: [deaf, other], clock: clock)
    let end = clock.seconds + 10
    let answer = AirDeadline.inherit(AirDeadline.Provider { end }) {
      Task { try await hub.answer(for: query) }
    }
    await deaf.untilAsked(1)
    try await clock.untilAsleep()
    await clock.advance(by: .seconds(10))
    let outcomes = try await answer.value.outcomes
    #expect(outcomes[0].error?.code == .timedOut && outcomes[0].error?.source == "sample")
    #expect(outcomes[1].isUsable)
    deaf.respond(to: 1, with: .success(AirResponse()))
  }

  @Test("doesn't delay a hub with a time limit, even in optimised code")
  func limited() async throws {
    // A deadline that was pushed as a bare function crashed optimised code; here it goes through everything that sets,
    // shares or reads one.
    let seen = Log<Date?>()
    let source = ClosureSource(.sample("one")) { _ in
      seen.add(AirDeadline.current)
      return AirResponse(reports: [try .sample("one")])
    }
    let layered = source.timeLimited(.seconds(20), clock: clock).coalescing()
      .caching(for: .seconds(600), clock: clock)
    let hub = try AirHub(sources: [layered], clock: clock)
    let answer = try await AirDeadline.limit(.seconds(10), clock: clock) { try await hub.answer(for: query) }
    #expect(answer.reports.count == 1)
    #expect(seen.all == [clock.now.addingTimeInterval(10)])
  }
}
