import AQKit

/// The answer of `estimate`.
struct AgentEstimates: Encodable {
  /// A pollutant that can't be estimated.
  struct Failure: Encodable {
    let parameter: AirParameter
    let reason: String
  }

  private enum CodingKeys: String, CodingKey { case estimates, unavailable, index }

  var estimates: [AirEstimate] = []
  var unavailable: [Failure] = []
  /// The index of the estimates; nil without any.
  let index: IndexRecord?
  let outcome: AQIOutcome?
  let report: AirReport?

  /// The pollutants that the method has constants for.
  static let modelled: [AirParameter] = [.pm25, .pm10, .no2, .o3]

  init(_ answer: AirAnswer, _ index: any AirQualityIndex) {
    report = try? answer.estimatedReport()
    outcome = report?.index(using: index)
    self.index = outcome.map { IndexRecord($0, of: index) }
    for parameter in answer.query.parameters {
      do throws(AirEstimate.Unavailable) {
        estimates.append(try answer.estimate(of: parameter))
      } catch {
        unavailable.append(Failure(parameter: parameter, reason: error.description))
      }
    }
  }

  /// The estimates for reading.
  var lines: [String] {
    [outcome?.description].compactMap(\.self)
      + estimates.map { estimate in
        let ahead = estimate.hoursAhead > 0 ? ", carried \(estimate.hoursAhead) h ahead" : ""
        return "\(estimate), \(estimate.interval.end)\(ahead)"
      } + unavailable.map { "\($0.parameter.name): \($0.reason)" }
  }

  /// The caveats on the estimates.
  var caveats: [String] {
    estimates.isEmpty ? [] : ["The values are estimates with intervals, not measurements at the place."]
  }
}
