/// The request budgets of an application, one per provider and credential, so that all sources and places share it.
///
/// An `AQContainer` has one and hands it to its copies: `container[.requestBudgets]`. A container that is made anew has
/// its own, since nothing in AQKit is global; a process with several containers that ask the same provider sets one
/// instance in all of them, else the provider's own refusals are what tells them of each other:
///
/// ```swift
/// let budgets = RequestBudgets()
/// let first = AQContainer.live.setting(.requestBudgets, to: budgets)
/// let second = AQContainer.live.setting(.requestBudgets, to: budgets)
/// ```
public final class RequestBudgets: Sendable {
  /// Whom a budget is about.
  public struct Key: Hashable, Sendable {
    /// The provider, or the host, that counts.
    public var provider: String
    /// The credential that it counts by; nil where it counts by address.
    public var credential: Secret?

    /// Makes a key.
    public init(_ provider: String, credential: Secret? = nil) {
      self.provider = provider
      self.credential = credential
    }
  }

  private let budgets = Locked<[Key: RequestBudget]>([:])

  /// Makes a collection without budgets.
  public init() {}

  /// The budget of a key, made at the first call.
  ///
  /// - Parameters:
  ///   - key: Whom the budget is about.
  ///   - limits: What holds if the budget is made now; a budget that exists keeps its own.
  ///   - clock: What measures it.
  public func budget(for key: Key, limits: Limits, clock: any AQClock = SystemClock()) -> RequestBudget {
    budgets.withLock { budgets in
      if let known = budgets[key] { return known }
      let new = RequestBudget(limits, clock: clock)
      budgets[key] = new
      return new
    }
  }
}
