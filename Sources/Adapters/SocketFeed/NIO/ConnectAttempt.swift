#if NIO
  import AQKit
  import NIOCore

  /// An attempt to open a feed, which ends once: with a connection, an error, the deadline or cancellation.
  final class ConnectAttempt: Sendable {
    private typealias Waiting = CheckedContinuation<any FeedConnection, any Error>

    private struct State {
      var waiting: Waiting?
      var result: Result<any FeedConnection, any Error>?
      var channels: [any Channel] = []
      var deadline: Scheduled<Void>?
    }

    private let state = Locked(State())

    /// Waits for the end. Cancelling the task ends the attempt.
    func outcome() async throws -> any FeedConnection {
      try await withTaskCancellationHandler {
        try await withCheckedThrowingContinuation { (waiting: Waiting) in
          let result = state.withLock { state in
            if state.result == nil { state.waiting = waiting }
            return state.result
          }
          if let result { waiting.resume(with: result) }
        }
      } onCancel: {
        finish(.failure(CancellationError()))
      }
    }

    /// Ends the attempt; only the first end counts. A failure closes the sockets.
    func finish(_ result: Result<any FeedConnection, any Error>) {
      let ended: State? = state.withLock { state in
        guard state.result == nil else { return nil }
        let before = state
        state = State(result: state.waiting == nil ? result : .failure(CancellationError()))
        return before
      }
      guard let ended else { return }
      ended.deadline?.cancel()
      if case .failure = result {
        for channel in ended.channels { channel.drop() }
      }
      ended.waiting?.resume(with: result)
    }

    /// Takes ownership of a socket that is being connected.
    func adopt(_ channel: any Channel) {
      let isLate = state.withLock { state in
        if state.result == nil { state.channels.append(channel) }
        return state.result != nil
      }
      if isLate { channel.drop() }
    }

    /// Takes ownership of the deadline.
    func adopt(_ deadline: Scheduled<Void>) {
      let isLate = state.withLock { state in
        if state.result == nil { state.deadline = deadline }
        return state.result != nil
      }
      if isLate { deadline.cancel() }
    }
  }
#endif
