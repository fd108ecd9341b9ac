extension AirTopic where Value == AirReport {
  /// The newest concentrations, and indices that sources publish, with the 25 hours before them.
  public static var air: AirTopic { air(of: AirTopic.pollutants) }

  /// The newest values of these parameters, with the 25 hours before them.
  public static func air(of parameters: [AirParameter]) -> AirTopic {
    let isUsual = parameters == AirTopic.pollutants
    return AirTopic(isUsual ? "air" : id("air", parameters), of: parameters) { try $0.report() }
  }

  /// The air of the coming hours, with the 25 hours before them that averages need.
  ///
  /// - Parameter hours: The number of hours ahead, at least 1.
  public static func forecast(hours: Int) -> AirTopic {
    let hours = max(1, min(hours, 24 * 366))
    return AirTopic(
      "forecast-\(hours)",
      queries: { place, now in
        [AirQuery(near: place.coordinate, parameters: pollutants, window: .around(now, 25, hours + 1))]
      },
      value: { try $0.single.report() })
  }

  /// Pollen of the day before and the two days to come, which daily means of today and tomorrow need.
  public static var pollen: AirTopic {
    AirTopic(
      "pollen",
      queries: { place, now in
        [AirQuery(near: place.coordinate, parameters: allPollen, window: .around(now, 25, 49))]
      },
      value: { try $0.single.report() })
  }

  /// The present weather: temperature, humidity, pressure, wind, clouds, precipitation, and the code of the whole.
  public static var weather: AirTopic {
    AirTopic(
      "weather",
      of: [
        .temperature, .apparentTemperature, .humidity, .pressure, .windSpeed, .windDirection, .windGusts,
        .precipitation, .cloudCover, .weatherCode, .isDay,
      ]
    ) { answer in
      // A source that has none but the daylight says nothing of the weather.
      let weather = answer.ranked(for: .named([.temperature, .weatherCode]), forPlace: 0).first
      if let weather { return weather.report }
      let errors = answer.outcomes.filter { outcome in
        outcome.descriptor.offers.contains { $0.parameters.contains(.temperature) }
      }.compactMap(\.error)
      throw errors.first ?? AQError(.unavailable, "There is no weather here.")
    }
  }

  /// All that one source has in a time. In a store's list of topics the source is written `SourceID("open-meteo")`.
  public static func report(from source: SourceID, window: AirWindow = .current) -> AirTopic {
    AirTopic("report-\(source)-\(window.name)", of: [], window: window, sources: .only([source])) { answer in
      if let report = try answer.report(from: source) { return report }
      return try answer.report()
    }
  }

  /// What indices are made of, and indices as published: one call of Open-Meteo.
  private static var pollutants: [AirParameter] {
    [.pm25, .pm10, .no2, .o3, .so2, .co, .nh3]
      + ["us-epa", "cn-aqi", "in-naqi", "ca-aqhi"].map { .publishedIndex(scale: $0) }
  }

  private static var allPollen: [AirParameter] {
    [.alderPollen, .birchPollen, .grassPollen, .mugwortPollen, .olivePollen, .ragweedPollen]
  }

  private static func id(_ name: String, _ parameters: [AirParameter]) -> String {
    "\(name)-\(parameters.map(\.rawValue).joined(separator: ","))"
  }
}

extension AirWindow {
  /// From whole hours before a moment to whole hours after it, both counted from the begun hour: the same question within
  /// an hour is the same window, which a cache can answer.
  static func around(_ now: AirTime, _ before: Int, _ after: Int) -> AirWindow {
    let hour = now.floored(toMultipleOf: 3600)
    return .interval(
      AirInterval(
        uncheckedStart: hour.adding(seconds: Int64(before) * -3600),
        end: hour.adding(seconds: Int64(after) * 3600)))
  }

  /// A spelling for identifiers.
  fileprivate var name: String {
    switch self {
    case .current: "current"
    case .past(let duration): "past-\(ISODuration(duration).text)"
    case .next(let duration): "next-\(ISODuration(duration).text)"
    case .interval(let interval): interval.description
    }
  }
}
