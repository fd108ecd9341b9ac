import AQKit
import Foundation

enum Text {
  /// Returns a number with at most `digits` decimals and no trailing zeros.
  static func number(_ value: Double, digits: Int = 2) -> String {
    var text = String(format: "%.\(digits)f", value)
    if text.contains(".") {
      while text.hasSuffix("0") { text.removeLast() }
      if text.hasSuffix(".") { text.removeLast() }
    }
    return text == "-0" ? "0" : text
  }

  /// Returns a number with three significant digits, but its whole part in full: `0.139`, `6.43`, `1595`.
  static func short(_ value: Double) -> String {
    guard value.isFinite, value != 0 else { return number(value) }
    let digits = 2 - Int(log10(value.magnitude).rounded(.down))
    return number(value, digits: max(0, min(9, digits)))
  }

  /// Returns a value as ``short(_:)`` and its unit, if it has one.
  static func short(_ value: Double, _ unit: AirUnit) -> String {
    unit == .one ? short(value) : "\(short(value)) \(unit)"
  }

  /// Returns a number with a noun, such as `1 site` or `2 sites`.
  static func count(_ number: Int, _ word: String) -> String { "\(number) \(word)\(number == 1 ? "" : "s")" }

  static func coordinate(_ point: Coordinate, digits: Int, separator: String = ", ") -> String {
    number(point.latitude, digits: digits) + separator + number(point.longitude, digits: digits)
  }

  /// Returns a distance, in metres below a kilometre, else in kilometres.
  static func distance(_ metres: Double) -> String {
    metres < 1000
      ? "\(number(metres, digits: 0)) m" : "\(number(metres / 1000, digits: metres < 10_000 ? 1 : 0)) km"
  }

  static func blanks(_ count: Int) -> TerminalText {
    TerminalText(unescaped: String(repeating: " ", count: max(0, count)))
  }

  static func pad(_ text: TerminalText, _ width: Int) -> TerminalText { text + blanks(width - text.width) }

  /// Returns an age, such as `12 minutes ago`; within a minute `now`.
  static func age(seconds: Int64) -> String {
    if seconds.magnitude < 60 { return "now" }
    let amount = span(seconds: seconds)
    return seconds >= 0 ? "\(amount) ago" : "in \(amount)"
  }

  /// Returns a duration, such as `52 days`.
  static func span(seconds: Int64) -> String {
    let length = Int(clamping: seconds.magnitude)
    return switch length {
    case ..<60: count(length, "second")
    case ..<3600: count(length / 60, "minute")
    case ..<172_800: count(length / 3600, "hour")
    case ..<63_158_400: count(length / 86_400, "day")
    // Used from two years on, with 365.25 days each.
    default: count(length / 31_557_600, "year")
    }
  }
}

/// The clock of a place.
struct LocalTime {
  let zone: TimeZone
  /// The name of the zone; UTC where the named one isn't available.
  let name: String

  init(_ identifier: String?) {
    let known = identifier.flatMap(TimeZone.init(identifier:))
    zone = known ?? .gmt
    name = known == nil ? "UTC" : identifier ?? "UTC"
  }

  /// Returns a moment in English, formatted by a pattern of Unicode Technical Standard #35.
  func text(_ time: AirTime, _ pattern: String) -> String {
    let formatter = DateFormatter()
    formatter.locale = Locale(identifier: "en_US_POSIX")
    formatter.timeZone = zone
    formatter.dateFormat = pattern
    return formatter.string(from: time.date)
  }

  /// Returns the days since 1 January 1970 on the place's calendar, and the hour of the day, 0 to 23.
  func dayAndHour(_ time: AirTime) -> (day: Int64, hour: Int) {
    let local = time.adding(seconds: Int64(zone.secondsFromGMT(for: time.date)))
    return (local.dayNumber, Int(local.secondsSince1970 - local.dayNumber * 86_400) / 3600)
  }
}
