import AQKit
import Testing

@Suite struct FeedSnapshotTests {
  private func update(_ name: String, _ value: Double, at hour: Int64 = 0, parameter: AirParameter = .pm25)
    throws
    -> AirUpdate
  {
    AirUpdate(reports: [
      AirReport(
        source: "feed", site: AirSite(name: name, kind: .city), kind: .observation,
        series: [
          try AirSeries(parameter, value, unit: "µg/m³", over: AirInterval(instant: AirTime.noon.hours(hour)))
        ], receivedAt: AirTime.noon.hours(hour))
    ])
  }

  @Test("a site that a message leaves out is kept, a newer value replaces, an older one doesn't")
  func merging() throws {
    var snapshot = FeedSnapshot()
    #expect(!snapshot.hasReports)
    for next in [
      try update("A", 1), try update("B", 2), try update("A", 3, at: 1), try update("A", 9, at: -1),
    ] {
      snapshot.merge(next)
    }
    #expect(snapshot.reports.map(\.site.name) == ["A", "B"])
    #expect(snapshot.reports.compactMap { $0[.pm25]?.values.first } == [3, 2])
    #expect(snapshot.reports[0].receivedAt == AirTime.noon.hours(1))
    snapshot.merge(try update("A", 7, parameter: .o3))
    #expect(snapshot.reports[0].series.map(\.parameter) == [.pm25, .o3])
  }

  @Test("observation and forecast of one site stay apart, and so do two sources")
  func identity() throws {
    var snapshot = FeedSnapshot()
    var forecast = try update("A", 1)
    forecast.reports[0].kind = .forecast
    var other = try update("A", 2)
    other.reports[0].source = "other"
    for next in [try update("A", 0), forecast, other] { snapshot.merge(next) }
    #expect(snapshot.reports.count == 3)
  }

  @Test("a snapshot in a hub's updates replaces the reports of its source alone, any other one replaces all")
  func snapshotOfOneSource() throws {
    var snapshot = FeedSnapshot(maximumSites: 3, maximumBytes: 4000)
    for next in [try update("A", 1), try update("B", 2)] { snapshot.merge(next) }
    for index in 0..<20 {
      var other = try update("Other \(index)", 3)
      other.reports[0].source = "other"
      snapshot.merge(AirUpdate(reports: other.reports, isSnapshot: true, source: "other"))
    }
    #expect(snapshot.reports.map(\.site.name) == ["A", "B", "Other 19"])
    snapshot.merge(try update("B", 4, at: 1))
    #expect(snapshot.reports.compactMap { $0[.pm25]?.values.first } == [1, 4, 3])
    var all = try update("C", 5)
    all.isSnapshot = true
    snapshot.merge(all)
    #expect(snapshot.reports.map(\.site.name) == ["C"] && snapshot.notes.isEmpty)
  }

  @Test("equal notes are counted, different notes and sites are bounded, and drops are noted")
  func bounds() throws {
    var snapshot = FeedSnapshot(maximumSites: 10)
    for index in 0..<1000 {
      var next = try update("Site \(index)", 1)
      next.notes = [AirNote(.refused, "Same."), AirNote(.dropped, "Number \(index).", count: .max)]
      snapshot.merge(next)
    }
    #expect(snapshot.reports.count == 10)
    #expect(snapshot.notes.count < 110 && snapshot.notes.first?.count == 1000)
    let dropped = snapshot.notes.filter { $0.code == .dropped && $0.message.contains("sites") }
    #expect(dropped.map(\.count) == [990])
  }

  @Test("if there are too many sites, those heard longest ago give way, and known ones are renewed")
  func eviction() throws {
    var snapshot = FeedSnapshot(maximumSites: 3)
    for (name, hour) in [("A", 0), ("B", 1), ("C", 2), ("A", 3), ("D", 4), ("E", 5)] {
      snapshot.merge(try update(name, Double(hour), at: Int64(hour)))
    }
    #expect(snapshot.reports.map(\.site.name) == ["A", "D", "E"])
    snapshot.merge(try update("D", 9, at: 6))
    #expect(snapshot.reports.map { $0[.pm25]?.values } == [[3], [9], [5]])
    #expect(snapshot.notes.map(\.count) == [2] && snapshot.notes.map(\.code) == [.dropped])
  }

  @Test("notes of one kind have the places of all, and those with another error or parameter stay apart")
  func notePlaces() {
    var snapshot = FeedSnapshot()
    func note(_ place: Int, _ code: AQError.Code = .unavailable, _ parameters: [AirParameter] = []) -> AirNote
    {
      AirNote(.failed, "No response.", parameters: parameters, places: [place], failure: code)
    }
    snapshot.merge(
      AirUpdate(notes: [note(1), note(0), note(1), note(2, .timedOut), note(3, .unavailable, [.o3])]))
    #expect(snapshot.notes.map(\.places) == [[0, 1], [2], [3]])
    #expect(snapshot.notes.map(\.count) == [3, 1, 1])
  }

  @Test("measurements that messages state about a site are combined, bounded, and counted beyond that")
  func endlessMeasurements() throws {
    var snapshot = FeedSnapshot()
    for count in [1, 60, 150] {
      var next = try update("A", 1)
      next.reports[0].site.details.measures = (0..<count).map { .init(AirParameter("p\(count)-\($0)")) }
      snapshot.merge(next)
    }
    let measures = try #require(snapshot.reports.first).site.details.measures
    #expect(measures.map(\.parameter) == (0..<100).map { AirParameter("p150-\($0)") })
    #expect(snapshot.notes.map(\.count) == [50 + 61] && snapshot.notes.map(\.code) == [.dropped])
  }

  @Test("identifiers and further data that messages state about a site are combined and bounded")
  func endlessFacts() throws {
    var snapshot = FeedSnapshot()
    for index in 0..<150 {
      var next = try update("A", 1)
      next.reports[0].site.details.identifiers = ["i\(index)": "x"]
      next.reports[0].site.details.further = ["f\(index)": "x"]
      snapshot.merge(next)
      let details = try #require(snapshot.reports.first).site.details
      #expect(details.identifiers.count == min(index + 1, 100))
      #expect(details.further.count == min(index + 1, 100))
    }
    #expect(snapshot.notes.map(\.count) == [100])
  }

  @Test("a site of endless parameters is bounded")
  func endlessParameters() throws {
    var snapshot = FeedSnapshot()
    for index in 0..<1500 { snapshot.merge(try update("A", 1, parameter: AirParameter("p\(index)"))) }
    #expect(snapshot.reports[0].series.count == 1000)
    #expect(snapshot.notes.map(\.code) == [.dropped] && snapshot.notes[0].count == 500)
  }

  @Test("the bytes that a site gains and loses are counted, whatever else changes")
  func changingSite() throws {
    var snapshot = FeedSnapshot(maximumBytes: 1 << 20)
    for round in 0..<100 {
      var next = try update("A \(round)", 1)
      next.reports[0].site.id = "A"
      next.reports[0].places = Array(0..<10_000)
      snapshot.merge(next)
      next.reports[0].site.name = "A \(round + 1)"
      next.reports[0].places = []
      snapshot.merge(next)
    }
    let long = String(repeating: "x", count: 100_000)
    for index in 0..<50 { snapshot.merge(try update("\(index)\(long)", 1)) }
    #expect((5..<15).contains(snapshot.reports.count))
    #expect(snapshot.notes.map(\.code) == [.dropped])
  }
}
