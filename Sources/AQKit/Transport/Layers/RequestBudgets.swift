/// The request budgets of an application, one per provider and credential, so that all sources and places share it.
///
/// An `AQContainer` has one and shares it with its copies: `container[.requestBudgets]`. A new container has its own,
/// because nothing in AQKit is global. A process with several containers for the same provider should set one instance
/// in all of them; otherwise they only learn of each other from the provider's refusals:
///
/// ```swift
/// let budgets = RequestBudgets()
/// let container = AQContainer.live.setting(.requestBudgets, to: budgets)
/// return (try AirHub(container.installing(.openMeteo)), try AirHub(container.installing(.openMeteo)))
/// ```
///
/// With a store, such as an `AirStorage` of the product `AQKitStorage`, the limits hold across restarts and for all
/// processes that use it: `RequestBudgets(in: storage)`.
public final class RequestBudgets: Sendable {
  /// The provider and credential of a budget.
  public struct Key: Hashable, Sendable {
    /// The provider, or the host, that counts.
    public var provider: String
    /// The credential by which the provider counts; nil if it counts by address.
    public var credential: AirSecret?
    /// The name of a budget of its own within the provider's limits (``RequestLimits/budgets``); nil for the general
    /// one.
    public var name: String?

    /// A key for a provider and, if it counts by credential, a credential.
    public init(_ provider: String, credential: AirSecret? = nil, name: String? = nil) {
      self.provider = provider
      self.credential = credential
      self.name = name
    }
  }

  private let store: (any RequestBudgets.CountStoring)?
  private let budgets = Locked<[Key: RequestBudget]>([:])

  /// The budgets of a provider, one per credential in use.
  func budgets(of provider: String) -> [RequestBudget] {
    budgets.withLock { $0.filter { $0.key.provider == provider }.map(\.value) }
  }

  /// An empty collection.
  ///
  /// - Parameter store: Where the counts outlive the process and are shared with others; in memory only without it.
  public init(in store: (any RequestBudgets.CountStoring)? = nil) { self.store = store }

  /// The budget of a key, created by the first call.
  ///
  /// - Parameters:
  ///   - key: The provider and credential.
  ///   - limits: The limits of a new budget; an existing budget keeps its own.
  ///   - clock: The clock of a new budget.
  public func budget(for key: Key, limits: RequestLimits, clock: any AQClock = SystemClock()) -> RequestBudget
  {
    budgets.withLock { budgets in
      if let known = budgets[key] { return known }
      let new = RequestBudget(limits, clock: clock, store: store, key: key)
      budgets[key] = new
      return new
    }
  }
}
