import AQKit
import Foundation
import Testing

@testable import AQKitCommands

@Suite struct WatchTableTests {
  private let clock = SetClock()

  private func table(
    _ progress: WatchProgress, _ history: AirHistory, columns: Int = 120, rows: Int = 30, colour: Bool = false
  ) -> WatchTable {
    WatchTable(
      name: "City index feed", history: history, options: AirChart.Options(), progress: progress,
      now: clock.time, size: TerminalSize(columns: columns, rows: rows),
      terminal: Terminal(usesColour: colour))
  }

  private func filled() throws -> (WatchProgress, AirHistory) {
    let history = AirHistory(interval: .seconds(5), clock: clock)
    var progress = WatchProgress(limit: nil)
    for step in 0..<8 {
      let value = 100 + 20 * Double(step)
      let update = try cityUpdate(
        step == 0 ? ["pune": 50, "Mumbai": value] : ["Mumbai": value], at: clock.time, state: .live)
      history.record(update)
      _ = progress.take(update, at: clock.time)
      clock.advance(5)
    }
    return (progress, history)
  }

  @Test("cities stand sorted, with value, band, chart of the past, trend and age; connection above")
  func rows() throws {
    let (progress, history) = try filled()
    #expect(
      table(progress, history, columns: 89).lines.map(\.sent)
        == [
          "City index feed  [live]  index in-naqi, 2 sites, 9 readings",
          "Mumbai  240  Poor  ▁▂▃▄▅▆▇██  ↗ rising  a few seconds ago",
          "pune    50   Good  ▄▄▄▄▄▄▄▄▄            a few seconds ago",
        ])
  }

  @Test("in colour the band has its official colours and the cells keep their places")
  func colour() throws {
    let (progress, history) = try filled()
    let lines = table(progress, history, colour: true).lines.map(\.sent)
    let poor = try #require(history.charts().first { $0.site.name == "Mumbai" }?.latestBand?.color)
    #expect(lines[1].contains("\u{1B}[48;2;\(poor.red);\(poor.green);\(poor.blue)m"))
    #expect(lines[2].contains("\u{1B}[2m▄▄▄▄▄▄▄▄\u{1B}[0m"))
    let plain = table(progress, history).lines.map(\.sent)
    for (line, expected) in zip(lines.dropFirst(), plain.dropFirst()) {
      let bare = line.replacing(#/\u{1B}\[[0-9;]*m/#, with: "")
      #expect(bare.filter { $0 != " " } == expected.filter { $0 != " " })
    }
  }

  @Test("more sites than lines end in a count, and notes are at the foot")
  func height() throws {
    let history = AirHistory(clock: clock)
    var progress = WatchProgress(limit: nil)
    for number in 10..<40 {
      let update = try cityUpdate(
        ["City \(number)": 1], at: clock.time,
        notes: number == 20 ? [AirNote(.refused, "Refused: no number.")] : [])
      history.record(update)
      _ = progress.take(update, at: clock.time)
    }
    let lines = table(progress, history, rows: 10).lines.map(\.sent)
    #expect(lines.count == 8 && lines[1].hasPrefix("City 10") && lines[5].hasPrefix("City 14"))
    #expect(lines[6] == "… and 25 more" && lines[7] == "Refused: no number. (1×)")
  }

  /// Cities with wide, joined, marked and hostile names and values far beyond the scale, and notes at the foot.
  private func odd() throws -> (WatchProgress, AirHistory) {
    let history = AirHistory(interval: .seconds(5), clock: clock)
    var progress = WatchProgress(limit: nil)
    let notes = (0..<5).map { AirNote(.refused, "Kind \($0): 東京 is no number at all (element 1).") }
    for value in [12.0, 1e8, -4] {
      let update = try cityUpdate(
        [
          "東京都千代田区": value, "Pune": 777, "👨\u{200D}👩\u{200D}👧 Family": value, "दिल्ली": 120,
          "\u{1B}[2J\u{9B}31mevil": 3, "Zürich\u{301}": 4, "한국서울": 160, String(repeating: "A", count: 90): 5,
        ], at: clock.time, notes: notes, state: .waiting(until: clock.time.adding(seconds: 30)))
      history.record(update)
      _ = progress.take(update, at: clock.time)
      clock.advance(5)
    }
    return (progress, history)
  }

  @Test(
    "no line is longer than the terminal is wide, and no more are drawn than it is high",
    arguments: [true, false])
  func fits(colour: Bool) throws {
    let (progress, history) = try odd()
    for columns in [8, 12, 20, 30, 40, 50, 60, 70, 80, 81, 90, 100, 120, 200] {
      for rows in [3, 5, 8, 24] {
        let lines = table(progress, history, columns: columns, rows: rows, colour: colour).lines.map(\.sent)
        #expect(lines.count <= max(2, rows - 1), "\(columns)×\(rows)")
        for line in lines {
          let bare = line.replacing(#/\u{1B}\[[0-9;]*m/#, with: "")
          #expect(columns < 20 || Text.width(bare) <= columns, "\(columns): \(bare)")
          #expect(!bare.contains("\u{1B}") && !bare.contains("\u{9B}"))
        }
      }
    }
  }

  @Test("on 40 columns there are still name, value, band and age")
  func narrow() throws {
    let (progress, history) = try odd()
    let lines = table(progress, history, columns: 40).lines.map(\.sent)
    let pune = try #require(lines.first { $0.hasPrefix("Pune") })
    #expect(pune.hasPrefix("Pune          777") && pune.contains("Severe") && pune.hasSuffix("5 s"))
    let tokyo = try #require(lines.first { $0.hasPrefix("東京") })
    #expect(tokyo.hasPrefix("東京都千代…   -4"))
  }

  @Test("columns stand below each other whatever the names are written in")
  func aligned() throws {
    let (progress, history) = try odd()
    let lines = table(progress, history, columns: 200).lines.map(\.sent).dropFirst().prefix(8)
    let places = lines.map { line in line.range(of: "▁").map { Text.width(line[..<$0.lowerBound]) } }
    #expect(Set(places.compactMap(\.self)).count == 1)
  }

  @Test("a thousand cities on 24 lines: the first ones, and how many more there are")
  func thousand() throws {
    let history = AirHistory(limits: .init(maximumSites: 999), clock: clock)
    for number in 0..<1000 {
      history.record(try cityUpdate(["City \(1000 + number)": 7], at: clock.time))
    }
    let lines = table(WatchProgress(limit: nil), history, rows: 24).lines.map(\.sent)
    #expect(lines.count == 22 && lines[0].hasSuffix("999 sites, 0 readings; beyond 999 sites: 1"))
    #expect(lines[1].hasPrefix("City 1000") && lines[21] == "… and 979 more")
  }

  @Test("a gap is a blank in the chart of the past, and a narrow terminal has none")
  func gap() throws {
    let history = AirHistory(interval: .seconds(5), clock: clock)
    for state in [AirUpdate.FeedState.live, .waiting(until: clock.time), .live] {
      let values: KeyValuePairs<String, Double> = ["A": state == .live ? 1 : 9]
      history.record(
        state == .live ? try cityUpdate(values, at: clock.time, state: state) : AirUpdate(state: state))
      clock.advance(5)
    }
    let points = try #require(history.charts().first).points
    #expect(Sparkline.text(of: points, width: 4, terminal: Terminal(usesColour: false)) == "▄ ▄▄")
    let lines = table(WatchProgress(limit: nil), history, columns: 40).lines.map(\.sent)
    #expect(lines[0].contains("[connecting]") && !lines[1].contains("▄"))
  }

  @Test(
    "the age is rough",
    arguments: [
      (0, "just now"), (1, "just now"), (2, "a few seconds ago"), (59, "a few seconds ago"),
      (60, "a minute ago"), (120, "2 minutes ago"), (7200, "2 hours ago"),
    ] as [(Int64, String)])
  func age(seconds: Int64, text: String) {
    #expect(Text.roughAge(of: clock.time.adding(seconds: -seconds), at: clock.time) == text)
  }

  @Test("a trend has its slope once it rests on ten minutes")
  func trend() throws {
    let long = try #require(AirHistory.Trend((0...20).map { (Int64($0) * 60, 100 - 3 * Double($0)) }))
    #expect(WatchText.trend(long) == "↘ falling 180/h")
    let short = try #require(AirHistory.Trend((0...5).map { (Int64($0) * 60, 10 + 3 * Double($0)) }))
    #expect(WatchText.trend(short) == "↗ rising")
    #expect(WatchText.trend(AirHistory.Trend((0...5).map { (Int64($0) * 60, 10) })) == "→ steady")
    #expect(WatchText.trend(nil).isEmpty)
  }

  @Test("a screen is drawn over the one before with the cursor hidden, and given back at the end")
  func screen() {
    var screen = Screen()
    #expect(screen.drawing(["a", "b"]) == "\u{1B}[?25l\u{1B}[?7l\ra\u{1B}[K\n\rb\u{1B}[K\n\u{1B}[J")
    #expect(screen.drawing(["c"]) == "\u{1B}[2A\rc\u{1B}[K\n\u{1B}[J")
    #expect(screen.ending() == "\u{1B}[?7h\u{1B}[?25h" && screen.ending().isEmpty)
  }
}
