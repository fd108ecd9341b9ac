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

  private let begin: @Sendable (Mailbox.Pass?) -> any UpdateRun

  /// Creates a stream whose updates are sent by a closure; the stream ends when the closure returns or throws.
  public init(_ work: @escaping @Sendable (_ send: @escaping Send) async throws -> Void) {
    self.init(passing: { pass in
      Mailbox(nil, pass: pass) { mailbox in try await work { try await mailbox.send($0) } }
    })
  }

  /// Creates a stream whose consumers each take from a run of their own, which may pass updates to a consumer that is never
  /// busy.
  init(passing begin: @escaping @Sendable (Mailbox.Pass?) -> any UpdateRun) { self.begin = begin }

  /// Creates a stream of known updates.
  public init(_ updates: [AirUpdate]) {
    self.init { send in
      for update in updates { try await send(update) }
    }
  }

  /// Starts the work at the first call of `next()`.
  public func makeAsyncIterator() -> Iterator { Iterator(begin) }

  /// Passes all updates to a consumer that is never busy, until the stream ends. Where the source allows it, this happens
  /// on the task that sends an update, so that none waits in between; several may do so at the same time. Throws the error
  /// of the work, or `CancellationError` as soon as the task is cancelled.
  func passAll(to pass: @escaping Mailbox.Pass) async throws {
    let run = begin(pass)
    defer { run.leave() }
    while let update = try await run.take(isolation: nil) { pass(update) }
  }

  /// Returns the stream with changed updates, and with a changed error.
  func changed(
    _ change: @escaping @Sendable (AirUpdate) -> AirUpdate,
    error: @escaping @Sendable (any Error) -> any Error
  ) -> AirUpdates {
    AirUpdates(passing: { [begin] pass in
      var changing: Mailbox.Pass?
      if let pass { changing = { pass(change($0)) } }
      return ChangedRun(base: begin(changing), change: change, error: error)
    })
  }

  /// Iterates over the updates. Releasing it cancels the work.
  public struct Iterator: AsyncIteratorProtocol {
    private var holder: Holder?
    private let begin: @Sendable (Mailbox.Pass?) -> any UpdateRun

    fileprivate init(_ begin: @escaping @Sendable (Mailbox.Pass?) -> any UpdateRun) { self.begin = begin }

    /// Returns the next update, or nil at the end.
    ///
    /// - Throws: The error that ended the work, `CancellationError` when the task was cancelled.
    public mutating func next() async throws -> AirUpdate? {
      try await next(isolation: #isolation)
    }

    /// Returns the next update, or nil at the end.
    ///
    /// - Throws: The same errors as ``next()``.
    public mutating func next(isolation actor: isolated (any Actor)?) async throws -> AirUpdate? {
      let holder = self.holder ?? Holder(begin(nil))
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

/// A run whose updates and error differ from those of another run.
private struct ChangedRun: UpdateRun {
  let base: any UpdateRun
  let change: @Sendable (AirUpdate) -> AirUpdate
  let error: @Sendable (any Error) -> any Error

  func take(isolation: isolated (any Actor)?) async throws -> AirUpdate? {
    do {
      return try await base.take(isolation: isolation).map(change)
    } catch {
      throw self.error(error)
    }
  }

  func leave() { base.leave() }
}
