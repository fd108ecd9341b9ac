/// A source that stands in front of another one and changes how it is asked: caching, sharing, time limits.
///
/// Whatever a layer leaves out is forwarded to its base, so that a live stream is never lost by accident. A layer
/// that changes what the source declares overrides ``AirDataSource/descriptor``; the base's own declaration stays
/// visible through ``base``.
public protocol AirLayer: AirDataSource {
  /// The kind of source that the layer stands in front of.
  associatedtype Base: AirDataSource
  /// The source that the layer stands in front of.
  var base: Base { get }
}

extension AirLayer {
  /// The base's declaration.
  public var descriptor: SourceDescriptor { base.descriptor }
  /// The base's answer.
  public func fetch(_ query: AirQuery) async throws -> AirResponse { try await base.fetch(query) }
  /// The base's updates.
  public func updates(for query: AirQuery) -> AirUpdates { base.updates(for: query) }
}
