import AQKit
import Testing

@Suite("Indices and suspect values") struct SuspectValuesTests {
  private func hours(_ parameter: AirParameter, _ values: [Double], suspect: Set<Int> = []) throws
    -> AirSeries
  {
    try AirSeries(
      parameter, unit: .microgramsPerCubicMetre, averaging: .oneHour,
      timeline: AirTimeline(
        start: AirTime.noon.secondsSince1970 - Int64(values.count) * 3600, step: 3600, length: 3600,
        count: values.count),
      values: values, flags: values.indices.map { suspect.contains($0) ? [.suspect] : [] })
  }

  private func report(_ series: [AirSeries]) -> AirReport {
    AirReport(
      source: "sample", site: AirSite(id: "s", kind: .lowCostSensor), kind: .observation, series: series,
      receivedAt: .noon, attribution: [], rights: .unknown)
  }

  @Test("one suspect hour of 3,333 µg/m³ doesn't make clean air hazardous")
  func hour() throws {
    let clean = Array(repeating: 8.0, count: 12)
    let spoilt = Array(clean.dropLast()) + [3333]
    let honest = report([try hours(.pm25, clean)]).index(using: "us-epa").value
    let flagged = report([try hours(.pm25, spoilt, suspect: [11])]).index(using: "us-epa").value
    #expect(flagged?.number == honest?.number && honest != nil)
    let believed = report([try hours(.pm25, spoilt)]).index(using: "us-epa").value
    #expect(believed?.number != honest?.number)
  }

  @Test("a pollutant whose values are all suspect doesn't lead, and the index says why it is missing")
  func pollutant() throws {
    let report = report([
      try hours(.pm25, Array(repeating: 3333, count: 12), suspect: Set(0..<12)),
      try hours(.pm10, Array(repeating: 20, count: 24)),
    ])
    let value = try #require(report.index(using: "us-epa").value)
    #expect(value.dominant == [.pm10])
    #expect(
      value.problems.contains { $0.input.parameter == .pm25 && "\($0.reason)".contains("flagged as suspect") }
    )
  }

  @Test("a report of suspect values alone has no index, and says why")
  func nothing() throws {
    let report = report([try hours(.pm25, Array(repeating: 3333, count: 12), suspect: Set(0..<12))])
    guard case .unavailable(let reason) = report.index(using: "us-epa") else {
      Issue.record("there is an index of suspect values")
      return
    }
    #expect("\(reason)".contains("flagged as suspect"))
  }

  @Test("a series of indices leaves suspect hours out like an index of a moment")
  func series() throws {
    let report = report([try hours(.pm25, Array(repeating: 8.0, count: 23) + [3333], suspect: [23])])
    let series = try report.indexSeries(using: "us-epa")
    let last = series[series.count - 1]
    #expect(last?.number != nil && last?.number == report.index(using: "us-epa", at: .noon).value?.number)
  }

  @Test("a series of indices names a suspect pollutant like an index of a moment")
  func namedInSeries() throws {
    let report = report([
      try hours(.pm25, Array(repeating: 3333, count: 24), suspect: Set(0..<24)),
      try hours(.pm10, Array(repeating: 20, count: 24)),
    ])
    for options in [IndexOptions.standard, IndexOptions(proxy: .allowed)] {
      let series = try report.indexSeries(using: "us-epa", options: options)
      for place in 0..<series.count {
        let moment = try #require(series.timeline[place]).end
        #expect(series.outcome(at: place) == report.index(using: "us-epa", at: moment, options: options))
      }
      #expect(series.problems.contains { "\($0.reason)".contains("flagged as suspect") })
    }
    let alone = self.report([try hours(.pm25, [3333, 3333], suspect: [0, 1])])
    let end = try #require(alone.indexSeries(using: "us-epa").outcome(at: 1))
    #expect(end == alone.index(using: "us-epa", at: .noon) && "\(end)".contains("flagged as suspect"))
  }

  @Test(
    "a suspect value explains a missing pollutant only in the hours that the index needs",
    arguments: [(3, "its values are flagged as suspect"), (20, "no value in the hours before")])
  func longAgo(row: Int, reason: String) throws {
    let report = report([
      try hours(.pm25, [3333] + Array(repeating: .nan, count: 23), suspect: [0]),
      try hours(.pm10, Array(repeating: 20, count: 24)),
    ])
    let series = try report.indexSeries(using: "us-epa")
    let outcome = try #require(series.outcome(at: row))
    #expect(outcome.value?.problems.map { "\($0.reason)" } == [reason])
    #expect(outcome == report.index(using: "us-epa", at: series.timeline[row]?.end))
  }

  @Test("a suspect hour of a series with values years apart doesn't count either")
  func sparse() throws {
    let runs: [(hour: Int64, values: [Double])] = [(0, [8, 8, 8]), (80_000, [8, 8, 3333])]
    let intervals = try runs.flatMap { run in
      try run.values.indices.map { place in
        let start = AirTime(secondsSince1970: (run.hour + Int64(place)) * 3600)
        return try AirInterval(start: start, end: start.hours(1))
      }
    }
    let values = runs.flatMap(\.values)
    let series = try AirSeries(
      .pm25, unit: .microgramsPerCubicMetre, timeline: AirTimeline(intervals), values: values,
      flags: values.map { $0 > 1000 ? [.suspect] : [] })
    let report = report([series])
    let indices = try report.indexSeries(using: "us_epa_2024")
    #expect(indices.entries.allSatisfy { $0.number == 44 } && Array(indices.entries).count == 4)
  }
}
