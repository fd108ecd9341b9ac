public import AQKit

/// When a model was last run and its values became available.
public struct ModelUpdate: Hashable, Sendable, Codable {
  /// The model.
  public var domain: ModelDomain
  /// The time for which the newest run was started.
  public var initialisedAt: AirTime
  /// When the run's values were there.
  public var availableAt: AirTime
  /// From one run to the next, where the service says.
  public var interval: Duration?
  /// From one value to the next, where the service says.
  public var step: Duration?

  /// Makes an update.
  public init(
    domain: ModelDomain, initialisedAt: AirTime, availableAt: AirTime, interval: Duration? = nil,
    step: Duration? = nil
  ) {
    self.domain = domain
    self.initialisedAt = initialisedAt
    self.availableAt = availableAt
    self.interval = interval
    self.step = step
  }

  /// From when on every server answers with the run's values: ten minutes after they became available, as the
  /// documentation advises, since the servers take them over one by one.
  public var settledAt: AirTime { availableAt + .seconds(600) }

  /// When the next run's values are to be expected on every server, where the interval is known.
  public var nextExpectedAt: AirTime? { interval.map { settledAt + $0 } }

  /// Whether an answer that was received at one time may be out of date at another: because a run has settled
  /// since, or the next one is due.
  public func outdates(answerReceivedAt received: AirTime, at now: AirTime) -> Bool {
    if received < settledAt { return now >= settledAt }
    return nextExpectedAt.map { now >= $0 } ?? false
  }
}
