import AQKit

/// The service's parameters for a window of time, in whole GMT days.
struct AirQualityRange {
  let items: [(name: String, value: String)]
  /// How many days the window has.
  let days: Int64

  /// The first day for which the service takes a date.
  private static let firstDay: Int64 = CivilTime.days(fromCivil: 2013, 1, 1)

  /// Translates a window.
  ///
  /// - Throws: ``AQError/Code/invalidRequest`` when no part of the window lies within 2013-01-01 to six days ahead.
  init(_ window: AirWindow, at now: AirTime) throws(AQError) {
    let interval = window.interval(at: now)
    let today = now.dayNumber
    let first = interval.start.dayNumber
    let last = interval.isInstant ? interval.end.dayNumber : interval.end.adding(seconds: -1).dayNumber
    guard last >= Self.firstDay, first <= today + 6 else {
      throw AQError(
        .invalidRequest, "Open-Meteo has air quality from 2013-01-01 to six days ahead.", source: "open-meteo"
      )
    }
    let pastDays = today - first
    let forecastDays = last - today + 1
    if pastDays <= 92, forecastDays >= 1 {
      let (past, ahead) = (max(0, pastDays), min(7, forecastDays))
      items = [("past_days", "\(past)"), ("forecast_days", "\(ahead)")]
      days = past + ahead
    } else {
      let (start, end) = (max(first, Self.firstDay), min(last, today + 6))
      items = [("start_date", Self.date(start)), ("end_date", Self.date(end))]
      days = end - start + 1
    }
  }

  private static func date(_ day: Int64) -> String {
    String(AirTime(secondsSince1970: day * 86_400).description.prefix(10))
  }
}
