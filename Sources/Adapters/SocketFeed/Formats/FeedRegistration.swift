package import AQKit

/// The feeds with known formats, for ``SocketFeedModule`` and for the command line without SwiftNIO.
package struct FeedRegistration: AQModule {
  /// For each feed, what registers it and the format of its recordings.
  private let steps: [@Sendable (inout AQContainer) throws -> Void]

  /// Returns a feed's options: address, the given option of its format, attribution, terms, and those of the connection.
  static func options(_ own: SourceDescriptor.Option) -> [SourceDescriptor.Option] {
    [
      SourceDescriptor.Option(
        "url", summary: "The address of the feed, such as wss://example.org/feed.", isRequired: true),
      own,
      SourceDescriptor.Option("attribution", summary: "Attribution to show with the values."),
      SourceDescriptor.Option("terms", summary: "The address of the terms of use."),
    ] + FeedOptions.declared
  }

  /// Creates both feeds, with addresses from the option `url`.
  package init() { steps = Self.city("city-feed").steps + Self.schema("aqkit-feed").steps }

  /// Returns a city feed, by default at the address in the option `url`.
  package static func city(
    _ id: SourceID, url: String? = nil, scale: String? = nil, attribution: [AirAttribution] = [],
    rights: AirRights = .unknown
  ) -> FeedRegistration {
    let recorded = CityFeedDecoder(scale: scale, attribution: attribution, rights: rights)
    return FeedRegistration(id, url, recorded) { options in
      CityFeedDecoder(
        scale: options["scale"] ?? scale, attribution: options.attribution ?? attribution,
        rights: options.rights(over: rights))
    }
  }

  /// Returns a feed in AQKit's schema, by default at the address in the option `url`.
  package static func schema(
    _ id: SourceID, url: String? = nil, attribution: [AirAttribution] = [], rights: AirRights = .unknown
  ) -> FeedRegistration {
    FeedRegistration(id, url, SchemaFeedDecoder(attribution: attribution, rights: rights)) { options in
      let cadence = try options.double("cadence").flatMap { $0 > 0 && $0 < 1e9 ? $0 : nil } ?? 3600
      return SchemaFeedDecoder(
        cadence: .seconds(cadence), attribution: options.attribution ?? attribution,
        rights: options.rights(over: rights))
    }
  }

  private init<Decoder: FeedDecoder>(
    _ id: SourceID, _ url: String?, _ recorded: Decoder,
    _ decoder: @escaping @Sendable (SourceOptions) throws -> Decoder
  ) {
    let declared = changed(Decoder.descriptor) { descriptor in
      descriptor.id = id
      guard let url else { return }
      for index in descriptor.options.indices where descriptor.options[index].name == "url" {
        descriptor.options[index].isRequired = false
        descriptor.options[index].defaultValue = url
      }
    }
    let register: @Sendable (inout AQContainer) throws -> Void = { container in
      try container.register(
        declared,
        refine: { descriptor, options in
          // Unreadable options are reported when the source is made.
          if let decoder = try? decoder(options) { descriptor = decoder.descriptor }
          if let endpoint = try? FeedEndpoint(url: options["url"] ?? "", options) {
            descriptor = descriptor.connected(to: endpoint)
          }
        },
        make: { container, options in
          try FeedSource.configured(decoder(options), at: options["url"] ?? "", in: container, options)
        })
      container.replace(format: PayloadFormat(recorded, name: id.rawValue))
    }
    steps = [register]
  }

  package func install(into container: inout AQContainer) throws {
    for step in steps { try step(&container) }
    container.replace(format: PayloadFormat(CityFeedDecoder(), name: "city"))
  }
}

extension SourceOptions {
  fileprivate var attribution: [AirAttribution]? { self["attribution"].map { [AirAttribution($0)] } }

  fileprivate func rights(over rights: AirRights) -> AirRights {
    changed(rights) { $0.terms = self["terms"] ?? rights.terms }
  }
}
