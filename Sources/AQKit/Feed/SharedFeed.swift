/// A live feed whose subscribers share one connection: each update goes to all of them, to each by its own policy.
///
/// The first subscriber opens the connection. A late one first gets the known values in a snapshot update, then the same
/// updates as the others. The connection closes a grace period after the last subscriber leaves. A busy subscriber with
/// ``FeedOptions/Flow/backPressure`` blocks all others; use it for recorders only.
///
/// ```swift
/// let feed = source.sharing(grace: .seconds(30))
/// for try await update in feed.updates(for: query, flow: .latest) { show(update) }
/// ```
public final class SharedFeed<Decoder: FeedDecoder>: AirDataSource {
  private struct Subscriber {
    let id: UInt64
    let query: AirQuery
    let mailbox: Mailbox
  }

  /// A connection and its subscribers.
  private struct Run {
    let generation: UInt64
    var task: Task<Void, Never>?
    var subscribers: [Subscriber] = []
    var snapshot: FeedSnapshot
    var state: AirUpdate.FeedState?
    var closing: Task<Void, Never>?
  }

  private struct State {
    var runs: [AirQuery: Run] = [:]
    var lastID: UInt64 = 0

    mutating func nextID() -> UInt64 {
      lastID &+= 1
      return lastID
    }
  }

  /// The feed.
  public let base: FeedSource<Decoder>
  private let grace: Duration
  private let state = Locked(State())

  /// Creates a shared feed over another.
  ///
  /// - Parameters:
  ///   - base: The feed.
  ///   - grace: The time for which the connection stays open without subscribers.
  public init(_ base: FeedSource<Decoder>, grace: Duration = .seconds(30)) {
    self.base = base
    self.grace = grace
  }

  deinit {
    for run in state.withLock({ $0.runs.values.map { $0 } }) {
      run.task?.cancel()
      run.closing?.cancel()
    }
  }

  /// The decoder's declaration.
  public var descriptor: SourceDescriptor { base.descriptor }

  /// The number of subscribers.
  public var subscriberCount: Int {
    state.withLock { $0.runs.values.reduce(0) { $0 + $1.subscribers.count } }
  }

  /// Joins or opens the connection, with the feed's own policy for a busy consumer.
  public func updates(for query: AirQuery) -> AirUpdates { updates(for: query, flow: base.options.flow) }

  /// Joins or opens the connection.
  ///
  /// - Parameters:
  ///   - query: The query; each subscriber gets the answers to its own query.
  ///   - flow: The policy for a busy consumer.
  public func updates(for query: AirQuery, flow: FeedOptions.Flow) -> AirUpdates {
    AirUpdates { [self] in
      do {
        let (id, mailbox) = join(query, flow, notes: try QueryPlan(query, for: descriptor).notes)
        return MailboxRun(mailbox) { self.leave(id, query) }
      } catch {
        let mailbox = Mailbox()
        mailbox.finish(error)
        return MailboxRun(mailbox) {}
      }
    }
  }

  /// Answers from the shared connection if it has delivered anything, else as ``FeedSource/fetch(_:)``.
  @concurrent public func fetch(_ query: AirQuery) async throws -> AirResponse {
    let isRunning = state.withLock { $0.runs[key(of: query)]?.snapshot.hasReports ?? false }
    guard isRunning else { return try await base.fetch(query) }
    return try await FeedFetch(descriptor: descriptor, clock: base.clock, patience: base.options.patience)
      .response(
        to: query
      ) { [self] take in
        for try await update in updates(for: query, flow: .latest) where try await !take(update) { return }
      }
  }

  /// Returns the query to the feed itself: the subscriber's if the server's messages depend on it, else one for
  /// everything.
  private func key(of query: AirQuery) -> AirQuery {
    guard base.decoder.semantics.dependsOnQuery else { return AirQuery(places: []) }
    var question = query.question
    question.purposes = []
    return question
  }

  private func join(_ query: AirQuery, _ flow: FeedOptions.Flow, notes: [AirNote]) -> (UInt64, Mailbox) {
    let key = key(of: query)
    let parts = base.decoder.semantics.key
    let (id, mailbox, generation, closing): (UInt64, Mailbox, UInt64?, Task<Void, Never>?) = state.withLock {
      state in
      let id = state.nextID()
      let isNew = state.runs[key] == nil
      var run = state.runs[key] ?? Run(generation: id, snapshot: FeedSnapshot(key: parts))
      var first = AirUpdate()
      if !isNew {
        first = AirUpdate(
          reports: run.snapshot.reports, state: run.state, isSnapshot: run.snapshot.hasReports
        ).filtered(by: query)
      }
      first.notes += notes
      let mailbox = Mailbox(flow, key: parts, first: first.isEmpty ? nil : first)
      run.subscribers.append(Subscriber(id: id, query: query, mailbox: mailbox))
      let closing = run.closing
      run.closing = nil
      state.runs[key] = run
      return (id, mailbox, isNew ? run.generation : nil, closing)
    }
    closing?.cancel()
    if let generation { start(key, generation) }
    return (id, mailbox)
  }

  /// Opens the connection of a run.
  private func start(_ key: AirQuery, _ generation: UInt64) {
    let base = base
    let task = PreferredExecutor.task { [weak self] in
      var failure: (any Error)?
      do {
        try await base.run(key, notes: QueryPlan(key, for: base.descriptor).notes) { [weak self] update in
          guard let targets = self?.distribute(update, key, generation) else { return false }
          for (query, mailbox) in targets {
            let update = update.filtered(by: query)
            // A subscriber that left must not stop the others.
            if !update.isEmpty { try? await mailbox.send(update) }
          }
          return true
        }
      } catch {
        failure = error
      }
      self?.finish(key, generation, failure)
    }
    let isOver = state.withLock { state in
      guard state.runs[key]?.generation == generation else { return true }
      state.runs[key]?.task = task
      return false
    }
    if isOver { task.cancel() }
  }

  /// Records an update; returns its receivers, or nil if the run is over.
  private func distribute(_ update: AirUpdate, _ key: AirQuery, _ generation: UInt64) -> [(
    AirQuery, Mailbox
  )]? {
    state.withLock { state in
      guard state.runs[key]?.generation == generation else { return nil }
      state.runs[key]?.snapshot.merge(AirUpdate(reports: update.reports, isSnapshot: update.isSnapshot))
      if let new = update.state { state.runs[key]?.state = new }
      return state.runs[key]?.subscribers.map { ($0.query, $0.mailbox) }
    }
  }

  private func finish(_ key: AirQuery, _ generation: UInt64, _ error: (any Error)?) {
    let run: Run? = state.withLock { state in
      guard state.runs[key]?.generation == generation else { return nil }
      return state.runs.removeValue(forKey: key)
    }
    run?.closing?.cancel()
    for subscriber in run?.subscribers ?? [] { subscriber.mailbox.finish(error) }
  }

  private func leave(_ id: UInt64, _ query: AirQuery) {
    let key = key(of: query)
    let (mailbox, generation): (Mailbox?, UInt64?) = state.withLock { state in
      guard var run = state.runs[key], let index = run.subscribers.firstIndex(where: { $0.id == id }) else {
        return (nil, nil)
      }
      let mailbox = run.subscribers.remove(at: index).mailbox
      let generation = run.subscribers.isEmpty ? run.generation : nil
      state.runs[key] = run
      return (mailbox, generation)
    }
    mailbox?.abandon()
    guard let generation else { return }
    let (clock, grace) = (base.clock, grace)
    let closing = PreferredExecutor.task { [weak self] in
      guard (try? await clock.sleep(for: grace)) != nil else { return }
      self?.close(key, generation)
    }
    let isStale = state.withLock { state in
      guard state.runs[key]?.generation == generation, state.runs[key]?.subscribers.isEmpty == true else {
        return true
      }
      state.runs[key]?.closing = closing
      return false
    }
    if isStale { closing.cancel() }
  }

  /// Closes a connection to which no subscriber returned.
  private func close(_ key: AirQuery, _ generation: UInt64) {
    let run: Run? = state.withLock { state in
      guard let run = state.runs[key], run.generation == generation, run.subscribers.isEmpty else {
        return nil
      }
      state.runs[key] = nil
      return run
    }
    run?.task?.cancel()
  }
}

extension FeedSource {
  /// Returns the same feed with one connection for all its subscribers.
  ///
  /// - Parameter grace: The time for which the connection stays open after the last subscriber left.
  public func sharing(grace: Duration = .seconds(30)) -> SharedFeed<Decoder> {
    SharedFeed(self, grace: grace)
  }
}
