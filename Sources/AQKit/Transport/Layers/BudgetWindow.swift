/// The count of one window of a request budget. Times are seconds since 1970 and must not decrease.
struct BudgetWindow {
  /// The largest error of dates in floating-point seconds: a microsecond.
  static let tolerance = 1e-6

  let limit: Double
  /// The length as it was declared.
  let seconds: Int64
  let length: Double
  let isFixed: Bool

  /// Grants in a sliding window, oldest first; each entry is the sum of the grants from `since` to `time`.
  private(set) var grants: [RequestBudgets.Count.Grant] = []
  /// The start of the fixed window to which `used` refers.
  private var start = -Double.infinity
  private var used = 0.0

  init(_ window: RequestLimits.Window) {
    limit = window.weight.isNaN ? 0 : max(0, window.weight)
    seconds = max(1, window.seconds)
    length = Double(seconds)
    isFixed = window.alignment == .fixed
  }

  func canEverGrant(_ weight: Double) -> Bool { fits(weight, beside: 0) }

  private func fits(_ weight: Double, beside used: Double) -> Bool {
    used + weight <= limit + 1e-9 * max(1, limit)
  }

  private func start(of time: Double) -> Double {
    ((time + Self.tolerance) / length).rounded(.down) * length
  }

  func used(at now: Double) -> Double {
    if isFixed { return start(of: now) > start ? 0 : used }
    return grants.reduce(0) { hasLeft($1.time, at: now) ? $0 : $0 + $1.weight }
  }

  private func hasLeft(_ time: Double, at now: Double) -> Bool { time + length <= now + Self.tolerance }

  /// Returns the first moment, at or after `now`, at which a request of this weight fits. The weight must pass
  /// `canEverGrant`.
  func earliest(for weight: Double, from now: Double) -> Double {
    if isFixed {
      let current = start(of: now)
      return current > start || fits(weight, beside: used) ? now : max(now, start + length)
    }
    var counting = used
    for grant in grants {
      if hasLeft(grant.time, at: now) {
        counting -= grant.weight
      } else if fits(weight, beside: counting) {
        return now
      } else {
        counting -= grant.weight
        if fits(weight, beside: counting) { return max(now, grant.time + length) }
      }
    }
    return now
  }

  mutating func take(_ weight: Double, at now: Double) {
    if isFixed {
      let current = start(of: now)
      // A clock that was set back must not clear the count.
      if current > start { used = 0 }
      start = current
      used += weight
      return
    }
    let count = grants.prefix { hasLeft($0.time, at: now) }.count
    for grant in grants[..<count] { used -= grant.weight }
    grants.removeFirst(count)
    used = grants.isEmpty ? weight : used + weight
    // Grants within a thousandth of the window are merged; a merged grant counts until its newest part expires.
    if let last = grants.indices.last, now - grants[last].since < length / 1000 {
      grants[last].time = now
      grants[last].weight += weight
    } else {
      grants.append(.init(since: now, time: now, weight: weight))
    }
  }

  /// Corrects the weight of a request that was granted recently.
  mutating func correct(by weight: Double, grantedAt time: Double) {
    if isFixed {
      if start(of: time) == start { used = max(0, used + weight) }
    } else if let index = grants.firstIndex(where: { $0.time >= time - Self.tolerance }) {
      let corrected = max(0, grants[index].weight + weight)
      used = max(0, used + corrected - grants[index].weight)
      grants[index].weight = corrected
    }
  }

  /// Moves everything into the past after the clock was set back, so that a fixed window keeps its count in the window
  /// that the clock now shows.
  mutating func shift(by seconds: Double, to now: Double) {
    start = min(start, start(of: now))
    for index in grants.indices {
      grants[index].since -= seconds
      grants[index].time -= seconds
    }
  }

  /// Returns the count at a moment, in at most about a hundred steps: a step counts until its newest part expires.
  func count(at now: Double) -> RequestBudgets.Count.Window {
    var window = RequestBudgets.Count.Window(
      seconds: seconds, alignment: isFixed ? .fixed : .sliding, grants: [])
    if isFixed {
      let used = used(at: now)
      if used > 0 { window.grants = [.init(since: start, time: start, weight: used)] }
      return window
    }
    for grant in grants where grant.weight > 0 && !hasLeft(grant.time, at: now) {
      if let last = window.grants.indices.last, grant.time - window.grants[last].since < length / 100 {
        window.grants[last].time = grant.time
        window.grants[last].weight += grant.weight
      } else {
        window.grants.append(grant)
      }
    }
    return window
  }

  /// Adds another process's count in a window of the same length and alignment. No request is later than the count.
  mutating func add(_ windows: [RequestBudgets.Count.Window], countedAt: Double) {
    for window in windows where window.seconds == seconds && (window.alignment == .fixed) == isFixed {
      for var grant in window.grants where grant.weight > 0 {
        grant.time = min(grant.time, countedAt)
        if !isFixed {
          grants.append(grant)
          used += grant.weight
        } else if start(of: grant.time) == start {
          used += grant.weight
        } else if start(of: grant.time) > start {
          start = start(of: grant.time)
          used = grant.weight
        }
      }
    }
    grants.sort { $0.time < $1.time }
  }

  /// Returns the longest wait until a full window has room again.
  func longestWait(from now: Double) -> Double { isFixed ? start(of: now) + length - now : length }
}

extension [BudgetWindow] {
  /// Returns the first moment, at or after `now`, at which a request of this weight fits into all windows.
  func earliest(for weight: Double, from now: Double) -> Double {
    var time = now
    // A window clears in each round; the bound only guards against inconsistent numbers.
    for _ in 0..<1000 {
      let next = reduce(time) { Swift.max($0, $1.earliest(for: weight, from: time)) }
      if next <= time { break }
      time = next
    }
    return time
  }

  mutating func take(_ weight: Double, at now: Double) {
    for index in indices { self[index].take(weight, at: now) }
  }

  mutating func correct(by weight: Double, grantedAt time: Double) {
    for index in indices { self[index].correct(by: weight, grantedAt: time) }
  }
}

extension RequestBudgets.Budget {
  /// The counts of a budget, the waiting requests, and the provider's own count.
  struct State {
    /// The counts, here and by others.
    var windows: [BudgetWindow]
    /// The counts made here alone; empty without a store.
    var own: [BudgetWindow] = []
    /// The counts of other processes when the store was last read.
    var others: [RequestBudgets.Count] = []
    /// The windows after all waiting requests have been served, and the time of the last turn; nil when it must be computed
    /// again.
    var plan: (windows: [BudgetWindow], time: Double)?
    var line: [(id: UInt64, weight: Double)] = []
    var nextID: UInt64 = 0
    var pausedUntil = -Double.infinity
    /// The time until which the provider has told this process to wait.
    var ownPause = -Double.infinity
    /// The requests that remain by the provider's own count, and the time until which it applies.
    var told: (requests: Double, until: Double)?
    var lastSeen = -Double.infinity

    mutating func take(_ weight: Double, at now: Double) {
      windows.take(weight, at: now)
      own.take(weight, at: now)
      guard let left = told else { return }
      told = left.until > now ? (left.requests - 1, left.until) : nil
      heedProvider()
    }

    /// Takes over the provider's own count. If an earlier response stated fewer remaining requests for the same period, that
    /// number still applies, because the provider may not have counted the requests in flight.
    mutating func hear(_ requests: Double, until end: Double, at now: Double) {
      // Counts that end at the same moment, within rounding to seconds, are the same.
      if let known = told, known.until > now, abs(known.until - end) <= min(2, (end - now) / 2) {
        told = (min(requests, known.requests), known.until)
      } else {
        told = (requests, end)
      }
      heedProvider()
    }

    /// Pauses when the provider's count is used up.
    private mutating func heedProvider() {
      guard let left = told, left.requests < 1 else { return }
      told = nil
      pause(until: left.until)
    }

    mutating func pause(until end: Double) {
      ownPause = max(ownPause, end)
      pausedUntil = max(pausedUntil, ownPause)
      plan = nil
    }

    mutating func add(_ counts: [RequestBudgets.Count], at now: Double) {
      guard counts != others else { return }
      others = counts
      windows = own
      pausedUntil = ownPause
      for count in counts.map({ $0.seen(at: now) }) {
        for index in windows.indices { windows[index].add(count.windows, countedAt: count.countedAt) }
        guard let end = count.pausedUntil else { continue }
        // A pause is limited as a provider's request to wait is.
        let longest = windows.reduce(AQError.Retry.longestWait / .seconds(1)) { max($0, $1.length) }
        pausedUntil = max(pausedUntil, min(end, count.countedAt + longest))
      }
      plan = nil
    }

    /// Accounts for a clock that was set back: it must neither free nor block anything.
    mutating func see(_ now: Double) {
      let jump = lastSeen - now
      if jump > 1 {
        for index in windows.indices { windows[index].shift(by: jump, to: now) }
        for index in own.indices { own[index].shift(by: jump, to: now) }
        if pausedUntil > now { pausedUntil -= jump }
        if ownPause > now { ownPause -= jump }
        told?.until -= jump
        plan = nil
      }
      lastSeen = jump > 1 ? now : max(lastSeen, now)
    }

    /// Returns the turn of a request that joins the line now.
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
}
