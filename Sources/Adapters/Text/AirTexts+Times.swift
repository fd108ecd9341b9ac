public import AQKit
public import Foundation

extension AirTexts {
  /// Returns a moment relative to another: `20 minutes ago`, `in 3 hours`, `just now`, `in a moment`.
  ///
  /// Whole units, rounded down: minutes up to an hour, hours up to a day, then days.
  ///
  /// - Parameters:
  ///   - time: The moment.
  ///   - now: The moment at which the text is read.
  public func ago(_ time: AirTime, now: AirTime) -> String {
    let seconds = now.secondsSince1970 - time.secondsSince1970
    let direction = seconds < 0 ? "in" : "ago"
    let length = seconds.magnitude
    guard length >= 60 else { return text("\(direction).now") }
    let (unit, count) =
      length < 3600
      ? ("minute", length / 60) : length < 86_400 ? ("hour", length / 3600) : ("day", length / 86_400)
    return text("\(direction).\(unit)", count: Int(clamping: count))
  }

  /// Returns a moment to wait for, in words as ``ago(_:now:)``, rounded up, so that it is never too early.
  func wait(until time: AirTime, now: AirTime) -> String {
    let wait = time.secondsSince1970 - now.secondsSince1970
    let unit: Int64 = wait <= 3540 ? 60 : wait <= 82_800 ? 3600 : 86_400
    guard wait > 0 else { return ago(time, now: now) }
    return ago(time.adding(seconds: unit - 1 - (wait - 1) % unit), now: now)
  }

  /// Returns a moment as the clock of a time zone shows it, by default with the date.
  public func time(_ time: AirTime, in timeZone: TimeZone, withDate: Bool = true) -> String {
    time.date.formatted(dateStyle(timeZone, date: withDate ? .abbreviated : .omitted, time: .shortened))
  }

  /// Returns the time zone for an hour: its place's, else its site's, else the system's.
  public func timeZone(of hour: HourlyIndex) -> TimeZone {
    (hour.place?.timeZone ?? hour.site.timeZone).flatMap(TimeZone.init(identifier:))
      ?? .autoupdatingCurrent
  }

  /// Returns a day of a time zone.
  public func day(_ time: AirTime, in timeZone: TimeZone) -> String {
    time.date.formatted(dateStyle(timeZone, date: .abbreviated, time: .omitted))
  }

  private func dateStyle(
    _ timeZone: TimeZone, date: Date.FormatStyle.DateStyle, time: Date.FormatStyle.TimeStyle
  ) -> Date.FormatStyle {
    Date.FormatStyle(date: date, time: time, locale: locale, calendar: calendar(timeZone), timeZone: timeZone)
  }

  private func calendar(_ timeZone: TimeZone) -> Calendar {
    changed(locale.calendar) { $0.timeZone = timeZone }
  }

  /// Returns an interval on the clock of a time zone: a moment, whole days, or start and end, with the date if
  /// requested or if start and end are on different days.
  public func interval(_ interval: AirInterval, in timeZone: TimeZone, withDate: Bool = true) -> String {
    guard !interval.isInstant else { return time(interval.start, in: timeZone, withDate: withDate) }
    let calendar = calendar(timeZone)
    let last = interval.lastMoment
    let isOneDay = calendar.isDate(interval.start.date, inSameDayAs: last.date)
    let isWholeDays = [interval.start, interval.end].allSatisfy {
      $0.date == calendar.startOfDay(for: $0.date)
    }
    if isWholeDays {
      let start = day(interval.start, in: timeZone)
      return isOneDay ? start : "\(start) – \(day(last, in: timeZone))"
    }
    let start = time(interval.start, in: timeZone, withDate: withDate || !isOneDay)
    return isOneDay
      ? "\(start)–\(time(interval.end, in: timeZone, withDate: false))"
      : "\(start) – \(time(interval.end, in: timeZone))"
  }

  /// Returns a length of time in hours and minutes, such as `8 h 12 min`.
  func length(seconds: Double) -> String {
    guard seconds.isFinite, seconds.magnitude < 1e12 else { return "–" }
    let minutes = Int((seconds / 60).rounded())
    let (hours, rest) = minutes.quotientAndRemainder(dividingBy: 60)
    let parts = [(hours, "h"), (rest, "min")].filter { $0.0 != 0 || $0.1 == "min" && hours == 0 }
    return parts.map { "\(number(Double($0.0), digits: 0...0))\u{A0}\($0.1)" }.joined(separator: " ")
  }
}
