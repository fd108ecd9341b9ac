/// A live source made of a decoder, an address and a connector.
///
/// ``updates(for:)`` connects when iteration begins and closes when it ends. Each update carries what the messages
/// since the last one said: a site that is not in it has not changed. ``fetch(_:)`` connects, takes what the first
/// messages say, or, where places are named, waits until each of them has been seen or its patience is at an end, and
/// closes.
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
  /// The stream ends where the peer closed in an orderly way, and throws an ``AQError`` where the connection failed,
  /// the feed sends only garbage, or nothing of what is asked is offered.
  public func updates(for query: AirQuery) -> AirUpdates {
    AirUpdates { send in
      let plan = try QueryPlan(query, for: descriptor)
      try await send(AirUpdate(notes: plan.notes, state: .connecting))
      try await receive(query) { update in
        try await send(update)
        return true
      }
    }
  }

  /// Connects, takes what was asked, and closes.
  ///
  /// A place that was not seen in time is noted as failed, since a message is a changing subset and its silence means
  /// nothing.
  ///
  /// - Throws: ``AQError/Code/timedOut`` when nothing came in time, ``AQError/Code/unavailable`` when the feed closed
  ///   without a word, ``AQError/Code/malformed`` when nothing that came can be read, ``AQError/Code/unsupported`` when nothing that was asked is offered, another ``AQError`` when the
  ///   connection failed.
  @concurrent public func fetch(_ query: AirQuery) async throws -> AirResponse {
    let plan = try QueryPlan(query, for: descriptor)
    let wanted = Set(plan.parts.flatMap(\.places))
    let collected = Locked(FeedSnapshot())
    let hasClosed = try await withThrowingTaskGroup(of: Bool.self) { group in
      defer { group.cancelAll() }
      group.addTask {
        try await receive(query) { update in
          collected.withLock { snapshot in
            snapshot.merge(update)
            return !snapshot.hasReports || !wanted.isSubset(of: snapshot.answeredPlaces)
          }
        }
        return true
      }
      group.addTask {
        try await clock.sleep(for: patience)
        return false
      }
      return try await group.next() ?? false
    }
    var response = collected.withLock { $0.response }
    if response.reports.isEmpty, response.notes.allSatisfy({ $0.code == .refused }) {
      guard response.notes.isEmpty else {
        throw AQError(.malformed, "The feed sent nothing that can be read.", source: descriptor.id)
      }
      throw hasClosed
        ? AQError(.unavailable, "The feed closed before it sent anything.", source: descriptor.id)
        : AQError(.timedOut, "The feed is connected but sent nothing in time.", source: descriptor.id)
    }
    let unseen = wanted.subtracting(response.reports.flatMap(\.places)).sorted()
    if !unseen.isEmpty {
      response.notes.append(
        AirNote(
          .failed, "The feed said nothing about this place in time.", places: unseen, count: unseen.count,
          failure: .timedOut))
    }
    response.notes.insert(contentsOf: plan.notes, at: 0)
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
