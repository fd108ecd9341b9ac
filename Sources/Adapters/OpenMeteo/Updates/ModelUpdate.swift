public import AQKit

/// The last run of a model and the availability of its values.
public struct ModelUpdate: Hashable, Sendable, Codable {
  /// The model.
  public var domain: ModelDomain
  /// The time for which the newest run was started.
  public var initialisedAt: AirTime
  /// When the run's values were there.
  public var availableAt: AirTime
  /// The time from one run to the next; nil if unknown.
  public var interval: Duration?
  /// The time from one value to the next; nil if unknown.
  public var step: Duration?

  /// The times of a model's last run; without an interval the next run is unknown.
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

  /// When every server has the run's values: ten minutes after they became available, as the documentation advises,
  /// because the servers update one by one.
  public var settledAt: AirTime { availableAt + .seconds(600) }

  /// When the next run's values are expected on every server; nil if the interval is unknown.
  public var nextExpectedAt: AirTime? { interval.map { settledAt + $0 } }

  /// Whether an answer may be outdated, because a run has settled since its receipt or the next one is due.
  public func outdates(answerReceivedAt received: AirTime, at now: AirTime) -> Bool {
    if received < settledAt { return now >= settledAt }
    return nextExpectedAt.map { now >= $0 } ?? false
  }
}
