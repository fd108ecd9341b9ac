import Synchronization

/// A live stream of updates. Work starts with the iteration and ends with it, or when the task is cancelled.
///
/// **Use one**: `for try await update in source.updates(for: query) { … }`. Each iteration is a run of its own.
///
/// **Write one**: pass the work as a closure that sends. `send` suspends until the consumer takes the update, so at
/// most one update is buffered and none is dropped; it throws `CancellationError` when the consumer has left.
public struct AirUpdates: AsyncSequence, Sendable {
  /// One step of the stream.
  public typealias Element = AirUpdate
  /// The errors of the work.
  public typealias Failure = any Error
  /// Delivers one update to the consumer.
  public typealias Send = @Sendable (AirUpdate) async throws -> Void

  private let work: @Sendable (@escaping Send) async throws -> Void

  /// A stream whose updates are sent by a closure; the stream ends when the closure returns or throws.
  public init(_ work: @escaping @Sendable (_ send: @escaping Send) async throws -> Void) {
    self.work = work
  }

  /// A stream of known updates.
  public init(_ updates: [AirUpdate]) {
    self.init { send in
      for update in updates { try await send(update) }
    }
  }

  /// Starts the work at the first call of `next()`.
  public func makeAsyncIterator() -> Iterator { Iterator(work: work) }

  /// Iterates over the updates. Releasing it cancels the work.
  public struct Iterator: AsyncIteratorProtocol {
    private var run: Run?
    private let work: @Sendable (@escaping Send) async throws -> Void

    init(work: @escaping @Sendable (@escaping Send) async throws -> Void) { self.work = work }

    /// The next update, or nil at the end.
    public mutating func next() async throws -> AirUpdate? {
      try await next(isolation: #isolation)
    }

    /// The next update, or nil at the end.
    public mutating func next(isolation actor: isolated (any Actor)?) async throws -> AirUpdate? {
      let run = self.run ?? Run(work)
      self.run = run
      // Cancelling the consumer ends the work at once, even if it still holds the iterator.
      return try await withTaskCancellationHandler {
        // Names the actor, so that nobody leaves it.
        try await run.handoff.take(isolation: actor)
      } onCancel: {
        run.task.cancel()
      }
    }
  }

  /// One run of the work; its release cancels the task.
  private final class Run: Sendable {
    let handoff: Handoff<AirUpdate>
    let task: Task<Void, Never>

    init(_ work: @escaping @Sendable (@escaping Send) async throws -> Void) {
      let handoff = Handoff<AirUpdate>()
      self.handoff = handoff
      // Nothing here is isolated, so the task inherits no actor: a source's work runs off the consumer's. It does
      // inherit priority and task-local values, which a detached task would lose.
      task = Task(executorPreference: PreferredExecutor.current.get()) {
        do {
          try await work { try await handoff.send($0) }
          handoff.finish(nil)
        } catch {
          handoff.finish(error)
        }
      }
    }

    deinit {
      task.cancel()
      handoff.abandon()
    }
  }
}
