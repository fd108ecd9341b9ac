extension AirTopic where Value == AirReport {
  /// The newest concentrations, and indices that sources publish, with the 25 hours before them.
  public static var air: AirTopic { UsualAir.topic }

  /// The newest values of these parameters, with the 25 hours before them.
  public static func air(of parameters: [AirParameter]) -> AirTopic {
    if parameters == UsualAir.pollutants { return .air }
    return AirTopic(id("air", parameters), of: parameters) { try $0.report() }
  }

  /// The air of the coming hours, with the 25 hours before them that averages need.
  ///
  /// The question is the same all day at the place, so that an answer that was kept or stored holds in another hour, too:
  /// it goes from 25 hours before the day to as many hours after its end as are asked for.
  ///
  /// - Parameter hours: The number of hours ahead, at least 1.
  public static func forecast(hours: Int) -> AirTopic {
    let hours = max(1, min(hours, 24 * 366))
    return AirTopic(
      "forecast-\(hours)",
      queries: { place, now in
        [
          AirQuery(
            near: place.coordinate, parameters: UsualAir.pollutants,
            window: .aroundDay(of: now, at: place, 25, hours + 1))
        ]
      },
      value: { try $0.single.report() })
  }

  /// Pollen of the day before and the two days to come, which daily means of today and tomorrow need; the same question
  /// all day at the place.
  public static var pollen: AirTopic {
    AirTopic(
      "pollen",
      queries: { place, now in
        [
          AirQuery(
            near: place.coordinate, parameters: allPollen, window: .aroundDay(of: now, at: place, 25, 49))
        ]
      },
      value: { try $0.single.report() })
  }

  /// The present weather: temperature, humidity, pressure, wind, clouds, precipitation, and the code of the whole.
  public static var weather: AirTopic {
    // A source that has none but the daylight says nothing of the weather.
    let wanted = AirAnswer.Wanted.named([.temperature, .weatherCode])
    var topic = AirTopic(
      "weather",
      of: [
        .temperature, .apparentTemperature, .humidity, .pressure, .windSpeed, .windDirection, .windGusts,
        .precipitation, .cloudCover, .weatherCode, .isDay,
      ]
    ) { answer in
      if let weather = answer.best(for: wanted, forPlace: 0) { return weather }
      let errors = answer.outcomes.filter { outcome in
        outcome.descriptor.offers.contains { $0.parameters.contains(.temperature) }
      }.compactMap(\.error)
      throw errors.first ?? AQError(.unavailable, "There is no weather here.")
    }
    topic.wanted = wanted
    return topic
  }

  /// All that one source has in a time. In a store's list of topics the source is written `SourceID("open-meteo")`.
  public static func report(from source: SourceID, window: AirWindow = .current) -> AirTopic {
    AirTopic("report-\(source)-\(window.name)", of: [], window: window, sources: .only([source])) { answer in
      if let report = try answer.report(from: source) { return report }
      return try answer.report()
    }
  }

  private static var allPollen: [AirParameter] {
    [.alderPollen, .birchPollen, .grassPollen, .mugwortPollen, .olivePollen, .ragweedPollen]
  }

  private static func id(_ name: String, _ parameters: [AirParameter]) -> String {
    "\(name)-\(parameters.map(\.rawValue).joined(separator: ","))"
  }
}

/// The topic that nearly every screen reads, made once.
private enum UsualAir {
  /// What indices are made of, and indices as published: one call of Open-Meteo.
  static let pollutants: [AirParameter] =
    [.pm25, .pm10, .no2, .o3, .so2, .co, .nh3]
    + ["us-epa", "cn-aqi", "in-naqi", "ca-aqhi"].map { .publishedIndex(scale: $0) }

  static let topic = AirTopic<AirReport>("air", of: pollutants) { try $0.report() }
}

extension AirWindow {
  /// From whole hours before a place's present calendar day to whole hours after it: the same window all day, which a
  /// cache or a store can answer.
  static func aroundDay(of now: AirTime, at place: AirPlace, _ before: Int, _ after: Int) -> AirWindow {
    let day = place.day(of: now)
    let end = day.end.adding(seconds: 3599).floored(toMultipleOf: 3600)
    return .interval(
      AirInterval(
        uncheckedStart: day.start.floored(toMultipleOf: 3600).adding(seconds: Int64(before) * -3600),
        end: end.adding(seconds: Int64(after) * 3600)))
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
