/// A live source from a decoder, an address and a connector.
///
/// ``updates(for:)`` connects when iteration begins and closes when it ends. Each update has the content of the messages
/// since the last one: a site that it leaves out has not changed, unless ``AirUpdate/isSnapshot`` is true. A lost connection
/// is opened again as ``FeedOptions/reconnection`` says, with a new handshake; updates report the state of the connection
/// along with the data. ``fetch(_:)`` connects once, takes the first messages (for named places it waits, up to a limit,
/// until each was seen) and closes.
///
/// Each iteration opens its own connection; ``sharing(grace:)`` lets several share one.
public struct FeedSource<Decoder: FeedDecoder>: AirDataSource {
  /// The decoder.
  public let decoder: Decoder
  let setup: FeedSetup

  /// Creates a source; it connects when it is asked.
  ///
  /// - Parameters:
  ///   - decoder: Reads the messages.
  ///   - endpoint: The address of the feed.
  ///   - connector: Opens the connection.
  ///   - clock: Timestamps arrivals and bounds every wait.
  ///   - randomNumbers: The source of the jitter of reconnects.
  ///   - control: Pauses and resumes the feed; nil for none.
  ///   - options: The options that keep the feed alive, and its policy for busy consumers.
  public init(
    _ decoder: Decoder, at endpoint: FeedEndpoint, through connector: any FeedConnector,
    clock: any AQClock = AQSystemClock(), randomNumbers: AQRandomNumbers = .system,
    control: FeedOptions.Control? = nil,
    options: FeedOptions = .standard
  ) {
    self.decoder = decoder
    setup = FeedSetup(
      decoder: decoder, descriptor: decoder.descriptor.connected(to: endpoint), options: options,
      endpoint: endpoint, connector: connector, clock: clock, randomNumbers: randomNumbers, control: control)
  }

  /// The decoder's declaration. If the address to connect to isn't declared, its scheme, host and port replace the declared
  /// ones; path and query may hold a key.
  public var descriptor: SourceDescriptor { setup.descriptor }

  /// The options that keep the feed alive, and its policy for busy consumers.
  public var options: FeedOptions { setup.options }

  package var silence: Duration { setup.silence }

  /// Connects, and sends an update for every batch of messages; ``FeedOptions/flow`` says what happens while the
  /// consumer is busy.
  ///
  /// The states come in this order: `connecting`, `live` with the first reading, `silent` while no reading arrives,
  /// `waiting` before the next attempt, `paused` while ``FeedOptions/Control`` pauses it, `failed` before an error is
  /// thrown. The stream throws the error that is final by ``FeedOptions/ReconnectPolicy``: the feed sends only garbage,
  /// refuses this client, or offers nothing that the query asks for. It ends when the peer has closed properly and the
  /// policy wants no reconnect.
  public func updates(for query: AirQuery) -> AirUpdates { updates(for: query, flow: options.flow) }

  /// Returns the updates like ``updates(for:)``, with the consumer's own policy.
  public func updates(for query: AirQuery, flow: FeedOptions.Flow) -> AirUpdates {
    AirUpdates(passing: { [setup] pass in
      Mailbox(flow.buffer(key: setup.decoder.semantics.key), pass: pass) { mailbox in
        let notes = try QueryPlan(query, for: setup.descriptor).notes
        let run = FeedRun(setup, query) { update in
          try await mailbox.send(update)
          return true
        }
        try await run.run(notes: notes)
      }
    })
  }

  /// Connects once, waits until every place has a report, and closes.
  ///
  /// A place that was not seen in time gets a note with the code `failed`, because a message is a changing subset and
  /// its absence means nothing.
  ///
  /// - Throws: ``AQError/Code/timedOut`` when nothing arrived in time, ``AQError/Code/unavailable`` when the feed
  ///   closed without a message, ``AQError/Code/malformed`` when nothing was readable, ``AQError/Code/unsupported``
  ///   when nothing in the query is offered, another ``AQError`` when the connection failed.
  @concurrent public func fetch(_ query: AirQuery) async throws -> AirResponse {
    try await setup.firstResponse(to: query) { [setup] take in
      try await FeedRun(setup, query, reconnection: .never, take: take).run()
    }
  }

  /// Connects, does the handshake, and closes: checks that the address is right and that the feed accepts this client.
  /// It waits for no message.
  ///
  /// - Returns: An empty list: a feed has no notes on this.
  /// - Throws: ``AQError/Code/unavailable`` when the feed closes the connection at once, another ``AQError`` when the
  ///   connection or the handshake failed, `CancellationError` when the task was cancelled.
  @concurrent public func probe() async throws -> [AirNote] {
    let isOpen = try await FeedRun(
      setup, descriptor.probeQuery, reconnection: .never, endsWhenOpen: true, take: { _ in true }
    ).run()
    guard isOpen else {
      throw AQError(
        .unavailable, "The feed closed the connection before its handshake was done.", source: descriptor.id)
    }
    return []
  }
}

/// A live source without the type of its decoder, so that all that it does is compiled once.
struct FeedSetup: Sendable {
  let decoder: any FeedDecoder
  let descriptor: SourceDescriptor
  let options: FeedOptions
  let endpoint: FeedEndpoint
  let connector: any FeedConnector
  let clock: any AQClock
  let randomNumbers: AQRandomNumbers
  let control: FeedOptions.Control?

  /// The time without a reading after which the feed is silent.
  var silence: Duration {
    options.silence ?? decoder.semantics.silence
      ?? decoder.descriptor.offers.compactMap(\.cadence).min().map { $0.bounded * 3 } ?? .seconds(60)
  }

  /// Returns the response that the feed's first messages make: follows it until each place has a report, or patience runs out.
  func firstResponse(
    to query: AirQuery, follow: @escaping @Sendable (_ take: @escaping FeedRun.Take) async throws -> Void
  ) async throws -> AirResponse {
    let plan = try QueryPlan(query, for: descriptor)
    let wanted = Set(plan.parts.flatMap(\.places))
    let collected = Locked((snapshot: FeedSnapshot(), missing: wanted, isLive: false))
    var failure: AQError?
    var hasClosed = true
    do {
      hasClosed = try await firstOutcome(
        {
          try await follow { update in
            collected.withLock { collected in
              collected.snapshot.merge(update)
              collected.missing.subtract(update.reports.lazy.flatMap(\.places))
              collected.isLive = collected.isLive || update.state == .live
              return !collected.snapshot.hasReports || !collected.missing.isEmpty
            }
          }
          return true
        },
        { [self] in
          try await clock.sleep(for: options.patience)
          return false
        })
    } catch {
      if error is CancellationError { throw error }
      failure = AQError.wrapping(error)
    }
    var response = collected.withLock { $0.snapshot.response }
    // An error after the first data loses none of it.
    if let failure, !response.hasData { throw failure }
    if !response.hasData, response.notes.allSatisfy({ $0.code == .refused }) {
      guard response.notes.allSatisfy({ $0.message == FeedLink.skippedBytes.message }) else {
        throw AQError(.malformed, "The feed sent nothing that can be read.", source: descriptor.id)
      }
      if hasClosed {
        throw AQError(.unavailable, "The feed closed before it sent anything.", source: descriptor.id)
      }
      let time = "within \(options.patience.wholeSeconds) s"
      throw AQError(
        .timedOut,
        control?.isPaused == true
          ? "The feed is paused: resume its control (AQContainer.ServiceKey.feedControl), then ask again."
          : collected.withLock { $0.isLive }
            ? "The feed sent nothing that the query asks for \(time)."
            : "The feed didn't connect, or sent nothing, \(time).",
        source: descriptor.id)
    }
    let unseen = wanted.subtracting(response.reports.flatMap(\.places)).sorted()
    if !unseen.isEmpty {
      response.notes.append(
        AirNote(
          .failed, failure?.message ?? "The feed sent nothing for this place in time.", places: unseen,
          count: unseen.count, failure: failure?.code ?? .timedOut))
    }
    response.notes.insert(contentsOf: plan.notes, at: 0)
    return response
  }
}
