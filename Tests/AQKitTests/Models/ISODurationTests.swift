import AQKit
import Testing

@Suite struct ISODurationTests {
  @Test(
    "in words a duration is rounded up to a usual unit",
    arguments: [
      (Duration.seconds(10), "10 s"), (.milliseconds(500), "500 ms"), (.milliseconds(1500), "2 s"),
      (.nanoseconds(1), "1 ms"), (.seconds(121), "3 min"), (.seconds(7 * 3600), "7 h"), (.zero, "0 s"),
      (.seconds(9001), "2 h 31 min"), (.seconds(-5), "0 s"),
      (.seconds(Int64.max), "2562047788015215 h 31 min"),
    ])
  func words(duration: Duration, text: String) {
    #expect(duration.words == text)
  }

  @Test(
    "durations of whole days, hours, minutes and seconds are read and written in one spelling",
    arguments: [
      ("PT1H", 3600, "PT1H"), ("PT60M", 3600, "PT1H"), ("PT15M", 900, "PT15M"), ("P1D", 86_400, "P1D"),
      ("PT36H", 129_600, "P1DT12H"), ("P1DT2H", 93_600, "P1DT2H"), ("P1W", 604_800, "P7D"),
      ("PT0S", 0, "PT0S"),
      ("-PT1M", -60, "-PT1M"), ("-P1DT1S", -86_401, "-P1DT1S"), ("PT9223372036854775807S", .max, nil),
    ] as [(String, Int64, String?)])
  func reading(_ text: String, _ seconds: Int64, _ canonical: String?) throws {
    let duration = try #require(ISODuration(text: text))
    #expect(duration.seconds == seconds)
    if let canonical { #expect(duration.text == canonical) }
    #expect(ISODuration(text: duration.text) == duration)
  }

  @Test(
    "a duration without a fixed length, incomplete, out of order or too long is refused",
    arguments: [
      "", "P", "PT", "-P", "P1DT", "1H", "PT1", "P1Y", "P1M", "PT1H1H", "PT1M1H", "P1D1W", "P1H", "PT1D",
      "PTT1H",
      "PT1.5H", "PT-1H", "--PT1H", "pt1h", "PT1H ", "P9223372036854775807D", "PT9223372036854775807H",
      "PT9223372036854775807S1", "PT99999999999999999999S", "P1DT９H",
    ])
  func refusing(_ text: String) {
    #expect(ISODuration(text: text) == nil)
  }

  @Test("the extremes are written and read again", arguments: [Int64.min, .min + 1, .max])
  func extremes(_ seconds: Int64) {
    #expect(ISODuration(text: ISODuration(seconds: seconds).text)?.seconds == seconds)
  }
}
