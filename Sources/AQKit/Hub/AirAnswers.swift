/// A hub's answer as it grows: first what is kept, then better ones as sources speak.
///
/// Work starts with the iteration and ends with it. Each element is the whole answer as it stands; the last one is
/// ``AirAnswer/isFinal``. Nothing is buffered: a slow consumer gets the newest.
public struct AirAnswers: AsyncSequence, Sendable {
  /// One state of the answer.
  public typealias Element = AirAnswer
  /// A cancelled task is the only failure.
  public typealias Failure = CancellationError

  private let start: @Sendable () -> AnswerRun

  init(_ start: @escaping @Sendable () -> AnswerRun) { self.start = start }

  /// Starts the work at the first call of `next()`.
  public func makeAsyncIterator() -> Iterator { Iterator(start: start) }

  /// Iterates over the states of the answer. Releasing it cancels the work.
  public struct Iterator: AsyncIteratorProtocol {
    private let start: @Sendable () -> AnswerRun
    private var session: Session?
    private var seen = 0
    private var isCancelled = false

    init(start: @escaping @Sendable () -> AnswerRun) { self.start = start }

    /// The next state, or nil after the final one.
    public mutating func next() async throws(CancellationError) -> AirAnswer? {
      try await next(isolation: #isolation)
    }

    /// The next state, or nil after the final one.
    public mutating func next(isolation actor: isolated (any Actor)?) async throws(CancellationError)
      -> AirAnswer?
    {
      if isCancelled { return nil }
      let session = self.session ?? Session(start())
      self.session = session
      do {
        guard let (answer, version) = try await session.run.answer(after: seen) else { return nil }
        seen = version
        return answer
      } catch {
        // Cancelling the consumer ends the work at once, even if it still holds the iterator.
        session.task.cancel()
        isCancelled = true
        throw error
      }
    }
  }

  /// One run of the work; its release cancels it.
  private final class Session: Sendable {
    let run: AnswerRun
    let task: Task<Void, Never>

    init(_ run: AnswerRun) {
      self.run = run
      task = Task(executorPreference: PreferredExecutor.current.get()) { try? await run.perform() }
    }

    deinit { task.cancel() }
  }
}
