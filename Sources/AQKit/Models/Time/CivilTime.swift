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

  static func daysInMonth(year: Int64, month: Int64) -> Int64 {
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
