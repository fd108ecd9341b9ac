/// The layers of a source, and their order.
///
/// From the outside: caching, coalescing, circuit-breaking, time-limited, the source; below an HTTP source stands its
/// transport with layers of its own. What is kept is given without troubling anybody; what has to be asked is asked once;
/// the time limit is that of the shared question; a time-out counts as a failure; and an older answer can stand in for a time-out. ``resilient(for:within:clock:)``
/// puts the usual ones together.
///
/// Each layer is a value over its base: what the source natively declares stays visible as `base.descriptor`, and as
/// ``AirLayer/native`` through any number of layers.
extension AirDataSource {
  /// This source, given up on when an answer takes longer than this.
  public func timeLimited(_ limit: Duration, clock: any AQClock = SystemClock()) -> TimeLimitedSource<Self> {
    TimeLimitedSource(self, limit: limit, clock: clock)
  }

  /// This source, asked once where several ask the same at the same time.
  public func coalescing() -> CoalescingSource<Self> { CoalescingSource(self) }

  /// This source, with its answers kept for as long as its cadence says that there is nothing new, or for the time given.
  public func caching(for fresh: Duration? = nil, clock: any AQClock = SystemClock()) -> CachingSource<Self> {
    caching(CachePolicy(fresh: fresh), clock: clock)
  }

  /// This source, with its answers kept by a policy.
  public func caching(_ policy: CachePolicy, clock: any AQClock = SystemClock()) -> CachingSource<Self> {
    CachingSource(self, policy: policy, clock: clock)
  }

  /// This source, left alone for a while after it has failed several times in a row.
  public func circuitBreaking(
    _ policy: CircuitPolicy = CircuitPolicy(), clock: any AQClock = SystemClock()
  ) -> CircuitBreakingSource<Self> {
    CircuitBreakingSource(self, policy: policy, clock: clock)
  }

  /// This source as an application should use it: answers kept by its cadence or for the time given, identical queries
  /// asked once, each at most so long.
  ///
  /// - Parameters:
  ///   - fresh: How long an answer is fresh; nil for what the source's cadence says.
  ///   - limit: The longest time for one answer. 30 s by default.
  ///   - clock: What measures both.
  public func resilient(
    for fresh: Duration? = nil, within limit: Duration = .seconds(30), clock: any AQClock = SystemClock()
  ) -> CachingSource<CoalescingSource<TimeLimitedSource<Self>>> {
    timeLimited(limit, clock: clock).coalescing().caching(for: fresh, clock: clock)
  }
}

extension AirLayer {
  /// What the innermost source declares of itself, below every layer.
  public var native: SourceDescriptor { (base as? any AirLayer)?.native ?? base.descriptor }
}
