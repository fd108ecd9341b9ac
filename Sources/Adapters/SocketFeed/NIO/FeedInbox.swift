#if NIO
  import AQKit

  /// Messages that wait between the event loop that delivers and the task that receives.
  final class FeedInbox: Sendable {
    private struct State {
      var messages: [FeedMessage] = []
      var cost = 0
      var end: FeedEnd?
      var facts = FeedFacts()
      var arrivals = 0
      var isReceiving = false
      var isPaused = false
      var isCancelled = false
    }

    private let limit: Int
    private let state = Condition(State())

    /// Creates an empty inbox; at `limit` waiting bytes, reading from the socket stops.
    init(limit: Int) { self.limit = limit }

    var arrivals: Int { state.read(\.arrivals) }

    /// Counts an arrival without a message.
    func noteArrival() { state.change { $0.arrivals &+= 1 } }

    var facts: FeedFacts { state.read(\.facts) }

    func note(_ facts: FeedFacts) { state.change { $0.facts = facts } }

    /// Adds messages and any end, on the loop. Returns whether reading may continue; if not, `receive` reports when it may.
    func deliver(_ messages: [FeedMessage], cost: Int, end: FeedEnd?) -> Bool {
      state.change { state in
        if state.isCancelled { return true }
        if !messages.isEmpty { state.arrivals &+= 1 }
        state.end = state.end ?? end
        if state.messages.isEmpty { state.messages = messages } else { state.messages += messages }
        state.cost &+= cost
        state.isPaused = state.cost >= limit
        return !state.isPaused
      }
    }

    /// Waits for messages. Calls `resumingReading` when reading may continue, and `endSeen` when the receiver sees the end.
    func receive(resumingReading: () -> Void, endSeen: () -> Void) async throws -> [FeedMessage]? {
      if state.change({ exchange(&$0.isReceiving, with: true) }) {
        throw AQError(.unsupported, "Another task is receiving from this connection.")
      }
      defer { state.change { $0.isReceiving = false } }
      try await state.wait { !$0.messages.isEmpty || $0.end != nil || $0.isCancelled }
      let (messages, wasPaused, end) = state.change { state in
        defer { (state.messages, state.cost, state.isPaused) = ([], 0, false) }
        return (state.messages, state.isPaused, state.isCancelled ? nil : state.end)
      }
      if wasPaused { resumingReading() }
      if !messages.isEmpty { return messages }
      guard let end else {
        try Task.checkCancellation()
        throw AQError(
          .unreachable, "The connection was closed when a task that received from it was cancelled.")
      }
      endSeen()
      switch end {
      case .closed: return nil
      case .failed(let error), .violated(let error): throw error
      }
    }

    /// Ends receiving permanently: waiting messages are dropped, and the receiver gets `CancellationError`.
    func cancel() {
      state.change { state in
        (state.isCancelled, state.messages, state.cost, state.isPaused) = (true, [], 0, false)
      }
    }

    /// The peer's close, once all messages before it have been received.
    var closure: FeedMessage.Closure? {
      state.read { state in
        guard state.messages.isEmpty else { return nil }
        switch state.end {
        case .closed(let closure): return closure
        case .failed(let error), .violated(let error): return error.cause as? FeedMessage.Closure
        case nil: return nil
        }
      }
    }
  }
#endif
