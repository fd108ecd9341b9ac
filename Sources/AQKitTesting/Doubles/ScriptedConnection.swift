public import AQKit

/// A connection of a ``ScriptedConnector``: plays its steps, records what is sent, and accepts further steps while open.
public final class ScriptedConnection: FeedConnection {
  /// An action of the peer. One `receive()` takes each, except ``wait(_:)``, which delays the next.
  public enum Step: Sendable {
    /// Messages that arrive together.
    case messages([FeedMessage])
    /// The connection breaks.
    case failure(any Error)
    /// The peer closes in an orderly manner.
    case end
    /// The peer is idle for a while, on the connector's clock.
    case wait(Duration)
    /// The peer is idle until the client has sent one more message than previous steps awaited.
    case awaitMessage
    /// The peer is idle until ``ScriptedConnection/deliver(_:)`` adds a step, or the connection is closed.
    case hang

    /// A step with a text message.
    public static func text(_ text: String) -> Step { .messages([FeedMessage(text: text)]) }
  }

  private struct State {
    var steps: [Step]
    var next = 0
    /// A slice, of which the first element is removed in constant time.
    var delivered: ArraySlice<Step> = []
    var sent: [FeedMessage] = []
    var pings = 0
    var closes: [FeedMessage.Closure.Code] = []
    var isClosed = false
    var isWaiting = false
    var arrivals = 0
    var awaited = 0

    var hasNews: Bool {
      guard !isClosed, delivered.isEmpty else { return true }
      guard steps.indices.contains(next), case .awaitMessage = steps[next] else { return false }
      return sent.count > awaited
    }
  }

  /// Whether the peer responds to pings, as the connection reports.
  public let hasPings: Bool
  private let clock: any AQClock
  private let state: Condition<State>
  private let isDeaf: Bool

  /// Creates a connection; after its last step the peer closes in an orderly manner.
  ///
  /// - Parameters:
  ///   - steps: The peer's actions, in order.
  ///   - clock: The clock of ``Step/wait(_:)``.
  ///   - hasPings: Whether the protocol has pings that the peer must reply to.
  ///   - isDeaf: Whether the peer doesn't reply to pings, like one that has vanished.
  public init(
    _ steps: [Step], clock: any AQClock = AQSystemClock(), hasPings: Bool = true, isDeaf: Bool = false
  ) {
    self.clock = clock
    self.hasPings = hasPings
    self.isDeaf = isDeaf
    state = Condition(State(steps: steps))
  }

  /// Plays the next step: returns its messages, throws its error, or returns nil at the end.
  public func receive() async throws -> [FeedMessage]? {
    while true {
      try checkCancellation()
      let step: Step = state.change { state in
        state.isWaiting = false
        if state.isClosed { return .end }
        if !state.delivered.isEmpty { return state.delivered.removeFirst() }
        guard state.next < state.steps.count else {
          state.isWaiting = true
          return .end
        }
        let step = state.steps[state.next]
        if case .hang = step {
          state.isWaiting = true
          return step
        }
        if case .awaitMessage = step {
          guard state.sent.count > state.awaited else { return .hang }
          state.awaited += 1
        }
        state.next += 1
        return step
      }
      do {
        switch step {
        case .messages(let messages):
          state.change { $0.arrivals += 1 }
          return messages
        case .failure(let error): throw error
        case .end: return nil
        case .wait(let duration): try await clock.sleep(for: duration)
        case .hang: try await state.wait { $0.hasNews }
        case .awaitMessage: break
        }
      } catch {
        if error is CancellationError { markClosed() }
        throw error
      }
    }
  }

  /// Adds a step now, before the rest of the script.
  public func deliver(_ step: Step) { state.change { $0.delivered.append(step) } }

  /// Records a message.
  ///
  /// - Throws: `AQError.Code.unreachable` when the connection is closed.
  public func send(_ message: FeedMessage) async throws {
    try checkCancellation()
    try state.change { state in
      if state.isClosed { throw AQError(.unreachable, "The connection is closed.") }
      state.sent.append(message)
    }
  }

  /// Counts a ping, and a pong as arrived if the peer responds; only a cancelled task makes it throw.
  public func ping() async throws {
    try checkCancellation()
    state.change { [hasPings, isDeaf] state in
      state.pings += 1
      if hasPings, !isDeaf, !state.isClosed { state.arrivals += 1 }
    }
  }

  /// Closes the connection and records the code; a waiting receiver gets the end, but during ``Step/wait(_:)`` only after it.
  public func close(_ code: FeedMessage.Closure.Code) async {
    state.change { if !$0.isClosed { $0.closes.append(code) } }
    markClosed()
  }

  /// The number of arrived messages and pongs.
  public var arrivalCount: Int? { state.read(\.arrivals) }
  /// The messages that were sent, in order.
  public var sent: [FeedMessage] { state.read(\.sent) }
  /// The number of pings sent.
  public var pingCount: Int { state.read(\.pings) }
  /// The code with which the source closed the connection; nil while it is open, or if the peer or a cancellation ended it.
  public var closeCode: FeedMessage.Closure.Code? { state.read(\.closes.first) }
  /// Whether it was closed, or ended by cancellation.
  public var isClosed: Bool { state.read(\.isClosed) }

  /// Whether a receiver waits for more than the script has: at a ``Step/hang``, or after the last step.
  public var isExhausted: Bool { state.read(\.isWaiting) }

  private func checkCancellation() throws {
    guard Task.isCancelled else { return }
    markClosed()
    throw CancellationError()
  }

  private func markClosed() { state.change { $0.isClosed = true } }
}
