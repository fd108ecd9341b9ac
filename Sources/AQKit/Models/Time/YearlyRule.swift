/// The rule for all years after a zone's last recorded change, in the form of the variable `TZ` (IEEE Std 1003.1, section
/// 8.3, with the extensions of RFC 9636): `CET-1CEST,M3.5.0,M10.5.0/3`.
struct YearlyRule: Sendable {
  /// A day of each year and the second of that day, by the clocks before the change.
  private struct Change: Sendable {
    enum Day: Sendable {
      /// The number of the day, 1 to 365; 29 February isn't counted.
      case withoutLeapDay(Int)
      /// The number of the day from 0, with 29 February.
      case ofYear(Int)
      /// The weekday (0 is Sunday) of a week of a month; week 5 is the last one.
      case weekday(Int, week: Int, month: Int)
    }

    let day: Day
    let second: Int64

    /// Returns the second since 1970 at which the change occurs in a year, on clocks that are ahead of UTC by an
    /// offset.
    func moment(in year: Int, _ offset: Int64) -> Int64 { Int64(number(in: year)) * 86_400 + second - offset }

    private func number(in year: Int) -> Int {
      switch day {
      case .withoutLeapDay(let number):
        let isAfterLeapDay = number >= 60 && CivilDate.isLeap(year)
        return CivilDate.days(year, 1, 1) + number - (isAfterLeapDay ? 0 : 1)
      case .ofYear(let number): return CivilDate.days(year, 1, 1) + number
      case .weekday(let weekday, let week, let month):
        let first = CivilDate.days(year, month, 1)
        // 1 January 1970 was a Thursday.
        let wait = ((weekday - first - 4) % 7 + 7) % 7
        let day = wait + (week - 1) * 7
        return first + (day < CivilDate.days(inMonth: month, of: year) ? day : day - 7)
      }
    }
  }

  /// The seconds that the clocks of the rule's first part are ahead of UTC, which it calls standard time.
  private let usual: Int64
  private let other: (offset: Int64, start: Change, end: Change)?

  /// Whether the rule calls the clocks of summer standard time, as that of Dublin does.
  var isReversed: Bool { other.map { $0.offset < usual } ?? false }

  /// The seconds that the clocks without daylight saving time are ahead of UTC.
  var standard: Int64 { other.map { min($0.offset, usual) } ?? usual }

  func offset(at second: Int64) -> Int64 {
    guard let other else { return usual }
    let year = CivilDate(daysSinceEpoch: Int((second + usual).dividedDown(by: 86_400))).year
    let start = other.start.moment(in: year, usual)
    let end = other.end.moment(in: year, other.offset)
    let isOther = start < end ? start <= second && second < end : start <= second || second < end
    return isOther ? other.offset : usual
  }

  /// Reads a rule; nil if there is none, or it isn't supported.
  init?(_ text: ArraySlice<UInt8>) {
    var text = RuleText(rest: text)
    guard text.name(), let behind = text.time() else { return nil }
    usual = -behind
    if text.rest.isEmpty {
      other = nil
      return
    }
    guard text.name() else { return nil }
    var offset = usual + 3600
    if text.rest.first != UInt8(ascii: ",") {
      guard let behind = text.time() else { return nil }
      offset = -behind
    }
    guard let start = Self.change(&text), let end = Self.change(&text), text.rest.isEmpty else { return nil }
    other = (offset, start, end)
  }

  /// Reads `,M3.5.0/2`, `,J60` or `,59`.
  private static func change(_ text: inout RuleText) -> Change? {
    guard text.skip(",") else { return nil }
    let day: Change.Day
    if text.skip("M") {
      guard let month = text.number(in: 1...12), text.skip("."), let week = text.number(in: 1...5),
        text.skip("."), let weekday = text.number(in: 0...6)
      else { return nil }
      day = .weekday(weekday, week: week, month: month)
    } else if text.skip("J") {
      guard let number = text.number(in: 1...365) else { return nil }
      day = .withoutLeapDay(number)
    } else {
      guard let number = text.number(in: 0...365) else { return nil }
      day = .ofYear(number)
    }
    guard text.skip("/") else { return Change(day: day, second: 7200) }
    return text.time().map { Change(day: day, second: $0) }
  }
}

private struct RuleText {
  var rest: ArraySlice<UInt8>

  /// Returns whether a character comes next; if so, skips it.
  mutating func skip(_ character: Unicode.Scalar) -> Bool {
    guard let byte = rest.first, UInt32(byte) == character.value else { return false }
    rest = rest.dropFirst()
    return true
  }

  /// Returns whether a zone's abbreviation comes next; if so, skips it: letters, or anything in angle brackets.
  mutating func name() -> Bool {
    if skip("<") {
      guard let end = rest.firstIndex(of: UInt8(ascii: ">")) else { return false }
      rest = rest[(end + 1)...]
      return true
    }
    let letters = rest.prefix { $0.isLetter }
    rest = rest.dropFirst(letters.count)
    return letters.count >= 3
  }

  mutating func number(in range: ClosedRange<Int>) -> Int? {
    let digits = rest.prefix { $0.isDigit }
    guard (1...3).contains(digits.count) else { return nil }
    rest = rest.dropFirst(digits.count)
    let number = digits.reduce(0) { $0 * 10 + Int($1 - UInt8(ascii: "0")) }
    return range.contains(number) ? number : nil
  }

  /// Reads hours, with optional minutes and seconds, in seconds.
  mutating func time() -> Int64? {
    let isNegative = skip("-")
    if !isNegative { _ = skip("+") }
    guard var seconds = number(in: 0...167).map({ $0 * 3600 }) else { return nil }
    for unit in [60, 1] where skip(":") {
      guard let part = number(in: 0...59) else { return nil }
      seconds += part * unit
    }
    return Int64(isNegative ? -seconds : seconds)
  }
}
