import AQKit
import Testing

/// Tests of estimates from a hub's answer: the inputs, those that are left out, and the statements about it.
struct AnswerEstimateTests {
  private let place: Coordinate
  private static let free = AirRights(
    commercialUse: .allowed, redistribution: .allowed, caching: .allowed, modification: .allowed)

  init() throws { place = try Coordinate(50, 14) }

  private func site(
    _ id: String, _ kilometres: Double, kind: AirSite.Kind = .referenceStation, isIndoor: Bool? = nil,
    setting: AirSite.Details.Setting? = nil
  ) throws -> AirSite {
    AirSite(
      id: id, name: "Site \(id)", coordinate: try Coordinate(50 + kilometres / 111.2, 14), kind: kind,
      isIndoor: isIndoor, details: .init(setting: setting))
  }

  /// Hourly values, the last of which ends some hours after noon.
  private func series(
    _ values: [Double], until last: Int64 = 0, isMean: Bool = true, of parameter: AirParameter = .pm25,
    flags: [Set<AirReading.QualityFlag>]? = nil
  ) throws -> AirSeries {
    let first = last - Int64(values.count) + (isMean ? 0 : 1)
    return try AirSeries(
      parameter, unit: .microgramsPerCubicMetre,
      timeline: AirTimeline(
        start: AirTime.noon.hours(first), step: .seconds(3600), length: .seconds(isMean ? 3600 : 0),
        count: values.count), values: values, flags: flags)
  }

  private func report(
    _ source: SourceID, _ site: AirSite, _ series: AirSeries, kind: AirReport.Kind = .observation,
    rights: AirRights = free
  ) -> AirReport {
    AirReport(
      source: source, site: site, kind: kind, series: [series], receivedAt: .noon,
      attribution: [AirAttribution("\(source)")], rights: rights, places: [0])
  }

  private func answer(
    _ reports: [AirReport], _ parameters: [AirParameter] = [.pm25], policy: AirHub.Policy = .all,
    window: AirQuery.Window = .current
  ) -> AirAnswer {
    AirAnswer(
      reports, to: AirQuery(around: place, parameters: parameters, window: window), at: .noon, policy: policy)
  }

  private func cell(_ values: [Double], until last: Int64 = 0) throws -> AirReport {
    report(
      "model", AirSite(coordinate: place, timeZone: "Europe/Prague", kind: .modelCell),
      try series(values, until: last, isMean: false), kind: .forecast)
  }

  /// Four stations and a model, each with two days of values.
  private func usual() throws -> [AirReport] {
    let hours = [Double](repeating: 1, count: 48)
    return try [
      report("one", site("a", 3), series(hours.map { 12 * $0 })),
      report("one", site("b", 8), series(hours.map { 10 * $0 })),
      report("two", site("c", 5), series(hours.map { 11 * $0 })),
      report("two", site("d", 14), series(hours.map { 9 * $0 })), cell(hours.map { 8 * $0 }),
    ]
  }

  @Test("an estimate names each station with its weight, the model, and the credit and rights of all")
  func account() throws {
    let estimate = try answer(usual()).estimate(of: .pm25)
    #expect(estimate.basis == .stationsAndModel && estimate.hoursAhead == 0)
    #expect(estimate.contributions.map(\.site.id) == ["a", "c", "b", "d"])
    #expect(estimate.contributions.map(\.value) == [12, 11, 10, 9])
    #expect(estimate.contributions[0].weight > estimate.contributions[3].weight)
    #expect(estimate.model?.source == "model" && estimate.model?.value == 8)
    #expect(estimate.attribution.map(\.text) == ["one", "two", "model"])
    #expect(estimate.rights.modification == .allowed)
    #expect(estimate.interval.end == .noon && estimate.interval.length == .seconds(3600))
    #expect(estimate.low < estimate.value && estimate.value < estimate.high)
    #expect(estimate.value > 9 && estimate.value < 12)
    #expect(estimate.description.hasSuffix("from 4 stations within 14 km and the model"))
  }

  @Test("it equals the estimator's result for the same stations")
  func sameAsEstimator() throws {
    let estimate = try answer(usual()).estimate(of: .pm25, probability: 0.95)
    let stations = try [(3.0, 12.0), (5, 11), (8, 10), (14, 9)].map { kilometres, value in
      PlaceEstimator.Station(at: try Coordinate(50 + kilometres / 111.2, 14), values: [value])
    }
    let reference = try PlaceEstimator().estimate(
      of: .pm25, at: place, from: stations, model: [8], probability: 0.95)
    #expect((estimate.value - reference.value.value).magnitude < 1e-9)
    #expect((estimate.high - reference.value.high).magnitude < 1e-9)
  }

  @Test("stations that aren't needed are named in the order of their distances, even without identifiers")
  func unusedInOrder() throws {
    let reports = try (1...30).map { number in
      let here = AirSite(
        name: "\(number)", coordinate: try Coordinate(50 + Double(number) / 111.2, 14),
        kind: .referenceStation)
      return report("one", here, try series([Double](repeating: 10, count: 8)))
    }
    let estimate = try answer(reports).estimate(of: .pm25)
    #expect(estimate.leftOut.map(\.site.name) == (21...30).map { "\($0)" })
  }

  @Test("the order of the reports changes nothing")
  func order() throws {
    let reports = try usual()
    let (one, other) = try (
      answer(reports).estimate(of: .pm25), answer(reports.reversed()).estimate(of: .pm25)
    )
    #expect(one.value == other.value && one.high == other.high)
    #expect(one.contributions == other.contributions && one.leftOut == other.leftOut)
  }

  @Test(
    "indoor, merged, flagged, negative, stale, forbidden and city values are left out, and each has its reason"
  )
  func leftOut() throws {
    let forbidden = AirRights(modification: .forbidden)
    let bad = try [
      report("x", site("indoor", 0.1, isIndoor: true), series([500, 500])),
      report("x", site("flagged", 0.2), series([500, 500], flags: [[.suspect], [.suspect]])),
      report("x", site("negative", 0.3), series([-5, -5])),
      report("x", site("old", 0.4), series([500, 500], until: -200)),
      report("x", site("gap", 0.45), interrupted(until: -200)),
      report("closed", site("closed", 0.5), series([500, 500]), rights: forbidden),
      report("x", site("city", 0.6, kind: .city), series([500, 500])),
      report("x", site("daily", 0.8), daily(500)), report(.merged, site("merged", 0.9), series([500, 500])),
      report(
        "x", site("running", 0.85),
        AirSeries(
          .pm25, unit: .microgramsPerCubicMetre, averaging: .day,
          timeline: series([500, 500], isMean: false).timeline, values: [500, 500])),
      report("x", site("forecast", 0.7), series([500, 500]), kind: .forecast),
      report("x", site("far", 151), series([500, 500])),
    ]
    let (clean, mixed) = try (answer(usual()).estimate(of: .pm25), answer(usual() + bad).estimate(of: .pm25))
    #expect(clean.value == mixed.value && clean.high == mixed.high)
    let reasons = Dictionary(uniqueKeysWithValues: mixed.leftOut.map { ($0.site.id ?? "?", $0.reason) })
    #expect(
      reasons == [
        "indoor": .indoor, "flagged": .flagged, "negative": .flagged, "old": .stale, "gap": .stale,
        "closed": .rights, "city": .derived, "daily": .notHourly, "merged": .derived, "forecast": .derived,
        "far": .tooFar, "running": .notHourly,
      ])
  }

  /// Hourly means, one of which is missing.
  private func interrupted(until last: Int64) throws -> AirSeries {
    try AirSeries(
      .pm25, unit: .microgramsPerCubicMetre,
      timeline: AirTimeline(
        [last - 3, last - 1, last].map {
          try AirInterval(start: .noon.hours($0 - 1), end: .noon.hours($0))
        }),
      values: [500, 500, 500])
  }

  private func daily(_ value: Double) throws -> AirSeries {
    try AirSeries(
      .pm25, unit: .microgramsPerCubicMetre,
      timeline: AirTimeline(
        start: AirTime.noon.hours(-24), step: .seconds(86_400), length: .seconds(86_400), count: 1),
      values: [value])
  }

  @Test("a source that forbids changes isn't used, even if there is no other")
  func rights() throws {
    let only = try report(
      "closed", site("a", 1), series([10, 10]), rights: AirRights(modification: .forbidden))
    #expect(throws: AirEstimate.Unavailable(.nothingNear(reach: 150_000))) {
      try answer([only]).estimate(of: .pm25)
    }
  }

  @Test("an estimated report is never an input of an estimate")
  func noFeedback() throws {
    let first = answer(try usual())
    var own = try first.estimatedReport()
    own.site.kind = .referenceStation
    own.kind = .observation
    let again = answer(try usual() + [own])
    #expect(try again.estimate(of: .pm25).value == first.estimate(of: .pm25).value)
  }

  @Test("a station that comes through two services counts once, from the one nearer to the origin")
  func duplicates() throws {
    let copy = try report("openaq", site("copy", 3.01), series([99, 99]))
    var named = copy
    named.site.name = "Site a"
    let estimate = try answer(usual() + [named]).estimate(of: .pm25)
    #expect(estimate.contributions.map(\.site.id) == ["a", "c", "b", "d"])
    #expect(estimate.leftOut.map(\.reason) == [.duplicate])
  }

  @Test("a low-cost sensor's current value represents the last hour, as an uncorrected one")
  func sensors() throws {
    let now = try AirSeries(
      .pm25, unit: .microgramsPerCubicMetre,
      timeline: AirTimeline([AirInterval(start: AirTime.noon.adding(seconds: -150), end: .noon)]),
      values: [14])
    let sensor = try report("sensors", site("s", 1, kind: .lowCostSensor), now)
    let estimate = try answer(usual() + [sensor]).estimate(of: .pm25)
    let part = try #require(estimate.contributions.first)
    #expect(part.site.id == "s" && part.quality == .raw && part.value == 14)
  }

  @Test(
    "a sensor's values of a few minutes belong to the hour in which they end, and a current one to the last")
  func sensorHours() throws {
    // Ten-minute means: 20 until eleven, 60 until noon, and one of 40 after it.
    let ends =
      (1...12).map { AirTime.noon.adding(seconds: Int64($0 - 12) * 600) } + [
        AirTime.noon.adding(seconds: 300)
      ]
    let short = try AirSeries(
      .pm25, unit: .microgramsPerCubicMetre,
      timeline: AirTimeline(ends.map { try AirInterval(start: $0.adding(seconds: -120), end: $0) }),
      values: Array(repeating: 20, count: 6) + Array(repeating: 60, count: 6) + [40])
    let sensor = try report("sensors", site("s", 1, kind: .lowCostSensor), short)
    let reports = try usual() + [sensor]
    for (hour, value) in [(-1, 20.0), (0, 60)] as [(Int64, Double)] {
      let estimate = try answer(reports, window: .past(.seconds(86_400)))
        .estimate(of: .pm25, at: AirTime.noon.hours(hour))
      #expect(estimate.contributions.first { $0.site.id == "s" }?.value == value)
    }
  }

  @Test("a sensor's current value is for the hour that has just ended, also where later ones are asked about")
  func sensorsAhead() throws {
    let now = try AirSeries(
      .pm25, unit: .microgramsPerCubicMetre,
      timeline: AirTimeline([
        AirInterval(start: AirTime.noon.adding(seconds: 60), end: AirTime.noon.adding(seconds: 120))
      ]), values: [14])
    let sensors = try (1...3).map {
      try report("sensors", site("s\($0)", Double($0), kind: .lowCostSensor), now)
    }
    let late = AirAnswer(
      try usual() + sensors, to: AirQuery(around: place, parameters: [.pm25]),
      at: AirTime.noon.adding(seconds: 1200), policy: .all)
    let estimate = try late.estimate(of: .pm25, at: AirTime.noon.hours(1))
    #expect(estimate.hoursAhead == 1)
    #expect(estimate.contributions.count == 7)
  }

  @Test("of a sensor's equal series one of a single channel isn't taken, nor another for its values")
  func channels() throws {
    func series(_ value: Double, _ channel: String?) throws -> AirSeries {
      try AirSeries(
        .pm25, unit: .microgramsPerCubicMetre,
        timeline: AirTimeline([AirInterval(start: AirTime.noon.adding(seconds: -150), end: .noon)]),
        values: [value], origin: AirOrigin(instrument: AirSite.Instrument(channel)))
    }
    var sensor = try report("sensors", site("s", 1, kind: .lowCostSensor), series(20, "A"))
    sensor.series += try [series(24, nil), series(22, nil), series(28, "B")]
    let estimate = try answer(usual() + [sensor]).estimate(of: .pm25)
    #expect(estimate.contributions.first?.value == 24)
  }

  @Test("a station that isn't needed, or without a value in the hour, is left out with its reason")
  func unused() throws {
    let many = try (1...25).map {
      try report("one", site("n\($0)", Double($0)), series([12, 12]))
    }
    let late = try report("two", site("late", 30), series([12, 12], until: -1))
    let estimate = try answer(many + [late]).estimate(of: .pm25)
    let reasons = Dictionary(uniqueKeysWithValues: estimate.leftOut.map { ($0.site.id ?? "?", $0.reason) })
    #expect(estimate.contributions.count == 20)
    #expect(reasons.count == 6)
    #expect(reasons["late"] == .stale)
    #expect(reasons.values.count { $0 == .notNeeded } == 5)
  }

  @Test("a day of years ago is estimated, and more than two years at once are refused by name")
  func longAgo() throws {
    let day = Int64(-3 * 8766)
    let reports = try [("a", 3), ("b", 8), ("c", 5), ("d", 14)].map { id, kilometres in
      try report("one", site(id, kilometres), series([Double](repeating: 12, count: 48), until: day))
    }
    let window = try AirInterval(start: AirTime.noon.hours(day - 24), end: AirTime.noon.hours(day))
    let old = answer(reports, window: .interval(window))
    #expect(try old.estimatedReport().series.first?.count == 24)
    let years = try AirInterval(start: AirTime.noon.hours(day), end: .noon)
    #expect(throws: AirEstimate.Unavailable(.tooLong)) { try old.estimatedReport(over: years) }
  }

  @Test("a gas measured as a mixing ratio has the same index before and after the estimate")
  func gases() throws {
    let reports = try (0..<7).map { number in
      let ppb = try AirSeries(
        .o3, unit: .ppb,
        timeline: AirTimeline(
          start: AirTime.noon.hours(-8), step: .seconds(3600), length: .seconds(3600), count: 8),
        values: Array(repeating: 70, count: 8))
      return report(SourceID(rawValue: "n\(number)"), try site("\(number)", Double(number + 1)), ppb)
    }
    let direct = reports[0].index(using: .usEPA).value?.number
    let converted = try reports[0].series[0].converted(to: .microgramsPerCubicMetre, under: .eu)
    #expect(direct == 100)
    #expect(report("c", reports[0].site, converted).index(using: .usEPA).value?.number == direct)
  }

  @Test("an estimate from mixing ratios says that it is at 20 °C, and an index at 25 °C converts it")
  func gasConditions() throws {
    func estimated(
      _ value: Double, _ unit: AirUnit, convertedUnder conditions: AirUnit.ReferenceConditions? = nil
    ) throws -> AirReport {
      let reports = try (0..<7).map { number in
        let series = try AirSeries(
          .o3, unit: unit,
          timeline: AirTimeline(
            start: AirTime.noon.hours(-8), step: .seconds(3600), length: .seconds(3600), count: 8),
          values: Array(repeating: value, count: 8))
        let shown =
          try conditions.map { try series.converted(to: .microgramsPerCubicMetre, under: $0) } ?? series
        return report(SourceID(rawValue: "n\(number)"), try site("\(number)", Double(number + 1)), shown)
      }
      let window = try AirInterval(start: AirTime.noon.hours(-8), end: .noon)
      return try answer(reports, [.o3], window: .interval(window)).estimatedReport()
    }
    let inRatio = try estimated(80.5, .ppb)
    let own = try #require(inRatio.series.first)
    let value = try #require(own.values.last)
    #expect(own.conversion == AirUnit.Conversion(from: .ppb, conditions: .eu))
    #expect(try own.converted(to: .ppb, under: .eu).conversion == nil)
    let outcome = inRatio.index(using: .cnAQI)
    let inChina = try #require((outcome.value?.subIndices ?? outcome.reason?.subIndices)?.first)
    #expect((inChina.concentration - value * 293.15 / 298.15).magnitude < 0.001)
    #expect(inChina.basis.conditions == .us)
    let converted = try #require(try estimated(80.5, .ppb, convertedUnder: .us).series.first)
    #expect(converted.conversion == own.conversion)
    let same = try #require(converted.values.last)
    #expect((same - value).magnitude < 0.001)
    let inMass = try estimated(160, .microgramsPerCubicMetre)
    #expect(inMass.series.first?.conversion == nil)
    #expect(inMass.index(using: .cnAQI).value?.subIndices.first?.basis.convertedFrom == nil)
  }

  @Test("a gas that was converted from a unit that isn't known counts with its values")
  func convertedFromUnknownUnit() throws {
    func estimated(_ conversion: AirUnit.Conversion?) throws -> AirSeries {
      let window = try AirInterval(start: AirTime.noon.hours(-8), end: .noon)
      let reports = try (0..<7).map { number in
        let series = try AirSeries(
          .o3, unit: .microgramsPerCubicMetre,
          timeline: AirTimeline(start: window.start, step: .seconds(3600), length: .seconds(3600), count: 8),
          values: Array(repeating: 160, count: 8), conversion: conversion)
        return report(SourceID(rawValue: "n\(number)"), try site("\(number)", Double(number + 1)), series)
      }
      let answered = try answer(reports, [.o3], window: .interval(window)).estimatedReport()
      return try #require(answered.series.first)
    }
    let converted = try estimated(AirUnit.Conversion(from: "tubes", conditions: .us))
    let value = try #require(converted.values.last)
    #expect(converted.conversion == nil && value.isFinite)
    #expect(try estimated(nil).values.last == value)
  }

  // MARK: Time

  @Test(
    "the hour is the newest that half of the stations have, and an older one of the past has its own stations"
  )
  func newestHour() throws {
    let reports = try [
      report("one", site("a", 3), series([20, 12, 11])),
      report("one", site("b", 8), series([20, 12], until: -1)),
      report("two", site("c", 5), series([20, 12], until: -1)),
      report("two", site("d", 14), series([20, 12], until: -1)),
    ]
    let estimate = try answer(reports).estimate(of: .pm25)
    #expect(estimate.interval.end == AirTime.noon.hours(-1) && estimate.hoursAhead == 0)
    let earlier = try answer(reports).estimate(of: .pm25, at: AirTime.noon.hours(-2))
    #expect((earlier.value - 20).magnitude < 0.01 && earlier.contributions.count == 4)
    let now = try answer(reports).estimate(of: .pm25, at: .noon)
    #expect(now.hoursAhead == 1 && now.value == estimate.value && now.high > estimate.high)
  }

  @Test("values too old to be carried forward are refused by name, unless a model extends them")
  func outOfDate() throws {
    let old = try [report("one", site("a", 3), series([20, 20], until: -6))]
    #expect(AirEstimate.Unavailable(.outOfDate(hours: 1)).description.contains(" are 1 h old, "))
    #expect(throws: AirEstimate.Unavailable(.outOfDate(hours: 6))) { try answer(old).estimate(of: .pm25) }
    let model = try cell([Double](repeating: 10, count: 24))
    let carried = try answer(old + [model]).estimate(of: .pm25)
    #expect(carried.hoursAhead == 6 && carried.basis == .stationsAndModel && carried.value > 10)
  }

  @Test("a model that ends with the stations' values is part of an estimate that holds them, and is credited")
  func heldModel() throws {
    let estimate = try answer(usual()).estimate(of: .pm25, at: .noon.hours(2))
    #expect(estimate.basis == .stationsAndModel && estimate.hoursAhead == 2)
    #expect(estimate.model?.source == "model" && estimate.model?.value == 8)
    #expect(estimate.attribution.map(\.text).contains("model"))
    #expect(!estimate.leftOut.contains { $0.source == "model" })
  }

  @Test("future hours come from the model, shifted by the stations' deviation, and are marked as a forecast")
  func ahead() throws {
    let window = AirQuery.Window.interval(
      try AirInterval(start: AirTime.noon.hours(-25), end: AirTime.noon.hours(24)))
    var reports = try usual()
    reports[4] = try cell([Double](repeating: 8, count: 72), until: 24)
    let answer = answer(reports, window: window)
    let (soon, late) = try (
      answer.estimate(of: .pm25, at: AirTime.noon.hours(2)),
      answer.estimate(of: .pm25, at: AirTime.noon.hours(20))
    )
    #expect(soon.hoursAhead == 2 && soon.value > late.value && late.value > 8)
    #expect(try answer.estimatedReport().kind == .forecast)
  }

  @Test("an hour days ahead comes from the model alone, whatever a sensor measures now")
  func daysAhead() throws {
    let sensor = try report("sensors", site("s", 2, kind: .lowCostSensor), series([12, 12]))
    let model = try cell([Double](repeating: 8, count: 130), until: 101)
    let estimate = try answer([sensor, model]).estimate(of: .pm25, at: .noon.hours(100))
    #expect(estimate.basis == .model && estimate.leftOut.map(\.reason) == [.stale])
  }

  @Test("a time without a whole hour has the last hour that has ended by its end, and no later one")
  func partOfHour() throws {
    let report = try answer(usual(), window: .past(.seconds(1800))).estimatedReport()
    #expect(report.kind == .analysis)
    #expect(report[.pm25]?.count == 1 && report[.pm25]?.timeline.last?.end == .noon)
  }

  @Test("a limit of impossibly many stations is refused", arguments: [Int.min, 0, 201, .max])
  func impossibleConstants(_ stations: Int) throws {
    let estimator = PlaceEstimator(changed(.standard) { $0.stations = stations })
    let answer = try answer(usual())
    #expect(throws: AirEstimate.Unavailable(.impossibleConstants)) {
      try answer.estimate(of: .pm25, by: estimator)
    }
  }

  // MARK: The report and its index

  @Test("a report of estimates gives indices, each with the index at both ends of its interval")
  func index() throws {
    let report = try answer(usual()).estimatedReport()
    #expect(
      report.source == .estimated && report.kind == .analysis && report.site.timeZone == "Europe/Prague")
    let series = try #require(report[.pm25])
    #expect(series.values.count == 25 && series.values.allSatisfy(\.isFinite))
    #expect(series.accuracy?.first??.bounds?.probability == 0.8)
    #expect(report.attribution.map(\.text).suffix(3) == ["one", "two", "model"])
    let value = try #require(report.index(using: .usEPA).value)
    let bounds = try #require(value.bounds)
    let (low, high, number) = try (#require(bounds.low), #require(bounds.high), #require(value.number))
    #expect(low < number && number < high)
    #expect(value.description.contains(", \(low) to \(high)"))
  }

  @Test("a report of measured values has an index without bounds")
  func noBounds() throws {
    #expect(try answer(usual()).best?.index(using: .usEPA).value?.bounds == nil)
  }

  @Test("the interval of a value survives the JSON schema, and so does that of an index")
  func coding() throws {
    let report = try answer(usual()).estimatedReport()
    #expect(try roundTripped(report) == report)
    let outcome = report.index(using: .usEPA)
    #expect(try roundTripped(outcome).value?.bounds == outcome.value?.bounds)
  }

  @Test("a merging policy changes nothing: merging picks, estimating computes")
  func merging() throws {
    let reports = try usual()
    let merged = answer(reports, policy: .merged())
    #expect(try merged.estimate(of: .pm25).value == answer(reports).estimate(of: .pm25).value)
  }

  @Test("a topic of the air at a place shows the estimate, or why there is none")
  func topic() async throws {
    let answer = answer(try usual())
    #expect(try AirTopic.atPlace.value([answer]).value == answer.estimate(of: .pm25).value)
    func code(_ answer: AirAnswer) -> AQError.Code? {
      let error = #expect(throws: AQError.self) { try AirTopic.atPlace.value([answer]) }
      return error?.code
    }
    let far = report("far", try site("z", 400), try series([12]))
    #expect(code(self.answer([far])) == .unavailable)
    #expect(code(self.answer([])) == .notConfigured)
    let spent = AirAnswer.SourceOutcome(
      descriptor: SourceDescriptor(id: "spent", name: "Spent", offers: []),
      result: .skipped(.budgetSpent(until: AirTime.noon.hours(1))))
    let query = AirQuery(around: place, parameters: [.pm25])
    #expect(code(AirAnswer(query: query, outcomes: [spent], askedAt: .noon)) == .rateLimited)
  }
}
