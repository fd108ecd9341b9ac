import AQKit
import Foundation

/// Texts for people.
enum Text {
  /// A number with at most `digits` decimals and no trailing zeros.
  static func number(_ value: Double, digits: Int = 2) -> String {
    var text = String(format: "%.\(digits)f", value)
    if text.contains(".") {
      while text.hasSuffix("0") { text.removeLast() }
      if text.hasSuffix(".") { text.removeLast() }
    }
    return text == "-0" ? "0" : text
  }

  /// A number of things, such as `1 site` or `2 sites`.
  static func count(_ number: Int, _ word: String) -> String { "\(number) \(word)\(number == 1 ? "" : "s")" }

  /// A distance in metres below a kilometre, else in kilometres.
  static func distance(_ metres: Double) -> String {
    metres < 1000
      ? "\(number(metres, digits: 0)) m" : "\(number(metres / 1000, digits: metres < 10_000 ? 1 : 0)) km"
  }

  /// A bar of up to `width` cells for a fraction from 0 to 1.
  static func bar(_ fraction: Double, width: Int = 12) -> String {
    let eighths = Int((max(0, min(1, fraction.isFinite ? fraction : 0)) * Double(width * 8)).rounded())
    let parts = ["", "▏", "▎", "▍", "▌", "▋", "▊", "▉"]
    return String(repeating: "█", count: eighths / 8) + parts[eighths % 8]
  }

  /// A text filled up with spaces to so many columns.
  static func pad(_ text: TerminalText, _ width: Int) -> TerminalText {
    text + TerminalText(String(repeating: " ", count: max(0, width - text.width)))
  }

  /// How long ago something was, such as `12 minutes ago`.
  static func age(of time: AirTime, at now: AirTime) -> String {
    let seconds = now.since(time).components.seconds
    let (count, unit): (Int64, String) =
      switch seconds.magnitude {
      case ..<60: (Int64(seconds.magnitude), "second")
      case ..<3600: (Int64(seconds.magnitude) / 60, "minute")
      case ..<172_800: (Int64(seconds.magnitude) / 3600, "hour")
      default: (Int64(seconds.magnitude) / 86_400, "day")
      }
    let amount = "\(count) \(unit)\(count == 1 ? "" : "s")"
    return seconds >= 0 ? "\(amount) ago" : "in \(amount)"
  }

  /// Roughly how long ago something live was, such as `a few seconds ago`.
  static func roughAge(of time: AirTime, at now: AirTime) -> String {
    switch now.since(time).components.seconds {
    case ..<2: "just now"
    case ..<60: "a few seconds ago"
    case ..<120: "a minute ago"
    default: age(of: time, at: now)
    }
  }

  /// How long ago something live was, in a few characters, such as `4 s`.
  static func shortAge(of time: AirTime, at now: AirTime) -> String {
    let seconds = max(0, now.since(time).components.seconds)
    return switch seconds {
    case ..<60: "\(seconds) s"
    case ..<3600: "\(seconds / 60) min"
    case ..<172_800: "\(seconds / 3600) h"
    default: "\(seconds / 86_400) d"
    }
  }

  /// How long to wait, rounded up, such as `45 s` or `3 h 20 min`.
  static func wait(_ duration: Duration) -> String {
    let (whole, rest) = duration.components
    let seconds = max(1, whole + (rest > 0 ? 1 : 0))
    if seconds <= 120 { return "\(seconds) s" }
    let minutes = (seconds + 59) / 60
    if minutes <= 120 { return "\(minutes) min" }
    return minutes % 60 == 0 ? "\(minutes / 60) h" : "\(minutes / 60) h \(minutes % 60) min"
  }

  /// A moment in the site's own zone where its rules can be had, else in UTC, saying which.
  static func local(_ time: AirTime, zone identifier: String?) -> String {
    let zone = identifier.flatMap(TimeZone.init(identifier:))
    let formatter = DateFormatter()
    formatter.locale = Locale(identifier: "en_US_POSIX")
    formatter.timeZone = zone ?? TimeZone(secondsFromGMT: 0)
    formatter.dateFormat = "EEE d MMM yyyy HH:mm"
    return formatter.string(from: time.date) + " " + (zone == nil ? "UTC" : identifier ?? "UTC")
  }
}
