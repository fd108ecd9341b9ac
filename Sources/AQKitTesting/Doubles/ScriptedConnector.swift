public import AQKit

/// A feed connector that plays scripts without a network: the first connection gets the first script, and so on.
public final class ScriptedConnector: FeedConnector {
  /// The outcome of one attempt to connect.
  public enum Script: Sendable {
    /// A connection that does these things.
    case plays([ScriptedConnection.Step])
    /// A connection whose peer doesn't respond to pings, like a vanished one.
    case playsDeaf([ScriptedConnection.Step])
    /// The connection fails.
    case refuses(any Error)
    /// The connection is never made; the attempt waits until the task is cancelled.
    case hangs
  }

  private let scripts: [Script]
  private let repeatsLast: Bool
  private let clock: any AQClock
  private let state = Locked((endpoints: [FeedEndpoint](), connections: [ScriptedConnection]()))

  /// Creates a connector with one script per attempt.
  ///
  /// - Parameters:
  ///   - scripts: The outcomes of the first, second… attempt.
  ///   - repeatsLast: Whether the last script serves all further attempts; otherwise they fail with
  ///     `AQError.Code.unreachable`.
  ///   - clock: The clock of ``ScriptedConnection/Step/wait(_:)``.
  public init(_ scripts: [Script], repeatsLast: Bool = false, clock: any AQClock = AQSystemClock()) {
    self.scripts = scripts
    self.repeatsLast = repeatsLast
    self.clock = clock
  }

  /// Creates a connector with the same script for every connection.
  public convenience init(playing steps: [ScriptedConnection.Step], clock: any AQClock = AQSystemClock()) {
    self.init([.plays(steps)], repeatsLast: true, clock: clock)
  }

  /// Opens the next scripted connection, or throws the error of its script.
  public func connect(to endpoint: FeedEndpoint) async throws -> any FeedConnection {
    try Task.checkCancellation()
    let number = state.withLock { state in
      state.endpoints.append(endpoint)
      return state.endpoints.count - 1
    }
    switch scripts.indices.contains(number) ? scripts[number] : repeatsLast ? scripts.last : nil {
    case .plays(let steps): return connection(steps, isDeaf: false)
    case .playsDeaf(let steps): return connection(steps, isDeaf: true)
    case .refuses(let error): throw error
    case .hangs: try await Latch.untilCancelled()
    case nil:
      throw AQError(.unreachable, "The script has \(scripts.count) connections, and this is one more.")
    }
  }

  private func connection(_ steps: [ScriptedConnection.Step], isDeaf: Bool) -> ScriptedConnection {
    let connection = ScriptedConnection(steps, clock: clock, isDeaf: isDeaf)
    state.withLock { $0.connections.append(connection) }
    return connection
  }

  /// The requested addresses in order; one per attempt.
  public var endpoints: [FeedEndpoint] { state.withLock { $0.endpoints } }
  /// The number of attempts to connect.
  public var attemptCount: Int { state.withLock { $0.endpoints.count } }
  /// The opened connections, in order.
  public var connections: [ScriptedConnection] { state.withLock { $0.connections } }
  /// The number of open connections.
  public var openCount: Int { connections.count { !$0.isClosed } }
}
