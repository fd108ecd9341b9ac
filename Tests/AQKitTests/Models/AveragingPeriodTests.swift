import AQKit
import Testing

@Suite struct AveragingPeriodTests {
  @Test(
    "each period has one spelling",
    arguments: [
      ("instant", AveragingPeriod.instant, "instant"), ("10min", .minutes(10), "10min"),
      ("15min", .minutes(15), "15min"),
      ("1h", .oneHour, "1h"), ("60min", .oneHour, "1h"), ("3h", .hours(3), "3h"), ("8h", .eightHours, "8h"),
      ("24h", .day, "24h"), ("1d", .day, "24h"), ("30d", .hours(720), "720h"),
      ("90s", .init(seconds: 90), "90s"),
      ("annual", .annual, "annual"), ("8h-max", .eightHours.dailyMaximum, "8h-max"),
      ("1h-max", .oneHour.dailyMaximum, "1h-max"),
    ])
  func spelling(_ text: String, _ period: AveragingPeriod, _ canonical: String) throws {
    #expect(AveragingPeriod(text) == period)
    #expect(period.description == canonical)
    #expect(try roundTripped(period) == period)
  }

  @Test(
    "an invalid period is refused",
    arguments: [
      "", "h", "1", "0h", "-1h", "1.5h", "1 h", "1H", "hourly", "-max", "8h-min", "99999999999999999999h",
      "9223372036854775807d", "instantly", "８h",
    ])
  func refusing(_ text: String) {
    #expect(AveragingPeriod(text) == nil)
    #expect(throws: DecodingError.self) { try decode(AveragingPeriod.self, "[\"\(text)\"]") }
  }

  @Test(
    "any length in seconds converts back and forth",
    arguments: [1, 59, 61, 3599, 3601, 86_399, 2_592_000, Int64.max])
  func anyLength(_ seconds: Int64) {
    let period = AveragingPeriod(seconds: seconds)
    #expect(AveragingPeriod(period.description) == period)
  }

  @Test("a negative length is an instant")
  func negative() {
    #expect(AveragingPeriod(seconds: -5) == .instant)
    #expect(AveragingPeriod.hours(-1) == .instant)
  }

  @Test("a daily maximum is a different period from its means, and a year has no fixed length")
  func identity() {
    #expect(AveragingPeriod.eightHours != .eightHours.dailyMaximum)
    #expect(AveragingPeriod.annual.seconds == nil)
    #expect(AveragingPeriod.eightHours.dailyMaximum.seconds == 28_800)
  }
}
