/// A day of the proleptic Gregorian calendar and its number since 1 January 1970.
///
/// Internally years start in March, so that the leap day is the last: 400 years have 146,097 days, and the days before
/// a month follow a line through 153 days in five months.
@usableFromInline package struct CivilDate: Hashable, Sendable {
  package let year: Int
  package let month: Int
  package let day: Int

  package init?(year: Int, month: Int, day: Int) {
    guard (-999_999...999_999).contains(year), (1...12).contains(month), day >= 1,
      day <= Self.days(inMonth: month, of: year)
    else { return nil }
    (self.year, self.month, self.day) = (year, month, day)
  }

  /// Creates the day with a number; 0 is 1 January 1970.
  package init(daysSinceEpoch days: Int) {
    let shifted = days &+ 719_468  // Days since 1 March of year 0.
    let era = (shifted >= 0 ? shifted : shifted &- 146_096) / 146_097
    let dayOfEra = shifted &- era &* 146_097
    let yearOfEra = (dayOfEra &- dayOfEra / 1_460 &+ dayOfEra / 36_524 &- dayOfEra / 146_096) / 365
    let dayOfYear = dayOfEra &- (365 &* yearOfEra &+ yearOfEra / 4 &- yearOfEra / 100)
    let marchMonth = (5 &* dayOfYear &+ 2) / 153
    day = dayOfYear &- (153 &* marchMonth &+ 2) / 5 &+ 1
    month = marchMonth < 10 ? marchMonth &+ 3 : marchMonth &- 9
    year = yearOfEra &+ era &* 400 &+ (month <= 2 ? 1 : 0)
  }

  package var daysSinceEpoch: Int { Self.days(year, month, day) }

  /// Returns the number of a day in a month 1…12.
  @inlinable @inline(__always)
  package static func days(_ year: Int, _ month: Int, _ day: Int) -> Int {
    let marchYear = month <= 2 ? year &- 1 : year
    let era = (marchYear >= 0 ? marchYear : marchYear &- 399) / 400
    let yearOfEra = marchYear &- era &* 400
    let dayOfYear = (153 &* (month > 2 ? month &- 3 : month &+ 9) &+ 2) / 5 &+ day &- 1
    let dayOfEra = yearOfEra &* 365 &+ yearOfEra / 4 &- yearOfEra / 100 &+ dayOfYear
    return era &* 146_097 &+ dayOfEra &- 719_468
  }

  @usableFromInline package static func days(inMonth month: Int, of year: Int) -> Int {
    switch month {
    case 2: isLeap(year) ? 29 : 28
    case 4, 6, 9, 11: 30
    default: 31
    }
  }

  package static func isLeap(_ year: Int) -> Bool {
    year % 4 == 0 && (year % 100 != 0 || year % 400 == 0)
  }
}

extension Int64 {
  @inlinable package func dividedDown(by divisor: Int64) -> Int64 {
    let quotient = self / divisor
    return self % divisor < 0 ? quotient - 1 : quotient
  }

  /// Returns the remainder of ``dividedDown(by:)``: from 0 up to the divisor, which must be positive.
  @inlinable package func remainderDown(by divisor: Int64) -> Int64 {
    let remainder = self % divisor
    return remainder < 0 ? remainder + divisor : remainder
  }
}

extension Duration {
  /// The duration, clamped to ±10,000 years, so that sums and small multiples can't overflow.
  package var bounded: Duration {
    let most = Duration.seconds(AirTime.lastSecond - AirTime.firstSecond)
    return min(max(self, .zero - most), most)
  }

  /// The whole seconds, rounded towards zero and clamped to `Int64`, which a duration can exceed.
  package var boundedSeconds: Int64 {
    if self >= .seconds(Int64.max) { return .max }
    return self <= .seconds(Int64.min) ? .min : components.seconds
  }

  /// The number of whole seconds, rounded up and clamped to `Int64`; not negative.
  package var wholeSeconds: Int64 {
    let seconds = boundedSeconds
    return max(0, seconds < .max && self > .seconds(seconds) ? seconds + 1 : seconds)
  }

  /// Creates a duration in seconds, clamped to 0 to 1,000 years; NaN is 0.
  package init(boundedSeconds seconds: Double) {
    self = .seconds(seconds.isNaN ? 0 : min(max(seconds, 0), 3.2e10))
  }

  /// Returns the duration of a recorded wait at a playback speed; at most 1,000 years.
  package func played(at speed: Double) -> Duration {
    let seconds = self / .seconds(1) / speed
    return seconds.magnitude < 3e10 ? self / speed : Duration(boundedSeconds: seconds)
  }

  /// The duration in words, rounded up: `500 ms`, `10 s`, `15 min`, `7 h`, `2 h 30 min`. Zero and negative durations are
  /// `0 s`.
  package var words: String {
    if self > .zero, self < .seconds(1) { return "\((self * 1000).wholeSeconds) ms" }
    let seconds = wholeSeconds
    if seconds <= 120 { return "\(seconds) s" }
    let minutes = seconds / 60 + (seconds % 60 > 0 ? 1 : 0)
    if minutes <= 120 { return "\(minutes) min" }
    return minutes % 60 == 0 ? "\(minutes / 60) h" : "\(minutes / 60) h \(minutes % 60) min"
  }
}
