/// The description of a live feed: how to read its messages and what they mean.
///
/// A decoder is pure: it uses no network, no clock and no state, so recorded messages test it.
///
/// **Use one**: `FeedSource(decoder, at: endpoint, through: connector)` is a source.
///
/// **Write one**: declare a ``SourceDescriptor`` whose offers have the capability
/// ``SourceDescriptor/Capability/live``, and read a message into the builder. Use ``ReportBuilder/each(_:_:)`` so
/// that one bad element doesn't lose the rest. Declare in ``semantics`` how the feed differs from one that only sends
/// changes.
///
/// **Test one**: `AdapterContract` and `SourceContract` of the product `AQKitTesting` take recorded messages.
///
/// ```swift
/// func decode(_ message: FeedMessage, for query: AirQuery, into report: inout ReportBuilder) throws {
///   try report.each(try message.json().array()) { row, report in
///     let id = try row.require("station").string()
///     let station = report.site(AirSite(id: id, kind: .referenceStation))
///     let time = TimeStamp.text(try row.require("time").string())
///     report.add(.pm25, row["pm25"], unit: "µg/m³", at: time, to: station)
///   }
/// }
/// ```
public protocol FeedDecoder: Sendable {
  /// The feed's declaration, available without an instance.
  static var descriptor: SourceDescriptor { get }

  /// The declaration of this instance, which its options may change.
  var descriptor: SourceDescriptor { get }

  /// The meaning of the feed's messages, and the handshake that it requires.
  var semantics: FeedOptions.Semantics { get }

  /// Reads a message into reports.
  ///
  /// - Throws: Any error for an invalid message; it is counted and the stream continues.
  func decode(_ message: FeedMessage, for query: AirQuery, into report: inout ReportBuilder) throws
}

extension FeedDecoder {
  /// The type's declaration.
  public var descriptor: SourceDescriptor { Self.descriptor }

  /// The semantics of a feed that only sends changes.
  public var semantics: FeedOptions.Semantics { FeedOptions.Semantics() }
}
