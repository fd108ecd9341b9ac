#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// The remaining requests to a provider: one budget for all requests with one credential or from one address.
///
/// All windows of its ``RequestLimits`` and the numbers of concurrent requests, in total and per host, hold together. A
/// request beyond them waits in line, first come, first served. If it would wait beyond the caller's ``AirDeadline`` or
/// longer than ``longestWait``, it fails at once and says when to try again. A cancelled wait takes nothing from the
/// budget.
///
/// Give one budget to every transport for the same provider; ``RequestBudgets`` has one per provider and credential.
public final class RequestBudget: Sendable {
  /// The weight of a request after its response, as the provider counts it.
  public typealias Charge = @Sendable (_ request: TransportRequest, _ response: TransportResponse) -> Double

  /// The limits.
  public let limits: RequestLimits
  /// The longest wait of a request for its turn. 2 min by default.
  public let longestWait: Duration

  private struct State {
    var windows: [BudgetWindow]
    /// The windows after everyone in line has been served, and the time of the last turn; nil when it must be computed
    /// again.
    var plan: (windows: [BudgetWindow], time: Double)?
    var line: [(id: UInt64, weight: Double)] = []
    var nextID: UInt64 = 0
    var pausedUntil = -Double.infinity
    var lastSeen = -Double.infinity

    /// Accounts for a clock that was set back: it must neither free nor block anything.
    mutating func see(_ now: Double) {
      let jump = lastSeen - now
      if jump > 1 {
        for index in windows.indices { windows[index].shift(by: jump, to: now) }
        if pausedUntil > now { pausedUntil -= jump }
        plan = nil
      }
      lastSeen = jump > 1 ? now : max(lastSeen, now)
    }

    /// The turn of a request that joins the line now.
    mutating func turn(for weight: Double, at now: Double) -> Double {
      var (windows, time) = plan ?? (self.windows, now)
      if plan == nil {
        for other in line {
          time = windows.earliest(for: other.weight, from: max(time, pausedUntil))
          windows.take(other.weight, at: time)
        }
      }
      time = windows.earliest(for: weight, from: max(time, now, pausedUntil))
      windows.take(weight, at: time)
      plan = (windows, time)
      return time
    }

    mutating func leave(_ id: UInt64, served: Bool) {
      line.removeAll { $0.id == id }
      if !served || line.isEmpty { plan = nil }
    }
  }

  private let state: Locked<State>
  private let clock: any AQClock
  /// The permit of the first in line.
  private let front = ConcurrencyGate(1)
  private let inFlight: ConcurrencyGate
  private let lanes: HostGates
  /// The budgets for requests that the provider counts apart.
  private let named: [String: RequestBudget]

  /// An unused budget.
  public convenience init(
    _ limits: RequestLimits, longestWait: Duration = .seconds(120), clock: any AQClock = SystemClock()
  ) {
    self.init(
      limits, longestWait, clock, ConcurrencyGate(limits.concurrentRequests),
      HostGates(limits.concurrentRequestsPerHost))
  }

  private init(
    _ limits: RequestLimits, _ longestWait: Duration, _ clock: any AQClock, _ inFlight: ConcurrencyGate,
    _ lanes: HostGates
  ) {
    self.limits = limits
    self.longestWait = longestWait
    self.clock = clock
    self.state = Locked(State(windows: limits.windows.map { BudgetWindow($0) }))
    self.inFlight = inFlight
    self.lanes = lanes
    self.named = limits.budgets.mapValues { windows in
      var limits = limits
      limits.windows = windows
      limits.budgets = [:]
      return RequestBudget(limits, longestWait, clock, inFlight, lanes)
    }
  }

  /// The budget in which a request counts: the one that it names (``TransportRequest/budget``), this one if it names
  /// none or one that isn't declared.
  public func budget(of request: TransportRequest) -> RequestBudget {
    request.budget.flatMap { named[$0] } ?? self
  }

  /// The weight left now in each window, in the order of ``RequestLimits/windows``.
  public var remaining: [Double] {
    let now = seconds
    return state.withLock { state in
      state.see(now)
      return state.windows.map { max(0, $0.limit - $0.used(at: now)) }
    }
  }

  /// The number of waiting requests.
  public var waitingCount: Int { state.withLock { $0.line.count } }

  /// Grants nothing for a while, as when the provider itself reports too many requests.
  public func pause(for duration: Duration) {
    let now = seconds
    state.withLock { state in
      state.see(now)
      state.pausedUntil = max(state.pausedUntil, now + duration / .seconds(1))
      state.plan = nil
    }
  }

  /// The length of a 429 that states none: the rest of the shortest window; nil without windows.
  var usualPause: Duration? {
    let now = seconds
    return state.withLock { state in state.windows.map { $0.longestWait(from: now) }.min() }
      .map { Duration(boundedSeconds: $0) }
  }

  private var seconds: Double { clock.now.timeIntervalSince1970 }

  /// Takes a weight, waiting if needed, and does the work.
  ///
  /// - Parameters:
  ///   - host: The host that the work contacts.
  ///   - settle: The actual weight of the work, if it differs from the weight taken.
  /// - Throws: ``AQError/Code/rateLimited`` with the wait when the turn would come too late,
  ///   ``AQError/Code/invalidRequest`` when the weight exceeds a window, `CancellationError` when cancelled while
  ///   waiting, and what the work throws.
  func spend<Result: Sendable>(
    _ weight: Double, at host: String = "", settle: (Result) -> Double, _ work: () async throws -> Result
  ) async throws -> Result {
    let weight = weight.isNaN ? 1 : max(0, weight)
    let lane = lanes.gate(of: host)
    let grantedAt = weight > 0 ? try await grant(weight, lane) : try await free(lane)
    defer {
      inFlight.release()
      lane?.release()
    }
    let result = try await work()
    let difference = settle(result) - weight
    if weight > 0, difference != 0, difference.isFinite {
      state.withLock { state in
        state.windows.correct(by: difference, grantedAt: grantedAt)
        state.plan = nil
      }
    }
    return result
  }

  /// Admits a request of weight 0, which only waits for a free slot.
  private func free(_ lane: ConcurrencyGate?) async throws -> Double {
    try await Self.acquire(lane) { try await inFlight.acquire() }
    return seconds
  }

  /// Takes a host's permit, then everything else; releases the permit if that fails.
  private static func acquire<Result>(_ lane: ConcurrencyGate?, _ rest: () async throws -> Result)
    async throws -> Result
  {
    try await lane?.acquire()
    do {
      return try await rest()
    } catch {
      lane?.release()
      throw error
    }
  }

  /// Waits in line and returns with both permits and the weight counted. The host's permit comes first: a slow host
  /// must not block the others, and a counted request must be sent at once.
  private func grant(_ weight: Double, _ lane: ConcurrencyGate?) async throws -> Double {
    let id = try join(weight)
    var served = false
    defer { state.withLock { $0.leave(id, served: served) } }
    return try await Self.acquire(lane) {
      let now = try await grant(weight)
      served = true
      return now
    }
  }

  private func grant(_ weight: Double) async throws -> Double {
    try await front.acquire()
    defer { front.release() }
    try await inFlight.acquire()
    do {
      while true {
        try Task.checkCancellation()
        let (now, wait) = try takeOrWait(weight)
        guard wait > 0 else { return now }
        try await clock.sleep(for: Duration(boundedSeconds: max(wait, 0.001)))
      }
    } catch {
      inFlight.release()
      throw error
    }
  }

  /// Takes the weight if there is room, else returns the wait in seconds.
  private func takeOrWait(_ weight: Double) throws -> (now: Double, wait: Double) {
    let now = seconds
    let deadline = AirDeadline.current?.timeIntervalSince1970
    return try state.withLock { state in
      state.see(now)
      let time = state.windows.earliest(for: weight, from: max(now, state.pausedUntil))
      if time <= now {
        state.windows.take(weight, at: now)
        return (now, 0)
      }
      try check(time, at: now, deadline)
      return (now, time - now)
    }
  }

  /// Joins the line unless the turn would be too late.
  private func join(_ weight: Double) throws -> UInt64 {
    let now = seconds
    let deadline = AirDeadline.current?.timeIntervalSince1970
    return try state.withLock { state in
      state.see(now)
      for window in state.windows where !window.canEverGrant(weight) {
        throw AQError(
          .invalidRequest,
          "The request counts \(weight.plainText), and the limit is \(window.limit.plainText) within "
            + "\(window.seconds) s: ask for less at once.")
      }
      let before = state.plan
      do {
        try check(state.turn(for: weight, at: now), at: now, deadline)
      } catch {
        state.plan = before
        throw error
      }
      state.nextID &+= 1
      state.line.append((state.nextID, weight))
      return state.nextID
    }
  }

  private func check(_ turn: Double, at now: Double, _ deadline: Double?) throws {
    let wait = Duration(boundedSeconds: turn - now)
    guard wait > longestWait || (deadline.map { turn >= $0 && turn > now } ?? false) else { return }
    throw AQError(
      .rateLimited, "The limit on requests is reached; there is room again in \(wait.wholeSeconds) s.",
      retry: .after(.seconds(wait.wholeSeconds)),
      cause: Spent(until: AirTime(Date(timeIntervalSince1970: now)).adding(seconds: wait.wholeSeconds)))
  }

  /// The cause of an error that was thrown without a request: the budget is spent until a moment.
  package struct Spent: Error, Hashable {
    package let until: AirTime
  }
}
