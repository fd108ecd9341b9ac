import AQKit

struct RequestRange {
  /// The days for which a service has values, and how requests can name them.
  struct Bounds {
    /// The name of the service's data at the start of a sentence, such as `air quality`.
    var subject: String
    /// The first date that the service accepts; nil if it depends on today.
    var firstDay: Int64?
    /// The number of days back, if they count from today.
    var pastDays: Int64 = 92
    /// The last date that the service accepts; nil if it depends on today.
    var lastDay: Int64?
    /// The number of days ahead, without today.
    var daysAhead: Int64 = 0
    /// Whether it accepts days and hours relative to now in addition to dates.
    var takesRelative = true
    /// Whether values may cover the time before their time stamp.
    var hasSums = false

    func days(at today: Int64) -> ClosedRange<Int64> {
      let last = lastDay ?? today + daysAhead
      return min(firstDay ?? today - pastDays, last)...last
    }
  }

  let items: [(name: String, value: String)]
  /// The number of days that the service counts for the request.
  let days: Int64
  /// The days of the window for which the service has values.
  let span: ClosedRange<Int64>

  /// The length in hours up to which a window is requested by hour; longer ones are requested by day.
  private static let mostHours: Int64 = 48

  /// Translates a window for hourly values, in UTC.
  static func hourly(_ window: AirQuery.Window, at now: AirTime, _ bounds: Bounds) throws(AQError)
    -> RequestRange
  {
    let (first, lastDay) = try days(of: window, at: now, bounds)
    var last = lastDay
    let today = now.dayNumber
    let interval = window.interval(at: now)
    if bounds.hasSums {
      // The sum of the window's last hour is named by its end.
      let end = interval.end.adding(seconds: 3599).floored(toMultipleOf: 3600)
      last = max(last, min(end.dayNumber, bounds.days(at: today).upperBound))
    }
    let beyond: Int64 = bounds.hasSums ? 1 : 0
    let hours = (interval.length.components.seconds + 3599) / 3600
    if bounds.takesRelative {
      switch window {
      case .current,
        .past where hours <= mostHours:
        return relative([("past_hours", hours), ("forecast_hours", 1 + beyond)], first...last)
      case .next where hours <= mostHours:
        return relative([("forecast_hours", hours + 1 + beyond)], first...last)
      case .past, .next:
        let (past, ahead) = (max(0, today - first), min(max(0, last - today + 1), bounds.daysAhead + 1))
        if past <= 92, ahead > 0 {
          return relativeDays(past: past, ahead: ahead, first...last)
        }
      default: break
      }
    }
    guard hours <= mostHours, bounds.takesRelative else { return dates(first, last) }
    // Hours of the window for which the service has values.
    let start = max(interval.start.floored(toMultipleOf: 3600), AirTime(secondsSince1970: first * 86_400))
    let end = min(
      interval.end.floored(toMultipleOf: 3600).adding(seconds: beyond * 3600),
      AirTime(secondsSince1970: last * 86_400 + 23 * 3600))
    return RequestRange(
      items: [("start_hour", minute(start)), ("end_hour", minute(max(start, end)))], days: 7,
      span: first...last)
  }

  /// Translates a window for daily values, in a zone that the service chooses.
  static func daily(_ window: AirQuery.Window, at now: AirTime, _ bounds: Bounds, isLocal: Bool = true)
    throws(AQError)
    -> RequestRange
  {
    let (first, last) = try days(of: window, at: now, bounds)
    let count = (window.interval(at: now).length.components.seconds + 86_399) / 86_400
    // A local day may start up to 14 hours before the same day in UTC and end 12 hours after it.
    let margin: Int64 = isLocal ? 1 : 0
    let allowed = bounds.days(at: now.dayNumber)
    let span = max(first - margin, allowed.lowerBound)...min(last + margin, allowed.upperBound)
    if bounds.takesRelative {
      switch window {
      case .current: return relativeDays(past: 0, ahead: 1, span)
      case .past where count <= 92: return relativeDays(past: count, ahead: 1, span)
      case .next: return relativeDays(past: 0, ahead: min(count + 1, bounds.daysAhead + 1), span)
      default: break
      }
    }
    return dates(span.lowerBound, span.upperBound)
  }

  // MARK: Inside

  private static func days(of window: AirQuery.Window, at now: AirTime, _ bounds: Bounds) throws(AQError) -> (
    first: Int64, last: Int64
  ) {
    let interval = window.interval(at: now)
    let allowed = bounds.days(at: now.dayNumber)
    let first = interval.start.dayNumber
    let last = interval.lastMoment.dayNumber
    guard first <= allowed.upperBound, last >= allowed.lowerBound else {
      throw AQError(
        .invalidRequest,
        "Open-Meteo has \(bounds.subject) from \(date(allowed.lowerBound)) to \(date(allowed.upperBound)).")
    }
    return (max(first, allowed.lowerBound), min(last, allowed.upperBound))
  }

  /// Returns a range in hours from now. The service counts the days that a request without hours would cover.
  private static func relative(_ hours: [(String, Int64)], _ span: ClosedRange<Int64>) -> RequestRange {
    RequestRange(items: hours.map { ($0, "\($1)") }, days: 7, span: span)
  }

  private static func relativeDays(past: Int64, ahead: Int64, _ span: ClosedRange<Int64>) -> RequestRange {
    RequestRange(
      items: [("past_days", "\(past)"), ("forecast_days", "\(ahead)")], days: past + ahead, span: span)
  }

  private static func dates(_ first: Int64, _ last: Int64) -> RequestRange {
    RequestRange(
      items: [("start_date", date(first)), ("end_date", date(max(first, last)))],
      days: max(1, last - first + 1), span: first...max(first, last))
  }

  /// Splits the range into pieces of whole days, of at most a weight or that of a day; neighbours overlap by some days.
  func pieces(ofAtMost most: Double, overlap: Int64, weight weightOfDays: (Int64) -> Double) -> [RequestRange]
  {
    func weight(_ days: Int64) -> Double { weightOfDays(days + 2 * overlap) }
    let most = max(most, weight(1))
    guard weightOfDays(days) > most else { return [self] }
    var length: Int64 = 1
    while length < span.count, weight(length + 1) <= most { length += 1 }
    return stride(from: span.lowerBound, through: span.upperBound, by: Int(length)).map { first in
      let last = first + length - 1 + overlap
      return Self.dates(max(first - overlap, span.lowerBound), min(last, span.upperBound))
    }
  }

  static func date(_ day: Int64) -> String {
    String(AirTime(secondsSince1970: day * 86_400).description.prefix(10))
  }

  private static func minute(_ time: AirTime) -> String { String(time.description.prefix(16)) }
}
