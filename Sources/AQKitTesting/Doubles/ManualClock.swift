public import AQKit

#if canImport(FoundationEssentials)
  public import FoundationEssentials
#else
  public import Foundation
#endif

/// A clock that only a test advances.
///
/// **Deterministic tests**: start everything inside ``run(_:)``. All of it runs on one serial executor, and ``advance(by:)``
/// returns when no task can run, so the same test gives the same transcript in every run:
///
/// ```swift
/// let clock = ManualClock()
/// let source = windowSill(clock: clock) {
///   try await clock.sleep(for: .seconds(30))
///   return (pm25: 7.5, at: 1_790_856_000)  // where a manual clock begins
/// }
/// try await clock.run {
///   async let fetched = source.fetch(query)
///   await clock.advance(by: .seconds(30))
///   let response = try await fetched
///   #expect(response.reports.count == 1)
/// }
/// ```
///
/// **Models on the main actor**: ``runOnMainActor(_:)`` does the same for a body on the main actor, such as one that uses
/// an `@Observable` model. ``advance(by:)`` then waits for the main actor as well.
///
/// Before macOS 15 and iOS 18 tasks can't prefer an executor: both methods run the body where any task runs, and
/// ``advance(by:)`` gives its tasks a chance but can't know when they are idle.
///
/// **Otherwise**, if the code under test runs on its own executors, advance once ``untilAsleep(_:)`` says that it sleeps.
public final class ManualClock: AQClock {
  private struct Sleeper {
    let id: UInt64
    let deadline: Duration
    let continuation: CheckedContinuation<Void, any Error>
  }

  private struct State {
    /// The time since the start; exact, unlike a date's floating-point seconds.
    var elapsed: Duration = .zero
    var nextID: UInt64 = 0
    /// By deadline, then in the order in which they fell asleep.
    var sleepers: [Sleeper] = []
    var mainActorBodies = 0

    var nextDeadline: Duration? { sleepers.first?.deadline }
  }

  private let start: Date
  private let state = Condition(State())
  private let executor = SerialTaskExecutor()

  /// Creates a clock at an instant; by default noon of 1 October 2026 in UTC.
  public init(_ time: AirTime = AirTime(secondsSince1970: 1_790_856_000)) { start = time.date }

  /// The moment that the clock shows.
  public var now: Date { start.addingTimeInterval(elapsed / .seconds(1)) }

  /// The total advance of the clock.
  public var elapsed: Duration { state.read(\.elapsed) }

  /// The number of sleeping tasks.
  public var sleeperCount: Int { state.read(\.sleepers.count) }

  /// Waits until the clock has advanced by a duration. Zero or less doesn't wait.
  ///
  /// - Throws: `CancellationError` as soon as the task is cancelled.
  public func sleep(for duration: Duration) async throws {
    try Task.checkCancellation()
    guard duration > .zero else { return }
    // The task counts as active until it sleeps, and from its wake-up until it runs again.
    executor.beginPassage()
    defer { executor.endPassage() }
    let (id, deadline) = state.change { state in
      state.nextID &+= 1
      return (state.nextID, state.elapsed + duration.bounded)
    }
    try await withTaskCancellationHandler {
      try await withCheckedThrowingContinuation { (continuation: CheckedContinuation<Void, any Error>) in
        let resume: @Sendable () -> Void = state.change { [executor] state in
          if Task.isCancelled { return { continuation.resume(throwing: CancellationError()) } }
          if state.elapsed >= deadline { return { continuation.resume() } }
          let place = state.sleepers.indices.firstPassing { state.sleepers[$0].deadline > deadline }
          state.sleepers.insert(Sleeper(id: id, deadline: deadline, continuation: continuation), at: place)
          return { executor.endPassage() }
        }
        resume()
      }
    } onCancel: {
      let sleeper: Sleeper? = state.change { state in
        state.sleepers.firstIndex { $0.id == id }.map { state.sleepers.remove(at: $0) }
      }
      if let sleeper {
        executor.beginPassage()
        sleeper.continuation.resume(throwing: CancellationError())
      }
    }
  }

  /// Advances the clock and wakes sleepers by deadline, then in the order in which they fell asleep. Woken tasks run,
  /// and may sleep again, before the clock advances further.
  ///
  /// When it returns, everything inside ``run(_:)`` is at rest. Call it from one task at a time. A duration of zero
  /// only waits until everything is at rest; a negative one counts as zero.
  public func advance(by duration: Duration) async {
    await settle()
    let target = elapsed + max(.zero, duration.bounded)
    while true {
      let due: [Sleeper] = state.change { state in
        guard let next = state.nextDeadline, next <= target else {
          state.elapsed = max(state.elapsed, target)
          return []
        }
        state.elapsed = max(state.elapsed, next)
        let due = Array(state.sleepers.prefix { $0.deadline == next })
        state.sleepers.removeFirst(due.count)
        return due
      }
      if due.isEmpty { return }
      for sleeper in due {
        executor.beginPassage()
        sleeper.continuation.resume()
      }
      await settle()
    }
  }

  /// Advances the clock to a moment, like ``advance(by:)``; a past moment has no effect.
  public func advance(to time: AirTime) async {
    await advance(by: .seconds(time.date.timeIntervalSince(now)))
  }

  /// Advances from sleeper to sleeper until none is left, up to a limit.
  public func advanceUntilNobodySleeps(within limit: Duration = .seconds(366 * 86_400)) async {
    let end = elapsed + limit
    await settle()
    while let next = state.read(\.nextDeadline), next <= end {
      await advance(by: next - elapsed)
    }
  }

  /// Waits until at least this number of tasks sleep on the clock.
  ///
  /// - Throws: `CancellationError` when the task is cancelled first.
  public func untilAsleep(_ count: Int = 1) async throws {
    try await state.wait { $0.sleepers.count >= count }
  }

  /// Runs a body on the clock's serial executor, with every task that it starts by `async let`, in a group or by
  /// iterating `AirUpdates`.
  @concurrent public func run<Result: Sendable>(
    _ body: @Sendable () async throws -> Result
  ) async rethrows -> Result {
    guard #available(Systems 2024, *) else { return try await body() }
    return try await PreferredExecutor.current.withValue(executor) {
      try await withTaskExecutorPreference(executor, operation: body)
    }
  }

  /// Runs a body on the main actor. Tasks that it starts there run on the main actor, others on the clock's serial executor,
  /// and ``advance(by:)`` returns when both are idle.
  ///
  /// The main actor can't be asked whether it is idle: the clock waits until 16 of its turns have been empty. Work that
  /// passes more turns between its steps on the main actor, without leaving it, isn't waited for. Neither is a plain
  /// `Task { }` while it calls code of no actor, such as a source's `fetch(_:)`: `async let` calls that on the clock's executor.
  @MainActor public func runOnMainActor<Result: Sendable>(
    _ body: @MainActor () async throws -> Result
  ) async rethrows -> Result {
    state.change { $0.mainActorBodies += 1 }
    defer { state.change { $0.mainActorBodies -= 1 } }
    guard #available(Systems 2024, *) else { return try await body() }
    return try await PreferredExecutor.current.withValue(executor) {
      try await withTaskExecutorPreference(executor, operation: body)
    }
  }

  /// Starts a task like ``run(_:)``. When it returns, the task is runnable on the clock's executor.
  func start(_ body: @escaping @Sendable @concurrent () async -> Void) -> Task<Void, Never> {
    guard #available(Systems 2024, *) else { return Task.detached(operation: body) }
    return Task.detached(executorPreference: executor) { [executor] in
      await PreferredExecutor.current.withValue(executor, operation: body)
    }
  }

  func advanceToNextSleeper() async {
    if let next = state.read(\.nextDeadline) { await advance(by: next - elapsed) }
  }

  /// Waits until the executor, and the main actor if a body runs there, are idle, and gives other tasks a chance.
  func settle() async {
    await executor.untilIdle()
    if state.read({ $0.mainActorBodies > 0 }) {
      // Detached, so that the turns of the waiting task don't count.
      await Task.detached { [executor] in await executor.untilIdleWithMainActor() }.value
      return
    }
    // Tasks on other executors can't be awaited.
    for _ in 0..<10 { await Task.yield() }
    await executor.untilIdle()
  }
}
