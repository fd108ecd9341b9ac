import AQKit
import Foundation
import Testing

@testable import AQKitCommands

@Suite struct WatchProgressTests {
  private let noon = AirTime(secondsSince1970: 1_790_856_000)

  @Test("readings are counted up to the limit, the rest of the update is left out")
  func limit() throws {
    var progress = WatchProgress(limit: 3)
    let update = try cityUpdate(["A": 1, "B": 2], at: noon)
    #expect(progress.take(update, at: noon).rows.map(\.site) == ["A", "B"] && !progress.isComplete)
    #expect(progress.take(update, at: noon).rows.map(\.site) == ["A"] && progress.isComplete)
    #expect(progress.readings == 3)
  }

  @Test("a state is printed when it changes, and only then")
  func states() {
    var progress = WatchProgress(limit: nil)
    let states: [AirUpdate.FeedState] = [
      .connecting, .live, .live, .silent(since: noon), .waiting(until: noon.adding(seconds: 4)), .paused,
      .failed(.unauthorized),
    ]
    let said = states.flatMap { progress.take(AirUpdate(state: $0), at: noon).diagnostics }
    #expect(
      said == [
        "connecting", "live", "silent since 12:00:00Z", "waiting, next try in 4 s", "paused",
        "failed: unauthorized",
      ])
  }

  @Test("a missed time is printed")
  func gap() throws {
    var progress = WatchProgress(limit: nil)
    let gap = try AirInterval(start: noon, end: noon.adding(seconds: 40))
    #expect(
      progress.take(AirUpdate(gap: gap), at: noon).diagnostics == ["not heard from 12:00:00Z to 12:00:40Z"])
  }

  @Test("the first twenty refused elements are printed, and all are counted")
  func notes() throws {
    var progress = WatchProgress(limit: nil)
    var said: [String] = []
    for number in 1...1000 {
      let note = AirNote(.refused, "Refused: expected a number (first at element \(number)).", count: 2)
      said += progress.take(AirUpdate(notes: [note]), at: noon).diagnostics.map(\.sent)
    }
    #expect(said.count == 20 && progress.refused == 2000)
    #expect(said[0] == "Refused: expected a number (first at element 1). (2×)")
    #expect(said[19].hasSuffix("(2×); further ones are only counted"))
    _ = progress.take(AirUpdate(notes: [AirNote(.dropped, "They weren't taken.", count: 40)]), at: noon)
    #expect(progress.dropped == 40)
    let limit = AirUpdate(notes: [AirNote(.limitReached, "Only the first.", count: 3)])
    #expect(progress.take(limit, at: noon).diagnostics.isEmpty && progress.unsaid == 3)
    #expect(WatchEnd.feedEnded.sentence(progress).hasSuffix("2000 refused, 40 dropped, 3 further notes."))
    for _ in 0..<2 {
      let failure = AirNote(.failed, "Failed: unreachable.", failure: .unreachable)
      #expect(progress.take(AirUpdate(notes: [failure]), at: noon).diagnostics.count == 1)
    }
    #expect(progress.take(limit, at: noon).diagnostics.isEmpty && progress.unsaid == 6)
  }

  @Test("a reading is one line of JSON with site, parameter, value, unit and interval")
  func json() throws {
    var progress = WatchProgress(limit: nil)
    let row = try #require(progress.take(try cityUpdate(["Pune": 161.25], at: noon), at: noon).rows.first)
    #expect(
      try row.json
        == #"{"averaging":"instant","flags":["time of receipt"],"interval":["2026-10-01T12:00:00Z","2026-10-01T12:00:00Z"],"parameter":"aqi.in-naqi","receivedAt":"2026-10-01T12:00:00Z","site":"Pune","source":"city-feed","unit":"","value":161.25}"#
    )
    #expect(row.line == "2026-10-01T12:00:00Z  Pune                  aqi.in-naqi  161")
  }

  @Test("a reading's marks follow it")
  func marked() throws {
    var progress = WatchProgress(limit: nil)
    let update = try cityUpdate(["Pune": 5], at: noon, flags: [.late, .timeOfReceipt])
    let row = try #require(progress.take(update, at: noon).rows.first)
    #expect(row.line == "2026-10-01T12:00:00Z  Pune                  aqi.in-naqi  5  (late)")
  }

  @Test("a published index has the band of the edition that was in force at its time")
  func editions() throws {
    var progress = WatchProgress(limit: nil, catalog: .standard)
    var bands: [String?] = []
    for text in ["2018-06-01T12:00:00Z", "2020-06-01T12:00:00Z"] {
      let time = try #require(AirTime(text))
      let level = try AirSeries(
        .publishedIndex(scale: "eu-eaqi"), 6, unit: .one, over: AirInterval(instant: time))
      let report = AirReport(
        source: "city-feed", site: AirSite(name: "Pune", kind: .city), kind: .observation, series: [level],
        receivedAt: time)
      bands.append(progress.take(AirUpdate(reports: [report]), at: noon).rows.first?.band?.key)
    }
    // The edition of 2017 has five levels.
    #expect(bands == [nil, "extremely-poor"])
  }

  /// The sequences that a hostile feed would like to send to a terminal: they clear it, name it, turn the text around.
  private let hostile = "\u{1B}[2J\u{1B}]0;title\u{07}\u{9B}31m\u{202E}\r\n\u{7F}\u{2028}\u{E0041}"

  private func hostileUpdate() throws -> AirUpdate {
    let series = try AirSeries(
      AirParameter("pm25" + hostile), 5, unit: AirUnit("µg/m³" + hostile), over: AirInterval(instant: noon),
      flags: [AirReading.QualityFlag(rawValue: "flag" + hostile)])
    return AirUpdate(
      reports: [
        AirReport(
          source: SourceID("feed" + hostile),
          site: AirSite(id: "id" + hostile, name: "Pune" + hostile, kind: .city),
          kind: .observation, series: [series], receivedAt: noon)
      ], notes: [AirNote(AirNote.Code(rawValue: "code" + hostile), "Refused" + hostile)])
  }

  @Test("nothing from a feed controls the terminal: no name, parameter, unit, flag or fault")
  func hostileText() throws {
    var progress = WatchProgress(limit: nil)
    let news = progress.take(try hostileUpdate(), at: noon)
    let texts = (news.rows.map(\.line) + news.diagnostics).map(\.sent)
    #expect(!news.rows.isEmpty && !news.diagnostics.isEmpty)
    for text in texts {
      #expect(text.contains(#"\u{1B}[2J"#))
      #expect(!text.unicodeScalars.contains { $0.steers }, "\(text)")
    }
  }

  @Test("JSON has the texts of the feed unchanged, with control characters escaped")
  func hostileJSON() throws {
    var progress = WatchProgress(limit: nil)
    let row = try #require(progress.take(try hostileUpdate(), at: noon).rows.first)
    let json = try row.json.sent
    #expect(!json.unicodeScalars.contains { $0.steers })
    let object = try #require(
      try JSONSerialization.jsonObject(with: Data(json.utf8)) as? [String: Any])
    #expect(object["site"] as? String == "Pune" + hostile && object["siteID"] as? String == "id" + hostile)
    #expect(object["flags"] as? [String] == ["flag" + hostile])
  }

  @Test(
    "the exit code says whether the goal was reached",
    arguments: [
      (WatchEnd.complete, 3, 3, 0), (.feedEnded, 3, 2, 1), (.feedEnded, nil, 2, 0), (.feedEnded, nil, 0, 1),
      (.timeIsUp, 3, 2, 1), (.timeIsUp, nil, 1, 0), (.timeIsUp, nil, 0, 1), (.interrupted, nil, 0, 1),
      (.interrupted, nil, 1, 0),
      (.interrupted, 3, 2, 1), (.readerGone, 3, 2, 0),
    ] as [(WatchEnd, Int?, Int, Int32)])
  func exitCodes(end: WatchEnd, limit: Int?, readings: Int, code: Int32) throws {
    var progress = WatchProgress(limit: limit)
    for _ in 0..<readings { _ = progress.take(try cityUpdate(["A": 1], at: noon), at: noon) }
    #expect(end.exitCode(progress) == code)
  }

  @Test("the last sentence has the figures")
  func sentence() throws {
    var progress = WatchProgress(limit: 3)
    _ = progress.take(try cityUpdate(["A": 1], at: noon), at: noon)
    #expect(
      WatchEnd.feedEnded.sentence(progress)
        == "The feed ended: 1 of 3 readings, 0 refused, 0 dropped.")
  }
}
