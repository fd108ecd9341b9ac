import AQKit
import AQKitTesting
import TestRuns
import Testing

/// Indices hour by hour, for widgets and lists.
@Suite struct HourlyIndexTests {
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

  @Test("an hour made for a preview says what makes it a proxy")
  func preview() {
    let hour = HourlyIndex(
      time: .noon, number: 60, display: "60", band: nil, isProxy: true, kind: .observation, index: .usEPA,
      site: AirSite(name: "Letňany", kind: .city), proxyText: "from the last hour")
    #expect(hour.description.hasSuffix(" about 60, from the last hour (Letňany)"))
  }

  @Test("each hour has the index of the report at its end, or the same reason", .computing)
  func agrees() throws {
    for (seed, index) in ["us-epa", "eu-eaqi", "in-naqi", "ca-aqhi", "cn-aqi"].enumerated() {
      let report = try Self.report(
        [(.pm25, "µg/m³"), (.pm10, "µg/m³"), (.o3, "µg/m³"), (.no2, "µg/m³")], before: 30, after: 40,
        gaps: 0.3, seed: UInt64(seed))
      let reference = IndexEdition.Reference(index)
      let hours = report.hourlyIndex(using: reference, from: .noon.adding(seconds: 600), hours: 45)
      #expect(hours.map(\.time) == (0..<45).map { AirTime.noon.hours($0) })
      for hour in hours {
        let outcome = report.index(using: reference, at: hour.time, options: .shown)
        #expect(hour.number == outcome.value?.number, "\(index) \(hour)")
        #expect(hour.display == outcome.value?.display, "\(index) \(hour)")
        #expect(hour.band == outcome.value?.band, "\(index) \(hour)")
        #expect(hour.dominant == outcome.value?.dominant ?? [], "\(index) \(hour)")
        #expect(hour.missing == outcome.value?.missing ?? [], "\(index) \(hour)")
        #expect(hour.isKnown == (outcome.value != nil), "\(index) \(hour)")
        #expect(hour.reason == outcome.reason?.reason, "\(index) \(hour)")
        #expect(hour.isProxy == outcome.value?.isProxy ?? false, "\(index) \(hour)")
        #expect(hour.proxyText == outcome.value?.proxyText, "\(index) \(hour)")
        // A shown value has a number and its band, or neither.
        #expect(hour.isKnown == (hour.band != nil) && !hour.isBandUncertain, "\(index) \(hour)")
      }
      #expect(hours.contains { $0.isKnown })
      let strict = report.hourlyIndex(
        using: reference, from: .noon.adding(seconds: 600), hours: 45, options: .standard)
      for hour in strict {
        let outcome = report.index(using: reference, at: hour.time)
        #expect(hour.number == outcome.value?.number, "\(index) \(hour)")
        #expect(hour.band == outcome.value?.band, "\(index) \(hour)")
        #expect(hour.missing == outcome.value?.missing ?? [], "\(index) \(hour)")
        #expect(hour.reason == outcome.reason?.reason && !hour.isProxy, "\(index) \(hour)")
      }
    }
  }

  @Test("the hours before the first one count, and without them it says why it isn't known")
  func looksBack() throws {
    let whole = try Self.report([(.pm10, "µg/m³")], before: 25, after: 3)
    let first = try #require(whole.hourlyIndex(using: "id-ispu", from: .noon, hours: 1).first)
    #expect(first.isKnown)
    let cut = try Self.report([(.pm10, "µg/m³")], before: 3, after: 3)
    let unknown = try #require(
      cut.hourlyIndex(using: "id-ispu", from: .noon, hours: 1, options: .standard).first)
    #expect(unknown.reason == .tooFewHours(have: 3, of: 24, need: 18))
    #expect(unknown.number == nil && unknown.display == nil && unknown.band == nil && unknown.color == nil)
    // The shown value is a proxy of the available hours, marked as such.
    let shown = try #require(cut.hourlyIndex(using: "id-ispu", from: .noon, hours: 1).first)
    #expect(!first.isProxy && first.proxyText == nil)
    #expect(shown.isKnown && shown.isProxy && shown.proxyText == "from 3 hours" && shown.band != nil)
    let window = AirQuery.Window.hourlyIndex(from: .noon, hours: 3).interval(at: .noon.hours(7))
    #expect(window.start == .noon.hours(-25) && window.contains(.noon.hours(3)))
  }

  @Test("an hour without ozone is partial, and says what is missing")
  func partial() throws {
    let report = try Self.report([(.pm25, "µg/m³")], before: 25, after: 1)
    let hour = try #require(report.hourlyIndex(using: .usEPA, from: .noon, hours: 1).first)
    #expect(hour.isPartial && hour.missing == [.o3])
    #expect(hour.description.hasPrefix("2026-10-01T12:00:00Z at least "))
    #expect(hour.description.hasSuffix("(Letňany)"))
  }

  @Test("hours beyond the data have a reason, as many as requested")
  func beyondData() throws {
    let report = try Self.report([(.pm25, "µg/m³")], before: 25, after: 2)
    let hours = report.hourlyIndex(using: .usEPA, from: .noon, hours: 30)
    #expect(hours.count == 30)
    #expect(hours.last?.isKnown == false)
    #expect(hours.last?.edition == "us_epa_2024")
    #expect(report.hourlyIndex(using: .usEPA, from: .noon, hours: -1).isEmpty)
    #expect(
      report.hourlyIndex(using: "no-such-index", from: .noon, hours: 2).map(\.reason)
        == Array(repeating: .unknownIndex("no-such-index"), count: 2))
  }

  @Test("if a report's hours end at half past, so do those of its index")
  func halfHours() throws {
    let report = try Self.report([(.pm25, "µg/m³")], before: 25, after: 4, from: 1800)
    let hours = report.hourlyIndex(using: .usEPA, from: .noon, hours: 3)
    #expect(hours.map(\.time) == (0..<3).map { AirTime.noon.adding(seconds: -1800 + $0 * 3600) })
    #expect(hours.allSatisfy { $0.isKnown })
  }

  @Test("the edition is that in force at the first hour")
  func edition() throws {
    let report = try Self.report([(.pm25, "µg/m³")], before: 25, after: 1)
    let earlier = report.hourlyIndex(using: .cnAQI, from: AirTime(secondsSince1970: 1_600_000_000), hours: 1)
    #expect(earlier.first?.edition == "cn_hj633_2012")
    #expect(report.hourlyIndex(using: .cnAQI, from: .noon, hours: 1).first?.edition == "cn_hj633_2026")
  }

  @Test("an hour is stored and read again with everything that it shows")
  func stored() throws {
    let report = try Self.report([(.pm25, "µg/m³"), (.o3, "µg/m³")], before: 25, after: 2, gaps: 0.1)
    let place = AirPlace(name: "Praha", coordinate: try Coordinate(50.08, 14.42))
    let hours = report.hourlyIndex(using: .usEPA, from: .noon, hours: 6, place: place)
    let read = try roundTripped(hours)
    #expect(read == hours)
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
    let hours = answer.hourlyIndex(using: .usEPA, hours: 24)
    #expect(hours.map(\.kind) == [.observation] + Array(repeating: .forecast, count: 23))
    #expect(hours.allSatisfy { $0.isKnown })
    #expect(hours.first?.number == observed.index(using: .usEPA).value?.number)
    #expect(AirAnswer([], to: query, at: .noon).hourlyIndex(using: .usEPA, hours: 24).isEmpty)
  }

  @Test("if the hours of an answer's reports end at different minutes, each hour from the start has one")
  func differentMinutes() throws {
    var observed = try Self.report([(.pm25, "µg/m³")], before: 25, after: 0, from: -1800, kind: .observation)
    observed.source = "stations"
    let forecast = try Self.report([(.pm25, "µg/m³")], before: 25, after: 30, seed: 2)
    let query = AirQuery(near: try Coordinate(28.61, 77.21))
    let hours = AirAnswer([observed, forecast], to: query, at: .noon).hourlyIndex(using: .usEPA, hours: 3)
    #expect(hours.map(\.time) == [-1800, 3600, 7200].map { AirTime.noon.adding(seconds: $0) })
    #expect(hours.map(\.kind) == [.observation, .forecast, .forecast])
  }

  @Test("the place of a query by coordinate is the one that the caller names")
  func named() throws {
    let report = try Self.report([(.pm25, "µg/m³")], before: 25, after: 3)
    let place = AirPlace(name: "Praha", coordinate: try Coordinate(50.08, 14.42))
    let answer = AirAnswer([report], to: AirQuery(near: place.coordinate), at: .noon)
    for index: IndexEdition.Reference in [.usEPA, "no such index"] {
      let hours = answer.hourlyIndex(using: index, hours: 2, place: place)
      #expect(hours.map(\.placeName) == ["Praha", "Praha"])
      #expect(answer.hourlyIndex(using: index, hours: 1).map(\.placeName) == ["Letňany"])
    }
  }
}
