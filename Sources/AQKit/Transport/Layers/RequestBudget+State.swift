extension RequestBudget {
  /// What a budget has counted, who waits, and what the provider says.
  struct State {
    /// What is counted, here and by others.
    var windows: [BudgetWindow]
    /// What is counted here alone; empty without a store.
    var own: [BudgetWindow] = []
    /// What others had counted when the store was read last.
    var others: [RequestBudgets.Count] = []
    /// The windows after everyone in line has been served, and the time of the last turn; nil when it must be computed
    /// again.
    var plan: (windows: [BudgetWindow], time: Double)?
    var line: [(id: UInt64, weight: Double)] = []
    var nextID: UInt64 = 0
    var pausedUntil = -Double.infinity
    /// Until when the provider has told this one to wait.
    var ownPause = -Double.infinity
    /// What the provider says is left of its own count of requests, and until when.
    var told: (requests: Double, until: Double)?
    var lastSeen = -Double.infinity

    /// Counts a request.
    mutating func take(_ weight: Double, at now: Double) {
      windows.take(weight, at: now)
      own.take(weight, at: now)
      guard let left = told else { return }
      told = left.until > now ? (left.requests - 1, left.until) : nil
      heedProvider()
    }

    /// Takes over what the provider says is left. What was said earlier of the same count still holds if it was less:
    /// the provider may not have seen yet what is under way.
    mutating func hear(_ requests: Double, until end: Double, at now: Double) {
      // A count that ends at the same moment, but for whole seconds, is the same one.
      if let known = told, known.until > now, abs(known.until - end) <= min(2, (end - now) / 2) {
        told = (min(requests, known.requests), known.until)
      } else {
        told = (requests, end)
      }
      heedProvider()
    }

    /// Pauses once nothing is left for the provider.
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

    /// Takes over what others have counted.
    mutating func add(_ counts: [RequestBudgets.Count], at now: Double) {
      guard counts != others else { return }
      others = counts
      windows = own
      pausedUntil = ownPause
      for count in counts.map({ $0.seen(at: now) }) {
        for index in windows.indices { windows[index].add(count.windows) }
        pausedUntil = max(pausedUntil, count.pausedUntil ?? pausedUntil)
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
}
