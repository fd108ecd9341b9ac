import AQKit
import AQKitTesting
import Testing

@Suite("Descriptions of readings, series, reports, answers and their parts", .timeLimit(.minutes(10)))
struct DescriptionTests {
  @Test("a reading is one line with its unit, period, interval and flags")
  func reading() throws {
    let interval = try AirInterval(start: AirTime.noon.hours(-1), end: .noon)
    let series = try AirSeries(
      .pm25, unit: .microgramsPerCubicMetre,
      timeline: AirTimeline(start: interval.start, step: .seconds(3600), length: .seconds(3600), count: 1),
      values: [12.5], flags: [[.suspect]])
    let reading = try #require(series.newestReading())
    #expect("\(reading)" == "pm25 12.5 µg/m³, 1h, \(interval) (suspect)")
  }

  @Test("a number without a unit has no blank after it")
  func withoutUnit() throws {
    let timeline = try AirTimeline(start: .noon, step: .seconds(3600), length: .zero, count: 1)
    let series = try [3, .nan].map { try AirSeries(.uvIndex, unit: .one, timeline: timeline, values: [$0]) }
    #expect(
      series.map { "\($0)" } == [
        "uv_index 3, instant, 2026-10-01T12:00:00Z", "no value of uv_index, instant",
      ])
  }

  @Test(
    "a series says how many values and gaps it has, and its newest value",
    arguments: [
      ([1, .nan, 3], "2 values (1 gap), newest pm25 3 µg/m³, 1h, 2026-10-01T14:00:00Z/2026-10-01T15:00:00Z"),
      ([.nan, .nan, 3], "pm25 3 µg/m³, 1h, 2026-10-01T14:00:00Z/2026-10-01T15:00:00Z"),
      ([.nan], "no value of pm25 in µg/m³, 1h"), ([], "no value of pm25 in µg/m³, 1h"),
    ] as [([Double], String)])
  func series(_ values: [Double], _ expected: String) throws {
    let series = try AirSeries(
      .pm25, unit: .microgramsPerCubicMetre, averaging: .oneHour,
      timeline: AirTimeline(
        start: .noon, step: .seconds(3600), length: .seconds(3600), count: values.count),
      values: values)
    #expect("\(series)" == expected)
  }

  @Test("a report names source and site, and no coordinate")
  func report() throws {
    let site = AirSite(name: "Brno", coordinate: try Coordinate(49.2, 16.6), kind: .referenceStation)
    let text = try "\(AirReport.sample("chmi", site: site))"
    #expect(text.hasPrefix("observation of chmi, Brno, received 2026-10-01T12:00:00Z\n  pm25 12.5 µg/m³"))
    #expect(!text.contains("49.2"))
  }

  @Test("a note says its code once, and how often it applies")
  func note() {
    #expect("\(AirNote(.refused, "Refused: no time.", count: 2))" == "Refused: no time. (2×)")
    #expect("\(AirNote(.nothingNear, "No station."))" == "nothing near: No station.")
  }

  @Test("a site says its names, country and kind, and no coordinate")
  func site() throws {
    var site = AirSite(
      id: "DEBE010", name: "Wedding", coordinate: try Coordinate(52.5, 13.3), country: "DE",
      kind: .referenceStation)
    #expect("\(site)" == "Wedding, DEBE010, DE, reference station")
    site.isIndoor = true
    #expect("\(site)".hasSuffix(", indoor"))
    #expect("\(AirSite(kind: .modelCell))" == "model cell")
  }

  @Test("an origin and rights say what is known, on one line")
  func origin() {
    let origin = AirOrigin(
      source: "openaq", siteID: "7", instrument: AirSite.Instrument("3917", model: "BAM 1020"),
      attribution: [AirAttribution("Somebody")])
    #expect("\(origin)" == "openaq, 7, BAM 1020, 3917, Somebody")
    let rights = AirRights(
      commercialUse: .allowed, caching: .forbidden, shareAlike: true, terms: "https://a.org")
    #expect(
      "\(rights)"
        == "commercial use allowed, redistribution unknown, caching forbidden, modification unknown, share alike, attribution required, https://a.org"
    )
  }

  @Test("a source's health and a chart are one line each")
  func healthAndChart() async throws {
    let clock = ManualClock()
    let report = try AirReport.sample("uba")
    let source = ScriptedSource(
      .sample("uba"),
      outcomes: [.response(AirResponse(reports: [report])), .failure(AQError(.timedOut, "No response."))],
      clock: clock)
    let hub = try AirHub(sources: [source], clock: clock)
    #expect(hub.health.map { "\($0)" } == ["uba: asked 0"])
    #expect(hub.health(of: "uba") == hub.health.first)
    let query = AirQuery(near: try Coordinate(1, 2))
    for _ in 0..<2 { _ = try await hub.answer(for: query, within: .seconds(600)) }
    #expect(
      hub.health.map { "\($0)" } == [
        "uba: asked 2, 50 % succeeded, median 0 s, fresh, last error timedOut: No response."
      ])
    let history = AirHistory(clock: clock)
    history.record(AirUpdate(reports: [report]))
    let chart = try #require(history.charts().first)
    #expect("\(chart)" == "uba, \(report.site): \(chart.points.count) samples, newest \(chart.latest)")
  }

  @Test("an answer states every source's outcome before the reports")
  func answer() throws {
    let report = try AirReport.sample("uba")
    let answer = AirAnswer(
      query: AirQuery(places: []),
      outcomes: [
        AirAnswer.SourceOutcome(
          descriptor: .sample("uba"), result: .responded(AirResponse(reports: [report]))),
        AirAnswer.SourceOutcome(descriptor: .sample("gios"), result: .skipped(.notCovered)),
        AirAnswer.SourceOutcome(
          descriptor: .sample("openaq"), result: .failed(AQError(.timedOut, "No response."))),
      ], askedAt: .noon)
    #expect(
      "\(answer)" == """
        uba: 1 report
        gios: not asked: It doesn't cover the place.
        openaq: failed: timedOut: No response.
        \(report)
        """)
  }
}
