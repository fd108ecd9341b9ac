/// Updates that wait for a busy consumer, within their own bounds.
protocol UpdateBuffer: Sendable {
  mutating func put(_ update: AirUpdate)
  /// Removes the next update; nil if none waits.
  mutating func take() -> AirUpdate?
}

/// Passes updates from senders to a consumer. Without a buffer each sender waits until its update is taken; a
/// consumer that is never busy gets each update on its sender's task, and nothing waits.
final class Mailbox: UpdateRun {
  /// Gives an update to a consumer that is never busy. Several senders may do so at the same time.
  typealias Pass = @Sendable (AirUpdate) -> Void

  private struct State: Sendable {
    var buffer: (any UpdateBuffer)?
    var pass: Pass?
    /// Whether the consumer has taken the first update, and all others may be passed.
    var isOpen = false
    /// The first update, and those whose senders wait.
    var offers: [(id: UInt64, update: AirUpdate)] = []
    var lastID: UInt64 = 0
    var isFinished = false
    var error: (any Error)?
    /// Ends the work for a consumer that leaves.
    var cancel: (@Sendable () -> Void)?
    var isAbandoned = false

    /// Removes what the consumer gets next: an update, the error, or nil at the end; returns nil if it has to wait.
    mutating func next() -> Result<AirUpdate?, any Error>? {
      if isAbandoned { return .failure(CancellationError()) }
      if !offers.isEmpty { return .success(offers.removeFirst().update) }
      if let update = buffer?.take() { return .success(update) }
      guard isFinished else { return nil }
      if let error = error.take() { return .failure(error) }
      return .success(nil)
    }
  }

  private let state: Condition<State>

  /// Creates an open mailbox, whose consumer takes one update before those that are passed.
  init(
    _ buffer: (any UpdateBuffer)? = nil, first: AirUpdate? = nil, pass: Pass? = nil,
    cancel: (@Sendable () -> Void)? = nil
  ) {
    state = Condition(
      State(
        buffer: buffer, pass: pass, offers: first.map { [(id: UInt64(0), update: $0)] } ?? [],
        cancel: cancel))
  }

  /// Creates a mailbox and starts a task that sends to it, which is cancelled when the consumer leaves.
  convenience init(
    _ buffer: (any UpdateBuffer)?, pass: Pass?,
    _ work: @escaping @Sendable (Mailbox) async throws -> Void
  ) {
    let task = Locked<Task<Void, Never>?>(nil)
    self.init(buffer, pass: pass, cancel: { task.withLock { $0 }?.cancel() })
    // Nothing here is isolated, so the task inherits no actor: a source's work runs off the consumer's. It does
    // inherit priority and task-local values, which a detached task would lose.
    let started = PreferredExecutor.task { [self] in
      do {
        try await work(self)
        finish(nil)
      } catch {
        finish(error)
      }
    }
    task.withLock { $0 = started }
  }

  /// Sends an update, and waits until it is taken, buffered or passed. Several tasks may send; their updates queue. Throws
  /// `CancellationError` when the task is cancelled, the consumer has left, or the stream has ended.
  func send(_ update: AirUpdate) async throws {
    try Task.checkCancellation()
    if state.read({ $0.pass != nil }) {
      try await state.wait { $0.isOpen || $0.isFinished || $0.isAbandoned }
      let pass: Pass? = state.read { $0.isFinished ? nil : $0.pass }
      guard let pass else { throw CancellationError() }
      return pass(update)
    }
    let offer: UInt64? = try state.change { state in
      if state.isFinished || state.isAbandoned { throw CancellationError() }
      guard state.buffer == nil else {
        state.buffer?.put(update)
        return nil
      }
      state.lastID &+= 1
      state.offers.append((state.lastID, update))
      return state.lastID
    }
    guard let offer else { return }
    do {
      try await state.wait { state in !state.offers.contains { $0.id == offer } }
    } catch {
      let isWithdrawn = state.change { state in
        let index = state.offers.firstIndex { $0.id == offer }
        if let index { state.offers.remove(at: index) }
        return index != nil
      }
      if isWithdrawn { throw error }
    }
    if state.read(\.isAbandoned) { throw CancellationError() }
  }

  /// Takes the next update, or nil at the end. `isolation` is the actor of the caller, which the task then doesn't leave,
  /// see `Condition`. Throws the error of the work, or `CancellationError` when the taking task is cancelled, which also
  /// ends the work.
  func take(isolation: isolated (any Actor)? = #isolation) async throws -> AirUpdate? {
    let taken = Locked<Result<AirUpdate?, any Error>?>(nil)
    try await withTaskCancellationHandler {
      state.change { state in
        if state.offers.isEmpty { state.isOpen = true }
      }
      try await state.wait(isolation: isolation) { state in
        guard let next = state.next() else { return false }
        taken.withLock { $0 = next }
        return true
      }
    } onCancel: {
      leave()
    }
    // The sender of what was taken need not wait any longer.
    state.change { _ in }
    return try taken.withLock { $0 }?.get()
  }

  /// Ends the stream after the updates that were sent.
  func finish(_ error: (any Error)?) {
    state.change { state in
      if state.isFinished { return }
      (state.isFinished, state.error) = (true, error)
    }
  }

  /// Ends the stream and its work because the consumer leaves; all waiting tasks resume.
  func leave() {
    // What it returns is called or released outside the lock.
    let (cancel, _): ((@Sendable () -> Void)?, Pass?) = state.change { state in
      defer {
        (state.isAbandoned, state.offers, state.buffer) = (true, [], nil)
        (state.pass, state.cancel) = (nil, nil)
      }
      return (state.cancel, state.pass)
    }
    cancel?()
  }
}
