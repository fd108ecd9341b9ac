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

extension FeedOptions.Handshake {
  /// The meaning of a message to the waiting step of a ``FeedOptions/Handshake``.
  public enum Reply: Sendable {
    /// The message is the expected one, without readings.
    case matched
    /// The message is the expected one and has readings, too: it also goes to the decoder.
    case matchedWithReadings
    /// The message is another one: it goes to the decoder, and the step keeps waiting.
    case other
    /// The server refuses. The connection closes with this error; if its retry advice is `never` or `whenChanged`, as
    /// for ``AQError/Code/unauthorized``, the feed ends.
    case refused(AQError)
  }
}

extension FeedOptions {
  /// The meaning of a live feed's messages, as its decoder declares it.
  ///
  /// ```swift
  /// var semantics: FeedOptions.Semantics {
  ///   FeedOptions.Semantics(
  ///     delivery: .changes, time: .iso8601, liveness: FeedOptions.Liveness(within: .seconds(30)),
  ///     handshake: FeedOptions.Handshake([.send { _ in FeedMessage(text: #"{"subscribe":"air"}"#) }]))
  /// }
  /// ```
  public struct Semantics: Sendable {
    /// The meaning of data that a message leaves out.
    public enum Delivery: Hashable, Sendable {
      /// A message has new and changed data; the rest stays as it was.
      case changes
      /// A message has all data; anything missing from it no longer exists.
      case snapshot
      /// A message repeats all remembered values, so an old value looks new. A value that equals the previous one and
      /// has no time is flagged ``AirReading/QualityFlag/repeated``.
      case repeatedCache
    }

    /// The meaning of data that a message leaves out.
    public var delivery: Delivery
    /// The members that identify readings of the same quantity at the same site.
    public var key: FeedSnapshot.ReadingKey.Parts
    /// The origin of the readings' times. The time of arrival is always kept in ``AirReport/receivedAt``.
    public var time: ReportBuilder.FeedTimePolicy
    /// The time without a reading after which the state is ``AirUpdate/FeedState/silent(since:)``; nil to use three times
    /// the shortest cadence in the descriptor, or a minute if it has none.
    public var silence: Duration?
    /// The sign of life that the feed sends, and how often.
    public var liveness: FeedOptions.Liveness?
    /// The handshake on each connection before messages arrive.
    public var handshake: FeedOptions.Handshake?
    /// Whether the server's messages depend on the query, because the handshake subscribes to it. Then only subscribers
    /// with the same query share a connection.
    public var dependsOnQuery: Bool

    /// Creates a declaration. The defaults describe a feed that only sends changes.
    public init(
      delivery: Delivery = .changes, key: FeedSnapshot.ReadingKey.Parts = .all,
      time: ReportBuilder.FeedTimePolicy = .iso8601,
      silence: Duration? = nil, liveness: FeedOptions.Liveness? = nil,
      handshake: FeedOptions.Handshake? = nil,
      dependsOnQuery: Bool = false
    ) {
      self.delivery = delivery
      self.key = key
      self.time = time
      self.silence = silence
      self.liveness = liveness
      self.handshake = handshake
      self.dependsOnQuery = dependsOnQuery
    }
  }
}
