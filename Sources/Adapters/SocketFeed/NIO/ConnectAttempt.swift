#if NIO
  import AQKit
  import NIOCore

  /// An attempt to open a feed, which ends once: with a connection, an error, the deadline or cancellation.
  final class ConnectAttempt: Sendable {
    private struct State {
      var isOver = false
      var channels: [any Channel] = []
      var deadline: Scheduled<Void>?
    }

    private let state = Locked(State())
    private let result = Promise<any FeedConnection>()

    /// Waits for the end. Cancelling the task ends the attempt.
    func outcome() async throws -> any FeedConnection {
      try await withTaskCancellationHandler {
        try await result.value()
      } onCancel: {
        finish(.failure(CancellationError()))
      }
    }

    /// Ends the attempt; only the first end counts. A failure closes the sockets.
    func finish(_ result: Result<any FeedConnection, any Error>) {
      let ended: State? = state.withLock { state in
        if state.isOver { return nil }
        defer { state = State(isOver: true) }
        return state
      }
      guard let ended else { return }
      ended.deadline?.cancel()
      if case .failure = result {
        for channel in ended.channels { channel.drop() }
      }
      self.result.finish(result)
    }

    func adopt(_ channel: any Channel) {
      let isLate = state.withLock { state in
        if !state.isOver { state.channels.append(channel) }
        return state.isOver
      }
      if isLate { channel.drop() }
    }

    func adopt(_ deadline: Scheduled<Void>) {
      let isLate = state.withLock { state in
        if !state.isOver { state.deadline = deadline }
        return state.isOver
      }
      if isLate { deadline.cancel() }
    }
  }
#endif
