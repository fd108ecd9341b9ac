#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// The request budgets of an application, one per provider and credential, so that all sources and places share it.
///
/// An `AQContainer` has one and shares it with its copies: `container[.requestBudgets]`. A new container has its own,
/// because nothing in AQKit is global. A process with several containers for the same provider should set the same instance
/// in all of them; otherwise they only notice each other by the provider's refusals:
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
    public var provider: String
    /// The credential by which the provider counts; nil if it counts by address.
    public var credential: AirSecret?
    /// The name of a named budget within the provider's limits (``RequestLimits/budgets``); nil for the general one.
    public var name: String?

    /// Creates a key for a provider and, if it counts by credential, a credential.
    public init(_ provider: String, credential: AirSecret? = nil, name: String? = nil) {
      self.provider = provider
      self.credential = credential
      self.name = name
    }
  }

  private let store: (any RequestBudgets.CountStoring)?
  private let budgets = Locked<[Key: RequestBudgets.Budget]>([:])

  /// Returns the budgets of a provider, one per credential in use.
  func budgets(of provider: String) -> [RequestBudgets.Budget] {
    budgets.withLock { $0.filter { $0.key.provider == provider }.map(\.value) }
  }

  /// Creates an empty collection.
  ///
  /// - Parameter store: Where the counts outlive the process and are shared with others; in memory only without it.
  public init(in store: (any RequestBudgets.CountStoring)? = nil) { self.store = store }

  /// Returns the budget of a key, created by the first call.
  ///
  /// - Parameters:
  ///   - key: The provider and credential.
  ///   - limits: The limits of a new budget; an existing budget keeps its own.
  ///   - clock: The clock of a new budget.
  public func budget(for key: Key, limits: RequestLimits, clock: any AQClock = SystemClock())
    -> RequestBudgets.Budget
  {
    budgets.withLock { budgets in
      if let known = budgets[key] { return known }
      let new = RequestBudgets.Budget(limits, clock: clock, store: store, key: key)
      budgets[key] = new
      return new
    }
  }
}

extension RequestBudgets {
  /// A store for the requests within limits, which outlives the process and is shared by all that use it.
  ///
  /// **Use one.** `AirStorage` of the product `AQKitStorage` keeps the counts in files. Give it to
  /// ``RequestBudgets/init(in:)`` and set these in a container (``ServiceKey/requestBudgets``).
  ///
  /// **Write one.** Each writer stores a separate count, so that writers neither wait for one another nor lose each other's
  /// counts. A budget adds them up before each request, and stores its own before the request is sent. Two writers that
  /// check at the same instant may both take the last of a limit. A store never throws, and the budget works without it. It
  /// may drop counts that have ended. The calls may read and write files; they come from any thread.
  public protocol CountStoring: Sendable {
    /// Returns the last count of every writer but one: of other processes, and of earlier runs.
    func counts(of budget: RequestBudgets.Key, except writer: UInt64) -> [RequestBudgets.Count]

    /// Replaces a writer's stored count.
    func store(_ count: RequestBudgets.Count, of budget: RequestBudgets.Key, by writer: UInt64)
  }
}

extension RequestBudgets {
  /// The requests of one process within a limit, as a ``RequestBudgets/CountStoring`` keeps it. It holds times and weights,
  /// but no addresses or credentials.
  public struct Count: Hashable, Sendable, Codable {
    struct Window: Hashable, Sendable, Codable {
      var seconds: Int64
      var alignment: RequestLimits.Window.Alignment
      /// Oldest first; for a fixed window, the single one at its start.
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

    /// The time at which all of it has expired.
    public var end: AirTime {
      let ends = windows.compactMap { window in window.grants.last.map { $0.time + Double(window.seconds) } }
      let end = max(countedAt, ends.max() ?? countedAt, pausedUntil ?? countedAt).rounded(.up)
      return AirTime(Date(timeIntervalSince1970: end))
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
        for grant in moved.windows[index].grants.indices {
          // A fixed window starts with the current window of the clock.
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

/// The limits on requests to a source. All windows hold together.
///
/// ```swift
/// RequestLimits(windows: [.init(600, perSeconds: 60), .init(10_000, perSeconds: 86_400, .fixed)])
/// ```
public struct RequestLimits: Hashable, Sendable, Codable {
  /// A limit: a weight within a time.
  public struct Window: Hashable, Sendable, Codable {
    /// The weight that the window allows; an ordinary request weighs 1.
    public var weight: Double
    /// The length of the window.
    public var seconds: Int64
    /// The alignment at which the window's count resets.
    public var alignment: Alignment

    /// The time at which a window's count resets.
    public enum Alignment: String, Hashable, Sendable, Codable {
      /// Gradually: any period of the window's length has at most its weight. This satisfies every other kind of window
      /// of the same length.
      case sliding
      /// The window starts at every multiple of its length since 1970 in UTC: each full minute, full hour, midnight UTC.
      case fixed
    }

    /// Creates a weight per number of seconds; sliding by default.
    public init(_ weight: Double, perSeconds seconds: Int64, _ alignment: Alignment = .sliding) {
      self.weight = weight
      self.seconds = seconds
      self.alignment = alignment
    }

    /// Reads a window; without an alignment it is sliding.
    public init(from decoder: any Decoder) throws {
      let container = try decoder.container(keyedBy: CodingKeys.self)
      weight = try container.decode(Double.self, forKey: .weight)
      seconds = try container.decode(Int64.self, forKey: .seconds)
      alignment = try container.decodeIfPresent(Alignment.self, forKey: .alignment) ?? .sliding
    }
  }

  /// The windows; empty if no limit is known.
  public var windows: [Window]
  /// Named budgets, for a provider that counts some requests separately: a request that names one
  /// (``TransportRequest/budget``) counts in its windows instead of ``windows``. The limits on concurrent requests apply to
  /// all together.
  public var budgets: [String: [Window]]
  /// The most places that one request may name.
  public var placesPerRequest: Int {
    didSet { placesPerRequest = max(1, placesPerRequest) }
  }
  /// The most requests at the same time, to all hosts.
  public var concurrentRequests: Int {
    didSet { concurrentRequests = max(1, concurrentRequests) }
  }
  /// The maximum number of concurrent requests to a host, for a provider with several hosts; nil for no limit.
  public var concurrentRequestsPerHost: Int? {
    didSet { concurrentRequestsPerHost = concurrentRequestsPerHost.map { max(1, $0) } }
  }
  /// The most requests per fetch, follow-ups included.
  public var requestsPerFetch: Int {
    didSet { requestsPerFetch = max(1, requestsPerFetch) }
  }

  /// The provider that counts the requests: sources with the same provider and credential share one budget. Nil if the
  /// source has its own, by its identifier.
  public var provider: String?

  /// Creates a set of limits; numbers below 1 become 1.
  public init(
    windows: [Window] = [], placesPerRequest: Int = 1, concurrentRequests: Int = 4,
    concurrentRequestsPerHost: Int? = nil, requestsPerFetch: Int = 100, provider: String? = nil,
    budgets: [String: [Window]] = [:]
  ) {
    self.windows = windows
    self.budgets = budgets
    self.placesPerRequest = max(1, placesPerRequest)
    self.concurrentRequests = max(1, concurrentRequests)
    self.concurrentRequestsPerHost = concurrentRequestsPerHost.map { max(1, $0) }
    self.requestsPerFetch = max(1, requestsPerFetch)
    self.provider = provider
  }

  private enum CodingKeys: String, CodingKey {
    case windows, placesPerRequest, concurrentRequests, concurrentRequestsPerHost, requestsPerFetch, provider
    case budgets
  }

  /// Reads limits; missing ones have the defaults of
  /// ``init(windows:placesPerRequest:concurrentRequests:concurrentRequestsPerHost:requestsPerFetch:provider:budgets:)``.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    self.init(
      windows: try container.decodeIfPresent([Window].self, forKey: .windows) ?? [],
      placesPerRequest: try container.decodeIfPresent(Int.self, forKey: .placesPerRequest) ?? 1,
      concurrentRequests: try container.decodeIfPresent(Int.self, forKey: .concurrentRequests) ?? 4,
      concurrentRequestsPerHost: try container.decodeIfPresent(Int.self, forKey: .concurrentRequestsPerHost),
      requestsPerFetch: try container.decodeIfPresent(Int.self, forKey: .requestsPerFetch) ?? 100,
      provider: try container.decodeIfPresent(String.self, forKey: .provider),
      budgets: try container.decodeIfPresent([String: [Window]].self, forKey: .budgets) ?? [:])
  }
}
