import AQKit
import AQKitSocketFeed
import ArgumentParser

/// The formats of live feeds that the tool reads.
enum FeedFormat: String, CaseIterable, ExpressibleByArgument {
  case city
  case aqkit

  /// The source of a feed in this format.
  ///
  /// - Parameters:
  ///   - endpoint: Where the feed is.
  ///   - scale: The scale of a city feed's indices.
  ///   - reconnects: Whether a lost connection is opened again.
  ///   - container: Has the connector and the clock.
  func source(at endpoint: FeedEndpoint, scale: String?, reconnects: Bool, in container: AQContainer) throws
    -> any AirDataSource
  {
    switch self {
    case .city: try source(CityFeedDecoder(scale: scale), endpoint, reconnects, container)
    case .aqkit: try source(SchemaFeedDecoder(), endpoint, reconnects, container)
    }
  }

  private func source(
    _ decoder: some FeedDecoder, _ endpoint: FeedEndpoint, _ reconnects: Bool, _ container: AQContainer
  ) throws -> any AirDataSource {
    // A person sees every reading, also where several of one city arrive within a second.
    try FeedSource(
      decoder, at: endpoint, through: container[.feedConnector], clock: container[.clock],
      randomNumbers: container[.randomNumbers], control: container[.feedControl],
      options: FeedOptions(
        reconnection: reconnects ? .standard : .never, handshakeTimeout: endpoint.handshakeTimeout,
        updatesPerMessage: true))
  }
}
