/// What AQKit must know about one live feed: how to read its messages, and what they mean. Nothing else.
///
/// A decoder is pure: it touches no network, no clock and no state, so that it can be tested from recorded messages.
///
/// **Use one**: `FeedSource(decoder, at: endpoint, through: connector)` is a source.
///
/// **Write one**: declare a ``SourceDescriptor`` whose offers have the capability ``Capability/live``, and read a
/// message into the builder. Use ``ReportBuilder/each(_:_:)`` so that one bad element never loses the rest. Declare in
/// ``semantics`` what differs from a feed that just sends what changes.
///
/// **Test one**: `AdapterContract` and `SourceContract` of the product `AQKitTesting` take recorded messages.
public protocol FeedDecoder: Sendable {
  /// What the feed offers; can be read without making a decoder.
  static var descriptor: SourceDescriptor { get }

  /// The declaration of this instance, where its options change it.
  var descriptor: SourceDescriptor { get }

  /// What the feed means by its messages, and what must be said to get any.
  var semantics: FeedSemantics { get }

  /// Reads a message into reports.
  ///
  /// - Throws: Any error for a message that is not what it should be; it is counted and the stream goes on.
  func decode(_ message: FeedMessage, for query: AirQuery, into report: inout ReportBuilder) throws
}

extension FeedDecoder {
  /// The type's declaration.
  public var descriptor: SourceDescriptor { Self.descriptor }

  /// Those of a feed that just sends what changes.
  public var semantics: FeedSemantics { FeedSemantics() }
}
