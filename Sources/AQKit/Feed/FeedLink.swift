/// The state of one open connection, shared between the receiving task and the watching ones.
final class FeedLink: Sendable {
  private struct State {
    var watch: FeedWatch
    var isLive = false
    var fate: FeedRun.End?
    /// The skipped bytes that were noted.
    var skipped = 0
    /// The session of the handshake; nil until it is done.
    var session: FeedOptions.Handshake.Session?
  }

  let connection: any FeedConnection
  private let run: FeedRun
  private let clock: any AQClock
  private let state: Locked<State>

  init(_ connection: any FeedConnection, of run: FeedRun) {
    (self.connection, self.run, clock) = (connection, run, run.source.clock)
    let watch = FeedWatch(
      run.source.options, run.semantics, silence: run.source.silence / .seconds(1), since: clock.seconds,
      arrivals: connection.arrivalCount)
    state = Locked(State(watch: watch))
  }

  // MARK: The task that receives

  func receive() async throws -> [FeedMessage]? {
    state.withLock { $0.watch.isReceiving = true }
    let messages = try await connection.receive()
    let now = clock.seconds
    state.withLock { state in
      state.watch.isReceiving = false
      // The end of a connection that we closed isn't an arrival.
      if case .failed? = state.fate { return }
      state.watch.arrivedAt = now
    }
    return messages
  }

  /// Ends the handshake: readings and signs of life are expected from now on.
  func open(_ session: FeedOptions.Handshake.Session) {
    let now = clock.seconds
    state.withLock { state in
      state.session = session
      state.watch.handshakeBy = nil
      state.watch.renewedAt = now
      state.watch.readingAt = now
      state.watch.signAt = now
    }
  }

  /// Records whether readings arrived, and a sign of life; returns the new state, if it changes.
  func note(hasReadings: Bool, sign: FeedOptions.Liveness.Sign) -> AirUpdate.FeedState? {
    let now = clock.seconds
    return state.withLock { state in
      if sign == .alive { state.watch.signAt = now }
      if hasReadings {
        state.watch.readingAt = now
        defer { (state.isLive, state.watch.isSilent) = (true, false) }
        return state.isLive && !state.watch.isSilent ? nil : .live
      }
      guard sign == .gone, !state.watch.isSilent else { return nil }
      state.watch.isSilent = true
      return .silent(since: AirTime(seconds: now))
    }
  }

  /// The note on skipped bytes. A feed that is joined within a message begins with some.
  static let skippedBytes = AirNote(.refused, "Bytes that are part of no message were skipped.")

  /// Returns the note on bytes that were skipped since the last call, if there are any.
  func takeNotes() -> [AirNote] {
    let skipped = connection.skippedBytes
    let isNew = state.withLock { exchange(&$0.skipped, with: skipped) < skipped }
    return isNew ? [Self.skippedBytes] : []
  }

  var heardUntil: AirTime { AirTime(seconds: state.withLock { $0.watch.arrivedAt }) }

  /// The reason why this side closed the connection; nil if it didn't. The first reason counts.
  var fate: FeedRun.End? { state.withLock { $0.fate } }

  /// Closes the connection from this side; the receiver still gets the messages that have arrived.
  func end(_ fate: FeedRun.End) async {
    state.withLock { state in if state.fate == nil { state.fate = fate } }
    await connection.close(.goingAway)
  }

  // MARK: The task that watches

  /// Sends pings and renewals, and reports silence and a vanished peer, until the task is cancelled. `say` reports a state
  /// to the consumer. A slow consumer doesn't delay pings.
  func watch(say: @escaping @Sendable (AirUpdate.FeedState) async throws -> Void) async {
    await withTaskGroup(of: Void.self) { group in
      defer { group.cancelAll() }
      // A task group keeps the result of each task until it is taken.
      let ended = Locked(0)
      while let since = await untilSilent() {
        for _ in 0..<ended.withLock({ exchange(&$0, with: 0) }) { await group.next() }
        group.addTask { [self] in
          defer { ended.withLock { $0 += 1 } }
          try? await say(.silent(since: AirTime(seconds: since)))
          // A reading may have arrived while the report was under way.
          if state.withLock({ !$0.watch.isSilent }) { try? await say(.live) }
        }
      }
    }
  }

  /// Does what is due until the feed is silent, and returns when that began; nil if the connection or the task ends.
  private func untilSilent() async -> Double? {
    while !Task.isCancelled {
      let (now, arrivals, hasPings) = (clock.seconds, connection.arrivalCount, connection.hasPings)
      let action = state.withLock {
        $0.watch.look(at: now, arrivals: arrivals, hasPings: hasPings)
      }
      if case .silent(let since) = action { return since }
      guard await act(on: action) else { return nil }
    }
    return nil
  }

  /// Waits or sends; returns false at the end of the connection or the task.
  // Not inlined: each of its waits would have its own copy of the loop around it.
  @inline(never)
  private func act(on action: FeedWatch.Action) async -> Bool {
    do {
      switch action {
      case .wait(let time): try await clock.sleep(for: Duration(boundedSeconds: time))
      case .ping:
        let options = run.source.options
        try await within(options.heartbeat?.timeout ?? options.handshakeTimeout) { [connection] in
          try await connection.ping()
        }
      case .renew: try await within(run.source.options.handshakeTimeout) { [self] in try await renew() }
      case .silent: break
      case .dead(let error):
        await end(.failed(error))
        return false
      }
      return true
    } catch {
      if case .renew = action, !(error is CancellationError) {
        await end(.failed(AQError.wrapping(error)))
      }
      // Otherwise the connection broke or the task was cancelled; the receiving task finds out by itself.
      return false
    }
  }

  /// Sends to the peer, which is considered gone if it doesn't accept in time.
  private func within(_ time: Duration, _ act: @escaping @Sendable () async throws -> Void) async throws {
    try await firstOutcome(
      act,
      { [self] in
        try await clock.sleep(for: time)
        await end(
          .failed(AQError(.timedOut, "The server stopped accepting data; the connection is considered dead."))
        )
      })
  }

  private func renew() async throws {
    guard let renewal = run.semantics.handshake?.renewal, var session = state.withLock({ $0.session }) else {
      return
    }
    let message = try renewal.make(&session)
    state.withLock { [session] in $0.session = session }
    if let message { try await connection.send(message) }
  }
}
