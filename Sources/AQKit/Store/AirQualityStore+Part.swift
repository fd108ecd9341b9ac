import Observation

/// A part of a store: a topic with any type of value.
@available(Systems 2023, *)
@MainActor protocol StorePart: AnyObject, Sendable {
  nonisolated var id: String { get }
  var isLoading: Bool { get }
  /// Returns the earliest time at which asking again is worthwhile, as seen at a moment; nil before the first results.
  func dueAt(asOf now: AirTime) -> AirTime?
  var answers: [AirAnswer] { get }
  /// Switches to a place: shows its cached value, or none.
  func turn(to place: Coordinate)
  /// Starts to load the topic, or joins an equivalent run; nil if another place is shown.
  func join(at place: AirPlace, _ freshness: AirQuery.Freshness) -> PartRun?
  /// Leaves a run, which ends when no task waits for it.
  func leave(_ run: PartRun)
  /// Takes answers from a snapshot, unless there are newer ones.
  func restore(_ answers: [AirAnswer])
}

@available(Systems 2023, *)
extension [any StorePart] {
  /// The earliest time at which asking for one of the parts again is worthwhile; nil before the first results.
  @MainActor func dueAt(asOf now: AirTime) -> AirTime? { compactMap { $0.dueAt(asOf: now) }.min() }

  /// The attribution of all parts, without repetition.
  @MainActor var credit: AirAttribution.Credit {
    let answers = flatMap(\.answers)
    return AirAttribution.Credit(of: answers.flatMap(\.reports), answers.flatMap(\.notices))
  }

  @MainActor func due(at now: AirTime) -> [any StorePart] {
    filter { $0.dueAt(asOf: now).map { $0 <= now } ?? true }
  }

  /// Starts to load the parts at the same time, or joins equivalent runs.
  @MainActor func joined(at place: AirPlace, _ freshness: AirQuery.Freshness) -> [PartRun] {
    compactMap { $0.join(at: place, freshness) }
  }
}

@available(Systems 2023, *)
extension [PartRun] {
  /// Waits until all have ended, or the task is cancelled.
  @MainActor func end() async {
    // A cancelled wait ends at once; the last one also ends the work.
    for run in self { try? await run.end.value() }
    for run in self { run.part.leave(run) }
  }
}

/// Work for a part of a store. It ends when no task waits for it.
@available(Systems 2023, *)
@MainActor final class PartRun {
  fileprivate let part: any StorePart
  fileprivate var freshness: AirQuery.Freshness
  /// The number of starts: more than one if a fresher answer was asked for before the last one came.
  fileprivate var attempt = 0
  fileprivate var waiting = 0
  fileprivate var task: Task<Void, Never>?
  /// The latest deadline of the tasks that have joined it in seconds since 1970; nil if one of them has none.
  private let latestDeadline = Locked<Double?>(-Double.infinity)
  let end = Promise<Void>()

  fileprivate init(of part: any StorePart, _ freshness: AirQuery.Freshness) {
    self.part = part
    self.freshness = freshness
  }

  fileprivate func join() {
    waiting += 1
    let own = AirDeadline.provider.deadline()
    latestDeadline.withLock { $0 = if let own, let known = $0 { max(known, own) } else { nil } }
  }

  fileprivate var deadline: AirDeadline.Provider {
    AirDeadline.Provider { [latestDeadline] in latestDeadline.withLock { $0 } }
  }
}

/// A part of a store: a topic at a place, and cached values of other places.
@available(Systems 2023, *)
@MainActor @Observable final class TopicPart<Value: Sendable>: StorePart {
  private struct Shown {
    var load = AirTopic<Value>.Load()
    var answers: [AirAnswer] = []
    var due: (at: AirTime, since: AirTime)?
  }

  let topic: AirTopic<Value>
  nonisolated var id: String { topic.id }
  private var shown = Shown()
  private let client: AirClient
  @ObservationIgnored private var place: Coordinate?
  @ObservationIgnored private var cached = RecentEntries<Coordinate, Shown>(count: 50, size: .max)
  @ObservationIgnored private var run: PartRun?
  @ObservationIgnored private var failures = 0

  init(_ topic: AirTopic<Value>, _ client: AirClient) {
    self.topic = topic
    self.client = client
  }

  var load: AirTopic<Value>.Load { shown.load }
  var answers: [AirAnswer] { shown.answers }
  var isLoading: Bool { shown.load.isLoading }

  func dueAt(asOf now: AirTime) -> AirTime? {
    // If the clock was set back since the attempt, the part is due now.
    shown.due.map { $0.since <= now ? $0.at : now }
  }

  // MARK: The place

  func turn(to place: Coordinate) {
    guard place != self.place else { return }
    if let run { stop(run) }
    if let old = self.place, shown.load.value != nil, shown.answers.allSatisfy(\.mayBeCached) {
      cached.insert(shown, of: 1, for: old)
    }
    self.place = place
    failures = 0
    var known = cached.use(place) ?? Shown()
    if let age = known.load.age(at: client.now()), age > AirPolicy.Cache().maximumAge { known = Shown() }
    known.load.isCached = known.load.value != nil
    known.load.error = nil
    change { $0 = known }
  }

  func restore(_ answers: [AirAnswer]) {
    let now = client.now()
    let result = topic.result(of: answers, at: now)
    let receivedAt = result.found.receivedAt
    guard let value = result.value, receivedAt <= now,
      now.duration(since: receivedAt) <= AirPolicy.Cache().maximumAge
    else { return }
    change { shown in
      guard shown.load.take(value, receivedAt: receivedAt, isCached: true, at: now) else { return }
      shown.answers = answers
    }
  }

  // MARK: Loading

  func join(at place: AirPlace, _ freshness: AirQuery.Freshness) -> PartRun? {
    guard place.coordinate == self.place else { return nil }
    let run = self.run ?? PartRun(of: self, freshness)
    run.join()
    if self.run == nil || run.freshness.rank < freshness.rank {
      self.run = run
      run.freshness = freshness
      start(run, place)
    }
    return run
  }

  func leave(_ run: PartRun) {
    run.waiting -= 1
    if run.waiting == 0, self.run === run { stop(run) }
  }

  private func start(_ run: PartRun, _ place: AirPlace) {
    run.task?.cancel()
    run.attempt += 1
    let attempt = run.attempt
    change { $0.load.isLoading = true }
    run.task = AirDeadline.inherit(run.deadline) {
      PreferredExecutor.task { await self.perform(run, attempt, place) }
    }
  }

  private func perform(_ run: PartRun, _ attempt: Int, _ place: AirPlace) async {
    while isCurrent(run, attempt) {
      let freshness = run.freshness
      let isFirst = load.value == nil
      guard
        let result = try? await topic.result(from: client, at: place, freshness, isFirst: isFirst),
        isCurrent(run, attempt)
      else { return }
      // A cached value is shown while it is renewed.
      let isLast = !result.found.isOutdated || freshness.rank >= AirQuery.Freshness.revalidated.rank
      take(result.value, result.found, isLast: isLast)
      run.freshness = .revalidated
      if isLast { stop(run) }
    }
  }

  private func isCurrent(_ run: PartRun, _ attempt: Int) -> Bool {
    self.run === run && run.attempt == attempt
  }

  private func stop(_ run: PartRun) {
    self.run = nil
    run.task?.cancel()
    run.end.finish(.success(()))
    if isLoading { change { $0.load.isLoading = false } }
  }

  private func take(_ value: Value?, _ found: TopicAnswers, isLast: Bool) {
    let now = client.now()
    let problem = found.problem
    failures = problem == nil ? 0 : min(failures + 1, 10)
    change { shown in
      shown.load.isLoading = !isLast
      shown.load.error = problem
      let due = problem.map { now + wait(after: $0) } ?? topic.every.map { now + $0 } ?? found.askAgainAt
      shown.due = (at: min(due, found.changesAt ?? due), since: now)
      if let value {
        guard shown.load.take(value, receivedAt: found.receivedAt, isCached: found.isCached, at: now) else {
          return
        }
      } else if shown.load.value != nil {
        return
      }
      shown.answers = found.answers
    }
  }

  /// Returns the delay after a failure: longer each time up to an hour, never less than the error asks for, up to a day, and
  /// an hour if a retry is pointless.
  private func wait(after error: AQError) -> Duration {
    let usual: Duration = min(.seconds(15 * (1 << failures)), .seconds(3600))
    switch error.retry {
    case .never, .whenChanged: return .seconds(3600)
    case .now, .after: return error.retry.wait(atLeast: usual)
    }
  }

  /// Changes the shown values for all observers at the same time.
  private func change(_ change: (inout Shown) -> Void) {
    shown = changed(shown, by: change)
  }
}

extension AirQuery.Freshness {
  fileprivate var rank: Int { [.cached, .usual, .revalidated, .reload].firstIndex(of: self) ?? 0 }
}
