/// The request budgets of an application, one per provider and credential, so that all sources and places share it.
///
/// An `AQContainer` has one and shares it with its copies: `container[.requestBudgets]`. A new container has its own,
/// because nothing in AQKit is global. A process with several containers for the same provider should set the same instance
/// in all of them; otherwise they only notice each other through the provider's refusals:
///
/// ```swift
/// let budgets = RequestBudgets()
/// let container = AQContainer.live.setting(.requestBudgets, to: budgets)
/// return (try AirHub(container.installing(.openMeteo)), try AirHub(container.installing(.openMeteo)))
/// ```
///
/// With a store, such as an `AirStorage` of the product `AQKitStorage`, the limits apply across restarts and to all
/// processes that use it: `RequestBudgets(in: storage)`.
public final class RequestBudgets: Sendable {
  /// The provider and credential of a budget.
  public struct Key: Hashable, Sendable {
    /// The provider, or the host, that counts.
    public let provider: String
    /// The credential by which the provider counts; nil if it counts by address.
    public let credential: AirSecret?
    /// The name of a named budget within the provider's limits (``RequestLimits/budgets``); nil for the general one.
    public internal(set) var name: String?

    /// Creates a key for a provider and, if it counts by credential, a credential.
    public init(_ provider: String, credential: AirSecret? = nil, name: String? = nil) {
      self.provider = provider
      self.credential = credential
      self.name = name
    }
  }

  private let store: (any RequestBudgets.CountStoring)?
  private let budgets = Locked([Key: RequestBudgets.Budget]())

  /// Returns the budgets of a provider, one per credential in use.
  func budgets(of provider: String) -> [RequestBudgets.Budget] {
    budgets.withLock { $0.compactMap { $0.key.provider == provider ? $0.value : nil } }
  }

  /// Creates an empty collection.
  ///
  /// - Parameter store: The store in which the counts outlive the process and are shared with other processes; nil for
  ///   memory only.
  public init(in store: (any RequestBudgets.CountStoring)? = nil) { self.store = store }

  /// Returns the budget for a key; the first call creates it. It may be forgotten once nothing else holds it
  /// and none of its requests counts any more, as with an expired access token.
  ///
  /// - Parameters:
  ///   - key: The provider and credential.
  ///   - limits: The limits of a new budget; an existing budget keeps its own.
  ///   - clock: The clock of a new budget.
  public func budget(for key: Key, limits: RequestLimits, clock: any AQClock = AQSystemClock())
    -> RequestBudgets.Budget
  {
    let now = clock.seconds
    return budgets.withLock { budgets in
      if let known = budgets[key] { return known }
      // At powers of two only, so that creating many takes no longer for each.
      if budgets.count.nonzeroBitCount == 1 {
        for old in Array(budgets.keys)
        where isKnownUniquelyReferenced(&budgets[old]) && budgets[old]?.isUnused(at: now) == true {
          budgets[old] = nil
        }
      }
      let new = RequestBudgets.Budget(limits, clock: clock, store: store, key: key)
      budgets[key] = new
      return new
    }
  }
}

extension RequestBudgets {
  /// A store for the requests within limits, which outlives the process and is shared by all that use it.
  ///
  /// **Use one.** `AirStorage` of the product `AQKitStorage` keeps the counts in files. Pass it to
  /// ``RequestBudgets/init(in:)`` and set the result in a container (``AQContainer/ServiceKey/requestBudgets``).
  ///
  /// **Write one.** Each writer stores a separate count, so that writers neither wait for one another nor lose each other's
  /// counts. A budget adds them up before each request, and stores its own before the request is sent. Two writers that
  /// check at the same instant may both take the last request of a limit. A store never throws, and the budget works
  /// without it. It may drop counts that have ended. The calls come from any thread; they may read and write files, but
  /// must not use the budgets.
  public protocol CountStoring: Sendable {
    /// Returns the last count of every writer but one: of other processes, and of earlier runs.
    func counts(of budget: RequestBudgets.Key, except writer: UInt64) -> [RequestBudgets.Count]

    /// Replaces a writer's stored count.
    func store(_ count: RequestBudgets.Count, of budget: RequestBudgets.Key, by writer: UInt64)
  }

  /// The requests of one process within a limit, as a ``RequestBudgets/CountStoring`` keeps it. It holds times and weights,
  /// but no addresses or credentials.
  public struct Count: Hashable, Sendable, Codable {
    struct Window: Hashable, Sendable, Codable {
      var seconds: Int64
      var alignment: RequestLimits.Window.Alignment
      /// The grants, oldest first; for a fixed window, the single one at its start.
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
    /// The time until which the provider has told this process to wait.
    var pausedUntil: Double?

    /// The time at which the whole count has expired.
    public var end: AirTime {
      let ends = windows.compactMap { window in window.grants.last.map { $0.time + Double(window.seconds) } }
      let end = max(countedAt, ends.max() ?? countedAt, pausedUntil ?? countedAt).rounded(.up)
      return AirTime(seconds: end)
    }

    /// Returns the count as seen at a moment. If the clock was set back since, it is moved into the past, so that it expires
    /// after the same time.
    public func seen(at now: AirTime) -> RequestBudgets.Count { seen(at: Double(now.secondsSince1970)) }

    func seen(at now: Double) -> RequestBudgets.Count {
      let jump = countedAt - now
      guard jump > 1 else { return self }
      var moved = self
      moved.countedAt = now
      moved.pausedUntil = pausedUntil.map { $0 - jump }
      for index in moved.windows.indices {
        // A fixed window starts with the current window of the clock.
        let shift = moved.windows[index].alignment == .fixed ? 0 : jump
        moved.windows[index].grants = windows[index].grants.map {
          Grant(since: min($0.since - shift, now), time: min($0.time - shift, now), weight: $0.weight)
        }
      }
      return moved
    }
  }
}
