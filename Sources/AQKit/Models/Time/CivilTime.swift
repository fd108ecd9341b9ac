/// A date and time of day as written (24:00 is the end of a day, second 60 the first of the next minute), with the
/// offset from UTC if one was written. Proleptic Gregorian calendar, as ``CivilDate`` counts it.
package struct CivilTime: Equatable {
  /// Seconds since 1970 if the text is read as UTC.
  package let secondsAsUTC: Int64
  /// The written offset in seconds east of UTC; nil if none was written.
  package let offset: Int64?

  /// Reads `yyyy-MM-dd`, optionally with `THH:mm[:ss[.fff]]` (a space may replace the T) and `Z` or `±HH[:]MM`.
  package init?(iso8601 text: String) {
    var scanner = Scanner(bytes: Array(text.utf8))
    guard let year = scanner.number(4), scanner.skip("-"), let month = scanner.number(2), scanner.skip("-"),
      let day = scanner.number(2), (1...9999).contains(year), (1...12).contains(month), day >= 1,
      day <= Self.daysInMonth(year: year, month: month)
    else { return nil }
    var seconds = Self.days(fromCivil: year, month, day) * 86_400
    if scanner.isAtEnd {
      secondsAsUTC = seconds
      offset = nil
      return
    }
    if scanner.skip("T") || scanner.skip("t") || scanner.skip(" ") {
      guard let hour = scanner.number(2), scanner.skip(":"), let minute = scanner.number(2), hour <= 24,
        minute <= 59
      else { return nil }
      var second: Int64 = 0
      if scanner.skip(":") {
        guard let value = scanner.number(2), value <= 60 else { return nil }
        second = value
        if scanner.skip(".") || scanner.skip(",") {
          guard scanner.skipDigits() > 0 else { return nil }
        }
      }
      guard hour < 24 || (minute == 0 && second == 0) else { return nil }
      seconds += hour * 3600 + minute * 60 + second
    } else {
      return nil
    }
    secondsAsUTC = seconds
    guard !scanner.isAtEnd else {
      offset = nil
      return
    }
    if scanner.skip("Z") || scanner.skip("z") {
      offset = 0
    } else {
      let sign: Int64 = scanner.skip("+") ? 1 : (scanner.skip("-") ? -1 : 0)
      guard sign != 0, let hours = scanner.number(2), hours <= 18 else { return nil }
      let hasColon = scanner.skip(":")
      guard let minutes = scanner.isAtEnd && !hasColon ? 0 : scanner.number(2), minutes <= 59 else {
        return nil
      }
      offset = sign * (hours * 3600 + minutes * 60)
    }
    guard scanner.isAtEnd else { return nil }
  }

  /// Days since 1970-01-01 of a date whose month is 1…12.
  package static func days(fromCivil year: Int64, _ month: Int64, _ day: Int64) -> Int64 {
    Int64(CivilDate.days(Int(year), Int(month), Int(day)))
  }

  /// The date of a number of days since 1970-01-01.
  package static func civil(fromDays days: Int64) -> (year: Int64, month: Int64, day: Int64) {
    let date = CivilDate(daysSinceEpoch: Int(days))
    return (Int64(date.year), Int64(date.month), Int64(date.day))
  }

  package static func daysInMonth(year: Int64, month: Int64) -> Int64 {
    Int64(CivilDate.days(inMonth: Int(month), of: Int(year)))
  }

  private struct Scanner {
    let bytes: [UInt8]
    var index = 0

    init(bytes: [UInt8]) { self.bytes = bytes }

    var isAtEnd: Bool { index == bytes.count }

    mutating func skip(_ character: Unicode.Scalar) -> Bool {
      guard index < bytes.count, bytes[index] == UInt8(ascii: character) else { return false }
      index += 1
      return true
    }

    mutating func number(_ width: Int) -> Int64? {
      guard index + width <= bytes.count else { return nil }
      var value: Int64 = 0
      for offset in 0..<width {
        let digit = bytes[index + offset] &- UInt8(ascii: "0")
        guard digit <= 9 else { return nil }
        value = value * 10 + Int64(digit)
      }
      index += width
      return value
    }

    mutating func skipDigits() -> Int {
      let first = index
      while index < bytes.count, bytes[index] &- UInt8(ascii: "0") <= 9 { index += 1 }
      return index - first
    }
  }
}

/// A day of the proleptic Gregorian calendar and its number since 1 January 1970.
///
/// Internally years start in March, so that the leap day is the last: 400 years have 146,097 days, and the days before
/// a month follow a line through 153 days in five months.
package struct CivilDate: Hashable, Sendable {
  /// The year; 0 is the one before year 1.
  package var year: Int
  /// The month, 1…12.
  package var month: Int
  /// The day of the month, 1…31.
  package var day: Int

  /// A day that exists, or nil.
  package init?(year: Int, month: Int, day: Int) {
    guard (-999_999...999_999).contains(year), (1...12).contains(month), day >= 1,
      day <= Self.days(inMonth: month, of: year)
    else { return nil }
    (self.year, self.month, self.day) = (year, month, day)
  }

  /// The day with a number, 0 being 1 January 1970.
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

  /// The day's number; 0 is 1 January 1970.
  package var daysSinceEpoch: Int { Self.days(year, month, day) }

  /// The number of a day in a month 1…12.
  @inline(__always)
  package static func days(_ year: Int, _ month: Int, _ day: Int) -> Int {
    let marchYear = month <= 2 ? year &- 1 : year
    let era = (marchYear >= 0 ? marchYear : marchYear &- 399) / 400
    let yearOfEra = marchYear &- era &* 400
    let dayOfYear = (153 &* (month > 2 ? month &- 3 : month &+ 9) &+ 2) / 5 &+ day &- 1
    let dayOfEra = yearOfEra &* 365 &+ yearOfEra / 4 &- yearOfEra / 100 &+ dayOfYear
    return era &* 146_097 &+ dayOfEra &- 719_468
  }

  /// The number of days in a month 1…12.
  package static func days(inMonth month: Int, of year: Int) -> Int {
    switch month {
    case 2: isLeap(year) ? 29 : 28
    case 4, 6, 9, 11: 30
    default: 31
    }
  }

  /// Whether a year has a 29 February.
  package static func isLeap(_ year: Int) -> Bool {
    year % 4 == 0 && (year % 100 != 0 || year % 400 == 0)
  }
}
