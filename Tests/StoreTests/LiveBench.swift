import AQKit
import AQKitTesting

/// A stream of updates that a test pushes, on a clock that stands still.
final class LiveBench: Sendable {
  private enum Step: Sendable {
    case update(AirUpdate)
    case failure(AQError)
    case end
  }

  private struct State: Sendable {
    var steps: [Step] = []
    var opened = 0
    var closed = 0
  }

  let clock = ManualClock()
  private let state = Condition(State())

  /// The number of streams that were opened.
  var openedCount: Int { state.value.opened }
  /// The number of streams that are open.
  var openCount: Int { state.value.opened - state.value.closed }

  var client: AirClient {
    AirClient(clock: clock, updates: { _ in self.updates }) { _ in throw AQError(.unsupported, "Not asked.") }
  }

  private var updates: AirUpdates {
    AirUpdates { [self] send in
      state.change { $0.opened += 1 }
      defer { state.change { $0.closed += 1 } }
      while true {
        try await state.wait { !$0.steps.isEmpty }
        switch state.change({ $0.steps.removeFirst() }) {
        case .update(let update): try await send(update)
        case .failure(let error): throw error
        case .end: return
        }
      }
    }
  }

  private func push(_ step: Step) { state.change { $0.steps.append(step) } }

  func push(_ update: AirUpdate) { push(.update(update)) }
  func fail(_ error: AQError) { push(.failure(error)) }
  func end() { push(.end) }

  /// Pushes the newest value of each city.
  func hear(
    _ values: [(String, Double)], _ parameter: AirParameter = .publishedIndex,
    flags: Set<AirReading.QualityFlag> = [], state: AirUpdate.FeedState? = nil
  ) throws {
    let now = clock.time
    let reports = try values.map { name, value in
      AirReport(
        source: "feed", site: AirSite(name: name, kind: .city), kind: .observation,
        series: [
          try AirSeries(
            parameter, value, unit: parameter.isPublishedIndex ? .one : .microgramsPerCubicMetre,
            over: AirInterval(start: now, end: now), flags: flags)
        ],
        receivedAt: now, attribution: [AirAttribution("A feed")])
    }
    push(AirUpdate(reports: reports, state: state, source: "feed"))
  }

  /// Does something while a store runs, with everything at rest before and after.
  @MainActor func running(
    _ store: LiveAirStore, _ body: @MainActor () async throws -> Void
  ) async throws {
    try await clock.runOnMainActor {
      async let _: Void = store.run()
      await clock.advance(by: .zero)
      try await body()
    }
  }
}
