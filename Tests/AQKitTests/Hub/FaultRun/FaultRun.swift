import AQKit
import AQKitTesting

/// An hour of virtual time with twenty unreliable sources, and users who ask, listen and leave, all by a seed.
struct FaultRun: Sendable {
  var queries: Int
  var listeners: Int
  var seed: UInt64

  /// The events of a run, and the promises that it broke.
  struct Result: Sendable {
    /// A line for each answer and each update, in order.
    var transcript: [String]
    /// The promises that were broken.
    var problems: [String]
    var answers: Int
    /// The number of things that still work or sleep at the end.
    var leftOver: Int
  }

  func result() async throws -> Result {
    let clock = ManualClock()
    let atWork = AtWork()
    let provider = FaultyProvider(clock, seed: seed, atWork)
    let container = try FaultySources(clock: clock, seed: seed, provider: provider, atWork: atWork)
      .container()
    let log = FaultRunLog()
    let users = 100
    try await clock.run {
      let hub = try AirHub(container)
      let everything = Task(executorPreference: PreferredExecutor.current.get()) {
        try await withThrowingTaskGroup { group in
          for user in 0..<users {
            group.addTask { try await asks(hub, clock, user, of: users, log) }
          }
          for listener in 0..<listeners { group.addTask { try await listens(hub, clock, listener, log) } }
          try await group.waitForAll()
        }
        log.end()
      }
      // The hour, and time for the last answers; in steps, so that a hang shows as such.
      for _ in 0..<80 where !log.isOver { await clock.advance(by: .seconds(60)) }
      if !log.isOver { log.problem("users still wait") }
      everything.cancel()
      // The deaf source sleeps on.
      await clock.advance(by: .seconds(900))
      for (host, limit) in FaultySources.hosts {
        log.note("\(host): \(provider.count(of: host)) requests")
        let most = limit.alignment == .sliding ? Int(limit.weight) : Int(limit.weight) * 2
        let seen = provider.most(of: host, within: .seconds(limit.seconds))
        if seen > most {
          log.problem("\(host) got \(seen) requests in \(limit.seconds) s, allowed are \(most)")
        }
      }
      for health in hub.health {
        log.note(
          "\(health.source): \(health.asked) asked, \(health.successRate ?? -1), \(health.lastError?.code.description ?? "-")"
        )
      }
    }
    return log.result(leftOver: atWork.count + clock.sleeperCount)
  }

  // MARK: Users who ask

  private func asks(_ hub: AirHub, _ clock: ManualClock, _ user: Int, of users: Int, _ log: FaultRunLog)
    async throws
  {
    let random = AQRandomNumbers(seed: seed &* 31 &+ UInt64(user))
    let count = queries / users + (user < queries % users ? 1 : 0)
    for number in 0..<count {
      // Asked within its part of the hour, or as soon as the previous answer has arrived.
      let due = (Double(number) + random.fraction()) * 3500 / Double(count)
      try await clock.sleep(for: .seconds(due) - clock.elapsed)
      var query = AirQuery(
        near: try Coordinate(50 + Double(Int(random.fraction() * 8)) * 0.01, 14), parameters: [.pm25])
      query.freshness = AirQuery.Freshness.allCases[Int(random.fraction() * 4)]
      if random.fraction() < 0.1 { query.window = .past(.seconds(7200)) }
      if random.fraction() < 0.1 { query.sources = .allBut(["deaf", "http1"]) }
      let limit = Duration.milliseconds(500 + Int(random.fraction() * 24_500))
      try await ask(hub, clock, query, policy(random), within: limit, "\(user).\(number)", random, log)
    }
  }

  private func policy(_ random: AQRandomNumbers) -> AirHub.Policy {
    switch random.fraction() {
    case ..<0.4: .all
    case ..<0.5: .firstSuccess
    case ..<0.7: .firstSuccess(hedgeAfter: .milliseconds(Int(random.fraction() * 3000)))
    case ..<0.9: .merged()
    default: .merged(.freshest)
    }
  }

  private func ask(
    _ hub: AirHub, _ clock: ManualClock, _ query: AirQuery, _ policy: AirHub.Policy, within limit: Duration,
    _ name: String, _ random: AQRandomNumbers, _ log: FaultRunLog
  ) async throws {
    let start = clock.elapsed
    let isGrowing = random.fraction() < 0.1
    let question = Task(executorPreference: PreferredExecutor.current.get()) {
      guard isGrowing else { return try await hub.answer(for: query, policy: policy, within: limit) }
      var last: AirAnswer?
      for try await answer in hub.answers(for: query, policy: policy, within: limit) { last = answer }
      guard let last else { throw CancellationError() }
      return last
    }
    let isCancelled = random.fraction() < 0.05
    if isCancelled {
      try await clock.sleep(for: limit * random.fraction())
      question.cancel()
    }
    // The clock shows dates, whose seconds are rounded.
    let end = (isCancelled ? clock.elapsed : start + limit) + .milliseconds(1)
    do {
      let answer = try await question.value
      if clock.elapsed > end { log.problem("\(name) was late by \(clock.elapsed - end)") }
      log.answered(name, answer, at: clock.elapsed, of: hub)
    } catch is CancellationError {
      if clock.elapsed > end { log.problem("\(name) was cancelled, and let go \(clock.elapsed - end) later") }
      if !isCancelled { log.problem("\(name) has no answer") }
      log.answered(name)
    }
  }

  // MARK: Users who listen

  private func listens(_ hub: AirHub, _ clock: ManualClock, _ listener: Int, _ log: FaultRunLog) async throws
  {
    let random = AQRandomNumbers(seed: seed &* 37 &+ UInt64(listener))
    try await clock.sleep(for: .seconds(Int64(random.fraction() * 1800)))
    let query = AirQuery(near: try Coordinate(50 + Double(listener % 4) * 0.01, 14), parameters: [.pm25])
    let patience = random.fraction() < 0.3 ? Int64(random.fraction() * 300) : 0
    let stream = Task(executorPreference: PreferredExecutor.current.get()) {
      for try await update in hub.updates(for: query) {
        log.heard(listener, update, at: clock.elapsed)
        try await clock.sleep(for: .seconds(patience))
      }
    }
    try await clock.sleep(for: (.seconds(3500) - clock.elapsed) * random.fraction())
    stream.cancel()
    let end = clock.elapsed
    do { try await stream.value } catch is CancellationError {} catch {
      log.problem("listener \(listener): \(error)")
    }
    if clock.elapsed > end { log.problem("listener \(listener) was let go late") }
  }
}

/// The log of a fault run.
final class FaultRunLog: Sendable {
  private struct State {
    var transcript: [String] = []
    var problems: [String] = []
    var answers = 0
    var isOver = false
  }

  private let state = Locked(State())

  var isOver: Bool { state.withLock { $0.isOver } }
  func end() { state.withLock { $0.isOver = true } }
  func note(_ line: String) { state.withLock { $0.transcript.append(line) } }
  func problem(_ text: String) { state.withLock { $0.problems.append(text) } }

  /// A query that was given up.
  func answered(_ name: String) {
    note("\(name) cancelled")
    state.withLock { $0.answers += 1 }
  }

  func answered(_ name: String, _ answer: AirAnswer, at elapsed: Duration, of hub: AirHub) {
    let sources = hub.descriptors.map(\.id)
    let candidates = answer.candidates()
    if answer.outcomes.map(\.source) != sources {
      problem("\(name): the outcomes aren't those of the sources")
    }
    if !answer.isFinal || answer.outcomes.contains(where: \.isPending) { problem("\(name) isn't final") }
    let missing = Set(sources).subtracting(candidates.map(\.source))
    if !missing.isEmpty { problem("\(name): unaccounted for are \(missing.map(\.rawValue).sorted())") }
    let best = answer.best.map { "\($0.source) \($0[.pm25]?.values ?? [])" }
    let shown = best ?? answer.explanation() ?? "no explanation"
    note("\(elapsed) \(name) \(shown) \(answer.index(using: .usEPA))")
    for candidate in candidates { note("  \(candidate)") }
    state.withLock { $0.answers += 1 }
  }

  func heard(_ listener: Int, _ update: AirUpdate, at elapsed: Duration) {
    if update.source == nil { problem("listener \(listener): an update without a source") }
    let values = update.reports.flatMap { $0.series.flatMap(\.values) }
    note(
      "\(elapsed) listener \(listener) \(update.source?.rawValue ?? "-") \(values) \(update.notes) \(update.state.map { "\($0)" } ?? "") \(update.gap.map { "\($0)" } ?? "")"
    )
  }

  func result(leftOver: Int) -> FaultRun.Result {
    state.withLock {
      FaultRun.Result(
        transcript: $0.transcript, problems: $0.problems, answers: $0.answers, leftOver: leftOver)
    }
  }
}
