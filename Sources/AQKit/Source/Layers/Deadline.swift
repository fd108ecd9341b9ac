#if canImport(FoundationEssentials)
  public import FoundationEssentials
#else
  public import Foundation
#endif

/// By when the caller wants an answer: known to everything that works for the call, however deep.
///
/// ``AirDataSource/timeLimited(_:clock:)`` sets it for one source; ``limit(_:clock:source:_:)`` sets it for any piece of
/// work, such as a hub's answer. A layer that would have to wait beyond it doesn't wait, and says at once when to come
/// back. A deadline inside another one can only be the earlier of the two.
///
/// It travels with the task, as its priority does, because adapters stand between the caller and the transport and are
/// pure: they can't hand it on. Child tasks and `Task { }` inherit it, `Task.detached` does not.
public enum Deadline {
  /// A deadline that is looked up when it is needed, because a call that several callers share has the latest of theirs.
  ///
  /// A struct, because a task local whose value is a function crashes in optimised code (Swift 6.3).
  struct Provider: Sendable {
    let deadline: @Sendable () -> Date?

    static let none = Provider { nil }
  }

  private static let local = TaskLocal(wrappedValue: Provider.none)

  /// The deadline of the present task; nil for none.
  public static var current: Date? { provider.deadline() }

  /// The present task's deadline, to be asked later and elsewhere.
  static var provider: Provider { local.get() }

  /// Does a piece of work, and gives it up when it takes too long.
  ///
  /// Returns promptly even when the work doesn't heed its cancellation.
  ///
  /// - Parameters:
  ///   - duration: The longest time.
  ///   - clock: What measures it.
  ///   - source: The source that the error names.
  ///   - work: What to do. It runs off the caller's actor.
  /// - Throws: ``AQError/Code/timedOut`` when the time has passed, `CancellationError` when the task was cancelled, and
  ///   what the work throws.
  @concurrent public static func limit<Result: Sendable>(
    _ duration: Duration, clock: any AQClock = SystemClock(), source: SourceID? = nil,
    _ work: @escaping @Sendable () async throws -> Result
  ) async throws -> Result {
    try Task.checkCancellation()
    let end = clock.now.addingTimeInterval(duration / .seconds(1))
    let outer = provider
    let shared = SharedResult<Result>()
    let worker = inherit(Provider { outer.deadline().map { min($0, end) } ?? end }) {
      Task(executorPreference: PreferredExecutor.current.get()) { await shared.finish(from: work) }
    }
    let timer = Task(executorPreference: PreferredExecutor.current.get()) {
      try await clock.sleep(for: duration)
      shared.finish(
        .failure(AQError(.timedOut, "No answer within \(ISODuration(duration).text).", source: source)))
    }
    defer {
      worker.cancel()
      timer.cancel()
    }
    return try await shared.value()
  }

  /// Runs a body whose tasks have a deadline of their own, or none.
  static func inherit<Result>(_ provider: Provider, _ body: () -> Result) -> Result {
    local.withValue(provider, operation: body)
  }
}
