import AQKit
import AQKitTesting
import Testing

private func says(_ value: Int, ahead seconds: Int64, of clock: Int64 = 0) -> ScriptedConnection.Step {
  .text(#"[{"city":"A","aqi":\#(value),"at":"\#(AirTime.noon.adding(seconds: clock + seconds))"}]"#)
}

@Suite("A feed's clock that is ahead", .timeLimit(.minutes(10))) struct FeedReceiptTests {
  @Test("by an hour: the reading is refused with a note, and later ones are shown and not late")
  func hour() async throws {
    let stage = FeedStage([
      .plays([
        .wait(.seconds(1)), says(999, ahead: 3700), .wait(.seconds(1)), says(1, ahead: -2),
        .wait(.seconds(1)),
        says(2, ahead: -1), .hang,
      ])
    ])
    let transcript = try await stage.follow { _ in await stage.clock.advance(by: .seconds(5)) }
    #expect(transcript.readings == ["A=1", "A=2"])
    #expect(transcript.updates.flatMap(\.reports).allSatisfy { $0.series[0].flags == nil })
    let refused = transcript.notes.filter { $0.code == .refused }
    #expect(refused.count == 1 && refused[0].message.contains("62 min"))
  }

  @Test("by seconds: the reading is kept at the time of receipt, flagged and noted")
  func seconds() async throws {
    let stage = FeedStage([.plays([says(7, ahead: 5), .hang])])
    let transcript = try await stage.follow { _ in await stage.clock.advance(by: .seconds(1)) }
    let report = try #require(transcript.updates.flatMap(\.reports).first)
    #expect(report[.publishedIndex]?.newestReading()?.interval.end == report.receivedAt)
    #expect(report[.publishedIndex]?.newestReading()?.flags == [.timeOfReceipt])
    #expect(transcript.notes.contains { $0.code == .remark && $0.message.contains("clock is ahead") })
  }

  @Test("a reading of 2080 hides no station: a fetch shows the good one")
  func fetch() async throws {
    let stage = FeedStage([
      .plays([
        .text(
          #"[{"city":"A","aqi":999,"at":"2080-01-01T00:00:00Z"},{"city":"A","aqi":5,"at":"2026-10-01T11:59:00Z"}]"#
        ),
        .hang,
      ])
    ])
    let response = try await stage.source.fetch(AirQuery(places: [.city("A")]))
    #expect(response.reports.first?[.publishedIndex]?.values == [5])
  }

  @Test("updates of a hub show the readings after one of 2080 from a source that makes its own reports")
  func hub() async throws {
    func report(_ value: Double, _ time: AirTime) throws -> AirReport {
      AirReport(
        source: "own", site: AirSite(id: "s", kind: .lowCostSensor), kind: .observation,
        series: [try AirSeries(.pm25, value, unit: "µg/m³", over: AirInterval(instant: time))],
        receivedAt: time)
    }
    let far = try #require(AirTime("2080-01-01T00:00:00Z"))
    let updates = [
      AirUpdate(reports: [try report(999, far)]), AirUpdate(reports: [try report(5, .noon)]),
    ]
    let live = SourceDescriptor.sample("own", offers: [.sample(capabilities: [.live])])
    let source = ClosureSource(live, updates: { _ in AirUpdates(updates) }) { _ in AirResponse() }
    let hub = try AirHub(sources: [source], clock: ManualClock())
    var shown = FeedSnapshot()
    var notes: [AirNote] = []
    for try await update in hub.updates(for: AirQuery(places: [])) {
      shown.merge(update)
      notes += update.notes
    }
    #expect(shown.reports.first?[.pm25]?.values == [5])
    #expect(shown.reports.first?.receivedAt == .noon)
    #expect(notes.contains { $0.code == .refused && $0.message.contains("clock") })
  }
}

@Suite("Memory that a sender fills is bounded in bytes") struct SenderMemoryTests {
  private func report(_ name: String, value: Double = 1, attribution: [AirAttribution] = []) throws
    -> AirReport
  {
    var report = try AirReport.sample(
      value: value, site: AirSite(id: name, name: name, kind: .referenceStation))
    report.attribution = attribution
    return report
  }

  @Test("sites with long names: beyond the bytes those heard longest ago are dropped with a note")
  func names() throws {
    let long = String(repeating: "x", count: 100_000)
    var snapshot = FeedSnapshot(maximumBytes: 1 << 20)
    for index in 0..<100 { snapshot.merge(AirUpdate(reports: [try report("\(index)\(long)")])) }
    #expect((1...10).contains(snapshot.reports.count))
    let dropped = snapshot.notes.filter { $0.code == .dropped }.reduce(0) { $0 + $1.count }
    #expect(dropped == 100 - snapshot.reports.count)
    snapshot.merge(AirUpdate(reports: [try report("99\(long)", value: 2)]))
    #expect(snapshot.reports.last?[.pm25]?.values == [2])
    snapshot.merge(AirUpdate(isSnapshot: true))
    snapshot.merge(AirUpdate(reports: [try report("new\(long)")]))
    #expect(snapshot.reports.count == 1)
  }

  @Test("a series that grows is counted as well")
  func series() throws {
    var snapshot = FeedSnapshot(maximumBytes: 1 << 20)
    for count in [10, 200_000] {
      var one = try report("a")
      one.series = [
        try AirSeries(
          .pm25, unit: "µg/m³",
          timeline: AirTimeline(
            start: AirTime.noon.hours(-Int64(count)), step: .seconds(3600), length: .seconds(3600),
            count: count),
          values: Array(repeating: 1, count: count))
      ]
      snapshot.merge(AirUpdate(reports: [one]))
    }
    #expect(snapshot.reports.first?.series.first?.count == 10)
    #expect(snapshot.notes.contains { $0.code == .dropped && $0.message.contains("MiB") })
  }

  @Test("endless attributions: a hundred are kept, the rest is dropped with a note")
  func attributions() throws {
    var snapshot = FeedSnapshot()
    for index in 0..<1000 {
      snapshot.merge(AirUpdate(reports: [try report("a", attribution: [AirAttribution("Owner \(index)")])]))
    }
    #expect(snapshot.reports.first?.attribution.count == 100)
    let dropped = snapshot.notes.filter { $0.message.contains("attributions") }
    #expect(dropped.map(\.count) == [900])
  }

  @Test("notes with endless texts are cut, and aren't distinguished by a position")
  func notes() throws {
    var snapshot = FeedSnapshot()
    for index in 0..<1000 {
      snapshot.merge(
        AirUpdate(notes: [
          AirNote(.refused, "Refused: no number (first at message \(index))."),
          AirNote(.remark, "\(index % 50)" + String(repeating: "y", count: 10_000)),
        ]))
    }
    #expect(snapshot.notes.count == 51 && snapshot.notes.first?.count == 1000)
    #expect(snapshot.notes.allSatisfy { $0.message.utf8.count < 600 })
  }

  @Test("an older forecast doesn't replace a newer one, and one issued far in the future is replaced")
  func forecasts() throws {
    func forecast(_ value: Double, until: AirTime, issued: Int64?, received: Int64) throws -> AirReport {
      var report = try AirReport.sample(value: value, at: until)
      report.kind = .forecast
      report.issuedAt = issued.map { AirTime.noon.hours($0) }
      report.receivedAt = .noon.hours(received)
      return report
    }
    let far = try #require(AirTime("2080-01-01T00:00:00Z"))
    var snapshot = FeedSnapshot()
    let steps: [(AirReport, Double)] = [
      (try forecast(1, until: far, issued: 0, received: 0), 1),
      (try forecast(2, until: .noon.hours(48), issued: 6, received: 6), 2),
      (try forecast(3, until: .noon.hours(50), issued: 3, received: 7), 2),
    ]
    for (report, shown) in steps {
      snapshot.merge(AirUpdate(reports: [report]))
      #expect(snapshot.reports.first?[.pm25]?.values == [shown])
    }
    var bogus = try forecast(4, until: .noon.hours(60), issued: nil, received: 8)
    bogus.issuedAt = far
    snapshot.merge(AirUpdate(reports: [bogus]))
    #expect(snapshot.reports.first?.issuedAt == AirTime.noon.hours(6))
  }

  /// Registers a site with a name of a mebibyte for each message.
  private struct LongNames: FeedDecoder {
    static let descriptor = CityDecoder.descriptor

    func decode(_ message: FeedMessage, for query: AirQuery, into report: inout ReportBuilder) throws {
      let number = String(decoding: message.bytes, as: UTF8.self)
      let name = number + String(repeating: "x", count: 1 << 20)
      report.add(
        .publishedIndex, 1, unit: .one, at: .received, to: report.site(AirSite(name: name, kind: .city)))
    }
  }

  private func source(_ count: Int, on clock: ManualClock) -> FeedSource<LongNames> {
    let steps = (0..<count).map { ScriptedConnection.Step.text("\($0)") }
    return FeedSource(
      LongNames(), at: FeedEndpoint(url: "wss://feed.test/"),
      through: ScriptedConnector([.plays(steps)], clock: clock), clock: clock,
      options: FeedOptions(reconnection: .never, updatesPerMessage: true))
  }

  @Test(
    "a feed of ever new long names: readings beyond the bytes pass without comparison, and a note says so")
  func tracker() async throws {
    let clock = ManualClock()
    var (readings, uncompared) = (0, 0)
    for try await update in source(40, on: clock).updates(for: AirQuery(places: [])) {
      readings += update.reports.count
      uncompared += update.notes.filter { $0.message.contains("compared") }.reduce(0) { $0 + $1.count }
    }
    #expect(readings == 40)
    #expect((8...12).contains(uncompared), "\(uncompared)")
  }

  @Test("a late consumer finds no more bytes than are kept, and the rest counted")
  func queue() async throws {
    let clock = ManualClock()
    let flows: [FeedOptions.Flow] = [.newest(1000), .oldest(1000), .latest]
    for flow in flows {
      let source = source(80, on: clock)
      let (readings, dropped) = try await clock.run {
        var (readings, dropped) = (0, 0)
        for try await update in source.updates(for: AirQuery(places: []), flow: flow) {
          readings += update.reports.count
          dropped += update.notes.filter { $0.code == .dropped }.reduce(0) { $0 + $1.count }
          await clock.advance(by: .zero)
        }
        return (readings, dropped)
      }
      #expect(readings < 80 && readings + dropped >= 80, "\(flow): \(readings) and \(dropped)")
    }
  }
}
