import AQKitTesting
import TestRuns
import Testing

@Suite("An hour with twenty unreliable sources", .timeLimit(.minutes(30)))
struct FaultRunTests {
  /// Full size, ten thousand queries and a hundred listeners, is for optimised code.
  private let run = FaultRun(
    queries: TestEffort.of(100, heavy: 10_000), listeners: TestEffort.of(5, heavy: 100), seed: 2026)

  @Test("every query is answered in time, within the limits and with an account of every source")
  func keepsItsPromises() async throws {
    let first = try await run.result()
    #expect(first.answers == run.queries)
    #expect(first.problems.prefix(20) == [])
    #expect(first.leftOver == 0)
    let second = try await run.result()
    // Not compared by #expect, which would print all of it.
    let difference = zip(first.transcript, second.transcript).first { $0 != $1 }
    #expect(difference == nil)
    #expect(first.transcript.count == second.transcript.count)
  }
}
