import AQKit
import AQKitTesting
import Testing

/// Indices hour by hour, for widgets and lists.
@Suite struct AirMomentTests {
  /// A report of hourly means that begins at some hours before noon and ends at some after it.
  static func report(
    _ columns: [(AirParameter, AirUnit)], before: Int, after: Int, from shift: Int64 = 0, gaps: Double = 0,
    seed: UInt64 = 1, kind: AirReport.Kind = .forecast
  ) throws -> AirReport {
    let random = AQRandomNumbers(seed: seed)
    let series = try columns.map { parameter, unit in
      try AirSeries(
        parameter, unit: unit,
        timeline: AirTimeline(
          start: AirTime.noon.adding(seconds: shift - Int64(before) * 3600), step: .seconds(3600),
          length: .seconds(3600), count: before + after),
        values: (0..<(before + after)).map { _ in
          random.fraction() < gaps ? .nan : (random.fraction() * 1200).rounded() / 10
        })
    }
    return AirReport(
      source: "model", site: AirSite(id: "cell", name: "Letňany", kind: .modelCell), kind: kind,
      series: series, receivedAt: .noon,
      attribution: [AirAttribution("A model", link: "https://example.org")], places: [0])
  }

  @Test("a moment made for a preview says what makes it a proxy")
  func preview() {
    let moment = AirMoment(
      time: .noon, number: 60, display: "60", band: nil, isProxy: true, kind: .observation, index: .usEPA,
      site: AirSite(name: "Letňany", kind: .city), proxyText: "from the last hour")
    #expect(moment.description.hasSuffix(" about 60, from the last hour (Letňany)"))
  }

  @Test("each moment is the index of the report at its hour, or the same reason", .computing)
  func agrees() throws {
    for (seed, index) in ["us-epa", "eu-eaqi", "in-naqi", "ca-aqhi", "cn-aqi"].enumerated() {
      let report = try Self.report(
        [(.pm25, "µg/m³"), (.pm10, "µg/m³"), (.o3, "µg/m³"), (.no2, "µg/m³")], before: 30, after: 40,
        gaps: 0.3, seed: UInt64(seed))
      let reference = IndexEdition.Reference(index)
      let moments = report.moments(using: reference, from: .noon.adding(seconds: 600), hours: 45)
      #expect(moments.map(\.time) == (0..<45).map { AirTime.noon.hours($0) })
      for moment in moments {
        let outcome = report.index(using: reference, at: moment.time, options: .shown)
        #expect(moment.number == outcome.value?.number, "\(index) \(moment)")
        #expect(moment.display == outcome.value?.display, "\(index) \(moment)")
        #expect(moment.band == outcome.value?.band, "\(index) \(moment)")
        #expect(moment.dominant == outcome.value?.dominant ?? [], "\(index) \(moment)")
        #expect(moment.missing == outcome.value?.missing ?? [], "\(index) \(moment)")
        #expect(moment.isKnown == (outcome.value != nil), "\(index) \(moment)")
        #expect(moment.reason == outcome.reason?.reason, "\(index) \(moment)")
        #expect(moment.isProxy == outcome.value?.isProxy ?? false, "\(index) \(moment)")
        #expect(moment.proxyText == outcome.value?.proxyText, "\(index) \(moment)")
        // A shown value has a number and its band, or neither.
        #expect(moment.isKnown == (moment.band != nil) && !moment.isBandUncertain, "\(index) \(moment)")
      }
      #expect(moments.contains { $0.isKnown })
      let strict = report.moments(
        using: reference, from: .noon.adding(seconds: 600), hours: 45, options: .standard)
      for moment in strict {
        let outcome = report.index(using: reference, at: moment.time)
        #expect(moment.number == outcome.value?.number, "\(index) \(moment)")
        #expect(moment.band == outcome.value?.band, "\(index) \(moment)")
        #expect(moment.missing == outcome.value?.missing ?? [], "\(index) \(moment)")
        #expect(moment.reason == outcome.reason?.reason && !moment.isProxy, "\(index) \(moment)")
      }
    }
  }

  @Test("the hours before the first moment count, and without them the moment says why it isn't known")
  func looksBack() throws {
    let whole = try Self.report([(.pm10, "µg/m³")], before: 25, after: 3)
    let first = try #require(whole.moments(using: "id-ispu", from: .noon, hours: 1).first)
    #expect(first.isKnown)
    let cut = try Self.report([(.pm10, "µg/m³")], before: 3, after: 3)
    let unknown = try #require(
      cut.moments(using: "id-ispu", from: .noon, hours: 1, options: .standard).first)
    #expect(unknown.reason == .tooFewHours(have: 3, of: 24, need: 18))
    #expect(unknown.number == nil && unknown.display == nil && unknown.band == nil && unknown.color == nil)
    // The shown value is a proxy of the available hours, marked as such.
    let shown = try #require(cut.moments(using: "id-ispu", from: .noon, hours: 1).first)
    #expect(!first.isProxy && first.proxyText == nil)
    #expect(shown.isKnown && shown.isProxy && shown.proxyText == "from 3 hours" && shown.band != nil)
    let window = AirQuery.Window.moments(from: .noon, hours: 3).interval(at: .noon.hours(7))
    #expect(window.start == .noon.hours(-25) && window.contains(.noon.hours(3)))
  }

  @Test("a moment without ozone is partial, and says what is missing")
  func partial() throws {
    let report = try Self.report([(.pm25, "µg/m³")], before: 25, after: 1)
    let moment = try #require(report.moments(using: .usEPA, from: .noon, hours: 1).first)
    #expect(moment.isPartial && moment.missing == [.o3])
    #expect(moment.description.hasPrefix("2026-10-01T12:00:00Z at least "))
    #expect(moment.description.hasSuffix("(Letňany)"))
  }

  @Test("hours beyond the data are moments with a reason, as many as requested")
  func beyondData() throws {
    let report = try Self.report([(.pm25, "µg/m³")], before: 25, after: 2)
    let moments = report.moments(using: .usEPA, from: .noon, hours: 30)
    #expect(moments.count == 30)
    #expect(moments.last?.isKnown == false)
    #expect(moments.last?.edition == "us_epa_2024")
    #expect(report.moments(using: .usEPA, from: .noon, hours: -1).isEmpty)
    #expect(
      report.moments(using: "no-such-index", from: .noon, hours: 2).map(\.reason)
        == Array(repeating: .unknownIndex("no-such-index"), count: 2))
  }

  @Test("if the hours end at half past, so do the moments")
  func halfHours() throws {
    let report = try Self.report([(.pm25, "µg/m³")], before: 25, after: 4, from: 1800)
    let moments = report.moments(using: .usEPA, from: .noon, hours: 3)
    #expect(moments.map(\.time) == (0..<3).map { AirTime.noon.adding(seconds: -1800 + $0 * 3600) })
    #expect(moments.allSatisfy { $0.isKnown })
  }

  @Test("the edition is that in force at the first moment")
  func edition() throws {
    let report = try Self.report([(.pm25, "µg/m³")], before: 25, after: 1)
    let earlier = report.moments(using: .cnAQI, from: AirTime(secondsSince1970: 1_600_000_000), hours: 1)
    #expect(earlier.first?.edition == "cn_hj633_2012")
    #expect(report.moments(using: .cnAQI, from: .noon, hours: 1).first?.edition == "cn_hj633_2026")
  }

  @Test("a moment is stored and read again with everything that it shows")
  func stored() throws {
    let report = try Self.report([(.pm25, "µg/m³"), (.o3, "µg/m³")], before: 25, after: 2, gaps: 0.1)
    let place = AirPlace(name: "Praha", coordinate: try Coordinate(50.08, 14.42))
    let moments = report.moments(using: .usEPA, from: .noon, hours: 6, place: place)
    let read = try roundTripped(moments)
    #expect(read == moments)
    #expect(Set(read.map(\.id)).count == 6)
    let first = try #require(read.first)
    #expect(first.placeName == "Praha" && first.attribution == report.attribution && first.index == .usEPA)
    #expect(first.indexTitle == "US EPA AQI 2024" && first.date == AirTime.noon.date)
    #expect(first.color != nil && first.color == first.band?.color)
  }

  @Test("an answer's observations are followed by its forecasts")
  func answer() throws {
    let columns: [(AirParameter, AirUnit)] = [(.pm25, "µg/m³"), (.o3, "µg/m³")]
    var observed = try Self.report(columns, before: 25, after: 0, kind: .observation)
    observed.source = "stations"
    let forecast = try Self.report(columns, before: 25, after: 30, seed: 2)
    let query = AirQuery(near: try Coordinate(50.08, 14.42))
    let answer = AirAnswer([observed, forecast], to: query, at: .noon)
    let moments = answer.moments(using: .usEPA, hours: 24)
    #expect(moments.map(\.kind) == [.observation] + Array(repeating: .forecast, count: 23))
    #expect(moments.allSatisfy { $0.isKnown })
    #expect(moments.first?.number == observed.index(using: .usEPA).value?.number)
    #expect(AirAnswer([], to: query, at: .noon).moments(using: .usEPA, hours: 24).isEmpty)
  }

  @Test("the place of a query by coordinate is the one that the caller names")
  func named() throws {
    let report = try Self.report([(.pm25, "µg/m³")], before: 25, after: 3)
    let place = AirPlace(name: "Praha", coordinate: try Coordinate(50.08, 14.42))
    let answer = AirAnswer([report], to: AirQuery(near: place.coordinate), at: .noon)
    for index: IndexEdition.Reference in [.usEPA, "no such index"] {
      let moments = answer.moments(using: index, hours: 2, named: place)
      #expect(moments.map(\.placeName) == ["Praha", "Praha"])
      #expect(answer.moments(using: index, hours: 1).map(\.placeName) == ["Letňany"])
    }
  }
}
