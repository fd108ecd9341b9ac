/// The method by which a concentration is formed from hourly values before it enters an index.
///
/// A table's JSON uses its text: `1h`, `15min`, `mean 24h` (with `/16` if the standard requires a number of hours other
/// than three quarters), `day mean`, `day max 1h`, `day max 8h`, `day max 8h from 7 to 23` (with `/14` for a number of
/// means other than three quarters), `nowcast`, `nowcast-vn`, `nowcast-mx 0.714`, `mix 12h 4h`, `c24e 70`, and `custom`
/// with a name for a custom averaging: ``custom(_:name:hours:atLeast:_:)``.
public struct AveragingMethod: Hashable, Sendable {
  enum Rule: Hashable, Sendable {
    case latest(minutes: Int)
    case mean(hours: Int, atLeast: Int)
    case dayMean(atLeast: Int)
    case dayMaximum(hours: Int, atLeast: Int)
    case dayWindowMaximum(DayWindows)
    case nowCast(NowCast)
    case twelveAndFour
    case c24e(threshold: Double)
    case custom(Custom)
  }

  let rule: Rule

  /// The latest mean over this number of minutes, as the source gives it; 60 is an hourly value.
  public static func latest(minutes: Int) -> Self { Self(rule: .latest(minutes: minutes)) }

  /// The mean of the latest hours, of which `atLeast` must be present; below 1 counts as 1, and with more than `hours` the
  /// rule is never met.
  public static func mean(hours: Int, atLeast: Int) -> Self {
    Self(rule: .mean(hours: hours, atLeast: max(1, atLeast)))
  }

  /// A mean of the latest hours, three quarters of which must be present, the usual rule: 40 CFR 50 App. N (18 of 24),
  /// Directive (EU) 2024/2881 Annex IV, and by secondary sources 40 CFR 50 App. U (6 of 8).
  public static func mean(hours: Int) -> Self { .mean(hours: hours, atLeast: threeQuarters(of: hours)) }

  /// The mean of a calendar day, of which at least this number of hours must be present; below 1 counts as 1.
  public static func dayMean(atLeast: Int) -> Self { Self(rule: .dayMean(atLeast: max(1, atLeast))) }

  /// The largest running mean of a calendar day. A mean belongs to the day in which its last hour begins, and needs `atLeast`
  /// of its hours, as in ``mean(hours:atLeast:)``; a day needs 18 such means. A table's JSON may have up to 24 hours.
  public static func dayMaximum(hours: Int, atLeast: Int) -> Self {
    Self(rule: .dayMaximum(hours: hours, atLeast: max(1, atLeast)))
  }

  /// The largest of the running means that begin at certain hours of a calendar day.
  public static func dayWindowMaximum(_ windows: DayWindows) -> Self {
    Self(rule: .dayWindowMaximum(windows))
  }

  /// A NowCast.
  public static func nowCast(_ nowCast: NowCast) -> Self { Self(rule: .nowCast(nowCast)) }

  /// Half the mean of the latest 12 h plus half the mean of the latest 4 h (Taiwan).
  public static var twelveAndFour: Self { Self(rule: .twelveAndFour) }

  /// Korea's estimate of the 24 h mean, with the threshold above which recent hours get less weight.
  public static func c24e(threshold: Double) -> Self { Self(rule: .c24e(threshold: threshold)) }

  /// The hourly value.
  public static var hour: Self { latest(minutes: 60) }

  static func threeQuarters(of hours: Int) -> Int { hours - hours / 4 }

  /// Clamps a caller's number of hours to a possible window length, up to a century.
  static func bounded(_ hours: Int) -> Int { min(max(1, hours), 1 << 20) }

  /// The number of hours back that the method covers.
  public var hours: Int {
    switch rule {
    case .latest: 1
    case .mean(let hours, _): Self.bounded(hours)
    case .dayMean, .dayMaximum, .dayWindowMaximum: 24
    case .nowCast, .twelveAndFour, .c24e: 12
    case .custom(let custom): custom.hours
    }
  }

  /// The averaging period of published values that need no further averaging; `nil` if a source can't have averaged in this
  /// way: a published mean is neither a NowCast nor an estimate of the hour.
  package var publishedPeriod: AveragingPeriod? {
    switch rule {
    case .latest(let minutes): .minutes(Int32(clamping: minutes))
    case .mean(let hours, _): .hours(Int32(clamping: hours))
    case .dayMean: .day
    case .dayMaximum(let hours, _): AveragingPeriod.hours(Int32(clamping: hours)).dailyMaximum
    case .dayWindowMaximum(let windows): AveragingPeriod.hours(Int32(clamping: windows.hours)).dailyMaximum
    case .nowCast, .twelveAndFour, .c24e, .custom: nil
    }
  }

  /// Whether the concentration is formed from hourly values, rather than from shorter means that the source gives.
  var takesHours: Bool {
    if case .latest(let minutes) = rule { minutes == 60 } else { true }
  }

  /// The number of hours beyond the day that a daily method uses, at either end; 0 for none.
  var runningHours: Int {
    switch rule {
    case .dayMaximum(let hours, _): Self.bounded(hours)
    case .dayWindowMaximum(let windows): windows.hours
    default: 0
    }
  }

  /// Whether the method belongs to a calendar day instead of a moment.
  public var isDaily: Bool {
    switch rule {
    case .dayMean, .dayMaximum, .dayWindowMaximum: true
    case .custom(let custom): custom.isDaily
    case .latest, .mean, .nowCast, .twelveAndFour, .c24e: false
    }
  }

  var name: String {
    switch rule {
    case .latest(60): "1 h value"
    case .latest(let minutes): "\(minutes) min value"
    case .mean(let hours, _): "running \(hours) h mean"
    case .dayMean: "daily mean"
    case .dayMaximum(let hours, _): "daily maximum \(hours) h mean"
    case .dayWindowMaximum(let windows): "daily maximum \(windows.hours) h mean"
    case .nowCast: "NowCast"
    case .twelveAndFour: "12 h and 4 h mean"
    case .c24e: "24 h estimate (C24E)"
    case .custom(let custom): custom.name
    }
  }
}

extension AveragingMethod: CustomStringConvertible {
  /// The method's text.
  public var description: String {
    switch rule {
    case .latest(60): "1h"
    case .latest(let minutes): "\(minutes)min"
    case .mean(let hours, let atLeast):
      atLeast == AveragingMethod.threeQuarters(of: hours) ? "mean \(hours)h" : "mean \(hours)h/\(atLeast)"
    case .dayMean(let atLeast): atLeast == 18 ? "day mean" : "day mean/\(atLeast)"
    case .dayMaximum(let hours, let atLeast):
      atLeast == AveragingMethod.threeQuarters(of: hours)
        ? "day max \(hours)h" : "day max \(hours)h/\(atLeast)"
    case .dayWindowMaximum(let windows): windows.description
    case .nowCast(let rule): rule.description
    case .twelveAndFour: "mix 12h 4h"
    case .c24e(let threshold): "c24e \(threshold.plainText)"
    case .custom(let custom): custom.text
    }
  }

  /// Parses a method; `nil` if the text names none, or one whose rule isn't in the text, such as a custom one.
  public init?(_ text: String) {
    let halves = text.split(separator: "/", maxSplits: 1, omittingEmptySubsequences: false)
    guard let head = halves.first else { return nil }
    let atLeast = halves.count > 1 ? Int(halves[1]) : nil
    if halves.count > 1, atLeast == nil { return nil }
    let words = head.split(separator: " ")
    func hours(_ word: Substring) -> Int? {
      guard word.hasSuffix("h"), let hours = Int(word.dropLast()), hours == Self.bounded(hours) else {
        return nil
      }
      return hours
    }
    switch words.first {
    case "mean" where words.count == 2:
      guard let hours = hours(words[1]) else { return nil }
      self = .mean(hours: hours, atLeast: atLeast ?? AveragingMethod.threeQuarters(of: hours))
    case "day" where words.count == 2 && words[1] == "mean":
      self = .dayMean(atLeast: atLeast ?? 18)
    case "day" where words.count == 3 && words[1] == "max":
      guard let hours = hours(words[2]), hours <= 24, atLeast ?? 1 <= hours else { return nil }
      self = .dayMaximum(hours: hours, atLeast: atLeast ?? AveragingMethod.threeQuarters(of: hours))
    case "day" where words.count == 7 && words[1] == "max" && words[3] == "from" && words[5] == "to":
      guard let hours = hours(words[2]), let first = Int(words[4]), let last = Int(words[6]), first <= last,
        let windows = DayWindows(hours: hours, starts: first...last, atLeast: atLeast)
      else { return nil }
      self = .dayWindowMaximum(windows)
    case "c24e" where words.count == 2 && atLeast == nil:
      guard let threshold = Double(decimal: String(words[1])), threshold > 0 else { return nil }
      self = .c24e(threshold: threshold)
    default:
      guard atLeast == nil else { return nil }
      if let rule = NowCast(String(head)) {
        self = .nowCast(rule)
      } else if let known = [Substring("1h"): Self.hour, "mix 12h 4h": .twelveAndFour][head] {
        self = known
      } else if head.hasSuffix("min"), let minutes = Int(head.dropLast(3)), minutes > 0 {
        self = .latest(minutes: minutes)
      } else {
        return nil
      }
    }
    if let atLeast, atLeast < 1 || atLeast > self.hours { return nil }
  }
}

extension AveragingMethod {
  /// The running means of a day: those that begin between two hours of the clock.
  ///
  /// The day of the United States' ozone standard has the 17 that begin from 07:00 to 23:00 (40 CFR 50 Appendix U,
  /// by secondary sources), the last of which ends at 07:00 of the next day; China's has the 17 that lie within it.
  public struct DayWindows: Hashable, Sendable, CustomStringConvertible {
    /// The number of hours of a mean, at most 24; three quarters of them must be present.
    public let hours: Int
    /// The hours of the edition's clock at the site, from 0 to 23, at which the means begin.
    public let starts: ClosedRange<Int>
    /// The number of means that must be present.
    public let atLeast: Int

    /// Creates a rule for a part of the day; `nil` if a number is out of its range.
    ///
    /// - Parameters:
    ///   - hours: The number of hours of each mean, 1 to 24.
    ///   - starts: The hours at which the means begin, from 0 to 23.
    ///   - atLeast: The required number of means, from 1 to the number of ``starts``; three quarters by default.
    public init?(hours: Int, starts: ClosedRange<Int>, atLeast: Int? = nil) {
      guard (1...24).contains(hours), starts.lowerBound >= 0, starts.upperBound <= 23 else { return nil }
      let needed = atLeast ?? AveragingMethod.threeQuarters(of: starts.count)
      guard (1...starts.count).contains(needed) else { return nil }
      self.hours = hours
      self.starts = starts
      self.atLeast = needed
    }

    /// The text of the method, such as `day max 8h from 7 to 23`, with `/14` if a number of means other than three
    /// quarters is needed.
    public var description: String {
      let needed = atLeast == AveragingMethod.threeQuarters(of: starts.count) ? "" : "/\(atLeast)"
      return "day max \(hours)h from \(starts.lowerBound) to \(starts.upperBound)\(needed)"
    }
  }
}
