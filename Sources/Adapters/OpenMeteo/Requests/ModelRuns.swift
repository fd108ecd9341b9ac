import AQKit

/// The known runs of models; requested at most every ten minutes, and only when a run is due.
///
/// These requests aren't counted (open-meteo.com/en/docs/model-updates), but they still load the service.
final class ModelRuns: Sendable {
  private struct Knowledge {
    var update: ModelUpdate?
    var askedAt: AirTime

    func isDue(at now: AirTime) -> Bool {
      if now.duration(since: askedAt) < .seconds(ModelRuns.pause), now >= askedAt { return false }
      guard let next = update?.nextExpectedAt else { return true }
      return now >= next
    }
  }

  /// The minimum time between two requests for a model, which is also the time that a run takes to reach every server.
  static let pause: Int64 = 600
  /// The validity of a response if the runs are unknown: the models run once or twice a day.
  static let unknown: Int64 = 3600
  /// The longest wait for the runs, which only save other requests.
  private static let patience = Duration.seconds(5)

  private let updates: OpenMeteoModelUpdates
  private let clock: any AQClock
  private let known = Locked<[ModelDomain: Knowledge]>([:])

  init(_ updates: OpenMeteoModelUpdates, clock: any AQClock) {
    self.updates = updates
    self.clock = clock
  }

  /// Returns whether the models would give the same response now. Throws `CancellationError` only.
  func isCurrent(_ models: [ModelDomain], receivedAt: AirTime) async throws -> Bool {
    let age = clock.time.duration(since: receivedAt).components.seconds
    guard age >= Self.pause else { return age >= 0 }
    try await ask(models)
    for model in models {
      guard let update = known.withLock({ $0[model]?.update }) else {
        if age >= Self.unknown { return false }
        continue
      }
      if receivedAt < update.settledAt, clock.time >= update.settledAt { return false }
    }
    return true
  }

  /// Returns the time for which, from a moment on, the models are known to give the same response. Makes no request.
  func holds(_ models: [ModelDomain], receivedAt: AirTime, at now: AirTime) -> Duration {
    let least = receivedAt.adding(seconds: Self.pause)
    let runs = known.withLock { known in models.map { known[$0] } }
    let ends = runs.map { run -> AirTime in
      guard let run, run.askedAt <= now else { return least }
      let asked = run.askedAt.adding(seconds: Self.pause)
      guard let update = run.update else { return min(asked, receivedAt.adding(seconds: Self.unknown)) }
      let next = max(asked, update.nextExpectedAt ?? asked)
      return receivedAt < update.settledAt ? min(next, update.settledAt) : next
    }
    return max(now, least, ends.min() ?? least).duration(since: now)
  }

  /// Asks about the runs that are due, all within ``patience``. A failed or cancelled attempt counts, too, so that the next
  /// query doesn't wait again.
  private func ask(_ models: [ModelDomain]) async throws {
    let now = clock.time
    let due = known.withLock { known in models.filter { known[$0]?.isDue(at: now) ?? true } }
    if due.isEmpty { return }
    let found = Locked<[ModelDomain: ModelUpdate]>([:])
    try? await AirDeadline.limit(Self.patience, clock: clock) { [updates] in
      await withTaskGroup(of: Void.self) { group in
        for model in due {
          group.addTask {
            guard let update = try? await updates.update(of: model) else { return }
            found.withLock { $0[model] = update }
          }
        }
      }
    }
    let news = found.withLock { $0 }
    known.withLock { known in
      for model in due {
        let old = known[model]?.update
        // The last known run is kept, unless it is so old that some runs must have been missed.
        let isRecent =
          old?.nextExpectedAt.map { now.duration(since: $0) <= .seconds(Self.unknown) } ?? true
        known[model] = Knowledge(update: news[model] ?? (isRecent ? old : nil), askedAt: now)
      }
    }
    try Task.checkCancellation()
  }
}

/// The event after which a service has a new response to the same request.
enum ResponseNews: Sendable {
  case whenRun([ModelDomain])
  /// A new response after this time at the latest.
  case after(Duration)
}

extension OpenMeteoAirQuality.Domain {
  var models: [ModelDomain] {
    switch self {
    case .auto: ModelDomain.airQuality
    case .europe: [.camsEurope]
    case .global: [.camsGlobal, .camsGreenhouseGases]
    }
  }
}
