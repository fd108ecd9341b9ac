public import AQKit
@_exported public import AQKitFeedFormats

/// Registers live feeds: `try container.install(.socketFeed)` for feeds whose addresses come from a configuration, or
/// `try container.install(.cityFeed(at: "wss://example.org/feed"))` for a single one.
///
/// The options in ``FeedOptions/declared`` configure the connection. A feed's subscribers share one connection, and
/// `try container[.feedControl].pause()` and `resume()` apply to all feeds of the container.
///
/// With the trait `NIO` it also sets SwiftNIO's connector as ``AQContainer/ServiceKey/feedConnector`` if none is set.
public struct SocketFeedModule: AQModule {
  private let feeds: FeedRegistration

  /// Creates a module with both feeds, whose addresses come from the option `url`.
  public init() { feeds = FeedRegistration() }

  fileprivate init(_ feeds: FeedRegistration) { self.feeds = feeds }

  /// Registers the feeds, the format `city`, and a format with each feed's name for its recordings.
  ///
  /// - Throws: ``AQError/Code/invalidRequest`` when a source's identifier is taken.
  public func install(into container: inout AQContainer) throws {
    #if NIO
      if !container.has(.feedConnector) { container.set(.feedConnector, to: NIOFeedConnector()) }
    #endif
    try container.install(feeds)
  }
}

extension AQModule where Self == SocketFeedModule {
  /// Registers the feeds `city-feed` and `aqkit-feed`, with addresses from the option `url`.
  public static var socketFeed: SocketFeedModule { SocketFeedModule() }

  /// Returns the module for a city feed.
  ///
  /// - Parameters:
  ///   - url: The address, such as `wss://example.org/feed`.
  ///   - id: The source's identifier.
  ///   - scale: The name of the indices' scale; nil if the provider does not name it.
  ///   - attribution: The attribution that must be shown with the indices.
  ///   - rights: The uses that their licence allows.
  public static func cityFeed(
    at url: String, id: SourceID = "city-feed", scale: String? = nil, attribution: [AirAttribution] = [],
    rights: AirRights = .unknown
  ) -> SocketFeedModule {
    SocketFeedModule(.city(id, url: url, scale: scale, attribution: attribution, rights: rights))
  }

  /// Returns the module for a feed in AQKit's own schema.
  ///
  /// - Parameters:
  ///   - url: The address, such as `wss://example.org/feed`.
  ///   - id: The source's identifier.
  ///   - attribution: The attribution that must be shown with the values.
  ///   - rights: The uses that their licence allows.
  public static func aqkitFeed(
    at url: String, id: SourceID = "aqkit-feed", attribution: [AirAttribution] = [],
    rights: AirRights = .unknown
  ) -> SocketFeedModule {
    SocketFeedModule(.schema(id, url: url, attribution: attribution, rights: rights))
  }
}
