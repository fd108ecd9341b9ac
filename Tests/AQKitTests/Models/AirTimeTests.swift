import AQKit
import Foundation
import TestRuns
import Testing

@Suite struct AirTimeTests {
  @Test(
    "ISO 8601 with an offset is an instant",
    arguments: [
      ("2026-10-01T12:00:00Z", 1_790_856_000), ("2026-10-01T12:00Z", 1_790_856_000),
      ("2026-10-01 12:00:00Z", 1_790_856_000), ("2026-10-01t12:00:00z", 1_790_856_000),
      ("2026-10-01T14:00:00+02:00", 1_790_856_000), ("2026-10-01T14:00:00+0200", 1_790_856_000),
      ("2026-10-01T14:00:00+02", 1_790_856_000), ("2026-10-01T06:30:00-05:30", 1_790_856_000),
      ("2026-10-01T12:00:00.999Z", 1_790_856_000), ("2026-10-01T12:00:00,5Z", 1_790_856_000),
      ("1970-01-01T00:00:00Z", 0), ("1969-12-31T23:59:59Z", -1), ("2000-02-29T00:00:00Z", 951_782_400),
      ("2026-10-01T24:00:00Z", 1_790_899_200), ("2016-12-31T23:59:60Z", 1_483_228_800),
      ("0001-01-01T00:00:00Z", -62_135_596_800), ("9999-12-31T23:59:59Z", 253_402_300_799),
    ])
  func reading(_ text: String, _ seconds: Int64) {
    #expect(AirTime(text)?.secondsSince1970 == seconds)
  }

  @Test(
    "an invalid instant is not read",
    arguments: [
      "", "2026", "2026-10-01", "2026-10-01T12:00:00", "2026-10-01Z", "2026-10-01+02:00", "2026-13-01T00:00Z",
      "2026-00-01T00:00Z", "2026-02-29T00:00Z", "1900-02-29T00:00Z", "2026-04-31T00:00Z", "2026-10-01T25:00Z",
      "2026-10-01T24:01Z", "2026-10-01T12:60Z", "2026-10-01T12:00:61Z", "2026-10-01T12:00:00.Z",
      "2026-10-01T12:00:00+02:", "2026-10-01T12:00:00+2", "2026-10-01T12:00:00+19:00",
      "2026-10-01T12:00:00+02:60",
      "2026-10-01T12:00:00Z ", " 2026-10-01T12:00:00Z", "2026-10-01T12:00:00ZZ", "0000-01-01T00:00Z",
      "-001-01-01T00:00Z", "20261001T120000Z", "２０２６-10-01T12:00:00Z", "2026-10-01T1２:00Z", "null",
    ])
  func refusing(_ text: String) {
    #expect(AirTime(text) == nil)
  }

  @Test("text and number convert back and forth on every day of 400 years, and at both ends")
  func roundTrip() {
    for day in stride(from: Int64(-73_000), through: 73_000, by: TestEffort.of(1, debug: 13)) {
      let time = AirTime(secondsSince1970: day * 86_400 + (day.magnitude % 2 == 0 ? 0 : 86_399))
      guard AirTime(time.description) == time else {
        Issue.record("\(time) does not read back")
        return
      }
    }
    for second in [Int64.min, .max, -62_135_596_800, 253_402_300_799] {
      let time = AirTime(secondsSince1970: second)
      #expect(AirTime(time.description) == time)
    }
  }

  @Test("the calendar agrees with Foundation's")
  func calendar() throws {
    var calendar = Calendar(identifier: .gregorian)
    calendar.timeZone = try #require(TimeZone(secondsFromGMT: 0))
    for seconds in stride(from: Int64(-10_000_000_000), through: 10_000_000_000, by: 97_654_321) {
      let time = AirTime(secondsSince1970: seconds)
      let parts = calendar.dateComponents([.year, .month, .day, .hour], from: time.date)
      let year = try #require(parts.year)
      #expect(time.description.hasPrefix(year < 1000 ? "0\(year)-" : "\(year)-"))
      let day = try #require(parts.day)
      #expect(time.description.dropFirst(8).hasPrefix(day < 10 ? "0\(day)T" : "\(day)T"))
    }
  }

  @Test("arithmetic beyond the ends stays at the ends")
  func saturation() {
    let last = AirTime(secondsSince1970: .max)
    let first = AirTime(secondsSince1970: .min)
    #expect(last.description == "9999-12-31T23:59:59Z")
    #expect(first.description == "0001-01-01T00:00:00Z")
    #expect(last.adding(seconds: .max) == last)
    #expect(first.adding(seconds: .min) == first)
    #expect(last + .seconds(Int64.max) == last)
    #expect(first - .seconds(Int64.max) == first)
    #expect(first - .seconds(Int64.min) == last)
    #expect(last.duration(since: first) == .seconds(315_537_897_599))
    #expect(AirTime("9999-12-31T23:59:59-18:00") == last)
  }

  @Test("dates convert in whole seconds, rounded down")
  func dates() {
    #expect(AirTime(Date(timeIntervalSince1970: 1.9)).secondsSince1970 == 1)
    #expect(AirTime(Date(timeIntervalSince1970: -0.5)).secondsSince1970 == -1)
    #expect(AirTime(Date(timeIntervalSince1970: .infinity)).description == "9999-12-31T23:59:59Z")
    #expect(AirTime(Date(timeIntervalSince1970: -.infinity)).description == "0001-01-01T00:00:00Z")
    #expect(AirTime(Date(timeIntervalSince1970: .nan)).secondsSince1970 == 0)
    #expect(AirTime.noon.date.timeIntervalSince1970 == 1_790_856_000)
  }

  @Test("an interval is closed at its start and open at its end, and an instant contains itself")
  func intervals() throws {
    let hour = try AirInterval(start: .noon, end: AirTime.noon.hours(1))
    let next = try AirInterval(start: AirTime.noon.hours(1), end: AirTime.noon.hours(2))
    let instant = AirInterval(instant: .noon)
    #expect(hour.contains(.noon) && !hour.contains(AirTime.noon.hours(1)))
    #expect(!hour.overlaps(next) && !next.overlaps(hour))
    #expect(instant.overlaps(hour) && hour.overlaps(instant) && instant.overlaps(instant))
    #expect(!AirInterval(instant: AirTime.noon.hours(1)).overlaps(hour))
    #expect(instant.isInstant && instant.length == .zero && hour.length == .seconds(3600))
    #expect(throws: AQError.self) { try AirInterval(start: .noon, end: AirTime.noon.adding(seconds: -1)) }
  }

  @Test(
    "an interval in JSON is two instants in order",
    arguments: [
      #"["2026-10-01T12:00:00Z"]"#, "[]", #"["2026-10-01T12:00:00Z","2026-10-01T11:00:00Z"]"#,
      #"["2026-10-01T12:00:00Z","2026-10-01T13:00:00Z","2026-10-01T14:00:00Z"]"#, #"["noon","later"]"#,
      "[1,2]",
      #""2026-10-01T12:00:00Z""#,
    ])
  func hostileIntervals(_ text: String) {
    #expect(throws: DecodingError.self) { try decode(AirInterval.self, text) }
  }
}
