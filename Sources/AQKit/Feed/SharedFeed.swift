/// A live feed whose subscribers share one connection: each update goes to all of them, to each by its own policy.
///
/// The first subscriber opens the connection. A late one first gets the known values in a snapshot update, then the same
/// updates as the others. The connection closes a grace period after the last subscriber leaves. A busy subscriber with
/// ``FeedOptions/Flow/backPressure`` blocks all others; use it for recorders only. A hub never does, because it
/// takes updates at once.
///
/// ```swift
/// let feed = source.sharing(grace: .seconds(30))
/// for try await update in feed.updates(for: query, flow: .latest) { show(update) }
/// ```
public final class SharedFeed<Decoder: FeedDecoder>: AirDataSource {
  private struct Subscriber: Sendable {
    let id: UInt64
    let query: AirQuery
    let mailbox: Mailbox
  }

  private struct Run {
    let generation: UInt64
    let task: Task<Void, Never>
    var subscribers: [Subscriber] = []
    var snapshot: FeedSnapshot
    var state: AirUpdate.FeedState?
    var closing: Task<Void, Never>?
  }

  /// The feed.
  public let base: FeedSource<Decoder>
  private let grace: Duration
  private let state = Locked((runs: [AirQuery: Run](), lastID: UInt64(0)))

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
      run.task.cancel()
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
  ///   - query: The query; each subscriber gets the reports for its own query.
  ///   - flow: The policy for a busy consumer.
  public func updates(for query: AirQuery, flow: FeedOptions.Flow) -> AirUpdates {
    AirUpdates(passing: { [self] pass in
      do {
        return join(query, flow, pass, notes: try QueryPlan(query, for: descriptor).notes)
      } catch {
        let mailbox = Mailbox()
        mailbox.finish(error)
        return mailbox
      }
    })
  }

  /// Responds, or throws, from the shared connection if it has delivered anything, else as ``FeedSource/fetch(_:)``.
  @concurrent public func fetch(_ query: AirQuery) async throws -> AirResponse {
    let isRunning = state.withLock { state in
      state.runs[key(of: query)].map { $0.snapshot.hasReports || $0.snapshot.currentNotices != nil } ?? false
    }
    guard isRunning else { return try await base.fetch(query) }
    return try await base.setup.firstResponse(to: query) { [self] take in
      for try await update in updates(for: query, flow: .latest) where try await !take(update) { return }
    }
  }

  /// Returns the query to the feed itself: the subscriber's if the server's messages depend on it, else one for
  /// everything.
  private func key(of query: AirQuery) -> AirQuery {
    guard base.decoder.semantics.dependsOnQuery else { return AirQuery(places: []) }
    return changed(query.question) { $0.purposes = [] }
  }

  private func join(
    _ query: AirQuery, _ flow: FeedOptions.Flow, _ pass: Mailbox.Pass?, notes: [AirNote]
  ) -> Mailbox {
    let key = key(of: query)
    let parts = base.decoder.semantics.key
    let (mailbox, closing): (Mailbox, Task<Void, Never>?) = state.withLock { state in
      state.lastID &+= 1
      let id = state.lastID
      var run =
        state.runs[key]
        ?? Run(
          // It may outlive its first subscriber, whose deadline isn't its own.
          generation: id, task: AirDeadline.withoutCaller { follow(key, id) },
          snapshot: changed(FeedSnapshot(key: parts)) { $0.arrivesInOrder = true })
      var first = AirUpdate(
        reports: run.snapshot.reports, state: run.state, isSnapshot: run.snapshot.hasReports,
        notices: run.snapshot.currentNotices
      ).filtered(by: query)
      first.notes = notes + run.snapshot.notes
      let mailbox = Mailbox(flow.buffer(key: parts), first: first.isEmpty ? nil : first, pass: pass) {
        self.leave(id, key)
      }
      run.subscribers.append(Subscriber(id: id, query: query, mailbox: mailbox))
      let closing = run.closing.take()
      state.runs[key] = run
      return (mailbox, closing)
    }
    closing?.cancel()
    return mailbox
  }

  /// Starts a task that opens the connection of a run and sends each update to its subscribers.
  private func follow(_ key: AirQuery, _ generation: UInt64) -> Task<Void, Never> {
    PreferredExecutor.task { [weak self, source = base.setup] in
      var failure: (any Error)?
      do {
        let notes = try QueryPlan(key, for: source.descriptor).notes
        let run = FeedRun(source, key) { [weak self] update in
          guard let subscribers = self?.receivers(of: update, key, generation) else { return false }
          for subscriber in subscribers {
            let update = update.filtered(by: subscriber.query)
            // A subscriber that left must not stop the others.
            if !update.isEmpty { try? await subscriber.mailbox.send(update) }
          }
          return true
        }
        try await run.run(notes: notes)
      } catch {
        failure = error
      }
      self?.finish(key, generation, failure)
    }
  }

  /// Records an update; returns its receivers, or nil if the run is over.
  private func receivers(of update: AirUpdate, _ key: AirQuery, _ generation: UInt64) -> [Subscriber]? {
    state.withLock { state in
      // Found once per update: hashing a query takes long.
      guard let run = state.runs.index(forKey: key), state.runs.values[run].generation == generation else {
        return nil
      }
      state.runs.values[run].snapshot.merge(
        AirUpdate(reports: update.reports, isSnapshot: update.isSnapshot, notices: update.notices))
      if let new = update.state { state.runs.values[run].state = new }
      return state.runs.values[run].subscribers
    }
  }

  /// Removes a run and returns it; nil if it is over, or has subscribers although it should be idle.
  private func removeRun(_ key: AirQuery, _ generation: UInt64, ifIdle: Bool = false) -> Run? {
    state.withLock { state in
      guard let run = state.runs[key], run.generation == generation, !ifIdle || run.subscribers.isEmpty else {
        return nil
      }
      return state.runs.removeValue(forKey: key)
    }
  }

  private func finish(_ key: AirQuery, _ generation: UInt64, _ error: (any Error)?) {
    let run = removeRun(key, generation)
    run?.closing?.cancel()
    for subscriber in run?.subscribers ?? [] { subscriber.mailbox.finish(error) }
  }

  /// Removes a subscriber; the last one starts the grace period.
  private func leave(_ id: UInt64, _ key: AirQuery) {
    state.withLock { state in
      guard var run = state.runs[key], let index = run.subscribers.firstIndex(where: { $0.id == id }) else {
        return
      }
      run.subscribers.remove(at: index)
      if run.subscribers.isEmpty {
        let generation = run.generation
        run.closing = PreferredExecutor.task { [weak self, clock = base.setup.clock, grace] in
          guard (try? await clock.sleep(for: grace)) != nil else { return }
          // No subscriber returned.
          self?.removeRun(key, generation, ifIdle: true)?.task.cancel()
        }
      }
      state.runs[key] = run
    }
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
