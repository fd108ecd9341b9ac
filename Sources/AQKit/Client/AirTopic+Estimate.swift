extension AirTopic where Value == AirEstimate {
  /// The PM2.5 at the place in the newest hour, estimated from stations around it and a model.
  public static var atPlace: AirTopic { .atPlace(.pm25) }

  /// A pollutant at the place in the newest hour, estimated from stations around it and a model.
  ///
  /// - Parameters: As for ``AirAnswer/estimate(of:forPlace:at:probability:setting:by:)``.
  public static func atPlace(
    _ parameter: AirParameter, probability: Double = 0.8, setting: AirSite.Details.Setting = .background
  ) -> AirTopic {
    AirTopic(
      "at-place-\(parameter)-\(probability)-\(setting)",
      queries: { place, _ in [AirQuery(around: place.coordinate, parameters: [parameter])] },
      value: { answers in
        let answer = try answers.single
        do throws(AirEstimate.Unavailable) {
          return try answer.estimate(of: parameter, probability: probability, setting: setting)
        } catch {
          // A source that failed, or else was not asked, explains a missing estimate best.
          if answer.outcomes.allSatisfy({ $0.response == nil }) { _ = try answer.report() }
          throw answer.failures.first?.error ?? AQError(.unavailable, error.description, cause: error)
        }
      })
  }
}
