extension AQContainer {
  /// How a container makes a source resilient that it has made.
  ///
  /// ```swift
  /// container.set(.resilience, to: .none)  // bare sources
  /// container.set(.resilience, to: .layers(CachePolicy(fresh: .seconds(300))))  // another cache
  /// container.set(.resilience, to: .init { source, clock in source.resilient(clock: clock) })
  /// ```
  public struct SourceResilience: Sendable {
    private let layered: @Sendable (any AirDataSource, any AQClock, (any AnswerStoring)?) -> any AirDataSource
    /// The policy of its cache, if it has one; a source may declare another.
    private let cache: CachePolicy?

    /// Layers of one's own. The container's store of answers (``ServiceKey/answerStore``) isn't theirs: give them one.
    ///
    /// - Parameter layered: The layers over a source; they take the clock that it is given.
    public init(
      _ layered: @escaping @Sendable (_ source: any AirDataSource, _ clock: any AQClock) -> any AirDataSource
    ) {
      self.layered = { source, clock, _ in layered(source, clock) }
      self.cache = nil
    }

    private init(
      _ cache: CachePolicy,
      _ layered:
        @escaping @Sendable (any AirDataSource, any AQClock, (any AnswerStoring)?) -> any AirDataSource
    ) {
      self.layered = layered
      self.cache = cache
    }

    /// What applications want: answers are kept until the source's declared cadence promises new values, identical
    /// queries are asked once, the last answer of a day replaces an error, with its age, and a source that fails
    /// repeatedly is left alone for a while.
    ///
    /// Answers of a source that declares no cadence only replace errors. A source that has a cache of its own, such as
    /// one that its recipe has made with `caching`, stays as it is. Live streams pass through.
    public static let standard = SourceResilience.layers()

    /// Nothing: sources as their recipes make them.
    public static let none = SourceResilience { source, _ in source }

    /// The layers of ``standard`` with other policies.
    ///
    /// - Parameters:
    ///   - cache: How long, and how many, answers are kept.
    ///   - circuit: When a source is left alone, and for how long.
    public static func layers(
      _ cache: CachePolicy = .untilNews, circuit: CircuitPolicy = CircuitPolicy()
    ) -> SourceResilience {
      SourceResilience(cache) { source, clock, store in
        if source.answerKeeper != nil { return source }
        var policy = source.declaredCache ?? cache
        if policy.fresh == nil, source.descriptor.offers.allSatisfy({ $0.cadence == nil }) {
          policy.fresh = .zero
        }
        return layered(source, policy, store, circuit, clock)
      }
    }

    private static func layered(
      _ source: some AirDataSource, _ cache: CachePolicy, _ store: (any AnswerStoring)?,
      _ circuit: CircuitPolicy, _ clock: any AQClock
    ) -> any AirDataSource {
      CachingSource(
        CoalescingSource(CircuitBreakingSource(source, policy: circuit, clock: clock)), policy: cache,
        store: store, clock: clock)
    }

    /// The source with its layers.
    func applied(to source: any AirDataSource, store: (any AnswerStoring)?, clock: any AQClock)
      -> any AirDataSource
    {
      layered(source, clock, store)
    }

    /// The stored answers of a source that hasn't been made; nil without a cache.
    func answers(of descriptor: SourceDescriptor, in store: any AnswerStoring) -> StoredAnswers? {
      cache.map { StoredAnswers(store: store, descriptor: descriptor, policy: $0) }
    }
  }
}

extension CachePolicy {
  /// Answers are kept until the source's cadence promises new values, and replace an error for a day; an answer that
  /// may be outdated is not returned while it is renewed.
  public static let untilNews = CachePolicy(staleWhileRevalidate: .zero, staleIfError: .seconds(86_400))
}
