import AQKitTesting
import Testing

@testable import AQKit

@Suite("An answer merged of several sources", .timeLimit(.minutes(10)))
struct MergedAnswerTests {
  private let clock = ManualClock()
  private let place: Coordinate

  init() throws { place = try Coordinate(50, 14) }

  /// A site some kilometres north of the place.
  private func site(
    _ id: String, _ kilometres: Double, kind: AirSite.Kind = .referenceStation, name: String? = nil
  ) throws -> AirSite {
    AirSite(id: id, name: name, coordinate: try Coordinate(50 + kilometres / 111.195, 14), kind: kind)
  }

  /// Hourly values that begin a number of hours before noon: means, or instants.
  private func series(
    _ parameter: AirParameter, from first: Int64, _ values: [Double], isMean: Bool = true,
    unit: AirUnit = .microgramsPerCubicMetre, flags: [Set<AirReading.QualityFlag>]? = nil
  ) throws -> AirSeries {
    try AirSeries(
      parameter, unit: unit,
      timeline: AirTimeline(
        start: AirTime.noon.hours(first), step: .seconds(3600), length: .seconds(isMean ? 3600 : 0),
        count: values.count), values: values, flags: flags)
  }

  /// A station's values from two hours before noon on, at equal steps; as means over these, unless another length is given.
  private func report(
    _ source: SourceID, _ kilometres: Double, _ parameter: AirParameter, _ unit: AirUnit, every step: Int64,
    over length: Int64? = nil, _ values: [Double]
  ) throws -> AirReport {
    let timeline = try AirTimeline(
      start: AirTime.noon.hours(-2), step: .seconds(step), length: .seconds(length ?? step),
      count: values.count)
    return AirReport(
      source: source, site: try site("\(source)", kilometres), kind: .observation,
      series: [try AirSeries(parameter, unit: unit, timeline: timeline, values: values)],
      receivedAt: .noon, places: [0])
  }

  private func source(
    _ id: SourceID, precedence: Int = 300, _ kind: AirReport.Kind = .observation,
    _ sites: (AirSite, [AirSeries])...
  ) -> ScriptedSource {
    let reports = sites.map { site, series in
      AirReport(
        source: id, site: site, kind: kind, series: series, receivedAt: .noon,
        attribution: [AirAttribution("\(id)")], places: [0])
    }
    return ScriptedSource(
      .sample(id, offers: [.sample(kinds: [kind])], precedence: precedence),
      always: AirResponse(reports: reports))
  }

  private func answer(
    _ sources: [ScriptedSource], _ rule: AirHub.Policy.MergeRule = .standard,
    _ parameters: [AirParameter] = [.pm25, .no2, .o3]
  ) async throws -> AirAnswer {
    let hub = try AirHub(sources: sources, clock: clock)
    return try await hub.answer(
      for: AirQuery(places: [.near(place)], parameters: parameters), policy: .merged(rule))
  }

  private func losses(_ answer: AirAnswer) -> [String] {
    answer.candidates().map { candidate in
      "\(candidate.source) \(candidate.parameter.map { "\($0)" } ?? "-"): \(candidate.verdict)"
    }
  }

  @Test("values of several sites name a common correction, and none if they differ")
  func corrections() async throws {
    let method = AirOrigin.Correction(method: "theirs", author: .provider)
    for other in [method, AirOrigin.Correction(method: "another", author: .provider), nil] {
      var (near, far) = try (series(.pm25, from: -2, [1, 2]), series(.pm25, from: -4, [3, 4, 5, 6]))
      (near.correction, far.correction) = (method, other)
      let merged = try await answer([
        source("near", .observation, (site("n", 1), [near])),
        source("far", .observation, (site("f", 2), [far])),
      ]).merged()
      let series = try #require(merged?.series(of: .pm25).first)
      #expect(series.parts.map(\.series.correction) == [other, method])
      #expect(series.joined?.values == [3, 4, 1, 2])
      #expect(series.joined?.correction == (other == method ? method : nil))
    }
  }

  @Test(
    "each parameter comes from the best site within its own distance: traffic's from nearby, others' from farther away"
  )
  func distances() async throws {
    let answer = try await answer([
      source(
        "far", .observation,
        (site("f", 8), [series(.pm25, from: -2, [1, 2]), series(.no2, from: -2, [3, 4])])),
      source(
        "model", precedence: 100, .forecast,
        (
          AirSite(kind: .modelCell), [series(.pm25, from: -2, [8, 8]), series(.no2, from: -2, [9, 9])]
        )),
    ])
    let merged = try #require(answer.merged())
    #expect(merged.series(of: .pm25).first?.parts.map(\.source) == ["far"])
    #expect(merged.series(of: .no2).first?.parts.map(\.source) == ["model"])
    #expect(losses(answer).contains("far no2: lost: too far (8000 m of at most 4000)"))
    #expect(losses(answer).contains("model pm25: lost: outranked by far"))
    #expect(merged.report[.no2]?.origin?.source == "model" && merged.report.source == .merged)
    #expect(merged.report.attribution.map(\.text) == ["far", "model"])
    #expect(answer.best?.source == .merged)
    var limits = AirHub.Policy.DistanceLimits.standard
    limits[.no2] = 10_000
    let wide = try await self.answer(
      [source("far", .observation, (site("f", 8), [series(.no2, from: -2, [3, 4])]))],
      AirHub.Policy.MergeRule(order: [.kind], limits: limits))
    #expect(wide.merged()?.report[.no2]?.values == [3, 4])
  }

  @Test("a site beyond the distance limit is never shown, and the reason names its distance")
  func onlyFar() async throws {
    let answer = try await answer(
      [source("far", .observation, (site("f", 8), [series(.no2, from: -2, [3, 4])]))], .standard,
      [.pm25, .no2])
    #expect(answer.best == nil)
    #expect(losses(answer) == ["far no2: lost: too far (8000 m of at most 4000)"])
    #expect(answer.explanation() == "far: its nearest site is too far (8000 m of at most 4000)")
    #expect(answer.index(using: .usEPA).value == nil)
    #expect(try answer.report(from: "far")?[.no2]?.values == [3, 4])
  }

  @Test("an index takes no pollutant from a site beyond its limit, not even with a merged report")
  func farBesideMerged() async throws {
    let answer = try await answer(
      [
        source(
          "far", .observation,
          (site("f", 8), [series(.no2, from: -1, [300]), series(.so2, from: -1, [5])])),
        source("near", .observation, (site("n", 1), [series(.o3, from: -1, [80])])),
      ], .standard, [])
    #expect(answer.best?.series.map(\.parameter) == [.o3])
    let reports = answer.ranked(for: .air, forPlace: 0).flatMap { $0.report.series.map(\.parameter) }
    #expect(reports == [.o3])
  }

  @Test("the past is observed, the future forecast, in one series that says where its provenance changes")
  func joined() async throws {
    let answer = try await answer([
      source(
        "model", precedence: 100, .forecast,
        (AirSite(kind: .modelCell), [series(.pm25, from: -3, [9, 9, 9, 7, 8])])),
      source("station", .observation, (site("s", 1), [series(.pm25, from: -3, [1, .nan, 3])])),
    ])
    let merged = try #require(answer.merged()?.series(of: .pm25).first)
    #expect(merged.joined?.values == [1, 9, 3, 7, 8])
    #expect(merged.parts.map(\.source) == ["station", "model", "station", "model"])
    #expect(merged.parts.map(\.attribution.first?.text) == ["station", "model", "station", "model"])
    #expect(merged.parts.last?.interval.start == .noon)
    #expect(merged.part(at: AirTime.noon.hours(1))?.source == "model")
    #expect(merged.joined?.origin?.model == "mixed")
    #expect(answer.merged()?.report.kind == .observation)
  }

  @Test(
    "an index of a coming hour is forecast, whatever means another source gives", arguments: [false, true])
  func provenance(isReversed: Bool) async throws {
    let day = try AirSeries(
      .pm25, unit: .microgramsPerCubicMetre,
      timeline: AirTimeline(
        start: AirTime.noon.hours(-24), step: .seconds(86_400), length: .seconds(86_400), count: 1),
      values: [5])
    let sources = [
      try source(
        "station", .observation, (site("s", 1), [series(.pm25, from: -12, Array(repeating: 6, count: 12))])),
      try source("model", .forecast, (AirSite(kind: .modelCell), [series(.pm25, from: 0, [7, 8, 9])])),
      try source("daily", .observation, (site("d", 2), [day])),
    ]
    let answer = try await answer(isReversed ? sources.reversed() : sources)
    #expect(answer.merged()?.series(of: .pm25).map(\.averaging) == [nil, .day])
    let hours = answer.hourlyIndex(using: .usEPA, from: AirTime.noon.hours(2), hours: 1)
    #expect(hours.first?.provenance?.kind == .forecast)
  }

  @Test("an index of a coming hour is forecast from the model's first instant on")
  func provenanceOfInstants() async throws {
    let past = try series(.pm25, from: -12, Array(repeating: 6, count: 13), isMean: false)
    let answer = try await answer([
      source("analysis", .analysis, (AirSite(kind: .modelCell), [past])),
      source(
        "model", .forecast, (AirSite(kind: .modelCell), [series(.pm25, from: 1, [7, 8], isMean: false)])),
    ])
    #expect(answer.merged()?.series(of: .pm25).first?.parts.map(\.source) == ["analysis", "model"])
    let hours = answer.hourlyIndex(using: .usEPA, from: .noon, hours: 2)
    #expect(hours.map(\.provenance?.kind) == [.analysis, .forecast])
  }

  @Test("an index without a dominant pollutant has the provenance of the pollutant that gives it")
  func provenanceWithoutDominant() async throws {
    let answer = try await answer([
      source("station", .observation, (site("s", 1), [series(.no2, from: -3, [20, 20, 20])])),
      source("model", .forecast, (AirSite(kind: .modelCell), [series(.no2, from: 0, [30, 30])])),
    ])
    let hours = answer.hourlyIndex(using: "cn_hj633_2012", from: .noon, hours: 2)
    #expect(hours.map(\.number) == [10, 15] && hours.allSatisfy(\.dominant.isEmpty))
    #expect(hours.map(\.provenance?.kind) == [.observation, .forecast])
    #expect(hours.map(\.provenance?.origin?.source) == ["station", "model"])
  }

  @Test("a moment in a gap is no part's")
  func momentInGap() async throws {
    let answer = try await answer([
      source("station", .observation, (site("s", 1), [series(.pm25, from: -5, [1, .nan, .nan, .nan, 2])]))
    ])
    let merged = try #require(answer.merged()?.series(of: .pm25).first)
    #expect(merged.parts.count == 1)
    #expect(
      [-5, -4, -2, -1, 0].map { merged.part(at: AirTime.noon.hours($0)) != nil }
        == [true, false, false, true, false])
  }

  @Test("means and instants follow each other in time, and stay two series")
  func instants() async throws {
    let answer = try await answer([
      source(
        "model", precedence: 100, .forecast,
        (
          AirSite(kind: .modelCell), [series(.pm25, from: -2, [9, 9, 7, 8], isMean: false)]
        )),
      source("station", .observation, (site("s", 1), [series(.pm25, from: -2, [1, 2])])),
    ])
    let merged = try #require(answer.merged()?.series(of: .pm25).first)
    #expect(merged.joined == nil)
    #expect(merged.parts.flatMap { $0.series.readings }.map(\.value) == [1, 2, 7, 8])
    // Also that of the last instant.
    #expect(merged.part(at: AirTime.noon.hours(1))?.source == "model")
    // The third one is the hours of both.
    #expect(answer.merged()?.report.series(of: .pm25).count == 3)
  }

  @Test("units of one dimension are converted to that of the best site")
  func units() async throws {
    let answer = try await answer([
      source("a", .observation, (site("a", 1), [series(.pm25, from: -2, [1, .nan])])),
      source(
        "b", .observation,
        (site("b", 2), [series(.pm25, from: -2, [0.5, 0.25], unit: .milligramsPerCubicMetre)])),
    ])
    #expect(answer.merged()?.report[.pm25]?.values == [1, 250])
    #expect(answer.merged()?.report[.pm25]?.unit == .microgramsPerCubicMetre)
  }

  @Test(
    "a silent station is replaced by the next best, with a reason; a stale one gives what others lack"
  )
  func silent() async throws {
    let answer = try await answer([
      source("silent", .observation, (site("x", 0.1), [series(.pm25, from: -20, [1])])),
      source("stale", .observation, (site("y", 0.2), [series(.pm25, from: -5, [4])])),
      source("next", .observation, (site("z", 3), [series(.pm25, from: -2, [2, 3])])),
    ])
    let merged = try #require(answer.merged()?.series(of: .pm25).first)
    #expect(merged.joined?.values == [4, 2, 3])
    #expect(losses(answer).contains("silent pm25: lost: silent"))
    let alone = try await self.answer([
      source("silent", .observation, (site("x", 0.1), [series(.pm25, from: -20, [1])]))
    ])
    #expect(alone.merged()?.report[.pm25]?.values == [1])
    let covered = try await self.answer([
      source("stale", .observation, (site("y", 0.2), [series(.pm25, from: -5, [4])])),
      source("next", .observation, (site("z", 3), [series(.pm25, from: -6, [5, 6, 7, 7, 7, 7])])),
    ])
    #expect(losses(covered).contains("stale pm25: lost: stale, and a fresher one is available"))
  }

  @Test("for a past time, a station's values until it fell silent fill what others lack")
  func silentInThePast() async throws {
    let hub = try AirHub(
      sources: [
        source("silent", .observation, (site("x", 0.1), [series(.pm25, from: -70, [1, 2])])),
        source(
          "next", .observation,
          (site("z", 3), [series(.pm25, from: -69, [Double](repeating: 7, count: 45))])),
      ], clock: clock)
    let time = try AirInterval(start: AirTime.noon.hours(-72), end: AirTime.noon.hours(-24))
    let query = AirQuery(places: [.near(place)], parameters: [.pm25], window: .interval(time))
    let merged = try await hub.answer(for: query, policy: .merged()).merged()?.series(of: .pm25).first
    #expect(merged?.parts.map(\.source) == ["silent", "next"])
    #expect(merged?.joined?.values == [1] + [Double](repeating: 7, count: 45))
  }

  @Test(
    "the past stays observed even if only a forecast is fresh",
    arguments: [(-6, "stale"), (-20, "silent")])
  func observedPast(first: Int64, name: String) async throws {
    let sources = try [
      source(
        "model", precedence: 900, .forecast,
        (
          AirSite(kind: .modelCell),
          [series(.pm25, from: -24, [Double](repeating: 7, count: 26))]
        )), source("station", .observation, (site("s", 1), [series(.pm25, from: first, [1, 2])])),
    ]
    let answer = try await answer(sources)
    let merged = try #require(answer.merged()?.series(of: .pm25).first)
    #expect(merged.parts.map(\.source) == ["model", "station", "model"])
    #expect(merged.parts[1].interval.start == AirTime.noon.hours(first))
    #expect(merged.part(at: AirTime.noon.hours(-1))?.source == "model")
    #expect(losses(answer).contains("station pm25: chosen"))
    // Whose order is the caller's decides that, too.
    let own = try await self.answer(sources, .custom("far") { ($0.distance ?? 0) > ($1.distance ?? 0) })
    #expect(losses(own).contains { $0.hasPrefix("station pm25: lost: \(name)") })
  }

  @Test("a silent station's values before the queried time aren't the past of a forecast")
  func longSilent() async throws {
    let answer = try await answer([
      source(
        "model", precedence: 1, .forecast, (AirSite(kind: .modelCell), [series(.pm25, from: -2, [7, 7])])),
      source("station", .observation, (site("s", 1), [series(.pm25, from: -40, [1, 2])])),
    ])
    #expect(answer.merged()?.report[.pm25]?.values == [7, 7])
    #expect(losses(answer).contains("station pm25: lost: silent"))
  }

  @Test("whatever is missing and wherever intervals lie, each value is from the first site that has its time")
  func gaps() async throws {
    var random = AQRandomNumbers(seed: 5)
    for round in 0..<30 {
      // Equal hours with gaps, hours of another start, half hours: means that don't overlap within a series.
      let sites = try (0..<5).map { number in
        let (first, step) =
          round.isMultiple(of: 3)
          ? (0, 3600)
          : (
            Int64.random(in: -2...2, using: &random) * 1800,
            [1800, 3600].randomElement(using: &random) ?? 3600
          )
        let values = (0..<48).map { _ in
          Double.random(in: 0..<1, using: &random) < 0.4 ? .nan : Double.random(in: 1..<9, using: &random)
        }
        let flags = values.map { _ in
          Double.random(in: 0..<1, using: &random) < 0.2 ? Set([AirReading.QualityFlag.suspect]) : []
        }
        return try AirSeries(
          .pm25, unit: .microgramsPerCubicMetre, averaging: .oneHour,
          timeline: AirTimeline(
            start: AirTime.noon.hours(-47).adding(seconds: first), step: .seconds(step),
            length: .seconds(step),
            count: 48), values: values, flags: number.isMultiple(of: 2) ? flags : nil)
      }
      var expected: [AirReading] = []
      for suspect in [false, true] {
        for series in sites {
          let before = expected
          expected += series.readings.filter { reading in
            reading.flags.contains(.suspect) == suspect
              && !before.contains { $0.interval.overlaps(reading.interval) }
          }
        }
      }
      expected.sort { $0.interval.start < $1.interval.start }
      let reports = try sites.enumerated().map { number, series in
        AirReport(
          source: "s", site: try site("\(number)", Double(number)), kind: .observation, series: [series],
          receivedAt: AirTime.noon.hours(-60), places: [0])
      }
      // All of it is in the future, so that none is stale.
      let query = AirQuery(places: [.near(place)], parameters: [.pm25], window: .next(.seconds(4 * 86_400)))
      let answer = AirAnswer(reports, to: query, at: AirTime.noon.hours(-60), policy: .merged())
      let merged = try #require(answer.merged()?.series(of: .pm25).first)
      #expect(merged.joined?.readings.map(\.value) == expected.map(\.value))
      #expect(merged.joined?.readings.map(\.interval) == expected.map(\.interval))
      #expect(merged.joined?.readings.map(\.flags) == expected.map(\.flags))
      #expect(merged.parts.flatMap { $0.series.readings }.map(\.value) == expected.map(\.value))
    }
  }

  @Test("values flagged as suspect are the last resort")
  func suspect() async throws {
    let answer = try await answer([
      source(
        "near", .observation, (site("n", 1), [series(.pm25, from: -2, [1, 2], flags: [[], [.suspect]])])),
      source("other", .observation, (site("o", 2), [series(.pm25, from: -2, [8, 9])])),
    ])
    #expect(answer.merged()?.report[.pm25]?.values == [1, 9])
    let all = try await self.answer([
      source("near", .observation, (site("n", 1), [series(.pm25, from: -1, [2], flags: [[.suspect]])])),
      source("other", .observation, (site("o", 2), [series(.pm25, from: -1, [9])])),
    ])
    #expect(losses(all).first == "near pm25: lost: flagged as suspect")
  }

  @Test(
    "the order is that of the rule",
    arguments: [
      (AirHub.Policy.MergeRule.standard, "station"), (.nearestSite, "sensor"), (.precedence, "station"),
      (.freshest, "sensor"), (.custom("last") { $0.source.rawValue > $1.source.rawValue }, "station"),
      (.custom("first") { $0.source.rawValue < $1.source.rawValue }, "model"),
    ])
  func order(rule: AirHub.Policy.MergeRule, expected: String) async throws {
    let answer = try await answer(
      [
        source(
          "model", precedence: 900, .forecast, (AirSite(kind: .modelCell), [series(.pm25, from: -2, [9, 9])])),
        source("station", .observation, (site("s", 3), [series(.pm25, from: -3, [3, 3])])),
        source(
          "sensor", precedence: 200, .observation,
          (site("l", 0.5, kind: .lowCostSensor), [series(.pm25, from: -2, [1, 1])])),
      ], rule)
    let end = try #require(
      answer.merged()?.series(of: .pm25).first?.parts.first { $0.source == SourceID(expected) })
    #expect(!end.series.hasNoValue)
    #expect(
      answer.merged()?.series(of: .pm25).first?.part(at: AirTime.noon.hours(-2))?.source == SourceID(expected)
    )
  }

  @Test("the user's own sensor comes before a reference station")
  func own() async throws {
    var rule = AirHub.Policy.MergeRule.standard
    rule.ownSources = ["mine"]
    let answer = try await answer(
      [
        source("station", .observation, (site("s", 0.1), [series(.pm25, from: -1, [3])])),
        source(
          "mine", precedence: 1, .observation,
          (site("m", 90, kind: .lowCostSensor), [series(.pm25, from: -1, [1])])),
      ], rule)
    #expect(answer.merged()?.report[.pm25]?.values == [1])
  }

  @Test("the same station through two services counts once, from the one nearest to the origin")
  func duplicates() async throws {
    let answer = try await answer([
      source(
        "openaq", precedence: 500, .observation,
        (site("1", 1, name: "Praha 2-Legerova"), [series(.pm25, from: -1, [1])])),
      source("agency", .observation, (site("2", 1.02, name: "Legerova"), [series(.pm25, from: -1, [2])])),
    ])
    #expect(answer.merged()?.report[.pm25]?.values == [2])
    #expect(losses(answer).first == "openaq pm25: lost: the same station as agency's")
  }

  @Test(
    "another service's copy of a station gives the hours that the original lacks, and counts as one with it")
  func copies() async throws {
    let answer = try await answer([
      source(
        "openaq", precedence: 500, .observation,
        (site("1", 1, name: "Praha 2-Legerova"), [series(.pm25, from: -3, [7, 8, 9])])),
      source("agency", .observation, (site("2", 1.02, name: "Legerova"), [series(.pm25, from: -1, [2])])),
      source(
        "farther", .observation, (site("3", 3, name: "Smíchov"), [series(.pm25, from: -4, [1, 1, 1, 1])])),
    ])
    #expect(answer.merged()?.report[.pm25]?.values == [1, 7, 8, 2])
    let parts = try #require(answer.merged()?.series(of: .pm25).first?.parts)
    #expect(parts.map(\.source) == ["farther", "openaq", "agency"])
    #expect(losses(answer).filter { $0.hasSuffix("chosen") }.count == 3)
  }

  @Test("a merged report counts as cached since its earliest cached part")
  func caching() async throws {
    let one = source("one", .observation, (try site("a", 1), [try series(.pm25, from: -2, [1, 2])]))
    let two = source("two", .observation, (try site("b", 1), [try series(.no2, from: -2, [3, 4])]))
    let hub = try AirHub(
      sources: [one.caching(for: .seconds(3600), clock: clock), two], clock: clock)
    let query = AirQuery(places: [.near(place)], parameters: [.pm25, .no2])
    _ = try await hub.answer(for: query, policy: .merged())
    await clock.advance(by: .seconds(600))
    let answer = try await hub.answer(for: query, policy: .merged())
    let report = try #require(answer.best)
    #expect(report.source == .merged)
    let caching = try #require(answer.caching(of: report))
    #expect(caching.isCached && caching.since == .noon && caching.failure == nil)
    #expect(caching.askAgainAt >= answer.askedAt)
  }

  @Test("a longer mean is a separate series")
  func longMeans() async throws {
    let day = try AirSeries(
      .pm25, 30, unit: .microgramsPerCubicMetre, over: AirInterval(start: AirTime.noon.hours(-24), end: .noon)
    )
    let answer = try await answer([
      source("s", .observation, (site("s", 1), [series(.pm25, from: -1, [3]), day]))
    ])
    #expect(answer.merged()?.series(of: .pm25).compactMap(\.joined?.averaging) == [.oneHour, .day])
  }

  @Test("disagreement is a figure with its unit and the number of common hours")
  func disagreement() async throws {
    let answer = try await answer([
      source(
        "model", precedence: 100, .forecast,
        (
          AirSite(kind: .modelCell), [series(.pm25, from: -4, [10, 10, 10, 10, 10, 10], isMean: false)]
        )),
      // Its first instrument has retired, and the other one lacked an hour.
      source(
        "near", .observation,
        (site("n", 1), [series(.pm25, from: -99, [50]), series(.pm25, from: -4, [-999, 12, .nan, 16])])),
      source("far", .observation, (site("f", 20), [series(.pm25, from: -3, [1, 1, 1])])),
    ])
    let figure = try #require(answer.modelDisagreement(of: .pm25))
    #expect(figure.first.source == "near" && figure.second.source == "model")
    #expect(figure.hours == 2 && figure.meanDifference == -4 && figure.meanAbsoluteDifference == 4)
    #expect(figure.unit == .microgramsPerCubicMetre)
    #expect(answer.disagreements(of: .pm25).count == 3)
    #expect(answer.modelDisagreement(of: .o3) == nil)
    #expect("\(figure)" == "model differs from near on pm25 by -4 µg/m³ (4 absolute) over 2 common hours")
  }

  @Test("directions on both sides of north are close to each other")
  func directions() throws {
    let answer = AirAnswer(
      [
        try report("hourly", 1, .windDirection, .degrees, every: 3600, [358, 2]),
        try report("halves", 9, .windDirection, .degrees, every: 1800, [10, 350, 354, 10]),
      ],
      to: AirQuery(places: [.near(place)], parameters: [.windDirection]), at: .noon, policy: .all)
    let figure = try #require(answer.disagreements(of: .windDirection).first)
    #expect(figure.hours == 2 && figure.meanDifference == 1 && figure.meanAbsoluteDifference == 1)
  }

  @Test(
    "an hour of rain is compared with its quarters' sum, and not with a sum of an unknown time",
    arguments: [
      (AirParameter.precipitation, AirUnit.millimetres), (.snowfall, .centimetres),
      (.sunshineDuration, .seconds), (.shortwaveRadiation, .megajoulesPerSquareMetre),
    ])
  func sums(of parameter: AirParameter, unit: AirUnit) throws {
    let quarters = Array(repeating: 1.5, count: 8)
    let answer = AirAnswer(
      [
        try report("hours", 1, parameter, unit, every: 3600, [4, 4]),
        try report("quarters", 5, parameter, unit, every: 900, quarters),
        try report("gauge", 9, parameter, unit, every: 3600, over: 0, [9, 9]),
      ],
      to: AirQuery(places: [.near(place)], parameters: [parameter]), at: .noon, policy: .all)
    let figures = answer.disagreements(of: parameter)
    #expect(figures.map(\.second.source) == ["quarters"])
    #expect(figures.map(\.meanDifference) == [2] && figures.map(\.hours) == [2])
  }

  @Test("an hour's gust is compared with the strongest of its quarters")
  func gusts() throws {
    let answer = AirAnswer(
      [
        try report("hours", 1, .windGusts, .metresPerSecond, every: 3600, [15, 8]),
        try report("quarters", 5, .windGusts, .metresPerSecond, every: 900, [5, 15, 7, 9, 4, 6, 5, 9]),
      ],
      to: AirQuery(places: [.near(place)], parameters: [.windGusts]), at: .noon, policy: .all)
    let figure = try #require(answer.disagreements(of: .windGusts).first)
    #expect(figure.hours == 2 && figure.meanDifference == 0.5)
  }

  @Test("a station at an unknown distance isn't among the nearest that are compared")
  func unknownDistance() async throws {
    let unknown = AirSite(id: "u", kind: .referenceStation)
    let answer = try await answer([
      source("unknown", .observation, (unknown, [series(.pm25, from: -2, [50, 50])])),
      source("near", .observation, (site("n", 1), [series(.pm25, from: -2, [1, 2])])),
      source("far", .observation, (site("f", 20), [series(.pm25, from: -2, [3, 4])])),
    ])
    let pair = try #require(answer.disagreements(of: .pm25, among: 2).first)
    #expect(pair.first.source == "near" && pair.second.source == "far")
    #expect(answer.disagreements(of: .pm25).count == 3)
  }

  @Test("a series of several sources is as fresh as their declarations say, whatever other sources declare")
  func freshness() throws {
    func daily(_ parameter: AirParameter, _ kind: AirReport.Kind) -> SourceDescriptor.Offer {
      SourceDescriptor.Offer(
        capabilities: [.current], placeKinds: [.coordinate], parameters: [parameter], kinds: [kind],
        timeConvention: .end, averaging: .day, cadence: .seconds(86_400))
    }
    var outcomes = [
      AirAnswer.SourceOutcome(
        descriptor: .sample("daily", offers: [daily(.no2, .observation)]), result: .responded(AirResponse()),
        receivedAt: .noon)
    ]
    for (id, values) in [("a", [1, .nan]), ("b", [2, 3])] as [(SourceID, [Double])] {
      let report = AirReport(
        source: id, site: try site(id.rawValue, 1), kind: .observation,
        series: [try series(.pm25, from: -9, values)], receivedAt: .noon, places: [0])
      outcomes.append(
        AirAnswer.SourceOutcome(
          // The offer of its forecasts says nothing about the measured hours.
          descriptor: .sample(id, offers: [daily(.pm25, .forecast), .sample()]),
          result: .responded(AirResponse(reports: [report])), receivedAt: .noon))
    }
    let answer = AirAnswer(
      query: AirQuery(near: place), outcomes: outcomes, askedAt: .noon, policy: .merged(.standard))
    let merged = try #require(answer.merged()?.report)
    #expect(merged[.pm25]?.values == [1, 3])
    #expect(answer.freshness(of: merged) == .silent)
    #expect(try answer.freshness(of: .sample("other")) == nil)
  }

  @Test("an index is computed from the merged report")
  func index() async throws {
    let values = [Double](repeating: 12, count: 14)
    let answer = try await answer([
      source("station", .observation, (site("s", 1), [series(.pm25, from: -14, values)])),
      source(
        "model", precedence: 100, .forecast, (AirSite(kind: .modelCell), [series(.o3, from: -14, values)])),
    ])
    let value = try #require(answer.index(using: .usEPA).value)
    #expect(value.number != nil && value.dominant == [.pm25])
    #expect(value.provenance?.origin == AirOrigin(source: "station", siteID: "s"))
  }

  @Test("merging is the same whatever finishes first, and what is not merged has no merged report")
  func policies() async throws {
    #expect(AirHub.Policy.merged(.standard) == .merged() && AirHub.Policy.merged() != .all)
    let hub = try AirHub(
      sources: [source("s", .observation, (site("s", 1), [series(.pm25, from: -1, [3])]))], clock: clock)
    #expect(try await hub.answer(for: AirQuery(near: place)).merged() == nil)
    let two = try await hub.answer(for: AirQuery(places: [.near(place), .near(place)]), policy: .merged())
    #expect(
      two.merged(forPlace: 0) != nil && two.merged(forPlace: 1) == nil && two.merged(forPlace: 7) == nil)
  }
}
