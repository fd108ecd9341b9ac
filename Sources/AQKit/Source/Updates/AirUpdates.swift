/// A live stream of updates. Work starts with the iteration and ends with it, or when the task is cancelled.
///
/// **Use one**: `for try await update in source.updates(for: query) { … }`. Each iteration is a separate run.
///
/// **Write one**: pass the work as a closure that sends. `send` suspends until the consumer takes the update, so at
/// most one update is buffered and none is dropped; it throws `CancellationError` when the consumer has left.
public struct AirUpdates: AsyncSequence, Sendable {
  /// A step of the stream.
  public typealias Element = AirUpdate
  /// The errors of the work.
  public typealias Failure = any Error
  /// Delivers one update to the consumer.
  public typealias Send = @Sendable (AirUpdate) async throws -> Void

  private let begin: @Sendable () -> any UpdateRun

  /// Creates a stream whose updates are sent by a closure; the stream ends when the closure returns or throws.
  public init(_ work: @escaping @Sendable (_ send: @escaping Send) async throws -> Void) {
    self.init(through: Mailbox()) { mailbox in try await work { try await mailbox.send($0) } }
  }

  /// Creates a stream whose updates are sent through a mailbox; each iterator has its own.
  init(
    through mailbox: @autoclosure @escaping @Sendable () -> Mailbox,
    _ work: @escaping @Sendable (Mailbox) async throws -> Void
  ) {
    self.init { MailboxRun(mailbox(), work) }
  }

  /// A stream whose iterators each take from a run of their own.
  init(_ begin: @escaping @Sendable () -> any UpdateRun) { self.begin = begin }

  /// Creates a stream of known updates.
  public init(_ updates: [AirUpdate]) {
    self.init { send in
      for update in updates { try await send(update) }
    }
  }

  /// Starts the work at the first call of `next()`.
  public func makeAsyncIterator() -> Iterator { Iterator(begin) }

  /// Iterates over the updates. Releasing it cancels the work.
  public struct Iterator: AsyncIteratorProtocol {
    private var holder: Holder?
    private let begin: @Sendable () -> any UpdateRun

    fileprivate init(_ begin: @escaping @Sendable () -> any UpdateRun) { self.begin = begin }

    /// Returns the next update, or nil at the end.
    public mutating func next() async throws -> AirUpdate? {
      try await next(isolation: #isolation)
    }

    /// Returns the next update, or nil at the end.
    public mutating func next(isolation actor: isolated (any Actor)?) async throws -> AirUpdate? {
      let holder = self.holder ?? Holder(begin())
      self.holder = holder
      return try await holder.run.take(isolation: actor)
    }
  }

  /// Holds a run for an iterator and its copies; its release ends the run.
  fileprivate final class Holder: Sendable {
    let run: any UpdateRun

    init(_ run: any UpdateRun) { self.run = run }

    deinit { run.leave() }
  }
}

/// A run of a stream, from which one consumer takes.
protocol UpdateRun: Sendable {
  /// Returns the next update, or nil at the end. Cancelling the task ends the run at once, even if the consumer still
  /// holds it.
  func take(isolation: isolated (any Actor)?) async throws -> AirUpdate?

  /// Ends the run, because its consumer leaves.
  func leave()
}

/// A run whose updates others send through a mailbox.
struct MailboxRun: UpdateRun {
  let mailbox: Mailbox
  let cancel: @Sendable () -> Void

  /// A run of a mailbox that others fill.
  ///
  /// - Parameters:
  ///   - mailbox: The mailbox.
  ///   - cancel: Called when the consumer leaves.
  init(_ mailbox: Mailbox, cancel: @escaping @Sendable () -> Void) {
    self.mailbox = mailbox
    self.cancel = cancel
  }

  init(_ mailbox: Mailbox, _ work: @escaping @Sendable (Mailbox) async throws -> Void) {
    // Nothing here is isolated, so the task inherits no actor: a source's work runs off the consumer's. It does
    // inherit priority and task-local values, which a detached task would lose.
    let task = PreferredExecutor.task {
      do {
        try await work(mailbox)
        mailbox.finish(nil)
      } catch {
        mailbox.finish(error)
      }
    }
    self.init(mailbox) { task.cancel() }
  }

  func take(isolation: isolated (any Actor)?) async throws -> AirUpdate? {
    try await mailbox.take(isolation: isolation, cancelled: cancel)
  }

  func leave() {
    cancel()
    mailbox.abandon()
  }
}
