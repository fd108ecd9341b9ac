extension AQContainer {
  /// The way in which a container makes the sources that it creates resilient.
  ///
  /// ```swift
  /// container.set(.resilience, to: .none)  // bare sources
  /// container.set(.resilience, to: .layers(AirPolicy.Cache(fresh: .seconds(300))))  // another cache
  /// container.set(.resilience, to: .init { source, clock in source.resilient(clock: clock) })
  /// ```
  public struct SourceResilience: Sendable {
    package let cache: AirPolicy.Cache?
    let apply: @Sendable (any AirDataSource, any AQClock, (any ResponseStoring)?) -> any AirDataSource

    /// The layers that applications usually want. Responses are cached until the source should have new values by its
    /// declared cadence, and identical queries share a request. An error is replaced by the last response, up to a day
    /// old and with its age, and a source that fails repeatedly isn't asked for a while.
    ///
    /// All points in one cell of a model that declares its grid (``SourceDescriptor/grid``) count as one query.
    ///
    /// Responses of a source that declares no cadence only replace errors. A source that already has a cache, such as one
    /// whose recipe uses `caching`, is left unchanged. Live streams pass through.
    public static let standard = SourceResilience.layers()

    /// Adds no layers: sources are as their recipes make them.
    public static let none = SourceResilience { source, _ in source }

    /// The layers of ``standard`` with other policies.
    ///
    /// - Parameters:
    ///   - cache: The time for which responses are cached, and their maximum number. One of your own also returns an outdated
    ///     response during its renewal, unless its ``AirPolicy/Cache/staleWhileRevalidate`` is zero.
    ///   - circuit: The conditions under which a source isn't asked for a while, and for how long.
    ///   - wait: The time for which a query waits for queries about other places, to send them in a single request if the
    ///     provider allows it; nil not to wait, which suits a single caller. The queries of a list of places
    ///     (``AirQualityStore/Favorites``) always wait for each other.
    public static func layers(
      _ cache: AirPolicy.Cache = .untilNews, circuit: AirPolicy.Circuit = AirPolicy.Circuit(),
      gathering wait: Duration? = nil
    ) -> SourceResilience {
      SourceResilience(cache: cache) { source, clock, store in
        let insight = source.layerInsight
        if insight.cached != nil { return source }
        var policy = insight.cachePolicy(cache)
        if policy.fresh == nil, source.descriptor.offers.allSatisfy({ $0.cadence == nil }) {
          policy.fresh = .zero
        }
        return layered(source, policy, circuit, wait, store, clock)
      }
    }

    private static func layered(
      _ source: some AirDataSource, _ policy: AirPolicy.Cache, _ circuit: AirPolicy.Circuit,
      _ wait: Duration?, _ store: (any ResponseStoring)?, _ clock: any AQClock
    ) -> any AirDataSource {
      func keeping(_ source: some AirDataSource) -> any AirDataSource {
        let caching = CachingSource(CoalescingSource(source), policy: policy, store: store, clock: clock)
        guard let grid = source.descriptor.grid else { return caching }
        return CellSource(caching, on: grid)
      }
      let guarded = CircuitBreakingSource(source, policy: circuit, clock: clock)
      guard source.descriptor.limits.placesPerRequest > 1 else { return keeping(guarded) }
      return keeping(GatheringSource(guarded, for: wait, clock: clock))
    }
  }
}

extension AQContainer.SourceResilience {
  /// Creates a rule from your own layers. The container's store of responses (``AQContainer/ServiceKey/responseStore``) isn't passed to
  /// them: give them one if they need it.
  ///
  /// - Parameter layered: The layers over a source; they take the clock that it is given.
  public init(
    _ layered: @escaping @Sendable (_ source: any AirDataSource, _ clock: any AQClock) -> any AirDataSource
  ) {
    self.init(cache: nil) { source, clock, _ in layered(source, clock) }
  }
}

extension AirPolicy.Cache {
  /// A policy that caches responses until new values are due by the source's cadence, and returns them instead of an error
  /// for a day; a possibly outdated response isn't returned during its renewal.
  public static let untilNews = AirPolicy.Cache(staleWhileRevalidate: .zero, staleIfError: .seconds(86_400))
}
