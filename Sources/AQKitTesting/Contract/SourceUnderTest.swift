import AQKit

struct SourceUnderTest: Sendable {
  let source: any AirDataSource
  var clock: ManualClock?
  var transport: StubTransport?
  var connector: ScriptedConnector?
  let patience: Duration

  /// The outcome of a body; nil until it ends.
  private typealias End<Value: Sendable> = Condition<Outcome<Value>?>

  /// The number of requests and of connections so far.
  var askedCount: Int { (transport?.requests.count ?? 0) + (connector?.attemptCount ?? 0) }

  func fetch(_ query: AirQuery) async -> Outcome<AirResponse> {
    await outcome { try await $0.fetch(query) }
  }

  /// Follows a live stream to its end, or up to a number of updates.
  func updates(_ query: AirQuery, limit: Int = 1000) async -> Outcome<[AirUpdate]> {
    await outcome { source in
      var updates: [AirUpdate] = []
      for try await update in source.updates(for: query) {
        updates.append(update)
        if updates.count >= limit { break }
      }
      return updates
    }
  }

  /// Follows a live stream until it ends, or is cancelled because no more can follow; returns the updates so far.
  func follow(_ query: AirQuery, until isEnough: (ScriptedConnector) -> Bool) async -> Outcome<[AirUpdate]> {
    guard let clock, let connector else { return await updates(query) }
    let updates = Locked<[AirUpdate]>([])
    let (task, end) = start { source in
      for try await update in source.updates(for: query) { updates.withLock { $0.append(update) } }
    }
    if let outcome = await wait(for: task, end, on: clock, unless: { isEnough(connector) }) {
      return outcome.mapped { updates.withLock { $0 } }
    }
    task.cancel()
    return await finish(task, end).isHung ? .hung : .value(updates.withLock { $0 })
  }

  /// Returns whether no request goes on and no connection is open; after a grace period, also that nothing waits to open one.
  func isReleased(after grace: Duration = .zero) async -> Bool {
    guard let clock else { return true }
    await clock.advance(by: grace)
    var limit = Limit(.seconds(1), looks: 50)
    while !limit.isReached() {
      await clock.settle()
      let isOpen = (transport?.inFlight ?? 0) > 0 || (connector?.openCount ?? 0) > 0
      if !isOpen, grace == .zero || clock.sleeperCount == 0 { return true }
      try? await Task.sleep(for: .milliseconds(5))
    }
    return false
  }

  /// Runs a body with the source to its end, advancing the manual clock whenever everything waits for it.
  func outcome<Value: Sendable>(
    _ body: @escaping @Sendable @concurrent (any AirDataSource) async throws -> Value
  ) async -> Outcome<Value> {
    let (task, end) = start(body)
    return await finish(task, end)
  }

  /// Runs a body with the source until it waits, then cancels it. It must end promptly: the clock doesn't advance, and it
  /// gets a second of real time, or more on a machine that is too busy to look often.
  func cancelled<Value: Sendable>(
    _ body: @escaping @Sendable @concurrent (any AirDataSource) async throws -> Value
  ) async -> Outcome<Value> {
    let (task, end) = start(body)
    if let clock { await clock.settle() } else { await Task.yield() }
    task.cancel()
    var limit = Limit(.seconds(1), looks: 100)
    while !limit.isReached() {
      if let clock { await clock.settle() }
      if let outcome = end.value { return outcome }
      try? await Task.sleep(for: .milliseconds(1))
    }
    return end.value ?? .hung
  }

  private func start<Value: Sendable>(
    _ body: @escaping @Sendable @concurrent (any AirDataSource) async throws -> Value
  ) -> (Task<Void, Never>, End<Value>) {
    let end = End<Value>(nil)
    let work: @Sendable @concurrent () async -> Void = { [source] in
      do { end.settle(.value(try await body(source))) } catch { end.settle(.error(error)) }
    }
    guard let clock else { return (Task(operation: work), end) }
    return (clock.start(work), end)
  }

  private func finish<Value: Sendable>(_ task: Task<Void, Never>, _ end: End<Value>) async -> Outcome<Value> {
    guard let clock else {
      let timer = Task {
        try await Task.sleep(for: patience)
        end.settle(.hung)
      }
      defer { timer.cancel() }
      try? await end.wait { $0 != nil }
      if end.value?.isHung ?? true { task.cancel() }
      return end.value ?? .hung
    }
    return await wait(for: task, end, on: clock) ?? .hung
  }

  /// Waits for the end of a body, and advances the clock whenever everything waits for it; nil as soon as `isEnough` holds.
  private func wait<Value: Sendable>(
    for task: Task<Void, Never>, _ end: End<Value>, on clock: ManualClock,
    unless isEnough: () -> Bool = { false }
  ) async -> Outcome<Value>? {
    var limit = Limit(patience, looks: 10)
    while true {
      // Work on other executors can't be awaited, so it gets a few real milliseconds.
      for pause in [0, 1, 2, 4, 8, 16] {
        if pause > 0 { try? await Task.sleep(for: .milliseconds(pause)) }
        await clock.settle()
        if let outcome = end.value { return outcome }
        if isEnough() { return nil }
      }
      if limit.isReached() {
        task.cancel()
        return .hung
      }
      await clock.advanceToNextSleeper()
    }
  }

  /// A limit of real time and of checks, each of which lets the work run, so that a busy machine alone can't exceed it.
  private struct Limit {
    private let end: ContinuousClock.Instant
    private var looks: Int

    init(_ time: Duration, looks: Int) {
      end = .now + time
      self.looks = looks
    }

    mutating func isReached() -> Bool {
      looks -= 1
      return looks < 0 && ContinuousClock.now >= end
    }
  }
}

extension Condition {
  /// Records how a body ended; the first result counts.
  fileprivate func settle<Result: Sendable>(_ outcome: Outcome<Result>) where Value == Outcome<Result>? {
    change { if $0 == nil { $0 = outcome } }
  }
}
