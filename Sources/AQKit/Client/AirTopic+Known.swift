extension AirTopic where Value == AirReport {
  /// The newest concentrations, and indices that sources publish, with the 25 hours before them.
  public static var air: AirTopic { AirTopic("air", of: usualPollutants) { try $0.report() } }

  /// The newest values of these parameters, with the 25 hours before them.
  public static func air(of parameters: [AirParameter]) -> AirTopic {
    if parameters == usualPollutants { return .air }
    let names = parameters.map(\.rawValue).joined(separator: ",")
    return AirTopic("air-\(names)", of: parameters) { try $0.report() }
  }

  /// The air of the coming hours, with the 25 hours before them that averages need.
  ///
  /// The query is the same all day at the place, so a cached or stored response is also valid in a later hour: it covers
  /// the 25 hours before the day, the day, and as many hours after it as requested.
  ///
  /// - Parameter hours: The number of hours ahead, from 1 to 8,784 (366 days); the nearest of these for any other.
  public static func forecast(hours: Int) -> AirTopic {
    let hours = max(1, min(hours, 24 * 366))
    return allDay("forecast-\(hours)", of: usualPollutants, hoursAfter: hours + 1)
  }

  /// Pollen from the day before to two days ahead, for the daily means of today and tomorrow; the query stays the same
  /// all day at the place.
  public static var pollen: AirTopic {
    allDay(
      "pollen",
      of: [.alderPollen, .birchPollen, .grassPollen, .mugwortPollen, .olivePollen, .ragweedPollen],
      hoursAfter: 49)
  }

  /// Returns a topic whose query stays the same all day at a place, so that a cache or a store has it: from 25 whole
  /// hours before the place's current calendar day to some after it.
  private static func allDay(_ id: String, of parameters: [AirParameter], hoursAfter: Int) -> AirTopic {
    AirTopic(
      id,
      queries: { place, now in
        let day = place.zone.day(of: now)
        let start = day.start.floored(toMultipleOf: 3600).adding(seconds: -AirQuery.Window.lookback)
        let end = day.end.raised(toMultipleOf: 3600).adding(seconds: Int64(hoursAfter) * 3600)
        let window = AirInterval(uncheckedStart: start, end: end)
        return [AirQuery(near: place.coordinate, parameters: parameters, window: .interval(window))]
      },
      value: { try $0.single.report() })
  }

  /// The current weather: temperature, humidity, pressure, wind, clouds, precipitation, and the weather code.
  public static var weather: AirTopic {
    // A source that only reports daylight has no weather.
    let wanted = AirAnswer.Wanted.named([.temperature, .weatherCode])
    var topic = AirTopic(
      "weather",
      of: [
        .temperature, .apparentTemperature, .humidity, .pressure, .windSpeed, .windDirection, .windGusts,
        .precipitation, .cloudCover, .weatherCode, .isDay,
      ]
    ) { try $0.report(for: wanted, forPlace: 0) }
    topic.wanted = wanted
    return topic
  }

  /// Everything that one source has in a time window. In a store's list of topics the source is written
  /// `SourceID("open-meteo")`.
  public static func report(from source: SourceID, window: AirQuery.Window = .current) -> AirTopic {
    AirTopic("report-\(source)-\(window.name)", of: [], window: window, sources: .only([source])) { answer in
      try answer.report(from: source) ?? answer.report()
    }
  }
}

/// The pollutants of indices, and published indices: one call of Open-Meteo.
private let usualPollutants: [AirParameter] =
  [.pm25, .pm10, .no2, .o3, .so2, .co, .nh3]
  + ["us-epa", "cn-aqi", "in-naqi", "ca-aqhi"].map { .publishedIndex(scale: $0) }

extension AirQuery.Window {
  fileprivate var name: String {
    switch self {
    case .current: "current"
    case .past(let duration): "past-\(ISODuration(duration).text)"
    case .next(let duration): "next-\(ISODuration(duration).text)"
    case .interval(let interval): interval.description
    }
  }
}

extension AirTopic where Value == [AirHistory.Year] {
  /// This calendar day through the years, earliest first; a year without a value isn't among them.
  ///
  /// Each year is a query about one day. Open-Meteo weighs a day at 1 call, and a range of years at 2.6 calls a year,
  /// even if only one day of each is wanted (0.1 calls per variable and 14 days). On 29 February only leap years are
  /// asked for. For the last days, which archives don't have yet, an installed weather forecast provides the value.
  ///
  /// - Parameters:
  ///   - years: The years, such as `stride(from: 1980, through: 2020, by: 10)`; the last 150 that aren't in the future.
  ///   - parameter: The parameter to compare; by default the highest temperature of the day.
  public static func thisDay(
    in years: some Sequence<Int>, of parameter: AirParameter = .daily(.maximum, of: .temperature)
  ) -> AirTopic {
    let years = Set(years).sorted()
    return AirTopic(
      "this-day-\(parameter)-\(years.map(String.init).joined(separator: ","))",
      queries: { place, now in
        place.middles(ofDayAt: now, in: years).suffix(150).map { middle in
          AirQuery(
            near: place.coordinate, parameters: [parameter],
            window: .interval(AirInterval(uncheckedStart: middle, end: middle.adding(seconds: 3600))))
        }
      },
      value: { try $0.years(of: parameter) })
  }
}

extension [AirAnswer] {
  /// Returns the value of a day in each answer that has one; throws the first answer's reason if none has.
  fileprivate func years(of parameter: AirParameter) throws -> [AirHistory.Year] {
    var years: [AirHistory.Year] = []
    for answer in self {
      guard case .interval(let hour) = answer.query.window else { continue }
      // A service may return the neighbouring days, too.
      let series = answer.reports(with: [parameter], forPlace: 0).flatMap { $0.series(of: parameter) }
      let readings = series.lazy.flatMap { $0.readings }
      guard let reading = readings.first(where: { $0.interval.contains(hour.start) }) else { continue }
      let date = CivilDate(daysSinceEpoch: Int(hour.start.dayNumber))
      years.append(AirHistory.Year(year: date.year, reading: reading))
    }
    if years.isEmpty, let first = self.first {
      // The error of a forecast that doesn't reach back explains nothing; it advises no retry.
      if let error = first.outcomes.compactMap(\.error).first(where: { $0.retry != .never }) { throw error }
      throw AQError(.unavailable, "No value for that day.", source: try first.report().source)
    }
    return years
  }
}

extension AirPlace {
  /// Returns a moment in the middle of the place's current calendar day, for each given year that has this
  /// day. It lies within the same date in UTC, too, so that its year is the day's.
  fileprivate func middles(ofDayAt now: AirTime, in years: [Int]) -> [AirTime] {
    let offset = zone.offset(at: now.secondsSince1970)
    let today = CivilDate(daysSinceEpoch: Int(now.adding(seconds: offset).dayNumber))
    return years.compactMap { year in
      guard year <= today.year, let date = CivilDate(year: year, month: today.month, day: today.day) else {
        return nil
      }
      return AirTime(secondsSince1970: Int64(date.daysSinceEpoch) * 86_400 + 43_200 - offset / 2)
    }
  }

  /// The zone of the place's clocks, or that of solar time if it isn't known.
  var zone: AirTime.Zone {
    timeZone.flatMap(AirTime.Zone.init(identifier:))
      ?? AirTime.Zone(secondsFromUTC: Int((coordinate.longitude / 15).rounded()) * 3600)
  }
}
