extension AirPolicy {
  /// The facts about a source's layers that are known without a query: cached responses, their validity, and whether the
  /// source is paused after failures.
  public struct Insight: Sendable {
    /// Returns the cached response to a query, with ``AirResponse/cached``: a fresh one, or any that may replace an error. Nil
    /// without a cache whose responses are the source's own.
    package var cached: (@Sendable (_ query: AirQuery, _ isFresh: Bool) -> AirResponse?)?
    /// Forgets all cached responses, including the stored ones of the source, and cancels renewals.
    package var removeResponses: @Sendable () -> Void = {}
    /// Returns the policy of a cache above the source, given the one that the container wants.
    package var cachePolicy: @Sendable (_ wanted: AirPolicy.Cache) -> AirPolicy.Cache = { $0 }
    /// Returns the time for which a response that arrives at a moment stays fresh; nil if the declaration decides.
    package var freshness:
      (@Sendable (_ response: AirResponse, _ query: AirQuery, _ now: AirTime) -> Duration?)?
    /// Whether a layer currently leaves the source alone; nil without such a layer.
    package internal(set) var isCircuitOpen: Bool?

    package init() {}
  }
}
