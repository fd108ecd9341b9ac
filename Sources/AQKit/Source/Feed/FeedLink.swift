#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// What is known of one connection while it stands, shared between the task that receives and those that watch it.
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
    /// Whether somebody waits for messages; else the silence is ours.
    var isReceiving = false
    var isLive = false
    var isSilent = false
    var fate: Fate?
    var session: FeedSession
  }

  let connection: any FeedConnection
  private let clock: any AQClock
  private let state: Locked<State>

  init(_ connection: any FeedConnection, _ session: FeedSession, clock: any AQClock, handshake: Duration?) {
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
      // The end of a connection that we gave up is nothing that was heard.
      if case .failed? = state.fate { return }
      state.arrivedAt = now
    }
    return messages
  }

  /// The handshake is over: from now on readings and signs of life are expected.
  func open(_ session: FeedSession) {
    let now = clock.seconds
    state.withLock { state in
      state.handshakeBy = nil
      state.readingAt = now
      state.signAt = now
      state.session = session
    }
  }

  /// Takes note of readings, or of none, and of a sign of life; returns the state that begins by it.
  func note(hasReadings: Bool, sign: FeedLiveness.Sign) -> FeedState? {
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

  /// When something arrived last.
  var heardUntil: AirTime { AirTime(Date(timeIntervalSince1970: state.withLock { $0.arrivedAt })) }

  /// Why the connection is closed from this side; nil if it isn't. The first reason counts.
  var fate: Fate? { state.withLock { $0.fate } }

  /// Closes the connection from this side; whoever receives gets what has arrived, and then the end.
  func end(_ fate: Fate) async {
    state.withLock { state in if state.fate == nil { state.fate = fate } }
    await connection.close(.goingAway)
  }

  // MARK: The task that watches

  /// Pings, renews, and says when the feed is silent or its peer is gone, until the task is cancelled.
  ///
  /// - Parameter say: Tells the consumer a state. A consumer that is slow to hear it holds up no ping.
  func watch(
    _ options: FeedOptions, _ semantics: FeedSemantics, silence: Duration,
    say: @escaping @Sendable (FeedState) async throws -> Void
  ) async {
    await withDiscardingTaskGroup { group in
      defer { group.cancelAll() }
      var watch = FeedWatch(
        options, semantics, silence: silence / .seconds(1), arrivals: connection.arrivalCount)
      while !Task.isCancelled {
        let action = look(&watch)
        do {
          switch action {
          case .wait(let time): try await clock.sleep(for: .seconds(time))
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
            group.addTask { [self] in
              try? await say(.silent(since: AirTime(Date(timeIntervalSince1970: since))))
              // A reading may have come while the word was on its way.
              if state.withLock({ !$0.isSilent }) { try? await say(.live) }
            }
          case .dead(let error): return await end(.failed(error))
          }
        } catch let error where action == .renew && !(error is CancellationError) {
          return await end(.failed(AQError.wrapping(error)))
        } catch {
          // The connection is broken or the task cancelled, of which the task that receives is told.
          return
        }
      }
    }
  }

  /// What is due now.
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

  /// Says something to the peer. One that doesn't take it in time is gone.
  private func within(_ time: Duration, _ act: @escaping @Sendable () async throws -> Void) async throws {
    try await withThrowingTaskGroup(of: Void.self) { group in
      defer { group.cancelAll() }
      group.addTask { try await act() }
      group.addTask { [self] in
        try await clock.sleep(for: time)
        await end(
          .failed(AQError(.timedOut, "The feed's server takes nothing more; the connection counts as dead.")))
      }
      try await group.next()
    }
  }

  private func renew(_ renewal: FeedHandshake.Renewal?) async throws {
    guard let renewal else { return }
    var session = state.withLock { $0.session }
    let message = try renewal.make(&session)
    state.withLock { [session] in $0.session = session }
    if let message { try await connection.send(message) }
  }
}

extension AQClock {
  /// The present moment in seconds since 1970.
  var seconds: Double { now.timeIntervalSince1970 }

  /// The moment when a duration will have passed, in whole seconds.
  func time(after duration: Duration) -> AirTime { AirTime(now.addingTimeInterval(duration / .seconds(1))) }
}
