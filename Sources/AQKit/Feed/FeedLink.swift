#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// The state of one open connection, shared between the receiving task and the watching ones.
final class FeedLink: Sendable {
  /// The reason why this side closes a connection.
  enum Fate: Sendable {
    case paused
    case failed(AQError)
  }

  private struct State {
    var watch: FeedWatch
    var isLive = false
    var fate: Fate?
    var session: FeedOptions.Handshake.Session
  }

  let connection: any FeedConnection
  private let options: FeedOptions
  private let semantics: FeedOptions.Semantics
  private let clock: any AQClock
  private let state: Locked<State>

  init(
    _ connection: any FeedConnection, _ session: FeedOptions.Handshake.Session, _ options: FeedOptions,
    _ semantics: FeedOptions.Semantics, silence: Duration, clock: any AQClock
  ) {
    self.connection = connection
    self.options = options
    self.semantics = semantics
    self.clock = clock
    let watch = FeedWatch(
      options, semantics, silence: silence / .seconds(1), since: clock.seconds,
      arrivals: connection.arrivalCount)
    state = Locked(State(watch: watch, session: session))
  }

  // MARK: The task that receives

  /// Waits for messages.
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
      state.watch.handshakeBy = nil
      state.watch.readingAt = now
      state.watch.signAt = now
      state.session = session
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
      return .silent(since: AirTime(Date(timeIntervalSince1970: now)))
    }
  }

  /// The time of the last arrival.
  var heardUntil: AirTime { AirTime(Date(timeIntervalSince1970: state.withLock { $0.watch.arrivedAt })) }

  /// The reason why this side closed the connection; nil if it didn't. The first reason counts.
  var fate: Fate? { state.withLock { $0.fate } }

  /// Closes the connection from this side; the receiver still gets the messages that have arrived.
  func end(_ fate: Fate) async {
    state.withLock { state in if state.fate == nil { state.fate = fate } }
    await connection.close(.goingAway)
  }

  // MARK: The task that watches

  /// Sends pings and renewals, and reports silence and a vanished peer, until the task is cancelled.
  ///
  /// - Parameter say: Reports a state to the consumer. A slow consumer doesn't delay pings.
  func watch(say: @escaping @Sendable (AirUpdate.FeedState) async throws -> Void) async {
    await withTaskGroup(of: Void.self) { group in
      defer { group.cancelAll() }
      // A task group keeps the result of each task until it is taken.
      let ended = Locked(0)
      while !Task.isCancelled {
        let action = look()
        do {
          switch action {
          case .wait(let time): try await clock.sleep(for: Duration(boundedSeconds: time))
          case .waitForEver: try await clock.sleep(for: .seconds(86_400))
          case .ping:
            try await within(options.heartbeat?.timeout ?? options.handshakeTimeout) { [connection] in
              try await connection.ping()
            }
          case .renew:
            try await within(options.handshakeTimeout) { [self] in
              try await renew()
            }
          case .silent(let since):
            let known = ended.withLock { ended in
              defer { ended = 0 }
              return ended
            }
            for _ in 0..<known { await group.next() }
            group.addTask { [self] in
              defer { ended.withLock { $0 += 1 } }
              try? await say(.silent(since: AirTime(Date(timeIntervalSince1970: since))))
              // A reading may have arrived while the report was under way.
              if state.withLock({ !$0.watch.isSilent }) { try? await say(.live) }
            }
          case .dead(let error): return await end(.failed(error))
          }
        } catch let error where action == .renew && !(error is CancellationError) {
          return await end(.failed(AQError.wrapping(error)))
        } catch {
          // The connection broke or the task was cancelled; the receiving task finds out by itself.
          return
        }
      }
    }
  }

  /// Returns the next due action.
  private func look() -> FeedWatch.Action {
    let (now, arrivals, answersPings) = (clock.seconds, connection.arrivalCount, connection.answersPings)
    return state.withLock { $0.watch.look(at: now, arrivals: arrivals, answersPings: answersPings) }
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
    guard let renewal = semantics.handshake?.renewal else { return }
    var session = state.withLock { $0.session }
    let message = try renewal.make(&session)
    state.withLock { [session] in $0.session = session }
    if let message { try await connection.send(message) }
  }
}

extension AQClock {
  /// The current moment in seconds since 1970.
  var seconds: Double { now.timeIntervalSince1970 }

  /// Returns the moment after a duration, in whole seconds.
  func time(after duration: Duration) -> AirTime { AirTime(now.addingTimeInterval(duration / .seconds(1))) }
}
