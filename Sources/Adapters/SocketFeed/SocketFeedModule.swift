public import AQKit

/// Registers live feeds: `try container.install(.socketFeed)` for feeds whose addresses come from a configuration, or
/// `try container.install(.cityFeed(at: "wss://example.org/feed"))` for a single one.
///
/// The options in ``FeedOptions/declared`` configure the connection. A feed's subscribers share one connection, and
/// `try container[.feedControl].pause()` and `resume()` apply to all feeds of the container.
///
/// The trait `NIO`, on by default, also sets SwiftNIO's connector as ``ServiceKey/feedConnector`` if none is set.
public struct SocketFeedModule: AQModule {
  private let feeds: [Feed]

  private struct Feed: Sendable {
    let descriptor: SourceDescriptor
    let refine: @Sendable (inout SourceDescriptor, SourceOptions) -> Void
    let make: @Sendable (AQContainer, SourceOptions) throws -> any AirDataSource
    /// In which recordings of it are read.
    let format: PayloadFormat
  }

  /// The options for what a feed doesn't state about itself.
  static let termsOptions = [
    SourceDescriptor.Option("attribution", summary: "What must be shown beside the values."),
    SourceDescriptor.Option("terms", summary: "The address of the terms of use."),
  ]

  /// Both feeds, with addresses from the option `url`.
  public init() {
    feeds = [
      Self.cityFeed("city-feed", nil, nil, [], .unknown), Self.schemaFeed("aqkit-feed", nil, [], .unknown),
    ]
  }

  private init(_ feed: Feed) { feeds = [feed] }

  /// A city feed at an address.
  fileprivate init(
    city id: SourceID, url: String, scale: String?, attribution: [AirAttribution], rights: AirRights
  ) {
    self.init(Self.cityFeed(id, url, scale, attribution, rights))
  }

  /// A feed in AQKit's schema at an address.
  fileprivate init(schema id: SourceID, url: String, attribution: [AirAttribution], rights: AirRights) {
    self.init(Self.schemaFeed(id, url, attribution, rights))
  }

  /// Registers the feeds, the format `city` of a city feed's messages, and for each feed a format with its name for its
  /// recordings.
  ///
  /// - Throws: ``AQError/Code/invalidRequest`` when a source's identifier is taken.
  public func install(into container: inout AQContainer) throws {
    #if NIO
      if !container.has(.feedConnector) { container.set(.feedConnector, to: NIOFeedConnector()) }
    #endif
    for feed in feeds {
      try container.register(feed.descriptor, refine: feed.refine, make: feed.make)
      container.replace(format: feed.format)
    }
    container.replace(format: PayloadFormat(CityFeedDecoder(), name: "city"))
  }

  private static func cityFeed(
    _ id: SourceID, _ url: String?, _ scale: String?, _ attribution: [AirAttribution], _ rights: AirRights
  ) -> Feed {
    let recorded = CityFeedDecoder(scale: scale, attribution: attribution, rights: rights)
    return feed(CityFeedDecoder.descriptor, id, url, PayloadFormat(recorded, name: id.rawValue)) { options in
      CityFeedDecoder(
        scale: options["scale"] ?? scale, attribution: options.attribution ?? attribution,
        rights: options.rights(over: rights))
    }
  }

  private static func schemaFeed(
    _ id: SourceID, _ url: String?, _ attribution: [AirAttribution], _ rights: AirRights
  ) -> Feed {
    let recorded = SchemaFeedDecoder(attribution: attribution, rights: rights)
    return feed(SchemaFeedDecoder.descriptor, id, url, PayloadFormat(recorded, name: id.rawValue)) {
      options in
      let cadence = try options.double("cadence").flatMap { $0 > 0 && $0 < 1e9 ? $0 : nil } ?? 3600
      return SchemaFeedDecoder(
        cadence: .seconds(cadence), attribution: options.attribution ?? attribution,
        rights: options.rights(over: rights))
    }
  }

  private static func feed<Decoder: FeedDecoder>(
    _ descriptor: SourceDescriptor, _ id: SourceID, _ url: String?, _ format: PayloadFormat,
    _ decoder: @escaping @Sendable (SourceOptions) throws -> Decoder
  ) -> Feed {
    var descriptor = descriptor
    descriptor.id = id
    if let url {
      for index in descriptor.options.indices where descriptor.options[index].name == "url" {
        descriptor.options[index].isRequired = false
        descriptor.options[index].defaultValue = url
      }
    }
    return Feed(
      descriptor: descriptor,
      refine: { descriptor, options in
        // Making the source reports unreadable options.
        if let decoder = try? decoder(options) { descriptor = decoder.descriptor }
      },
      make: { container, options in
        try FeedSource.configured(decoder(options), at: options["url"] ?? "", in: container, options)
      }, format: format)
  }
}

extension SourceOptions {
  /// The attribution in the option; nil if not set.
  fileprivate var attribution: [AirAttribution]? { self["attribution"].map { [AirAttribution($0)] } }

  /// Rights, with the terms that the option names.
  fileprivate func rights(over rights: AirRights) -> AirRights {
    var copy = rights
    copy.terms = self["terms"] ?? rights.terms
    return copy
  }
}

extension AQModule where Self == SocketFeedModule {
  /// The feeds `city-feed` and `aqkit-feed`, with addresses from the option `url`.
  public static var socketFeed: SocketFeedModule { SocketFeedModule() }

  /// A city feed.
  ///
  /// - Parameters:
  ///   - url: The address, such as `wss://example.org/feed`.
  ///   - id: The source's identifier.
  ///   - scale: The name of the indices' scale; nil where the provider does not say.
  ///   - attribution: The attribution that must be shown beside the indices.
  ///   - rights: What their licence allows.
  public static func cityFeed(
    at url: String, id: SourceID = "city-feed", scale: String? = nil, attribution: [AirAttribution] = [],
    rights: AirRights = .unknown
  ) -> SocketFeedModule {
    SocketFeedModule(city: id, url: url, scale: scale, attribution: attribution, rights: rights)
  }

  /// A feed in AQKit's own schema.
  ///
  /// - Parameters:
  ///   - url: The address, such as `wss://example.org/feed`.
  ///   - id: The source's identifier.
  ///   - attribution: The attribution that must be shown beside the values.
  ///   - rights: What their licence allows.
  public static func aqkitFeed(
    at url: String, id: SourceID = "aqkit-feed", attribution: [AirAttribution] = [],
    rights: AirRights = .unknown
  ) -> SocketFeedModule {
    SocketFeedModule(schema: id, url: url, attribution: attribution, rights: rights)
  }
}
