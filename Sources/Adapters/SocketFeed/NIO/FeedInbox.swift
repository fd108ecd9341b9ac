#if NIO
  import AQKit

  /// Messages that wait between the event loop that delivers and the task that receives.
  final class FeedInbox: Sendable {
    private typealias Receiver = CheckedContinuation<[FeedMessage]?, any Error>

    private struct State {
      var messages: [FeedMessage] = []
      var cost = 0
      var end: FeedEnd?
      var facts = FeedFacts()
      var receiver: Receiver?
      var isPaused = false
      var isCancelled = false
    }

    private enum Outcome {
      case batch([FeedMessage], resumeReading: Bool)
      case end(FeedEnd)
      case cancelled
      case waiting
      case twice
    }

    private let limit: Int
    private let state = Locked(State())
    private let arrived = Locked(0)

    /// Creates an empty inbox.
    ///
    /// - Parameter limit: The number of waiting bytes at which reading from the socket stops.
    init(limit: Int) { self.limit = limit }

    /// The number of arrivals.
    var arrivals: Int { arrived.withLock { $0 } }

    /// Counts an arrival of any bytes.
    func noteArrival() { arrived.withLock { $0 &+= 1 } }

    /// The facts that the server has stated in addition to messages.
    var facts: FeedFacts { state.withLock { $0.facts } }

    /// Records the server's facts in addition to messages.
    func note(_ facts: FeedFacts) { state.withLock { $0.facts = facts } }

    /// Passes messages, and the end if there is one, to the receiver. Called on the event loop.
    ///
    /// - Returns: Whether reading from the socket may continue at once, and whether the receiver was told of the end;
    ///   if not, `receive` reports either later.
    func deliver(_ messages: [FeedMessage], cost: Int, end: FeedEnd?) -> (hasRoom: Bool, isEndSeen: Bool) {
      let (receiver, ending, isFull): (Receiver?, FeedEnd?, Bool) = state.withLock { state in
        if state.isCancelled { return (nil, nil, false) }
        if state.end == nil { state.end = end }
        if let receiver = state.receiver, !messages.isEmpty || state.end != nil {
          state.receiver = nil
          return (receiver, state.end, false)
        }
        if state.messages.isEmpty { state.messages = messages } else { state.messages += messages }
        state.cost &+= cost
        state.isPaused = state.cost >= limit
        return (nil, nil, state.isPaused)
      }
      if messages.isEmpty, let receiver, let ending {
        receiver.resume(with: Self.result(ending))
        return (true, true)
      }
      receiver?.resume(returning: messages)
      return (!isFull, false)
    }

    /// Waits for messages.
    ///
    /// - Parameters:
    ///   - resumingReading: Called when reading had stopped and may continue.
    ///   - endSeen: Called when the receiver learns of the end.
    func receive(resumingReading: () -> Void, endSeen: () -> Void) async throws -> [FeedMessage]? {
      switch state.withLock({ Self.take(&$0, receiver: nil) }) {
      case .batch(let messages, let resume):
        if resume { resumingReading() }
        return messages
      case .end(let end):
        endSeen()
        return try Self.result(end).get()
      case .cancelled: throw Self.cancellation
      case .waiting, .twice: break
      }
      return try await withCheckedThrowingContinuation { (receiver: Receiver) in
        switch state.withLock({ Self.take(&$0, receiver: receiver) }) {
        case .batch(let messages, let resume):
          if resume { resumingReading() }
          receiver.resume(returning: messages)
        case .end(let end):
          endSeen()
          receiver.resume(with: Self.result(end))
        case .cancelled: receiver.resume(throwing: Self.cancellation)
        case .waiting: break
        case .twice:
          receiver.resume(throwing: AQError(.unsupported, "Another task is receiving from this connection."))
        }
      }
    }

    private static func take(_ state: inout State, receiver: Receiver?) -> Outcome {
      if state.isCancelled { return .cancelled }
      if !state.messages.isEmpty {
        let messages = state.messages
        let resume = state.isPaused
        state.messages = []
        state.cost = 0
        state.isPaused = false
        return .batch(messages, resumeReading: resume)
      }
      if let end = state.end { return .end(end) }
      if state.receiver != nil { return .twice }
      state.receiver = receiver
      return .waiting
    }

    /// Ends receiving permanently: waiting messages are dropped, and the receiver gets `CancellationError`.
    func cancel() {
      let receiver = state.withLock { state in
        state.isCancelled = true
        state.messages = []
        state.cost = 0
        let receiver = state.receiver
        state.receiver = nil
        return receiver
      }
      receiver?.resume(throwing: CancellationError())
    }

    /// The receiver's error after a cancellation: its own, or an earlier task's.
    private static var cancellation: any Error {
      if Task.isCancelled { return CancellationError() }
      return AQError(
        .unreachable, "The connection was closed when a task that received from it was cancelled.")
    }

    /// The peer's close, once all messages before it have been received.
    var closure: FeedMessage.Closure? {
      state.withLock { state in
        guard state.messages.isEmpty else { return nil }
        switch state.end {
        case .closed(let closure): return closure
        case .failed(let error), .violated(let error): return error.cause as? FeedMessage.Closure
        case nil: return nil
        }
      }
    }

    private static func result(_ end: FeedEnd) -> Result<[FeedMessage]?, any Error> {
      switch end {
      case .closed: .success(nil)
      case .failed(let error), .violated(let error): .failure(error)
      }
    }
  }
#endif
