public import AQKit

/// A connection of a ``ScriptedConnector``: plays its steps, records what is sent, and can be fed while it is open.
public final class ScriptedConnection: FeedConnection {
  /// One thing that the peer does. Each is taken by one `receive()`, but for ``wait(_:)``, which delays the next.
  public enum Step: Sendable {
    /// Messages that arrive together.
    case messages([FeedMessage])
    /// The connection breaks.
    case failure(any Error)
    /// The peer closes in an orderly way.
    case end
    /// Nothing for a while, on the connector's clock.
    case wait(Duration)
    /// Nothing, until the client has sent one message more than was awaited before.
    case awaitMessage
    /// Nothing, until something is delivered by ``ScriptedConnection/deliver(_:)``, or it is closed.
    case hang

    /// One text message.
    public static func text(_ text: String) -> Step { .messages([FeedMessage(text: text)]) }
  }

  private struct State {
    var steps: [Step]
    var next = 0
    var delivered: [Step] = []
    var changed = Latch()
    var sent: [FeedMessage] = []
    var pings = 0
    var closes: [FeedCloseCode] = []
    var isClosed = false
    var isWaiting = false
    var arrivals = 0
    var awaited = 0
  }

  /// Whether the peer answers pings, and the connection says so.
  public let answersPings: Bool
  private let clock: any AQClock
  private let state: Locked<State>

  private let isDeaf: Bool

  /// Makes a connection; after its last step the peer closes in an orderly way.
  ///
  /// - Parameters:
  ///   - steps: What the peer does.
  ///   - clock: The clock of ``Step/wait(_:)``.
  ///   - answersPings: Whether the protocol has pings.
  ///   - isDeaf: Whether the peer leaves pings unanswered all the same, as one does that is gone.
  public init(
    _ steps: [Step], clock: any AQClock = SystemClock(), answersPings: Bool = true, isDeaf: Bool = false
  ) {
    self.clock = clock
    self.answersPings = answersPings
    self.isDeaf = isDeaf
    state = Locked(State(steps: steps))
  }

  /// Plays the next step.
  public func receive() async throws -> [FeedMessage]? {
    while true {
      try checkCancellation()
      let (step, changed): (Step, Latch) = state.withLock { state in
        state.isWaiting = false
        if state.isClosed { return (.end, state.changed) }
        if !state.delivered.isEmpty { return (state.delivered.removeFirst(), state.changed) }
        guard state.next < state.steps.count else {
          state.isWaiting = true
          return (.end, state.changed)
        }
        let step = state.steps[state.next]
        if case .hang = step {
          state.isWaiting = true
          return (step, state.changed)
        }
        if case .awaitMessage = step {
          guard state.sent.count > state.awaited else { return (.hang, state.changed) }
          state.awaited += 1
        }
        state.next += 1
        return (step, state.changed)
      }
      do {
        switch step {
        case .messages(let messages):
          state.withLock { $0.arrivals += 1 }
          return messages
        case .failure(let error): throw error
        case .end: return nil
        case .wait(let duration): try await clock.sleep(for: duration)
        case .hang: try await changed.wait()
        case .awaitMessage: break
        }
      } catch {
        if error is CancellationError { markClosed() }
        throw error
      }
    }
  }

  /// Lets something happen now, before what is left of the script.
  public func deliver(_ step: Step) {
    let changed = state.withLock { state in
      state.delivered.append(step)
      defer { state.changed = Latch() }
      return state.changed
    }
    changed.open()
  }

  /// Records a message.
  ///
  /// - Throws: `AQError.Code.unreachable` when the connection is closed.
  public func send(_ message: FeedMessage) async throws {
    try checkCancellation()
    let changed = try state.withLock { state in
      if state.isClosed { throw AQError(.unreachable, "The connection is closed.") }
      state.sent.append(message)
      defer { state.changed = Latch() }
      return state.changed
    }
    changed.open()
  }

  /// Counts a sign of life.
  public func ping() async throws {
    try checkCancellation()
    state.withLock { state in
      state.pings += 1
      if answersPings, !isDeaf, !state.isClosed { state.arrivals += 1 }
    }
  }

  /// Closes the connection and records why; whoever receives gets the end.
  public func close(_ code: FeedCloseCode) async {
    state.withLock { state in
      if !state.isClosed { state.closes.append(code) }
    }
    markClosed()
  }

  /// How often messages, or the answer to a ping, have arrived.
  public var arrivalCount: Int? { state.withLock { $0.arrivals } }
  /// The messages that were sent, in order.
  public var sent: [FeedMessage] { state.withLock { $0.sent } }
  /// How many signs of life were sent.
  public var pingCount: Int { state.withLock { $0.pings } }
  /// Why it was closed; nil while it is open, or where it ended by cancellation.
  public var closeCode: FeedCloseCode? { state.withLock { $0.closes.first } }
  /// Whether it was closed, or ended by cancellation.
  public var isClosed: Bool { state.withLock { $0.isClosed } }

  /// Whether somebody waits for more than the script has: at a ``Step/hang``, or after the last step.
  public var isExhausted: Bool { state.withLock { $0.isWaiting } }

  private func checkCancellation() throws {
    guard Task.isCancelled else { return }
    markClosed()
    throw CancellationError()
  }

  private func markClosed() {
    let changed = state.withLock { state in
      state.isClosed = true
      return state.changed
    }
    changed.open()
  }
}
