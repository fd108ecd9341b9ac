/// The state of one open connection, shared between the receiving task and the watching ones.
final class FeedLink: Sendable {
  private struct State {
    var watch: FeedWatch
    var isLive = false
    var fate: FeedRun.End?
  }

  let connection: any FeedConnection
  private let options: FeedOptions
  private let semantics: FeedOptions.Semantics
  private let clock: any AQClock
  private let state: Locked<State>
  /// The session of the handshake; nil until it is done.
  private let session = Locked<FeedOptions.Handshake.Session?>(nil)

  init(
    _ connection: any FeedConnection, _ options: FeedOptions,
    _ semantics: FeedOptions.Semantics, silence: Duration, clock: any AQClock
  ) {
    self.connection = connection
    self.options = options
    self.semantics = semantics
    self.clock = clock
    let watch = FeedWatch(
      options, semantics, silence: silence / .seconds(1), since: clock.seconds,
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
    self.session.withLock { $0 = session }
    state.withLock { state in
      state.watch.handshakeBy = nil
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

  /// Does what is due until the feed is silent, and returns since when; nil at the end of the connection or the task.
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
        try await within(options.heartbeat?.timeout ?? options.handshakeTimeout) { [connection] in
          try await connection.ping()
        }
      case .renew: try await within(options.handshakeTimeout) { [self] in try await renew() }
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
    try await withThrowingTaskGroup(of: Void.self) { group in
      defer { group.cancelAll() }
      group.addTask { try await act() }
      group.addTask { [self] in
        try await clock.sleep(for: time)
        await end(
          .failed(AQError(.timedOut, "The server stopped accepting data; the connection is considered dead."))
        )
      }
      try await group.next()
    }
  }

  private func renew() async throws {
    guard let renewal = semantics.handshake?.renewal, var session = self.session.withLock({ $0 }) else {
      return
    }
    let message = try renewal.make(&session)
    self.session.withLock { [session] in $0 = session }
    if let message { try await connection.send(message) }
  }
}

extension FeedRun {
  /// Performs the handshake and receives until the end; returns true if the consumer has enough.
  func receive(_ link: FeedLink, _ memory: inout Memory) async throws -> Bool {
    var session = FeedOptions.Handshake.Session(query: query, connection: memory.connections)
    var early: [FeedMessage] = []
    if let handshake = semantics.handshake {
      guard let kept = try await shake(handshake, link, &session) else { return false }
      early = kept
    }
    link.open(session)
    if endsWhenOpen { return true }
    var next = early.isEmpty ? try await link.receive() : early
    while let messages = next {
      guard try await deliver(messages, link, &memory) else { return true }
      next = try await link.receive()
    }
    return false
  }

  func deliver(_ messages: [FeedMessage], _ link: FeedLink, _ memory: inout Memory) async throws
    -> Bool
  {
    // A snapshot is complete in itself, and late or repeated readings with times of their own must be compared with
    // earlier messages, even those that arrived together.
    if messages.count > 1,
      source.options.updatesPerMessage || semantics.delivery == .snapshot || semantics.time.statesTimes
    {
      for message in messages {
        guard try await deliver([message], link, &memory) else { return false }
      }
      return true
    }
    let (response, hasReadings, failure) = try decode(messages, &memory)
    var update = AirUpdate(response)
    update.isSnapshot = semantics.delivery == .snapshot && hasReadings
    update.state = link.note(hasReadings: hasReadings, sign: sign(of: messages))
    if hasReadings, !memory.hasReadings {
      memory.hasReadings = true
      let now = source.clock.time
      if let before = memory.heardUntil, before <= now {
        update.gap = AirInterval(uncheckedStart: before, end: now)
      }
    }
    if case .event(_, let id)? = messages.last?.kind { memory.lastEventID = id }
    update = update.filtered(by: query)
    if !update.isEmpty {
      guard try await take(update) else { return false }
    }
    if let failure { throw failure }
    return true
  }

  /// Delivers an update without the query's secrets; false if the consumer has enough.
  func take(_ update: consuming AirUpdate) async throws -> Bool {
    if hasCredentials {
      for index in update.reports.indices { secrets.hideCredentials(in: &update.reports[index].site) }
    }
    for index in update.notes.indices {
      update.notes[index].message = secrets.hidden(in: update.notes[index].message)
    }
    return try await consumer(update)
  }

  private func sign(of messages: [FeedMessage]) -> FeedOptions.Liveness.Sign {
    guard let liveness = semantics.liveness else { return .none }
    return messages.map(liveness.sign).last { $0 != .none } ?? .none
  }

  /// Reads messages into one response and counts unreadable ones. The error is for a feed that sends only garbage.
  private func decode(_ messages: [FeedMessage], _ memory: inout Memory) throws
    -> (AirResponse, hasReadings: Bool, AQError?)
  {
    let now = source.clock.time
    memory.builder.receipt = ReportBuilder.Receipt(at: now)
    memory.builder.timePolicy = semantics.time
    defer { empty(&memory, after: messages) }
    var failure: AQError?
    for message in messages {
      let before = memory.builder.counts
      memory.messages &+= 1
      memory.builder.message = memory.messages
      try memory.builder.attempt { builder in
        try source.decoder.decode(message, for: query, into: &builder)
      }
      let counts = memory.builder.counts
      let isGarbage = counts.rows == before.rows && counts.refused > before.refused
      memory.garbage = isGarbage ? memory.garbage &+ 1 : 0
      if memory.garbage >= source.options.toleratedGarbage {
        failure = AQError(
          .malformed, "The feed sent \(memory.garbage) messages in a row that can't be read.",
          source: source.descriptor.id)
        break
      }
    }
    let hasReadings = memory.builder.counts.rows > 0
    var response = memory.builder.response(keepingEmptySites: false, to: nil, askedAt: now)
    memory.tracker.mark(&response.reports)
    if let note = memory.tracker.takeNote() { response.notes.append(note) }
    return (response, hasReadings, failure)
  }

  /// Empties the builder for the next messages, or begins with a new one.
  private func empty(_ memory: inout Memory, after messages: [FeedMessage]) {
    memory.bytes = messages.reduce(memory.bytes) { $0.addingSaturating($1.bytes.count) }
    // The names in what it learned come from outside. A decoder that assigned a builder of its own left the depth uneven.
    if memory.bytes <= 4 << 20, memory.builder.undoLog.depth == 0 { return memory.builder.removeAll() }
    memory.builder = ReportBuilder(source.descriptor, receivedAt: memory.builder.receivedAt)
    memory.bytes = 0
  }
}

extension AQClock {
  /// Returns the moment after a duration, in whole seconds.
  func time(after duration: Duration) -> AirTime { AirTime(seconds: seconds + duration / .seconds(1)) }
}
