/// The layers of a source, and their order.
///
/// The layers from the outside are: caching, coalescing, gathering, circuit-breaking, time-limited, the source; an HTTP
/// source has a transport with its own layers below it. A cached response then needs no request, and identical queries share
/// one; the time limit applies to the shared query; a time-out counts as a failure; and an older response can replace a
/// time-out. ``resilient(for:within:clock:)`` combines the usual ones.
///
/// Each layer keeps its base: the source's own declaration remains available as `base.descriptor`.
extension AirDataSource {
  /// Returns this source with a time limit for each response.
  public func timeLimited(_ limit: Duration, clock: any AQClock = AQSystemClock()) -> some AirLayer {
    TimeLimitedSource(self, limit, clock: clock)
  }

  /// Returns this source, asked once for identical concurrent queries.
  public func coalescing() -> some AirLayer { CoalescingSource(self) }

  /// Returns this source with a cache; by default responses are fresh until new values are due by its cadence.
  public func caching(for fresh: Duration? = nil, clock: any AQClock = AQSystemClock()) -> some AirLayer {
    caching(AirPolicy.Cache(fresh: fresh), clock: clock)
  }

  /// Returns this source with a cache of responses by query, in memory and, with a store, beyond the life of the process.
  ///
  /// A fresh response is returned without asking. A slightly older one is returned at once while a new one is fetched for
  /// the next caller. If the source fails temporarily, an older response replaces the error, or the response that has
  /// nothing but failures, with a note. A query's ``AirQuery/freshness`` asks past the cache, and
  /// ``removeCachedResponses()`` empties it.
  ///
  /// Some responses aren't cached: partial ones, those of which all was refused, those larger than the cache, and data whose
  /// rights forbid it (``AirRights/caching``). Live streams pass through.
  public func caching(
    _ policy: AirPolicy.Cache, in store: (any ResponseStoring)? = nil, clock: any AQClock = AQSystemClock()
  ) -> some AirLayer {
    CachingSource(self, policy: policy, store: store, clock: clock)
  }

  /// Returns this source, not asked for a while after several consecutive failures, or after one that says when to come
  /// back, such as a 503 with `Retry-After`.
  ///
  /// During the pause every query fails at once with the last error's code and the time to try again. Then one query is
  /// let through: if it succeeds, all are; if it fails, there is another pause. Only temporary failures count. Live
  /// streams pass through.
  public func circuitBreaking(
    _ policy: AirPolicy.Circuit = AirPolicy.Circuit(), clock: any AQClock = AQSystemClock()
  ) -> some AirLayer {
    CircuitBreakingSource(self, policy: policy, clock: clock)
  }

  /// Returns this source as an application should use it: responses cached by its cadence or for a given time,
  /// identical queries asked once, with a time limit.
  ///
  /// - Parameters:
  ///   - fresh: The time for which a response is fresh; nil to follow the source's cadence.
  ///   - limit: The longest time for one response. 30 s by default.
  ///   - clock: Measures both.
  public func resilient(
    for fresh: Duration? = nil, within limit: Duration = .seconds(30), clock: any AQClock = AQSystemClock()
  ) -> some AirLayer {
    timeLimited(limit, clock: clock).coalescing().caching(for: fresh, clock: clock)
  }
}
