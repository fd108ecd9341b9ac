#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

extension RequestBudgets {
  /// A store for what was requested within limits, which outlives the process and is shared by all that use it.
  ///
  /// **Use one.** `AirStorage` of the product `AQKitStorage` keeps the counts in files. Give it to
  /// ``RequestBudgets/init(in:)`` and set these in a container (``ServiceKey/requestBudgets``).
  ///
  /// **Write one.** Each writer stores a count of its own, so that writers neither wait for one another nor lose what
  /// another one has counted; a budget adds them up before each request, and stores its own before the request is sent.
  /// Two writers that look at the same instant may both take the last of a limit. A store never fails, and the budget
  /// works without it. It may drop counts that have ended. The calls may read and write files; they come from any
  /// thread.
  public protocol CountStoring: Sendable {
    /// The last count of every writer but one: of other processes, and of earlier runs.
    func counts(of budget: RequestBudgets.Key, except writer: UInt64) -> [RequestBudgets.Count]

    /// Stores a writer's count in place of the one before.
    func store(_ count: RequestBudgets.Count, of budget: RequestBudgets.Key, by writer: UInt64)
  }
}

extension RequestBudgets {
  /// What one process has requested within a limit, as a ``RequestBudgets/CountStoring`` keeps it. It holds times and
  /// weights, neither addresses nor credentials.
  public struct Count: Hashable, Sendable, Codable {
    struct Window: Hashable, Sendable, Codable {
      var seconds: Int64
      var alignment: RequestLimits.Window.Alignment
      /// Oldest first; of a fixed window the one that is its start.
      var grants: [Grant]
    }

    struct Grant: Hashable, Sendable, Codable {
      var since: Double
      var time: Double
      var weight: Double
    }

    /// Seconds since 1970, like all times.
    var countedAt: Double
    var windows: [Window]
    /// Until when the provider has told this process to wait.
    var pausedUntil: Double?

    /// From when on nothing of it counts any more.
    public var end: AirTime {
      let ends = windows.compactMap { window in window.grants.last.map { $0.time + Double(window.seconds) } }
      let end = max(countedAt, ends.max() ?? countedAt, pausedUntil ?? countedAt).rounded(.up)
      return AirTime(Date(timeIntervalSince1970: end))
    }

    /// The same as it counts at a moment. Where the clock was set back since, it is moved into the past, so that it
    /// counts as long as it would have.
    public func seen(at now: AirTime) -> RequestBudgets.Count { seen(at: Double(now.secondsSince1970)) }

    func seen(at now: Double) -> RequestBudgets.Count {
      let jump = countedAt - now
      guard jump > 1 else { return self }
      var moved = self
      moved.countedAt = now
      moved.pausedUntil = pausedUntil.map { $0 - jump }
      for index in moved.windows.indices {
        for grant in moved.windows[index].grants.indices {
          // The start of a fixed window is that of the one which the clock shows now.
          let shift = moved.windows[index].alignment == .fixed ? 0 : jump
          let known = windows[index].grants[grant]
          moved.windows[index].grants[grant] = Grant(
            since: min(known.since - shift, now), time: min(known.time - shift, now), weight: known.weight)
        }
      }
      return moved
    }
  }
}
