/// All that AQKit needs to know about a live feed: how to read its messages and what they mean.
///
/// A decoder is pure: it uses no network, no clock and no state, so recorded messages test it.
///
/// **Use one**: `FeedSource(decoder, at: endpoint, through: connector)` is a source.
///
/// **Write one**: declare a ``SourceDescriptor`` whose offers have the capability ``Capability/live``, and read a
/// message into the builder. Use ``ReportBuilder/each(_:_:)`` so that one bad element doesn't lose the rest. Declare in
/// ``semantics`` how the feed differs from one that only sends changes.
///
/// **Test one**: `AdapterContract` and `SourceContract` of the product `AQKitTesting` take recorded messages.
public protocol FeedDecoder: Sendable {
  /// The feed's declaration, available without an instance.
  static var descriptor: SourceDescriptor { get }

  /// The declaration of this instance, which its options may change.
  var descriptor: SourceDescriptor { get }

  /// The meaning of the feed's messages, and the handshake that it requires.
  var semantics: FeedSemantics { get }

  /// Reads a message into reports.
  ///
  /// - Throws: Any error for an invalid message; it is counted and the stream continues.
  func decode(_ message: FeedMessage, for query: AirQuery, into report: inout ReportBuilder) throws
}

extension FeedDecoder {
  /// The type's declaration.
  public var descriptor: SourceDescriptor { Self.descriptor }

  /// The semantics of a feed that only sends changes.
  public var semantics: FeedSemantics { FeedSemantics() }
}
