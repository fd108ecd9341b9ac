import AQKit

/// The faults of one query, determined by the seed and the query's number alone.
struct FaultPlan: Sendable {
  private(set) var delay: Duration?
  private(set) var error: AQError.Code?
  private(set) var truncation: Int?
  let isCorrupted: Bool
  let isDuplicated: Bool
  let isReordered: Bool
  var random: AQRandomNumbers

  init(_ rates: FaultRates, number: Int) {
    // Each query has its own sequence, so that its faults don't depend on how many numbers others have drawn.
    let random = AQRandomNumbers(
      seed: rates.seed &+ UInt64(bitPattern: Int64(number)) &* 0xA076_1D64_78BD_642F)
    self.random = random
    // All numbers are drawn regardless of the rates, so that one rate doesn't change the faults of the others.
    let draws = (0..<8).map { _ in random.fraction() }
    if draws[0] < rates.delay { delay = rates.longestDelay * draws[6] }
    if draws[1] < rates.error, !rates.codes.isEmpty {
      error = rates.codes[min(rates.codes.count - 1, Int(draws[7] * Double(rates.codes.count)))]
    }
    if draws[2] < rates.truncation { truncation = Int(draws[7] * 1000) }
    isCorrupted = draws[3] < rates.corruption
    isDuplicated = draws[4] < rates.duplicate
    isReordered = draws[5] < rates.reordering
  }

  var faults: [Fault] {
    var faults: [Fault] = []
    if let delay { faults.append(.delay(delay)) }
    if let error { return faults + [.error(error)] }
    if isDuplicated { faults.append(.duplicate) }
    if let truncation { faults.append(.truncation(truncation)) }
    if isCorrupted { faults.append(.corruption) }
    if isReordered { faults.append(.reordering) }
    return faults
  }
}

/// Draws the faults of each query by its number, and keeps what was played.
final class FaultScript: Sendable {
  private struct State {
    var next = 0
    var faults: [(number: Int, fault: Fault)] = []
    var responses = 0
  }

  private let rates: FaultRates
  private let clock: any AQClock
  private let state = Condition(State())

  init(_ rates: FaultRates, clock: any AQClock) { (self.rates, self.clock) = (rates, clock) }

  var faults: [(number: Int, fault: Fault)] { state.read(\.faults) }

  /// Returns the faults of the next query, after its delay.
  func next() async throws -> FaultPlan {
    let plan = state.change { [rates] state in
      let plan = FaultPlan(rates, number: state.next)
      for fault in plan.faults { state.faults.append((state.next, fault)) }
      state.next += 1
      return plan
    }
    if let delay = plan.delay { try await clock.sleep(for: delay) }
    return plan
  }

  /// Reports a response, which releases a delayed one.
  func noteResponse() { state.change { $0.responses += 1 } }

  /// Waits until there was another response, up to the longest delay.
  func untilOvertaken() async throws {
    let responses = state.read(\.responses)
    try await withThrowingTaskGroup { group in
      group.addTask { [state] in try await state.wait { $0.responses > responses } }
      group.addTask { [clock, rates] in try await clock.sleep(for: rates.longestDelay) }
      defer { group.cancelAll() }
      try await group.next()
    }
  }
}
