import AQKit
import Foundation
import Testing

@Suite("The form of a time") struct TimeFormatTests {
  /// After all values, because values aren't measured after they are received.
  private static let later = AirTime(secondsSince1970: 1_900_000_000)

  private func read(_ text: String, _ format: TimeStamp.Format) -> (time: String?, reason: String?) {
    var report = ReportBuilder(.sample(), receivedAt: Self.later)
    report.add(
      .pm25, 1, unit: "µg/m³", at: .written(text, as: format), to: report.site(AirSite(id: "a", kind: .city)))
    let response = report.response()
    let time = response.reports.first?.series.first?.timeline.first.map { "\($0.start)" }
    return (time, response.notes.first { $0.code == .refused }?.message)
  }

  private static let cet = TimeStamp.Zone.fixed(secondsFromUTC: 3600)

  @Test(
    "is a pattern in the order and punctuation of the service",
    arguments: [
      ("dd-MM-yyyy HH:mm", "25-10-2026 02:30", "2026-10-25T01:30:00Z"),
      ("yyyy/MM/dd HH:mm:ss", "2026/06/19 09:00:00", "2026-06-19T08:00:00Z"),
      ("d/M/yyyy h:mm a", "1/10/2026 2:05 PM", "2026-10-01T13:05:00Z"),
      ("d/M/yyyy h:mm a", "1/10/2026 12:05 a.m.", "2026-09-30T23:05:00Z"),
      ("d/M/yyyy hh:mma", "1/10/2026 12:05pm", "2026-10-01T11:05:00Z"),
      ("yyyyMMddHHmmss", "20261001143000", "2026-10-01T13:30:00Z"),
      ("yyMMddHH", "26100114", "2026-10-01T13:00:00Z"),
      ("E, d MMM yyyy HH:mm:ss Z", "Thu, 1 Oct 2026 20:00:00 +0800", "2026-10-01T12:00:00Z"),
      ("d MMMM yyyy", "1 october 2026", "2026-09-30T23:00:00Z"),
      ("yyyy-MM-dd'T'HH:mm:ss.SZ", "2026-10-01T14:00:00.123456+02:00", "2026-10-01T12:00:00Z"),
      ("yyyy-MM-dd HH:mm Z", "2026-10-01 12:00 UTC", "2026-10-01T12:00:00Z"),
      ("yyyy-MM-dd H", "  2026-10-01   9 ", "2026-10-01T08:00:00Z"),
      ("d.M.yyyy 'o''clock' H", "1.10.2026 o'clock 9", "2026-10-01T08:00:00Z"),
    ])
  func patterns(pattern: String, text: String, utc: String) {
    #expect(read(text, .pattern(pattern, in: Self.cet)).time == utc)
  }

  @Test(
    "hour 24 is the next day's 0:00, and hours 1 to 24 name their ends",
    arguments: [
      ("yyyy-MM-dd HH:mm", "2026-12-31 24:00", "2026-12-31T23:00:00Z"),
      ("yyyy-MM-dd k", "2026-10-01 24", "2026-10-01T23:00:00Z"),
      ("yyyy-MM-dd k", "2026-10-01 1", "2026-10-01T00:00:00Z"),
      ("yyyy M d kk", "2026 2 28 24", "2026-02-28T23:00:00Z"),
    ])
  func hour24(pattern: String, text: String, utc: String) {
    #expect(read(text, .pattern(pattern, in: Self.cet)).time == utc)
  }

  @Test("may be spread over several fields")
  func fields() throws {
    var report = ReportBuilder(.sample(), receivedAt: Self.later)
    let hours = TimeStamp.Format.pattern("yyyy/MM/dd k", in: .fixed(secondsFromUTC: 32_400))
    report.add(
      .pm25, 1, unit: "µg/m³", at: .written(fields: ["2026/10/01", "24"], as: hours),
      to: report.site(AirSite(id: "a", kind: .city)))
    #expect(report.response().reports.first?[.pm25]?.timeline.first?.start == AirTime("2026-10-01T15:00Z"))
  }

  @Test(
    "refuses a text that doesn't fit, and names the pattern",
    arguments: [
      ("dd-MM-yyyy HH:mm", "2026-10-25 02:30"), ("dd-MM-yyyy", "31-11-2026"), ("dd-MM-yyyy", "29-02-2026"),
      ("dd-MM-yyyy", "00-01-2026"), ("dd-MM-yyyy", "01-13-2026"), ("dd-MM-yyyy", "01-01-0000"),
      ("dd-MM-yyyy", "1-1-2026"), ("yyyy-MM-dd H:mm", "2026-10-01 24:01"), ("yyyy-MM-dd H", "2026-10-01 25"),
      ("yyyy-MM-dd k", "2026-10-01 0"), ("yyyy-MM-dd h a", "2026-10-01 0 am"),
      ("yyyy-MM-dd h a", "2026-10-01 13 am"),
      ("yyyy-MM-dd h a", "2026-10-01 9 xm"), ("yyyy-MM-dd H:mm", "2026-10-01 9:60"),
      ("yyyy-MM-dd", "2026-10-01 " + "x"),
      ("yyyy-MM-dd", ""), ("yyyy-MM-dd", "٢٠٢٦-10-01"), ("d MMM yyyy", "1 Foo 2026"),
      ("E d M yyyy", "1 1 2026"),
      ("yyyy-MM-dd Z", "2026-10-01 +19:00"), ("yyyy-MM-dd Z", "2026-10-01 EST"),
      ("yyyy-MM-dd Z", "2026-10-01 +02:"),
      ("yyyy-MM-dd", String(repeating: "2", count: 100_000)),
    ])
  func misfits(pattern: String, text: String) {
    let (time, reason) = read(text, .pattern(pattern, in: .utc))
    #expect(time == nil && reason == "Refused: a time can't be read as “\(pattern)”.")
  }

  @Test(
    "if not a pattern, refuses every time, and says why",
    arguments: [
      ("", "needs a year"), ("HH:mm", "needs a year"), ("yyyy-MM-dd hh:mm", "half-day hour"),
      ("yyyy-MM-dd a", "half-day hour"),
      ("yyyy-MM-dd'T", "not closed"), ("yyyy-MM-ddTHH", "T isn't a field"), ("yyyy-MM-dd dd", "occurs twice"),
      ("yyyy-MM-dd H kk", "occurs twice"), ("yyy-MM-dd", "yyy isn't a field"),
      ("yyyy-MM-dd Q", "Q isn't a field"),
      ("yyyy-MM-dd HHH", "HHH isn't a field"),
    ])
  func faultyPatterns(pattern: String, reason: String) {
    let refusal = read("2026-10-01", .pattern(pattern, in: .utc))
    #expect(refusal.time == nil && refusal.reason?.contains(reason) == true, "\(refusal)")
  }

  @Test("a time without an offset needs a zone, and the refusal says so")
  func zones() throws {
    for format in [TimeStamp.Format.iso8601, .pattern("yyyy-MM-dd'T'HH:mm")] {
      #expect(read("2026-10-01T12:00", format).reason?.contains("no zone or offset") == true)
    }
    #expect(read("2026-10-01T12:00", .iso8601(in: .utc)).time == "2026-10-01T12:00:00Z")
    let warsaw = try TimeStamp.Zone(named: "Europe/Warsaw")
    #expect(read("2026-10-01T12:00", .iso8601(in: warsaw)).time == "2026-10-01T10:00:00Z")
    #expect(read("2026-10-01T12:00Z", .iso8601(in: warsaw)).time == "2026-10-01T12:00:00Z")
    #expect(read("01.10.2026 12", .pattern("dd.MM.yyyy HH", in: warsaw)).time == "2026-10-01T10:00:00Z")
    #expect(read("2026-10-01", .iso8601(in: .fixed(secondsFromUTC: .max))).reason != nil)
    #expect(read("0001-01-01", .iso8601(in: .fixed(secondsFromUTC: 3600))).reason?.contains("range") == true)
    #expect(
      read("9999-12-31T23:30", .iso8601(in: .fixed(secondsFromUTC: -3600))).reason?.contains("range") == true)
    #expect(throws: AQError.self) { try TimeStamp.Zone(named: "Europe/Atlantis") }
  }

  @Test("seconds and milliseconds since 1970 are read from text, and rounded down")
  func unixTimes() {
    #expect(read("1790856000", .unixSeconds).time == "2026-10-01T12:00:00Z")
    #expect(read("1790856000.9", .unixSeconds).time == "2026-10-01T12:00:00Z")
    #expect(read("1790856000999", .unixMilliseconds).time == "2026-10-01T12:00:00Z")
    #expect(read("-1", .unixMilliseconds).time == "1969-12-31T23:59:59Z")
    for text in ["1790856000000", "1e300", "-1e300", "9223372036854775807", "9223372036854775808"] {
      #expect(read(text, .unixSeconds).reason?.contains("out of range") == true, "\(text)")
    }
    for text in ["", "noon", "nan", "1 2", "0x10", "1,5"] {
      #expect(read(text, .unixSeconds).time == nil, "\(text)")
    }
  }

  @Test("in JSON is read from strings and numbers, as a column too")
  func json() throws {
    let json = try AQJSON(
      parsing: #"{"at": 1790856000, "hours": ["01.10.2026 12", null, "01.10.2026 14"], "v": [1, 2, 3]}"#)
    var report = ReportBuilder(.sample(), receivedAt: Self.later)
    let place = report.site(AirSite(id: "a", kind: .city))
    report.add(.o3, 1, unit: "ppb", at: try json["at"].stamp(as: .unixSeconds), to: place)
    let stamps = try json["hours"].stamps(as: .pattern("dd.MM.yyyy HH", in: .utc))
    report.add(.pm25, column: json["v"], unit: "µg/m³", at: .stamps(stamps), to: place)
    report.add(.pm10, column: [1, 2], unit: "µg/m³", at: .stamps(stamps), to: place)
    let response = report.response()
    #expect(response.reports[0][.o3]?.timeline.first?.start == .noon)
    #expect(response.reports[0][.pm25]?.values == [1, 3])
    #expect(response.notes.filter { $0.code == .refused }.map(\.count) == [1, 2])
    #expect(throws: AQError.self) { try json["at"].stamps(as: .unixSeconds) }
    #expect(throws: AQError.self) { try json["v"].stamp(as: .unixSeconds) }
  }

  @Test(
    "is a word, a pattern or an object in JSON",
    arguments: [
      (#""iso8601""#, TimeStamp.Format.iso8601), (#""unixSeconds""#, .unixSeconds),
      (#""unixMilliseconds""#, .unixMilliseconds), (#""age""#, .age),
      (#""dd-MM-yyyy""#, .pattern("dd-MM-yyyy")),
      (#"{"format":"iso8601","zone":"UTC"}"#, .iso8601(in: .utc)),
      (#"{"format":"d.M.yyyy","zone":"-03:30"}"#, .pattern("d.M.yyyy", in: .fixed(secondsFromUTC: -12_600))),
    ])
  func codable(text: String, format: TimeStamp.Format) throws {
    #expect(try JSONDecoder().decode(TimeStamp.Format.self, from: Data(text.utf8)) == format)
    let encoder = JSONEncoder()
    encoder.outputFormatting = .sortedKeys
    #expect(String(decoding: try encoder.encode(format), as: UTF8.self) == text)
  }

  @Test("one in a zone with a fixed offset is read back from JSON", arguments: [0, 19_800, -12_600])
  func fixedZone(offset: Int) throws {
    let format = TimeStamp.Format.iso8601(in: .civil(AirTime.Zone(secondsFromUTC: offset)))
    let read = try JSONDecoder().decode(TimeStamp.Format.self, from: JSONEncoder().encode(format))
    #expect(read == .iso8601(in: .fixed(secondsFromUTC: offset)))
  }

  @Test("a faulty one in JSON is an error that says what is wrong")
  func faultyJSON() throws {
    let warsaw = try JSONDecoder().decode(TimeStamp.Zone.self, from: Data(#""Europe/Warsaw""#.utf8))
    #expect(warsaw == .civil(try #require(AirTime.Zone(identifier: "Europe/Warsaw"))))
    for text in [#""noon""#, #"{"zone":"UTC"}"#, #"{"format":"d.M.yyyy","zone":"Europe/Atlantis"}"#, "3"] {
      #expect(throws: DecodingError.self, "\(text)") {
        try JSONDecoder().decode(TimeStamp.Format.self, from: Data(text.utf8))
      }
    }
  }
}
