#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// The state of one open connection, shared between the receiving task and the watching ones.
final class FeedLink: Sendable {
  /// Why a connection is closed from this side.
  enum Fate: Sendable {
    case paused
    case failed(AQError)
  }

  private struct State {
    /// Moments in seconds since 1970.
    var arrivedAt: Double
    var readingAt: Double
    var signAt: Double
    var handshakeBy: Double?
    /// Whether a task waits for messages; if not, the silence is ours.
    var isReceiving = false
    var isLive = false
    var isSilent = false
    var fate: Fate?
    var session: FeedOptions.Handshake.Session
  }

  let connection: any FeedConnection
  private let clock: any AQClock
  private let state: Locked<State>

  init(
    _ connection: any FeedConnection, _ session: FeedOptions.Handshake.Session, clock: any AQClock,
    handshake: Duration?
  ) {
    self.connection = connection
    self.clock = clock
    let now = clock.seconds
    state = Locked(
      State(
        arrivedAt: now, readingAt: now, signAt: now, handshakeBy: handshake.map { now + $0 / .seconds(1) },
        session: session))
  }

  // MARK: The task that receives

  /// Waits for messages.
  func receive() async throws -> [FeedMessage]? {
    state.withLock { $0.isReceiving = true }
    let messages = try await connection.receive()
    let now = clock.seconds
    state.withLock { state in
      state.isReceiving = false
      // The end of a connection that we closed isn't an arrival.
      if case .failed? = state.fate { return }
      state.arrivedAt = now
    }
    return messages
  }

  /// Ends the handshake: readings and signs of life are expected from now on.
  func open(_ session: FeedOptions.Handshake.Session) {
    let now = clock.seconds
    state.withLock { state in
      state.handshakeBy = nil
      state.readingAt = now
      state.signAt = now
      state.session = session
    }
  }

  /// Records whether readings arrived, and a sign of life; returns the new state, if it changes.
  func note(hasReadings: Bool, sign: FeedOptions.Liveness.Sign) -> AirUpdate.FeedState? {
    let now = clock.seconds
    return state.withLock { state in
      if sign == .alive { state.signAt = now }
      if hasReadings {
        state.readingAt = now
        defer { (state.isLive, state.isSilent) = (true, false) }
        return state.isLive && !state.isSilent ? nil : .live
      }
      guard sign == .gone, !state.isSilent else { return nil }
      state.isSilent = true
      return .silent(since: AirTime(Date(timeIntervalSince1970: now)))
    }
  }

  /// The time of the last arrival.
  var heardUntil: AirTime { AirTime(Date(timeIntervalSince1970: state.withLock { $0.arrivedAt })) }

  /// The reason why this side closed the connection; nil if it didn't. The first reason counts.
  var fate: Fate? { state.withLock { $0.fate } }

  /// Closes the connection from this side; the receiver still gets the messages that have arrived.
  func end(_ fate: Fate) async {
    state.withLock { state in if state.fate == nil { state.fate = fate } }
    await connection.close(.goingAway)
  }

  // MARK: The task that watches

  /// Pings, renews, and reports silence and a vanished peer, until the task is cancelled.
  ///
  /// - Parameter say: Reports a state to the consumer. A slow consumer doesn't delay pings.
  func watch(
    _ options: FeedOptions, _ semantics: FeedOptions.Semantics, silence: Duration,
    say: @escaping @Sendable (AirUpdate.FeedState) async throws -> Void
  ) async {
    await withTaskGroup(of: Void.self) { group in
      defer { group.cancelAll() }
      // A group keeps the end of each task until it is asked for.
      let ended = Locked(0)
      var watch = FeedWatch(
        options, semantics, silence: silence / .seconds(1), arrivals: connection.arrivalCount)
      while !Task.isCancelled {
        let action = look(&watch)
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
              try await renew(semantics.handshake?.renewal)
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
              if state.withLock({ !$0.isSilent }) { try? await say(.live) }
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
  private func look(_ watch: inout FeedWatch) -> FeedWatch.Action {
    let now = clock.seconds
    let arrivals = connection.arrivalCount
    let answersPings = connection.answersPings
    let (seen, action) = state.withLock { [watch] state in
      var watch = watch
      var view = FeedWatch.View(
        arrivedAt: state.arrivedAt, readingAt: state.readingAt, signAt: state.signAt,
        handshakeBy: state.handshakeBy, isReceiving: state.isReceiving, isSilent: state.isSilent)
      let action = watch.look(&view, at: now, arrivals: arrivals, answersPings: answersPings)
      (state.arrivedAt, state.readingAt, state.signAt) = (view.arrivedAt, view.readingAt, view.signAt)
      if case .silent = action { state.isSilent = true }
      return (watch, action)
    }
    watch = seen
    return action
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

  private func renew(_ renewal: FeedOptions.Handshake.Renewal?) async throws {
    guard let renewal else { return }
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
