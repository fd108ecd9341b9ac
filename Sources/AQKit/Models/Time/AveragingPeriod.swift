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

  /// Whether it is an hour or a part of one, not a longer mean or a day's maximum.
  @inlinable package var isHourOrLess: Bool { !isDailyMaximum && (seconds ?? .max) <= 3600 }

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
