/// The period over which a value is averaged, such as `1h`, or `8h-max` for a day's maximum of 8-hour means.
///
/// Spelled as a number with `s`, `min`, `h` or `d`, or `instant`, or `annual`; `-max` marks a day's maximum.
public struct AveragingPeriod: Hashable, Sendable, LosslessStringConvertible {
  /// The length in seconds; 0 for an instant; nil for a calendar year, whose length varies.
  public let seconds: Int64?
  /// Whether the value is a day's maximum of such means.
  public let isDailyMaximum: Bool

  private init(seconds: Int64?, isDailyMaximum: Bool = false) {
    self.seconds = seconds
    self.isDailyMaximum = isDailyMaximum
  }

  /// Creates a mean over a number of seconds; 0 or less means an instant.
  public init(seconds: Int64) { self.init(seconds: max(0, seconds), isDailyMaximum: false) }

  /// A mean over a number of hours.
  public static func hours(_ hours: Int32) -> AveragingPeriod {
    AveragingPeriod(seconds: Int64(hours) * 3600)
  }
  /// A mean over a number of minutes.
  public static func minutes(_ minutes: Int32) -> AveragingPeriod {
    AveragingPeriod(seconds: Int64(minutes) * 60)
  }

  /// The value at an instant, without averaging.
  public static var instant: AveragingPeriod { AveragingPeriod(seconds: 0) }
  /// The period of an hour.
  public static var oneHour: AveragingPeriod { AveragingPeriod(seconds: 3600) }
  /// Eight hours.
  public static var eightHours: AveragingPeriod { AveragingPeriod(seconds: 8 * 3600) }
  /// Twenty-four hours, or one local day.
  public static var day: AveragingPeriod { AveragingPeriod(seconds: 86_400) }
  /// The period of a calendar year.
  public static var annual: AveragingPeriod { AveragingPeriod(seconds: nil) }

  /// The day's maximum of means over this period.
  public var dailyMaximum: AveragingPeriod { AveragingPeriod(seconds: seconds, isDailyMaximum: true) }

  /// Reads a spelling such as `24h`, `15min`, `8h-max`, `instant`, `annual`; nil for anything else.
  public init?(_ description: String) {
    var text = Substring(description)
    let isMaximum = text.hasSuffix("-max")
    if isMaximum { text = text.dropLast(4) }
    if text == "instant" || text == "annual" {
      self.init(seconds: text == "instant" ? 0 : nil, isDailyMaximum: isMaximum)
      return
    }
    let number = text.takeNumber()
    let factor: Int64? =
      switch text {
      case "s": 1
      case "min": 60
      case "h": 3600
      case "d": 86_400
      default: nil
      }
    guard let factor, let count = number, count > 0 else { return nil }
    let (seconds, overflow) = count.multipliedReportingOverflow(by: factor)
    if overflow { return nil }
    self.init(seconds: seconds, isDailyMaximum: isMaximum)
  }

  /// The spelling: with the largest unit that divides the length, up to hours.
  public var description: String {
    let base: String
    switch seconds {
    case nil: base = "annual"
    case 0?: base = "instant"
    case let length? where length % 3600 == 0: base = "\(length / 3600)h"
    case let length? where length % 60 == 0: base = "\(length / 60)min"
    case let length?: base = "\(length)s"
    }
    return isDailyMaximum ? base + "-max" : base
  }
}

extension AveragingPeriod: Codable {
  /// Reads a spelling.
  public init(from decoder: any Decoder) throws {
    self = try decoder.value(
      { AveragingPeriod($0) }, orFault: { "“\($0)” isn't an averaging period such as 1h, 24h or 8h-max." })
  }

  /// Writes the spelling.
  public func encode(to encoder: any Encoder) throws { try description.encode(to: encoder) }
}

extension Substring {
  /// Takes the digits at the beginning as a number; nil if there are none, or too many.
  fileprivate mutating func takeNumber() -> Int64? {
    let digits = prefix { $0.isASCII && $0.isNumber }
    self = self[digits.endIndex...]
    return Int64(digits)
  }
}

/// A duration in whole seconds as ISO 8601 text (`PT1H`, `PT15M`, `P1DT2H`), for every `Codable` of the models.
package struct ISODuration: Hashable, Codable {
  package let seconds: Int64

  package init(seconds: Int64) { self.seconds = seconds }
  package init(_ duration: Duration) { seconds = duration.boundedSeconds }

  package var duration: Duration { .seconds(seconds) }

  /// Reads weeks, days, hours, minutes and seconds, whole numbers in this order. Years and months are refused, because
  /// their length varies.
  package init?(text: String) {
    var rest = Substring(text)
    func take(_ mark: Character) -> Bool {
      guard rest.first == mark else { return false }
      rest.removeFirst()
      return true
    }
    let isNegative = take("-")
    guard take("P"), let last = rest.last, last != "T" else { return nil }
    var total: Int64 = 0
    for (mark, length) in Self.units {
      if mark == "T" {
        guard take(mark) else { break }
        continue
      }
      var behind = rest
      guard let number = behind.takeNumber(), behind.first == mark else { continue }
      // Signed from the start: the least number has no positive counterpart.
      let (part, overflowed) = number.multipliedReportingOverflow(by: isNegative ? -length : length)
      let (sum, summedOver) = total.addingReportingOverflow(part)
      guard !overflowed, !summedOver else { return nil }
      total = sum
      rest = behind.dropFirst()
    }
    guard rest.isEmpty else { return nil }
    seconds = total
  }

  /// The units in their order, and the mark before those of the time of day.
  private static let units: [(mark: Character, seconds: Int64)] = [
    ("W", 604_800), ("D", 86_400), ("T", 0), ("H", 3600), ("M", 60), ("S", 1),
  ]

  package var text: String {
    guard seconds != 0 else { return "PT0S" }
    let total = seconds.magnitude
    var result = seconds < 0 ? "-P" : "P"
    if total >= 86_400 { result += "\(total / 86_400)D" }
    if total % 86_400 == 0 { return result }
    result += "T"
    if total / 3600 % 24 > 0 { result += "\(total / 3600 % 24)H" }
    if total / 60 % 60 > 0 { result += "\(total / 60 % 60)M" }
    if total % 60 > 0 { result += "\(total % 60)S" }
    return result
  }

  package init(from decoder: any Decoder) throws {
    self = try decoder.value(
      { ISODuration(text: $0) },
      orFault: { "“\($0)” isn't an ISO 8601 duration of days, hours, minutes and seconds." })
  }

  package func encode(to encoder: any Encoder) throws { try text.encode(to: encoder) }
}
