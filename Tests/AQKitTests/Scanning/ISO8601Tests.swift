import AQKit
import TestRuns
import Testing

@Suite("Times in ISO 8601", .computing)
struct ISO8601Tests {
  @Test(
    "each form of a time is read",
    arguments: [
      ("1970-01-01", 0, nil, .day), ("1970-01-01T00:00", 0, nil, .minute),
      ("1970-01-01T00:00Z", 0, 0, .minute),
      ("2026-08-01", 1_785_542_400, nil, .day), ("2026-08-01T06:00", 1_785_564_000, nil, .minute),
      ("2026-08-01 06:00", 1_785_564_000, nil, .minute), ("2026-08-01t06:00z", 1_785_564_000, 0, .minute),
      ("2026-08-01T06:00:30", 1_785_564_030, nil, .second),
      ("2026-08-01T06:00:30.999999999Z", 1_785_564_030, 0, .second),
      ("2026-08-01T06:00+05:30", 1_785_564_000, 19_800, .minute),
      ("2026-08-01T06:00:00-0330", 1_785_564_000, -12_600, .second),
      ("2026-08-01 06:00:00+00", 1_785_564_000, 0, .second),
      ("2026-08-01T06:00-00:00", 1_785_564_000, 0, .minute),
      ("2026-08-01T06:00+18:00", 1_785_564_000, 64_800, .minute),
      ("1969-12-31T23:59:59.5Z", -1, 0, .second), ("1969-12-31T23:59:59,5Z", -1, 0, .second),
      ("0000-01-01", -62_167_219_200, nil, .day),
      ("0000-02-29", -62_162_121_600, nil, .day), ("9999-12-31T23:59:59Z", 253_402_300_799, 0, .second),
      ("2024-02-29T12:00", 1_709_208_000, nil, .minute), ("2000-02-29", 951_782_400, nil, .day),
    ] as [(String, Int64, Int?, ISO8601.Stamp.Precision)])
  func reads(text: String, clock: Int64, offset: Int?, precision: ISO8601.Stamp.Precision) throws {
    let stamp = try #require(ISO8601.stamp(text))
    #expect(stamp.clock == clock)
    #expect(stamp.offset == offset)
    #expect(stamp.precision == precision)
    #expect(stamp.instant() == offset.map { clock - Int64($0) })
    #expect(stamp.instant(assuming: 3_600) == clock - Int64(offset ?? 3_600))
  }

  @Test("a leap second is the first second of the next minute, and 24:00 the next day's 00:00")
  func edges() {
    #expect(
      ISO8601.stamp("2016-12-31T23:59:60Z")?.instant() == ISO8601.stamp("2017-01-01T00:00:00Z")?.instant())
    #expect(ISO8601.stamp("2016-12-31T23:59:60.9Z")?.instant() == 1_483_228_800)
    #expect(ISO8601.stamp("2026-08-01T24:00")?.clock == ISO8601.stamp("2026-08-02")?.clock)
    #expect(ISO8601.stamp("2026-12-31T24:00:00Z")?.clock == ISO8601.stamp("2027-01-01")?.clock)
  }

  @Test(
    "what isn't a time, or names a day that doesn't exist, is refused",
    arguments: [
      "", "2", "2026", "2026-08", "2026-8-1", "26-08-01", "2026/08/01", "20260801", "+2026-08-01",
      "-2026-08-01",
      "2026-00-01", "2026-13-01", "2026-01-00", "2026-01-32", "2026-04-31", "2026-02-29", "1900-02-29",
      "2024-02-30",
      "2026-08-01T", "2026-08-01 ", "2026-08-01T6:00", "2026-08-01T06", "2026-08-01T06:0", "2026-08-01T06:60",
      "2026-08-01T24:01", "2026-08-01T24:00:01", "2026-08-01T25:00", "2026-08-01T06:00:61",
      "2026-08-01T06:00:",
      "2026-08-01T06:00:00.", "2026-08-01T06:00:00.Z", "2026-08-01T06:00:00,", "2026-08-01T06:00+",
      "2026-08-01T06:00+5",
      "2026-08-01T06:00+05:", "2026-08-01T06:00+05:3", "2026-08-01T06:00+19:00", "2026-08-01T06:00+24:00",
      "2026-08-01T06:00+05:60",
      "2026-08-01T06:00 Z", "2026-08-01T06:00ZZ", "2026-08-01Z", "2026-08-01X06:00", " 2026-08-01",
      "2026-08-01T06:00\n",
      "２０２６-08-01",
    ])
  func refuses(text: String) {
    #expect(ISO8601.stamp(text) == nil)
  }

  @Test("a time is read from a line, and the position ends after it")
  func inLine() throws {
    let line = "2026-08-01 06:00:00+02:00,PM25 2026-08-01 x"
    let (stamp, end) = try scan(line, ISO8601.scan)
    #expect(stamp.instant() == 1_785_556_800)
    #expect(Array(line.utf8)[end] == UInt8(ascii: ","))
    #expect(try scan("2026-08-01 PM25", ISO8601.scan).end == 10)
  }

  @Test("no truncated or changed text crashes, and a truncated one never passes for another time")
  func damaged() {
    let text = Array("2026-08-01T06:00:30.25+05:30".utf8)
    let whole = Set([10, 16, 19, 21, 22, 25, 28])
    for count in 0...text.count {
      let stamp = ISO8601.stamp(String(decoding: text[..<count], as: UTF8.self))
      #expect((stamp != nil) == whole.contains(count), "\(count)")
    }
    for index in text.indices {
      for byte in 0...UInt8.max {
        var changed = text
        changed[index] = byte
        guard let (stamp, end) = try? scan(changed, ISO8601.scan) else { continue }
        #expect(end <= changed.count && abs(stamp.clock) < 400_000_000_000)
      }
    }
  }
}
