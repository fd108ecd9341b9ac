import AQKit

/// What is known about the runs of models; asked for at most every ten minutes, and only when a run is due.
///
/// The question is free (open-meteo.com/en/docs/model-updates), but it is a question.
final class ModelRuns: Sendable {
  private struct Knowledge {
    var update: ModelUpdate?
    var askedAt: AirTime
  }

  /// The least time between two questions about a model, and the time that a run takes to reach every server.
  static let pause: Int64 = 600
  /// How long an answer is good where nothing is known about the runs: the models run once or twice a day.
  static let unknown: Int64 = 3600

  private let updates: OpenMeteoModelUpdates
  private let clock: any AQClock
  private let known = Locked<[ModelDomain: Knowledge]>([:])

  init(_ updates: OpenMeteoModelUpdates, clock: any AQClock) {
    self.updates = updates
    self.clock = clock
  }

  /// Whether an answer of some models is what they would answer now.
  ///
  /// - Throws: `CancellationError` when the task was cancelled, and nothing else.
  func isCurrent(_ models: [ModelDomain], receivedAt: AirTime) async throws -> Bool {
    let age = clock.time.since(receivedAt).components.seconds
    guard age >= Self.pause else { return age >= 0 }
    for model in models {
      guard let update = try await update(of: model) else {
        if age >= Self.unknown { return false }
        continue
      }
      if receivedAt < update.settledAt, clock.time >= update.settledAt { return false }
    }
    return true
  }

  /// A model's last run; nil where it isn't known.
  private func update(of model: ModelDomain) async throws -> ModelUpdate? {
    let now = clock.time
    let old = known.withLock { $0[model] }
    if let old {
      if now.since(old.askedAt) < .seconds(Self.pause), now >= old.askedAt { return old.update }
      if let next = old.update?.nextExpectedAt, now < next { return old.update }
    }
    var update = old?.update
    do {
      update = try await updates.update(of: model)
    } catch {
      if error is CancellationError || Task.isCancelled { throw CancellationError() }
      // What was known stays, unless it is so old that runs must have been missed.
      if let next = update?.nextExpectedAt, now.since(next) > .seconds(Self.unknown) { update = nil }
    }
    known.withLock { $0[model] = Knowledge(update: update, askedAt: now) }
    return update
  }
}
