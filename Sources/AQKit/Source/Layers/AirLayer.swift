/// A source that wraps another one and adds behaviour, such as caching, sharing or time limits.
///
/// A requirement that a layer does not implement goes to its base, so that no layer drops a live stream by accident. A layer
/// that changes the declaration overrides ``AirDataSource/descriptor``; ``base`` still has the original one.
public protocol AirLayer: AirDataSource {
  /// The type of the wrapped source.
  associatedtype Base: AirDataSource
  /// The wrapped source.
  var base: Base { get }
  /// The facts about the layer and those below it that are known without a query. By default it is the base's without
  /// its cached answers, which the layer may change; a layer that returns the base's answers unchanged returns the
  /// base's ``AirDataSource/layerInsight``.
  var insight: AirPolicy.Insight { get }
}

extension AirLayer {
  /// The base's declaration.
  public var descriptor: SourceDescriptor { base.descriptor }
  /// Returns the base's answer.
  public func fetch(_ query: AirQuery) async throws -> AirResponse { try await base.fetch(query) }
  /// Returns the base's updates.
  public func updates(for query: AirQuery) -> AirUpdates { base.updates(for: query) }
  /// The base's insight without its cached answers.
  public var insight: AirPolicy.Insight {
    var insight = base.layerInsight
    insight.kept = nil
    return insight
  }

  /// Probes the base, bypassing the layer.
  public func probe() async throws -> [AirNote] { try await base.probe() }
}

extension AirPolicy {
  /// The facts about a source's layers that are known without a query: cached answers, their validity, and whether the
  /// source is left alone.
  public struct Insight: Sendable {
    /// Returns the cached answer to a query, with ``AirResponse/kept``: a fresh one, or any that may replace an error. Nil
    /// without a cache whose answers are the source's own.
    package var kept: (@Sendable (_ query: AirQuery, _ isFresh: Bool) -> AirResponse?)?
    /// Forgets all cached answers, including the stored ones of the source, and cancels renewals.
    package var removeAnswers: @Sendable () -> Void = {}
    /// Returns the policy of a cache above the source, given the one that the container wants.
    package var cachePolicy: @Sendable (_ wanted: AirPolicy.Cache) -> AirPolicy.Cache = { $0 }
    /// Returns the time for which an answer that arrives at a moment stays fresh; nil if the declaration decides.
    package var freshness:
      (@Sendable (_ response: AirResponse, _ query: AirQuery, _ now: AirTime) -> Duration?)?
    /// Whether a layer currently leaves the source alone; nil without such a layer.
    package var isCircuitOpen: Bool?

    package init() {}
  }
}

extension AirDataSource {
  /// The facts about the source's layers that are known without a query; empty without layers.
  public var layerInsight: AirPolicy.Insight { (self as? any AirLayer)?.insight ?? AirPolicy.Insight() }

  /// Forgets the cached answers of the source and its layers, in memory and in a store, and cancels their renewals. Does
  /// nothing without a cache.
  public func removeKeptAnswers() { layerInsight.removeAnswers() }
}
