/// A live source made of a decoder, an address and a connector.
///
/// ``updates(for:)`` connects when iteration begins and closes when it ends. Each update carries what the messages
/// since the last one said: a site that is not in it has not changed. ``fetch(_:)`` connects, takes what the first
/// message says, or, where cities or sites are named, waits until each of them has been seen, and closes.
public struct FeedSource<Decoder: FeedDecoder>: AirDataSource {
  /// The decoder.
  public let decoder: Decoder
  private let endpoint: FeedEndpoint
  private let connector: any FeedConnector
  private let clock: any AQClock
  private let patience: Duration
  private let toleratedGarbage: Int

  /// Makes a source.
  ///
  /// - Parameters:
  ///   - decoder: Reads the messages.
  ///   - endpoint: Where the feed is.
  ///   - connector: Opens the connection.
  ///   - clock: Stamps arrivals and bounds the wait of a fetch.
  ///   - patience: How long a fetch waits for what was asked.
  ///   - toleratedGarbage: After how many messages in a row without anything readable the feed counts as malformed.
  public init(
    _ decoder: Decoder, at endpoint: FeedEndpoint, through connector: any FeedConnector,
    clock: any AQClock = SystemClock(), patience: Duration = .seconds(10), toleratedGarbage: Int = 100
  ) {
    self.decoder = decoder
    self.endpoint = endpoint
    self.connector = connector
    self.clock = clock
    self.patience = patience
    self.toleratedGarbage = max(1, toleratedGarbage)
  }

  /// The decoder's declaration.
  public var descriptor: SourceDescriptor { decoder.descriptor }

  /// Connects, and sends an update for every batch of messages until the peer closes.
  ///
  /// The stream ends where the peer closed in an orderly way, and throws an ``AQError`` where the connection failed or
  /// the feed sends only garbage.
  public func updates(for query: AirQuery) -> AirUpdates {
    AirUpdates { send in
      try await send(AirUpdate(state: .connecting))
      try await receive(query) { update in
        try await send(update)
        return true
      }
    }
  }

  /// Connects, takes what was asked, and closes.
  ///
  /// - Throws: ``AQError/Code/timedOut`` when nothing came in time, another ``AQError`` when the connection failed.
  @concurrent public func fetch(_ query: AirQuery) async throws -> AirResponse {
    let wanted = Set(
      query.places.compactMap { place in
        switch place {
        case .city(let name): name.lowercased()
        case .site(let id): id
        default: nil
        }
      })
    let collected = Locked(FeedSnapshot())
    let finished = try await withThrowingTaskGroup(of: Bool.self) { group in
      group.addTask {
        try await receive(query) { update in
          collected.withLock { snapshot in
            snapshot.merge(update)
            return !snapshot.hasReports || !wanted.isSubset(of: snapshot.names)
          }
        }
        return true
      }
      group.addTask {
        try await clock.sleep(for: patience)
        return false
      }
      defer { group.cancelAll() }
      return try await group.next() ?? false
    }
    let response = collected.withLock { $0.response }
    if !finished, response.reports.isEmpty {
      throw AQError(.timedOut, "The feed is connected but sent nothing in time.", source: descriptor.id)
    }
    return response
  }

  /// Receives until the peer closes or the body has had enough.
  private func receive(_ query: AirQuery, _ take: @Sendable (AirUpdate) async throws -> Bool) async throws {
    let connection: any FeedConnection
    do {
      connection = try await connector.connect(to: endpoint)
    } catch let error as AQError {
      throw error.attributed(to: descriptor.id)
    }
    do {
      var garbage = 0
      var isFirst = true
      while let messages = try await connection.receive() {
        var update = try decode(messages, query, &garbage)
        if isFirst {
          update.state = .live
          isFirst = false
        }
        guard try await take(update) else { break }
      }
      await connection.close(.normal)
    } catch {
      await connection.close(.goingAway)
      throw (error as? AQError)?.attributed(to: descriptor.id) ?? error
    }
  }

  private func decode(_ messages: [FeedMessage], _ query: AirQuery, _ garbage: inout Int) throws -> AirUpdate
  {
    let descriptor = decoder.descriptor
    var builder = ReportBuilder(descriptor, receivedAt: clock.time)
    for message in messages {
      let (rows, refused) = (builder.rowCount, builder.refusedCount)
      try builder.each(CollectionOfOne(message)) { message, builder in
        try decoder.decode(message, for: query, into: &builder)
      }
      garbage = builder.rowCount == rows && builder.refusedCount > refused ? garbage + 1 : 0
      if garbage >= toleratedGarbage {
        throw AQError(
          .malformed, "The feed sent \(garbage) messages in a row that can't be read.", source: descriptor.id)
      }
    }
    return AirUpdate(builder.response().filtered(by: query))
  }
}
