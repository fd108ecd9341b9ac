import AQKit
import Testing

@Suite struct TimelineTests {
  @Test("a regular timeline has both ends of every interval")
  func regular() throws {
    let timeline = try AirTimeline(start: .noon, step: .seconds(3600), length: .seconds(3600), count: 3)
    #expect(timeline.count == 3 && !timeline.isEmpty)
    #expect(timeline[1]?.start == AirTime.noon.hours(1) && timeline[1]?.end == AirTime.noon.hours(2))
    #expect(timeline.last?.end == AirTime.noon.hours(3))
    #expect(timeline[3] == nil && timeline[-1] == nil && timeline[.max] == nil && timeline[.min] == nil)
    #expect(timeline.regularStep == .seconds(3600) && timeline.commonLength == .seconds(3600))
  }

  @Test("length 0 means instants, which may be an hour apart")
  func instants() throws {
    let timeline = try AirTimeline(start: .noon, step: .seconds(3600), length: .zero, count: 2)
    #expect(timeline[1]?.isInstant == true)
    #expect(timeline.commonLength == .zero && timeline.regularStep == .seconds(3600))
  }

  @Test("equal timelines compare equal, however they were made")
  func equality() throws {
    let regular = try AirTimeline(start: .noon, step: .seconds(3600), length: .seconds(1800), count: 4)
    let explicit = try AirTimeline((0..<4).compactMap { regular[$0] })
    #expect(regular == explicit && regular.hashValue == explicit.hashValue)
    let one = try AirTimeline(start: .noon, step: .seconds(3600), length: .seconds(60), count: 1)
    #expect(try one == AirTimeline(AirInterval(start: .noon, end: AirTime.noon.adding(seconds: 60))))
    let none = try AirTimeline(start: .noon, step: .seconds(60), length: .zero, count: 0)
    #expect(none == .empty && none.first == nil && none.last == nil && none.commonLength == nil)
    #expect(try AirTimeline([AirInterval]()) == .empty)
    #expect(try regular.slice(1..<2) == AirTimeline(#require(regular[1])))
  }

  @Test("running means overlap, and days of 23, 24 and 25 hours follow each other")
  func irregular() throws {
    let running = try AirTimeline(
      (0..<3).map { try AirInterval(start: AirTime.noon.hours($0 - 24), end: AirTime.noon.hours($0)) })
    #expect(running.commonLength == .seconds(86_400) && running.regularStep == .seconds(3600))
    // The last Sunday of October 2026 in Prague has 25 hours.
    let days = try ["2026-10-23T22:00Z", "2026-10-24T22:00Z", "2026-10-25T23:00Z", "2026-10-26T23:00Z"]
      .map { try #require(AirTime($0)) }
    let local = try AirTimeline(zip(days, days.dropFirst()).map { try AirInterval(start: $0, end: $1) })
    #expect(local.count == 3 && local.commonLength == nil && local.regularStep == nil)
    #expect(local[1]?.length == .seconds(25 * 3600))
    #expect(try roundTripped(local) == local)
  }

  @Test("intervals out of order, repeated or reversed are refused")
  func disorder() throws {
    let first = try AirInterval(start: .noon, end: AirTime.noon.hours(1))
    let second = try AirInterval(start: AirTime.noon.hours(1), end: AirTime.noon.hours(2))
    #expect(throws: AQError.self) { try AirTimeline([second, first]) }
    #expect(throws: AQError.self) { try AirTimeline([first, first]) }
    #expect(try AirTimeline([AirInterval(instant: .noon), first]).count == 2)
  }

  @Test("numbers beyond the calendar or with fractions of seconds are refused")
  func ranges() {
    let hour = Duration.seconds(3600)
    #expect(throws: AQError.self) { try AirTimeline(start: .noon, step: .zero, length: hour, count: 2) }
    #expect(throws: AQError.self) {
      try AirTimeline(start: .noon, step: .seconds(-1), length: hour, count: 2)
    }
    #expect(throws: AQError.self) {
      try AirTimeline(start: .noon, step: hour, length: .seconds(-1), count: 2)
    }
    #expect(throws: AQError.self) { try AirTimeline(start: .noon, step: hour, length: hour, count: -1) }
    #expect(throws: AQError.self) { try AirTimeline(start: .noon, step: hour, length: hour, count: .max) }
    #expect(throws: AQError.self) {
      try AirTimeline(start: .noon, step: .seconds(Int64.max), length: hour, count: 3)
    }
    #expect(throws: AQError.self) {
      try AirTimeline(start: .noon, step: hour, length: .seconds(Int64.max), count: 1)
    }
    #expect(throws: AQError.self) {
      try AirTimeline(start: .noon, step: .milliseconds(1500), length: .zero, count: 2)
    }
    #expect(throws: AQError.self) {
      try AirTimeline(start: .noon, step: hour, length: .milliseconds(500), count: 2)
    }
  }

  @Test("a window takes the intervals with which it shares a moment")
  func clamping() throws {
    let hours = try AirTimeline(start: .noon, step: .seconds(3600), length: .seconds(3600), count: 24)
    let window = try AirInterval(start: AirTime.noon.adding(seconds: 5400), end: AirTime.noon.hours(4))
    #expect(hours.indices(overlapping: window) == 1..<4)
    let instants = try AirTimeline(start: .noon, step: .seconds(3600), length: .zero, count: 24)
    #expect(instants.indices(overlapping: window) == 2..<4)
    let before = try AirInterval(start: AirTime.noon.hours(-5), end: .noon)
    #expect(hours.indices(overlapping: before).isEmpty)
    #expect(hours.slice(20..<40).count == 4 && hours.slice(3..<3) == .empty)
  }

  @Test(
    "hostile JSON is refused without a trap",
    arguments: [
      #"{"start":"2026-10-01T12:00:00Z","step":"PT1H","length":"PT1H","count":-1}"#,
      #"{"start":"2026-10-01T12:00:00Z","step":"-PT1H","length":"PT1H","count":2}"#,
      #"{"start":"2026-10-01T12:00:00Z","step":"PT0S","length":"PT1H","count":2}"#,
      #"{"start":"2026-10-01T12:00:00Z","step":"PT1H","length":"-PT1H","count":2}"#,
      #"{"start":"2026-10-01T12:00:00Z","step":"PT1H","length":"PT1H","count":9223372036854775807}"#,
      #"{"start":"2026-10-01T12:00:00Z","step":"PT9223372036854775807S","length":"PT1H","count":2}"#,
      #"{"start":"2026-10-01T12:00:00Z","step":"PT1H","length":"PT9223372036854775807S","count":1}"#,
      #"{"start":"2026-10-01T12:00:00Z","step":"PT1H","length":"PT1H","count":1e300}"#,
      #"{"start":"2026-10-01T12:00:00Z","step":"PT1H","length":"PT1H","count":1.5}"#,
      #"{"start":"10000-01-01T00:00:00Z","step":"PT1H","length":"PT1H","count":1}"#,
      #"{"start":"0000-01-01T00:00:00Z","step":"PT1H","length":"PT1H","count":1}"#,
      #"{"start":"9999-12-31T23:00:00Z","step":"PT1H","length":"PT1H","count":2}"#,
      #"{"start":"2026-10-01T12:00:00Z","step":"P1M","length":"PT1H","count":1}"#,
      #"{"start":"2026-10-01T12:00:00","step":"PT1H","length":"PT1H","count":1}"#,
      #"{"start":"2026-10-01T12:00:00Z","step":3600,"length":3600,"count":1}"#,
      #"{"intervals":[["2026-10-01T12:00:00Z","2026-10-01T13:00:00Z"],["2026-10-01T11:00:00Z","2026-10-01T12:00:00Z"]]}"#,
      #"{"intervals":[["2026-10-01T12:00:00Z"]]}"#, #"{"intervals":{}}"#, #"{"intervals":null}"#, "{}", "[]",
      "null",
    ])
  func hostile(_ text: String) {
    #expect(throws: DecodingError.self) { try decode(AirTimeline.self, text) }
  }

  @Test("a count that no memory could hold allocates nothing")
  func hugeCount() throws {
    let text = #"{"start":"0001-01-01T00:00:00Z","step":"PT1S","length":"PT0S","count":300000000000}"#
    let timeline = try decode(AirTimeline.self, text)
    #expect(timeline.count == 300_000_000_000)
    #expect(try roundTripped(timeline) == timeline)
  }
}
