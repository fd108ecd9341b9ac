#if canImport(FoundationEssentials)
  public import FoundationEssentials
#else
  public import Foundation
#endif

/// The time by which the caller wants a response, known to all work done for the call.
///
/// ``AirDataSource/timeLimited(_:clock:)`` sets it for one source; ``limit(_:clock:source:_:)`` sets it for any work, such
/// as a hub's answer. A layer whose wait would exceed it fails immediately with the time at which to try again. A nested
/// deadline can only be earlier.
///
/// It is task-local, like priority, because adapters lie between the caller and the transport, and a pure adapter can't
/// pass it on. Child tasks and `Task { }` inherit it, `Task.detached` does not.
public enum AirDeadline {
  /// A deadline that is looked up on use, because a shared call has the latest of its callers' deadlines.
  ///
  /// A struct, because a task-local value of function type crashes in optimised code (Swift 6.3).
  struct Provider: Sendable {
    /// In seconds since 1970.
    let deadline: @Sendable () -> Double?

    static let none = Provider { nil }
  }

  private static let local = TaskLocal(wrappedValue: Provider.none)

  /// The deadline of the current task; nil for none.
  public static var current: Date? { provider.deadline().map { Date(timeIntervalSince1970: $0) } }

  /// The current task's deadline, for later use in other tasks.
  static var provider: Provider { local.get() }

  /// Runs work with a time limit.
  ///
  /// Returns promptly even if the work ignores its cancellation.
  ///
  /// - Parameters:
  ///   - duration: The longest time.
  ///   - clock: Measures the time.
  ///   - source: The source that the error names.
  ///   - work: The work. It runs off the caller's actor.
  /// - Throws: ``AQError/Code/timedOut`` when the time has passed, `CancellationError` when the task was cancelled, and the
  ///   errors of the work.
  @concurrent public static func limit<Result: Sendable>(
    _ duration: Duration, clock: any AQClock = AQSystemClock(), source: SourceID? = nil,
    _ work: @escaping @Sendable () async throws -> Result
  ) async throws -> Result {
    try await result(of: work) { try await run(for: duration, clock, source, $0) }
  }

  /// Returns the result of work that a function runs. The work stores its result: if it returned it, each type of result
  /// would have its own copy of that function.
  private static func result<Result: Sendable>(
    of work: @escaping @Sendable () async throws -> Result,
    by run: (@escaping @Sendable () async throws -> Void) async throws -> Void
  ) async throws -> Result {
    try Task.checkCancellation()
    let result = Locked<Result?>(nil)
    try await run {
      let value = try await work()
      result.withLock { $0 = value }
    }
    guard let result = result.withLock({ $0 }) else { throw CancellationError() }
    return result
  }

  private static func run(
    for duration: Duration, _ clock: any AQClock, _ source: SourceID?,
    _ work: @escaping @Sendable () async throws -> Void
  ) async throws {
    let end = clock.seconds + duration / .seconds(1)
    let outer = provider
    let inner = Provider { outer.deadline().map { min($0, end) } ?? end }
    let (contact, start) = (SourceContact(), clock.seconds)
    try await run(work, contact, within: inner) {
      try await clock.sleep(for: duration)
      return missed(
        duration, contact.silence(since: start, at: clock.seconds), source: source, isOfSource: true)
    }
  }

  /// Returns the error for a query whose time is over: by a limit, which may be the source's own, or by the caller's
  /// deadline. It doesn't speak of silence if the query was not sent.
  static func missed(
    _ limit: Duration?, _ silence: SourceContact.Silence?, source: SourceID?, isOfSource: Bool = false
  ) -> AQError {
    let text = limit.map { "No response within \($0.words)" } ?? "No response before the caller's deadline"
    let isWaiting = silence.map { $0.isReported && $0.duration == .zero && !$0.hasFailed } ?? false
    return AQError(
      .timedOut,
      text + (isWaiting ? ": it was still waiting for its turn among AQKit's own requests." : "."),
      source: source, cause: silence.map { Missed(silence: $0, limit: isOfSource ? limit : nil) })
  }

  /// Runs work, and abandons it when the task is cancelled or its deadline has passed, even if the work ignores
  /// both.
  @concurrent static func heeded<Result: Sendable>(
    clock: any AQClock, source: SourceID, _ contact: SourceContact,
    _ work: @escaping @Sendable () async throws -> Result
  ) async throws -> Result {
    let (own, start) = (Self.provider, clock.seconds)
    return try await result(of: work) { work in
      try await run(work, contact, within: own) {
        // A caller that joins a shared call later may have more time.
        while let end = own.deadline() {
          let left = end - clock.seconds
          if left < 0.001 {
            return missed(nil, contact.silence(since: start, at: clock.seconds), source: source)
          }
          try await clock.sleep(for: Duration(boundedSeconds: left))
        }
        return nil
      }
    }
  }

  /// Runs work in a separate task until another task returns an error.
  private static func run(
    _ work: @escaping @Sendable () async throws -> Void, _ contact: SourceContact,
    within provider: Provider, or timer: @escaping @Sendable () async throws -> AQError?
  ) async throws {
    let end = Promise<Void>()
    let whole = contact.join()
    let worker = inherit(provider) {
      SourceContact.inherit(contact) {
        PreferredExecutor.task { await end.finish(from: work) }
      }
    }
    let watch = PreferredExecutor.task {
      if let error = try? await timer() { end.finish(.failure(error)) }
    }
    defer {
      worker.cancel()
      watch.cancel()
      contact.leave(whole)
    }
    try await end.value()
  }

  /// Runs a body whose tasks have another deadline, or none.
  static func inherit<Result>(_ provider: Provider, _ body: () -> Result) -> Result {
    local.withValue(provider, operation: body)
  }

  /// Runs an asynchronous body that has another deadline, or none.
  static func inherit<Result>(_ provider: Provider, _ body: () async -> Result) async -> Result {
    await local.withValue(provider, operation: body)
  }

  /// Runs a body whose tasks work without a waiting caller: they have no deadline, and belong to no query.
  static func withoutCaller<Result>(_ body: () -> Result) -> Result {
    inherit(.none) { SourceContact.inherit(nil) { SharedWork.inherit(nil, body) } }
  }
}
