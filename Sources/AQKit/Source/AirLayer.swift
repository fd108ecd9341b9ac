/// A source that wraps another one and adds behaviour, such as caching, sharing or time limits.
///
/// A requirement that a layer does not implement goes to its base, so that no layer drops a live stream by accident. A layer
/// that changes the declaration overrides ``AirDataSource/descriptor``; ``base`` still has the original one.
public protocol AirLayer: AirDataSource {
  /// The type of the wrapped source.
  associatedtype Base: AirDataSource
  /// The wrapped source.
  var base: Base { get }
}

extension AirLayer {
  /// The base's declaration.
  public var descriptor: SourceDescriptor { base.descriptor }
  /// Returns the base's answer.
  public func fetch(_ query: AirQuery) async throws -> AirResponse { try await base.fetch(query) }
  /// Returns the base's updates.
  public func updates(for query: AirQuery) -> AirUpdates { base.updates(for: query) }
}

extension AirLayer {
  /// Probes the base, bypassing the layer.
  public func probe() async throws -> [AirNote] { try await base.probe() }
}
