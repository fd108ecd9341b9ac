import AQKit
import AQKitTesting
import TestRuns
import Testing

@Suite("Days of the calendar", .computing)
struct CivilDateTests {
  @Test("counting day by day through centuries gives each day its number, and each number its day")
  func dayByDay() throws {
    // From before 1900, or in a debug build before 2000, until after 2100; or all of two Gregorian cycles from 1600 on.
    let (first, start, end) = TestEffort.of(
      (1890, -29_219, 47_847), debug: (1999, 10_592, 47_847), heavy: (1600, -135_140, 157_054))
    var (year, month, day) = (first, 1, 1)
    var wrong: [String] = []
    for number in start..<end {
      let date = CivilDate(daysSinceEpoch: number)
      let named = CivilDate(year: year, month: month, day: day)
      if date != named || named?.daysSinceEpoch != number { wrong.append("\(number)") }
      day += 1
      let isLeap = year % 4 == 0 && (year % 100 != 0 || year % 400 == 0)
      let length = [31, isLeap ? 29 : 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31][month - 1]
      if day > length { (month, day) = (month + 1, 1) }
      if month > 12 { (year, month) = (year + 1, 1) }
    }
    #expect(wrong.isEmpty)
    #expect((year, month, day) == (TestEffort.of(2101, heavy: 2400), 1, 1))
  }

  @Test("known days have their numbers")
  func known() {
    #expect(CivilDate(year: 1970, month: 1, day: 1)?.daysSinceEpoch == 0)
    #expect(CivilDate(year: 2000, month: 3, day: 1)?.daysSinceEpoch == 11_017)
    #expect(CivilDate(year: 0, month: 3, day: 1)?.daysSinceEpoch == -719_468)
    #expect(CivilDate(year: -1, month: 12, day: 31)?.daysSinceEpoch == -719_529)
    #expect(CivilDate(year: 9999, month: 12, day: 31)?.daysSinceEpoch == 2_932_896)
  }

  @Test("a day that doesn't exist isn't made")
  func missing() {
    for (year, month, day) in [
      (2026, 2, 29), (1900, 2, 29), (2024, 2, 30), (2026, 4, 31), (2026, 0, 1), (2026, 13, 1), (2026, 1, 0),
      (2026, 1, -1), (2026, 12, 32), (.max, 1, 1), (.min, 1, 1),
    ] {
      #expect(CivilDate(year: year, month: month, day: day) == nil)
    }
  }
}
