import AQKit
import AQKitFixtures
import ArgumentParser
import Foundation
import Testing

@testable import AQKitCommands

@Suite struct CurrentTableTests {
  private static let now = AirTime(secondsSince1970: 1_790_856_000)
  private let catalog = AirQualityIndexCatalog.standard

  private func table(
    _ answer: AirAnswer, columns: Int = 80, showsAll: Bool = false, standard: String = "us-epa",
    now: AirTime = now, reports: [AirReport]? = nil
  ) throws -> [String] {
    CurrentTable(
      answer: answer, index: try #require(catalog.index(standard)),
      reference: IndexEdition.Reference(standard), now: now,
      terminal: Terminal(usesColour: false, columns: columns), reports: reports ?? answer.reports,
      showsAll: showsAll
    ).lines.map(\.sent)
  }

  /// An answer for one place with a day of hourly values of each parameter.
  private func answer(_ values: KeyValuePairs<AirParameter, Double>, hours: Int = 24) throws -> AirAnswer {
    let timeline = try AirTimeline(
      start: Self.now.adding(seconds: -3600 * Int64(hours)), step: .seconds(3600), length: .seconds(3600),
      count: hours)
    let series = try values.map { parameter, value in
      let unit: AirUnit =
        parameter.family == .pollen
        ? "grains/m³" : parameter.isPublishedIndex || parameter == .uvIndex ? "" : "µg/m³"
      return try AirSeries(
        parameter, unit: unit, averaging: .oneHour, timeline: timeline,
        values: (0..<hours).map { value * (1 + Double($0 % 3) / 10) })
    }
    let site = AirSite(name: "Brno", coordinate: try Coordinate(49.2, 16.6), country: "CZ", kind: .modelCell)
    let report = AirReport(
      source: "s", site: site, kind: .forecast, series: series, receivedAt: Self.now,
      attribution: [AirAttribution("Somebody", licence: "CC BY 4.0")], places: [0])
    return AirAnswer([report], to: AirQuery(near: try Coordinate(49.2, 16.6)), at: Self.now)
  }

  @Test(
    "warnings stand before the values, on lines without control characters; --all shows the text and the advice"
  )
  func notices() throws {
    let measured = try answer([.pm25: 10])
    let notice = AirNotice(
      id: "1", source: "cap", publisher: "Agency\u{1B}[2J", kind: .smoke, severity: "Unknown",
      title: "Smoke\nfrom fires", text: "Stay inside.", advice: "Shut windows.",
      area: .init(names: ["The valley"]), from: Self.now.adding(seconds: -60),
      until: Self.now.adding(seconds: 3600),
      attribution: [AirAttribution("Agency of the Air")], places: [0])
    let descriptor = SourceDescriptor(
      id: "cap", name: "CAP", offers: [.notices(at: [.coordinate], coverage: .world, cadence: .seconds(60))])
    let answer = AirAnswer(
      query: measured.query,
      outcomes: measured.outcomes + [
        .init(
          descriptor: descriptor, result: .responded(AirResponse(notices: [notice])), receivedAt: Self.now)
      ], askedAt: Self.now)
    let lines = try table(answer)
    #expect(lines.first == "Smoke: Smoke from fires")
    #expect(
      lines.dropFirst().first?.contains(
        #"Agency\u{1B}[2J, severity Unknown · The valley · from 2026-10-01T11:59:00Z until 2026-10-01T13:00:00Z"#
      )
        == true)
    #expect(lines.contains { $0.contains("Brno") } && !lines.contains { $0.contains("Stay inside") })
    #expect(lines.contains { $0.contains("Agency of the Air") })
    let all = try table(answer, showsAll: true)
    #expect(all.contains("  Stay inside.") && all.contains("  Shut windows."))
  }

  @Test(
    "recordings are marked as such, by the days on which they were made", arguments: ["now", "recorded"])
  func recordings(timing: String) async throws {
    let command = try CurrentCommand.parse(["--timeout", "600", "--set", "recordings.timing=\(timing)"])
    let container = try command.options.container()
    let index = try #require(catalog.index("us-epa"))
    let answer = try await command.answer(by: index, in: container)
    let lines = try table(answer, now: try container[.clock].time)
    let manifest = try FixtureFolder.bundled.manifest()
    let days = Set(manifest.recordings.map { "\($0.recordedAt.description.prefix(10))" })
    let last = try #require(lines.last)
    let first = try #require(last.wholeMatch(of: #/These are recordings from (\S+?)( to \S+)?, .*/#)?.1)
    #expect(days.contains("\(first)") && last.contains("not the current air. Now: aqkit-cli current --at"))
    #expect(last.contains("shown as if they were current") == (timing == "now"))
  }

  @Test("the bundled recordings fit a terminal of 80 by 24")
  func fits() async throws {
    let command = try CurrentCommand.parse(["--timeout", "600"])
    let container = try command.options.container()
    let index = try #require(catalog.index("us-epa"))
    let answer = try await command.answer(by: index, in: container)
    // Without a place it shows those with all inputs of the index.
    let whole = answer.wholeReports(by: index)
    let lines = try table(answer, now: try container[.clock].time, reports: whole)
    #expect(lines.contains { $0.hasPrefix("Beijing, CN") }, "\(lines)")
    // Only the shown one is dated.
    #expect(lines.last?.hasPrefix("These are recordings from 2013-03-03, not the current air.") == true)
    let shown = lines.flatMap { Text.wrap(TerminalText(unescaped: $0), to: 80) }
    #expect(shown.count < 24, "\(shown)")
  }

  @Test("the index stands first, then the pollutants that enter it, then pollen and UV; the rest on --all")
  func order() throws {
    let answer = try answer([
      .co2: 420, .pm25: 6.4321, .o3: 40, .no: 1, .mugwortPollen: 1.6, .grassPollen: 0, .uvIndex: 2.94,
    ])
    let lines = try table(answer)
    #expect(lines[0].hasPrefix("Brno, CZ · 49.2, 16.6 · model") && Text.width(lines[0]) == 80)
    #expect(lines[1].contains("US EPA AQI 2024  ") && lines[1].contains("led by PM2.5, "))
    #expect(
      lines[2].hasPrefix("  PM2.5  ") && lines[2].contains("7.72 µg/m³") && lines[2].contains(" in 24 h"))
    #expect(lines[3].hasPrefix("  Ozone"))
    #expect(lines[4] == "  Pollen mugwort 1.92 grains/m³   UV 3.53")
    #expect(!lines.joined().contains("Carbon dioxide") && lines.contains("2 more values: --all"))
    let all = try table(answer, showsAll: true)
    #expect(all.joined().contains("Carbon dioxide") && !all.joined().contains("more values"))
    #expect(
      all.contains { $0.hasPrefix("  Left out: ") } == false && all.contains { $0.hasPrefix("  Source: s, ") }
    )
  }

  @Test("each of the last 24 hours with a value has a bar")
  func hourlyBars() throws {
    let blocks: ClosedRange<Character> = "▁"..."█"
    let line = try table(try answer([.pm25: 10]))[2]
    #expect(line.count { blocks.contains($0) } == 24 && line.contains(" in 24 h"), "\(line)")
  }

  @Test("an index that lacks the main pollutants is approximated from the last hour's particles")
  func bound() throws {
    let lines = try table(try answer([.no2: 10, .pm25: 22], hours: 1))
    #expect(lines[1].contains("about 7") && lines[1].contains("from the last hour"), "\(lines[1])")
    #expect(!lines[1].contains("at least") && lines[1].contains("Moderate"), "\(lines[1])")
  }

  @Test("a living room is named as indoors, and its sensor as uncorrected")
  func indoor() throws {
    var report = try #require(try answer([.pm25: 77]).reports.first)
    report.site = AirSite(
      name: "Living room", coordinate: report.site.coordinate, kind: .lowCostSensor, isIndoor: true)
    let answer = AirAnswer([report], to: AirQuery(near: try Coordinate(49.2, 16.6)), at: Self.now)
    let lines = try table(answer)
    #expect(lines[0].contains("· low-cost sensor · indoor"), "\(lines[0])")
    // The distance fills the place's line, so the time is on the next one.
    #expect(lines[2].contains("sensor not corrected") && lines[3].contains("(uncorrected)"), "\(lines)")
  }

  @Test("a station is as far away as it is from the place that it is for")
  func secondPlace() throws {
    var report = try #require(try answer([.pm25: 6]).reports.first)
    let (brno, prague) = (try Coordinate(49.2, 16.6), try Coordinate(50.08, 14.43))
    report.site = AirSite(name: "Libuš", coordinate: try Coordinate(50.081, 14.43), kind: .referenceStation)
    report.places = [1]
    let answer = AirAnswer([report], to: AirQuery(places: [.near(brno), .near(prague)]), at: Self.now)
    let title = try table(answer)[0]
    #expect(title.contains(" m away") && !title.contains("km"), "\(title)")
  }

  @Test("bars are the hours of the last day, whatever the step of the values; an hour without any is a dot")
  func bars() throws {
    let timeline = try AirTimeline(
      start: Self.now.adding(seconds: -86_400), step: .seconds(600), length: .seconds(600), count: 144)
    let values = (0..<144).map { (60..<66).contains($0) ? .nan : Double($0) }
    var report = try #require(try answer([.pm25: 6]).reports.first)
    report.series = [
      try AirSeries(.pm25, unit: .microgramsPerCubicMetre, timeline: timeline, values: values)
    ]
    let answer = AirAnswer([report], to: AirQuery(near: try Coordinate(49.2, 16.6)), at: Self.now)
    let line = try #require(try table(answer, columns: 120).first { $0.contains("in 24 h") })
    let bars = try #require(line.firstMatch(of: #/[▁-█·]{2,}/#)).output
    #expect(bars.count == 24 && bars.first == "▁" && bars.last == "█", "\(line)")
    #expect(Array(bars)[10] == "·" && bars.count { $0 == "·" } == 1, "\(line)")
  }

  @Test("the first command on a new machine shows whole indices, in the US and in Europe")
  func whole() async throws {
    for standard in ["us-epa", "eu-eaqi"] {
      let command = try CurrentCommand.parse(["--timeout", "600", "--standard", standard])
      let container = try command.options.container()
      let index = try #require(catalog.index(standard))
      let answer = try await command.answer(by: index, in: container)
      let shown = answer.wholeReports(by: index)
      #expect(!shown.isEmpty && shown.count < answer.reports.count)
      let lines = CurrentTable(
        answer: answer, index: index, reference: command.reference(to: index),
        now: try container[.clock].time,
        terminal: Terminal(usesColour: false), reports: shown
      ).lines.map(\.sent).joined(separator: "\n")
      #expect(!lines.contains("at least") && !lines.contains("without ") && !lines.contains("about "))
      // The README shows the first line.
      let line = standard == "us-epa" ? "US EPA AQI 2024  152 Unhealthy  led by PM2.5" : "  led by "
      #expect(lines.contains(line) && !lines.contains("  none"), "\(lines)")
      #expect(lines.contains("Beijing, CN") && lines.contains("more places"), "\(lines)")
    }
  }

  @Test("a recording that is asked for by its city is shown by the index of today, too")
  func recordedCity() async throws {
    let command = try CurrentCommand.parse([
      "--timeout", "600", "--source", "recordings", "--city", "Beijing",
    ])
    let container = try command.options.container()
    let index = try #require(catalog.index("us-epa"))
    let answer = try await command.answer(by: index, in: container)
    let lines = CurrentTable(
      answer: answer, index: index, reference: command.reference(to: index),
      now: try container[.clock].time,
      terminal: Terminal(usesColour: false), reports: answer.reports
    ).lines.map(\.sent).joined(separator: "\n")
    #expect(lines.contains("US EPA AQI 2024  152 Unhealthy") && !lines.contains("  none"), "\(lines)")
  }

  @Test(
    "an index without a value for lack of hours says so, rather than that the values below it are missing")
  func tooFewHours() throws {
    let recent = try answer([.o3: 40, .no2: 10, .pm25: 8], hours: 1)
    // For the last hour there is a proxy, marked as such.
    let proxy = try table(recent, standard: "ca-aqhi")[1]
    #expect(proxy.contains("about 2 Low  from the last hour; led by Ozone"), "\(proxy)")
    #expect(proxy.contains("PROXY: too few hours") && !proxy.contains("none"), "\(proxy)")
    // For an hour before the last one there is none.
    var report = try #require(recent.reports.first)
    let earlier = try AirTimeline(
      start: Self.now.adding(seconds: -3 * 3600), step: .seconds(3600), length: .seconds(3600), count: 1)
    report.series = try report.series.map { series in
      guard series.parameter == .o3 else { return series }
      return try AirSeries(.o3, unit: "µg/m³", averaging: .oneHour, timeline: earlier, values: [40])
    }
    let answer = AirAnswer([report], to: recent.query, at: Self.now)
    let line = try table(answer, standard: "ca-aqhi")[1]
    #expect(
      line.contains("none, because there are too few hours of ") && !line.contains("missing"), "\(line)")
    for name in ["Ozone", "Nitrogen dioxide", "PM2.5"] { #expect(line.contains(name), "\(line)") }
    let all = try table(answer, showsAll: true, standard: "ca-aqhi")
    #expect(all.count { $0.hasPrefix("  Left out: ") } == 3, "\(all)")
    // A pollutant that the report doesn't have is really missing.
    let absent = try table(try self.answer([.pm10: 8]), standard: "ca-aqhi")[1]
    #expect(absent.contains("none: ") && !absent.contains("too few hours"), "\(absent)")
  }

  @Test("an index that is named by its family has the edition of the report's time, and is titled by it")
  func edition() throws {
    let start = try #require(AirTime("2024-05-04T00:00:00Z"))
    var report = try #require(try answer([.pm25: 10]).reports.first)
    report.series = [
      try AirSeries(
        .pm25, unit: "µg/m³",
        timeline: AirTimeline(start: start, step: .seconds(3600), length: .seconds(3600), count: 24),
        values: Array(repeating: 10, count: 24))
    ]
    let answer = AirAnswer([report], to: AirQuery(near: try Coordinate(49.2, 16.6)), at: Self.now)
    // 10 µg/m³ are Good in the edition of 2012, and Moderate in that of 2024.
    let lines = try table(answer)
    #expect(lines.contains { $0.contains("US EPA AQI 2012") && $0.contains("Good") }, "\(lines)")
  }

  @Test("a unit's conversion is left out of a basis, but nothing that follows it")
  func basis() throws {
    let index = try #require(catalog.index("us-epa"))
    let report = try #require(try answer([.pm25: 6]).reports.first)
    var value = try report.index(using: .usEPA).get()
    var parts = value.subIndices
    parts[0].basis.convertedFrom = .milligramsPerCubicMetre
    parts[0].basis.correction = "Barkjohn 2021"
    parts[0].basis.proxy = .tooFewHours
    value.subIndices = parts
    func line(_ extent: IndexLine.Extent) -> String {
      IndexLine(
        outcome: .value(value), index: index, report: report, terminal: Terminal(usesColour: false)
      ).lines(extent)[0].sent
    }
    let usual = line(.usual)
    #expect(
      usual.contains(", corrected (Barkjohn 2021), PROXY: ") && !usual.contains("converted"), "\(usual)")
    #expect(line(.full).contains(", converted from mg/m³, corrected (Barkjohn 2021), PROXY: "))
  }

  @Test("a class isn't named twice, and a published index is named by its scale")
  func names() throws {
    let germany = try table(try answer([.pm25: 6]), standard: "de-lqi")
    #expect(germany[1].components(separatedBy: "very good").count <= 2 && !germany[1].contains("good good"))
    let city = try table(try answer([.publishedIndex(scale: "in-naqi"): 120]))
    #expect(city.contains { $0.contains("India National AQI, as ") }, "\(city)")
  }

  @Test("a place without a name is titled by the requested point, not by the model's cell")
  func asked() throws {
    var report = try #require(try answer([.pm25: 6]).reports.first)
    report.site.name = nil
    report.site.country = nil
    let answer = AirAnswer([report], to: AirQuery(near: try Coordinate(49.19522, 16.60796)), at: Self.now)
    #expect(try table(answer).first?.hasPrefix("49.2, 16.61 · model") == true)
  }
}
