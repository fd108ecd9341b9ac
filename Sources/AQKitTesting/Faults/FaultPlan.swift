public import AQKit

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
    var answered = 0
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

  /// Reports an answer, which releases a delayed one.
  func answer() { state.change { $0.answered += 1 } }

  /// Waits until another answer was given, up to the longest delay.
  func untilOvertaken() async throws {
    let answered = state.read(\.answered)
    try await withThrowingTaskGroup { group in
      group.addTask { [state] in try await state.wait { $0.answered > answered } }
      group.addTask { [clock, rates] in try await clock.sleep(for: rates.longestDelay) }
      defer { group.cancelAll() }
      try await group.next()
    }
  }
}

/// A fault that was played.
public enum Fault: Hashable, Sendable, CustomStringConvertible {
  /// The answer was late by this much.
  case delay(Duration)
  /// An error instead of an answer.
  case error(AQError.Code)
  /// A truncated answer, of which this many thousandths were left.
  case truncation(Int)
  /// A part of the answer was replaced.
  case corruption
  /// A part came twice.
  case duplicate
  /// A delayed answer, so that others could overtake it.
  case reordering

  /// The fault in a few words.
  public var description: String {
    switch self {
    case .delay(let duration): "late by \(duration)"
    case .error(let code): "\(code)"
    case .truncation(let thousandths): "cut at \(thousandths) ‰"
    case .corruption: "corrupted"
    case .duplicate: "twice"
    case .reordering: "held back"
    }
  }
}

/// The rates of faults, and the seed that selects them: the same seed gives the same faults for the same sequence of queries.
public struct FaultRates: Hashable, Sendable {
  /// The seed.
  public var seed: UInt64
  /// The rate of delayed answers, from 0 to 1.
  public var delay: Double
  /// The rate of errors instead of answers, from 0 to 1.
  public var error: Double
  /// The rate of truncated answers, from 0 to 1.
  public var truncation: Double
  /// The rate of answers with a corrupted part, from 0 to 1.
  public var corruption: Double
  /// The rate of duplicates, from 0 to 1.
  public var duplicate: Double
  /// The rate of answers that arrive after a later one, from 0 to 1.
  public var reordering: Double
  /// The longest delay, also of reordered answers.
  public var longestDelay: Duration
  /// The codes of the errors.
  public var codes: [AQError.Code]

  /// Creates rates; a fault without a rate never happens.
  public init(
    seed: UInt64, delay: Double = 0, error: Double = 0, truncation: Double = 0, corruption: Double = 0,
    duplicate: Double = 0, reordering: Double = 0, longestDelay: Duration = .seconds(30),
    codes: [AQError.Code] = [.unreachable, .timedOut, .unavailable, .rateLimited]
  ) {
    self.seed = seed
    self.delay = delay
    self.error = error
    self.truncation = truncation
    self.corruption = corruption
    self.duplicate = duplicate
    self.reordering = reordering
    self.longestDelay = longestDelay
    self.codes = codes
  }

  /// Returns rates with every kind of fault at the same rate.
  public static func everything(_ rate: Double, seed: UInt64) -> FaultRates {
    FaultRates(
      seed: seed, delay: rate, error: rate, truncation: rate, corruption: rate, duplicate: rate,
      reordering: rate)
  }
}
