/// A live source made of a decoder, an address and a connector.
///
/// ``updates(for:)`` connects when iteration begins and closes when it ends. Each update carries what the messages
/// since the last one said: a site that is not in it has not changed, unless ``AirUpdate/isSnapshot`` says so. A lost
/// connection is opened again as ``FeedOptions/reconnection`` says, the handshake gone through again, and the state of the
/// connection told beside the data. ``fetch(_:)`` connects once, takes what the first messages say, or, where places are
/// named, waits until each of them has been seen or its patience is at an end, and closes.
///
/// Each iteration has a connection of its own; ``sharing(grace:)`` lets several share one.
public struct FeedSource<Decoder: FeedDecoder>: AirDataSource {
  /// The decoder.
  public let decoder: Decoder
  /// How the feed is kept alive.
  public let options: FeedOptions
  let endpoint: FeedEndpoint
  let connector: any FeedConnector
  let clock: any AQClock
  let randomNumbers: RandomNumbers
  let control: FeedControl?

  /// Makes a source.
  ///
  /// - Parameters:
  ///   - decoder: Reads the messages.
  ///   - endpoint: Where the feed is.
  ///   - connector: Opens the connection.
  ///   - clock: Stamps arrivals and bounds every wait.
  ///   - randomNumbers: Where the jitter of reconnects comes from.
  ///   - control: Pauses and resumes the feed; nil for nobody.
  ///   - options: How the feed is kept alive.
  public init(
    _ decoder: Decoder, at endpoint: FeedEndpoint, through connector: any FeedConnector,
    clock: any AQClock = SystemClock(), randomNumbers: RandomNumbers = .system, control: FeedControl? = nil,
    options: FeedOptions = .standard
  ) {
    self.decoder = decoder
    self.endpoint = endpoint
    self.connector = connector
    self.clock = clock
    self.randomNumbers = randomNumbers
    self.control = control
    self.options = options
  }

  /// The decoder's declaration.
  public var descriptor: SourceDescriptor { decoder.descriptor }

  /// After how long without a reading the feed is silent.
  package var silence: Duration {
    options.silence ?? decoder.semantics.silence
      ?? decoder.descriptor.offers.compactMap(\.cadence).min().map { $0 * 3 } ?? .seconds(60)
  }

  /// Connects, and sends an update for every batch of messages, with ``FeedOptions/flow`` for a busy consumer.
  ///
  /// The states come in this order: `connecting`, `live` with the first reading, `silent` while no reading comes, `waiting`
  /// before the next attempt, `paused` while ``FeedControl`` says so, `failed` before an error is thrown. The stream throws
  /// the ``AQError`` that is final by ``ReconnectPolicy``: the feed sends only garbage, doesn't admit this client, or
  /// nothing of what is asked is offered. It ends where the peer closed in an orderly way and no reconnect is wanted.
  public func updates(for query: AirQuery) -> AirUpdates { updates(for: query, flow: options.flow) }

  /// As ``updates(for:)``, with a policy of the consumer's own for when it is busy.
  public func updates(for query: AirQuery, flow: FeedFlow) -> AirUpdates {
    AirUpdates { send in
      let notes = try QueryPlan(query, for: descriptor).notes
      guard flow != .backPressure else {
        return try await run(query, notes: notes) { update in
          try await send(update)
          return true
        }
      }
      let buffer = FeedBuffer(flow, key: decoder.semantics.key)
      try await withThrowingTaskGroup(of: Void.self) { group in
        defer { group.cancelAll() }
        group.addTask {
          do {
            try await run(query, notes: notes) { update in
              try await buffer.put(update)
              return true
            }
            buffer.finish(nil)
          } catch {
            buffer.finish(error)
          }
        }
        while let update = try await buffer.take() { try await send(update) }
      }
    }
  }

  /// Connects once, takes what was asked, and closes.
  ///
  /// A place that was not seen in time is noted as failed, since a message is a changing subset and its silence means
  /// nothing.
  ///
  /// - Throws: ``AQError/Code/timedOut`` when nothing came in time, ``AQError/Code/unavailable`` when the feed closed
  ///   without a word, ``AQError/Code/malformed`` when nothing that came can be read, ``AQError/Code/unsupported`` when
  ///   nothing that was asked is offered, another ``AQError`` when the connection failed.
  @concurrent public func fetch(_ query: AirQuery) async throws -> AirResponse {
    try await FeedFetch(descriptor: descriptor, clock: clock, patience: options.patience).response(to: query)
    { take in
      try await run(query, reconnection: .never, take)
    }
  }

  private func run(
    _ query: AirQuery, notes: [AirNote] = [], reconnection: ReconnectPolicy? = nil,
    _ take: @escaping @Sendable (AirUpdate) async throws -> Bool
  ) async throws {
    try await FeedRun(
      source: self, semantics: decoder.semantics, query: query,
      reconnection: reconnection ?? options.reconnection,
      take: take
    ).run(notes: notes)
  }
}
