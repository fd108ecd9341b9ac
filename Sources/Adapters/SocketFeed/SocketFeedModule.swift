public import AQKit

/// Registers live feeds: `try container.install(.socketFeed)` for feeds whose address a configuration sets, or
/// `try container.install(.cityFeed(at: "wss://example.org/feed"))` for one.
///
/// How a feed is kept alive is set by the options that ``FeedOptions/declared`` lists. Its subscribers share one
/// connection, and `try container[.feedControl].pause()` and `resume()` hold for all feeds of the container.
///
/// With the trait `NIO`, which is on by default, it also sets SwiftNIO's connector as ``ServiceKey/feedConnector`` where
/// none was set.
public struct SocketFeedModule: AQModule {
  private let feeds: [Feed]

  private struct Feed: Sendable {
    let descriptor: SourceDescriptor
    let make: @Sendable (AQContainer, SourceOptions) throws -> any AirDataSource
  }

  /// Both feeds, their addresses set by the option `url`.
  public init() {
    feeds = [Self.cityFeed(SourceID("city-feed"), nil, nil), Self.schemaFeed(SourceID("aqkit-feed"), nil)]
  }

  private init(_ feed: Feed) { feeds = [feed] }

  /// A city feed at an address.
  fileprivate init(city id: SourceID, url: String, scale: String?) {
    self.init(Self.cityFeed(id, url, scale))
  }

  /// A feed in AQKit's schema at an address.
  fileprivate init(schema id: SourceID, url: String) { self.init(Self.schemaFeed(id, url)) }

  /// Registers the feeds, and the format `city` of a city feed's messages.
  ///
  /// - Throws: ``AQError/Code/invalidRequest`` when a source of the same identifier is registered already.
  public func install(into container: inout AQContainer) throws {
    #if NIO
      if !container.has(.feedConnector) { container.set(.feedConnector, to: NIOFeedConnector()) }
    #endif
    container.replace(format: PayloadFormat(CityFeedDecoder(), name: "city"))
    for feed in feeds { try container.register(feed.descriptor, make: feed.make) }
  }

  private static func cityFeed(_ id: SourceID, _ url: String?, _ scale: String?) -> Feed {
    feed(CityFeedDecoder.descriptor, id, url) { CityFeedDecoder(scale: $0["scale"] ?? scale) }
  }

  private static func schemaFeed(_ id: SourceID, _ url: String?) -> Feed {
    feed(SchemaFeedDecoder.descriptor, id, url) { _ in SchemaFeedDecoder() }
  }

  private static func feed<Decoder: FeedDecoder>(
    _ descriptor: SourceDescriptor, _ id: SourceID, _ url: String?,
    _ decoder: @escaping @Sendable (SourceOptions) -> Decoder
  ) -> Feed {
    var descriptor = descriptor
    descriptor.id = id
    if let url {
      for index in descriptor.options.indices where descriptor.options[index].name == "url" {
        descriptor.options[index].isRequired = false
        descriptor.options[index].defaultValue = url
      }
    }
    return Feed(descriptor: descriptor) { container, options in
      try FeedSource.configured(decoder(options), at: options["url"] ?? "", in: container, options)
    }
  }
}

extension AQModule where Self == SocketFeedModule {
  /// The feeds `city-feed` and `aqkit-feed`, their addresses set by the option `url`.
  public static var socketFeed: SocketFeedModule { SocketFeedModule() }

  /// A city feed.
  ///
  /// - Parameters:
  ///   - url: The address, such as `wss://example.org/feed`.
  ///   - id: The source's identifier.
  ///   - scale: The name of the indices' scale; nil where the provider does not say.
  public static func cityFeed(at url: String, id: SourceID = "city-feed", scale: String? = nil)
    -> SocketFeedModule
  {
    SocketFeedModule(city: id, url: url, scale: scale)
  }

  /// A feed in AQKit's own schema.
  ///
  /// - Parameters:
  ///   - url: The address, such as `wss://example.org/feed`.
  ///   - id: The source's identifier.
  public static func aqkitFeed(at url: String, id: SourceID = "aqkit-feed") -> SocketFeedModule {
    SocketFeedModule(schema: id, url: url)
  }
}
