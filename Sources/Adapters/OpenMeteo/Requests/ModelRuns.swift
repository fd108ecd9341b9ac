import AQKit

/// The known runs of models; requested at most every ten minutes, and only when a run is due.
///
/// These requests aren't counted (open-meteo.com/en/docs/model-updates), but they still load the service.
final class ModelRuns: Sendable {
  private struct Knowledge {
    var update: ModelUpdate?
    var askedAt: AirTime
  }

  /// The minimum time between two requests for a model, which is also the time that a run takes to reach every server.
  static let pause: Int64 = 600
  /// The validity of a response if the runs are unknown: the models run once or twice a day.
  static let unknown: Int64 = 3600

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
    for model in models {
      guard let update = try await update(of: model) else {
        if age >= Self.unknown { return false }
        continue
      }
      if receivedAt < update.settledAt, clock.time >= update.settledAt { return false }
    }
    return true
  }

  /// Returns how long from a given moment the models are known to give the same response. Makes no request.
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

  private func update(of model: ModelDomain) async throws -> ModelUpdate? {
    let now = clock.time
    let old = known.withLock { $0[model] }
    if let old {
      if now.duration(since: old.askedAt) < .seconds(Self.pause), now >= old.askedAt { return old.update }
      if let next = old.update?.nextExpectedAt, now < next { return old.update }
    }
    var update = old?.update
    do {
      update = try await updates.update(of: model)
    } catch {
      if error is CancellationError || Task.isCancelled { throw CancellationError() }
      // The last known run is kept, unless it is so old that some runs must have been missed.
      if let next = update?.nextExpectedAt, now.duration(since: next) > .seconds(Self.unknown) {
        update = nil
      }
    }
    known.withLock { $0[model] = Knowledge(update: update, askedAt: now) }
    return update
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
