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
  /// its cached responses, which the layer may change; a layer that returns the base's responses unchanged returns the
  /// base's ``AirDataSource/layerInsight``.
  var insight: AirPolicy.Insight { get }
}

extension AirLayer {
  /// The base's declaration.
  public var descriptor: SourceDescriptor { base.descriptor }
  /// Returns the base's response.
  public func fetch(_ query: AirQuery) async throws -> AirResponse { try await base.fetch(query) }
  /// Returns the base's updates.
  public func updates(for query: AirQuery) -> AirUpdates { base.updates(for: query) }
  /// The base's insight without its cached responses.
  public var insight: AirPolicy.Insight {
    changed(base.layerInsight) { $0.cached = nil }
  }

  /// Probes the base, bypassing the layer.
  public func probe() async throws -> [AirNote] { try await base.probe() }
}

extension AirDataSource {
  /// The facts about the source's layers that are known without a query; empty without layers.
  public var layerInsight: AirPolicy.Insight {
    if let layer = self as? any AirLayer { return layer.insight }
    var insight = AirPolicy.Insight()
    if let source = self as? any ReplyKeeping { insight.removeResponses = source.requests.removeReplies }
    return insight
  }

  /// Forgets the cached responses of the source and its layers, in memory and in a store, and cancels their renewals. Does
  /// nothing without a cache.
  public func removeCachedResponses() { layerInsight.removeResponses() }
}
