public import AQKit

/// The last run of a model and the availability of its values.
public struct ModelUpdate: Hashable, Sendable, Codable {
  /// The model.
  public var domain: ModelDomain
  /// The time for which the newest run was started.
  public var initialisedAt: AirTime
  /// The time at which the run's values became available.
  public var availableAt: AirTime
  /// The time from one run to the next; nil if unknown.
  public var interval: Duration?
  /// The time from one value to the next; nil if unknown.
  public var step: Duration?

  /// The time at which every server has the run's values: ten minutes after they became available, as the documentation
  /// advises, because the servers update one by one.
  public var settledAt: AirTime { availableAt + .seconds(600) }

  /// The time at which the next run's values are expected on every server; nil if the interval is unknown.
  public var nextExpectedAt: AirTime? { interval.map { settledAt + $0 } }
}

extension ModelUpdate {
  init(_ domain: ModelDomain, _ body: [UInt8]) throws(AQError) {
    let json = try AQJSON(parsing: body, allowsNaN: true)
    func seconds(_ name: String) -> Duration? {
      json[name].intValue.flatMap { $0 > 0 && $0 <= 86_400 * 366 ? .seconds($0) : nil }
    }
    self.init(
      domain: domain,
      initialisedAt: AirTime(secondsSince1970: try json.require("last_run_initialisation_time").int()),
      availableAt: AirTime(secondsSince1970: try json.require("last_run_availability_time").int()),
      interval: seconds("update_interval_seconds"), step: seconds("temporal_resolution_seconds"))
  }
}
