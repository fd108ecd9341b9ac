/// A date and time of day as written (24:00 is the end of a day, second 60 the first of the next minute), with the offset from UTC if one was written. Proleptic Gregorian calendar.
package struct CivilTime: Equatable {
  /// Seconds since 1970 if the text is read as UTC.
  package let secondsAsUTC: Int64
  /// The written offset in seconds east of UTC; nil if none was written.
  package let offset: Int64?

  /// Reads `yyyy-MM-dd`, or that with `THH:mm[:ss[.fff]]` (a space may stand for the T) and `Z` or `±HH[:]MM`.
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

  /// Days since 1970-01-01 of a date. The algorithm counts from 1 March of year 0 in eras of 400 years.
  package static func days(fromCivil year: Int64, _ month: Int64, _ day: Int64) -> Int64 {
    let shifted = month <= 2 ? year - 1 : year
    let era = (shifted >= 0 ? shifted : shifted - 399) / 400
    let yearOfEra = shifted - era * 400
    let dayOfYear = (153 * (month + (month > 2 ? -3 : 9)) + 2) / 5 + day - 1
    return era * 146_097 + yearOfEra * 365 + yearOfEra / 4 - yearOfEra / 100 + dayOfYear - 719_468
  }

  /// The date of a number of days since 1970-01-01.
  package static func civil(fromDays days: Int64) -> (year: Int64, month: Int64, day: Int64) {
    let shifted = days + 719_468
    let era = (shifted >= 0 ? shifted : shifted - 146_096) / 146_097
    let dayOfEra = shifted - era * 146_097
    let yearOfEra = (dayOfEra - dayOfEra / 1460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
    let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
    let shiftedMonth = (5 * dayOfYear + 2) / 153
    let month = shiftedMonth < 10 ? shiftedMonth + 3 : shiftedMonth - 9
    let year = yearOfEra + era * 400 + (month <= 2 ? 1 : 0)
    return (year, month, dayOfYear - (153 * shiftedMonth + 2) / 5 + 1)
  }

  static func daysInMonth(year: Int64, month: Int64) -> Int64 {
    switch month {
    case 2: year % 4 == 0 && (year % 100 != 0 || year % 400 == 0) ? 29 : 28
    case 4, 6, 9, 11: 30
    default: 31
    }
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
