import AQKit
import AQKitTesting
import Testing

/// A device that replies late, or whose clock is wrong: `{"pm": 77, "t": 1790856000}`; without `t` it has no clock.
private struct DeviceAdapter: HTTPAdapter {
  static let descriptor = SourceDescriptor.sample("device")
  var descriptor = Self.descriptor
  var kind = AirReport.Kind.observation
  var keeping: TransportRequest.Keeping?

  func calls(for query: AirQuery, at now: AirTime) throws -> [HTTPCall<Void>] {
    [HTTPCall(TransportRequest(base: "http://device.test", path: "/", query: []), keepsFor: keeping)]
  }

  func decode(_ reply: HTTPReply<Void>, into report: inout ReportBuilder) throws -> [HTTPCall<Void>] {
    let site = report.site(AirSite(id: "d1", kind: .lowCostSensor), place: 0, kind: kind)
    try report.each(try reply.json().array()) { row, report in
      let stamp = try row["t"].ifPresent.map { TimeStamp.unix(try $0.int()) } ?? .received
      report.add(.pm25, row["pm"], unit: "µg/m³", at: stamp, to: site)
    }
    return []
  }
}

/// Asks a source whose response takes some time, on a clock that shows a fraction of a second past noon.
private struct Trial {
  let clock = ManualClock()
  var windows: [AirQuery.Window] = [.current, .past(.seconds(3600))]

  func responses(
    _ adapter: DeviceAdapter = DeviceAdapter(), after delay: Duration = .seconds(1),
    _ body: @escaping @Sendable (AirTime) -> String
  ) async throws -> [AirResponse] {
    try await clock.run {
      await clock.advance(by: .milliseconds(700))
      var responses: [AirResponse] = []
      for window in windows {
        let transport = StubTransport { [clock] _ in
          try await clock.sleep(for: delay)
          return TransportResponse(status: 200, text: body(clock.time))
        }
        let source = HTTPSource(adapter, transport: transport, clock: clock)
        let query = AirQuery(near: try Coordinate(50, 14), parameters: [.pm25], window: window)
        async let direct = source.fetch(query)
        await clock.advance(by: delay)
        responses.append(try await direct)
        async let answer = AirHub(sources: [source], clock: clock).answer(for: query)
        await clock.advance(by: delay)
        responses.append(AirResponse(reports: [try await answer.best].compactMap(\.self)))
      }
      return responses
    }
  }
}

extension AirResponse {
  /// The newest value of PM2.5.
  fileprivate var newest: AirReading? { reports.first?[.pm25]?.newestReading() }
}

@Suite("A window that ends now ends at the receipt", .timeLimit(.minutes(10))) struct ReceiptTests {
  @Test(
    "a device without a clock that replies late keeps its value", arguments: [0, 500, 1200, 2500, 20_000])
  func late(milliseconds: Int) async throws {
    let responses = try await Trial().responses(after: .milliseconds(milliseconds)) { _ in #"[{"pm": 77}]"# }
    #expect(responses.map(\.newest?.value) == [77, 77, 77, 77])
    #expect(responses.allSatisfy { $0.newest?.flags == [.timeOfReceipt] })
    #expect(responses.allSatisfy { $0.newest?.interval.end == $0.reports.first?.receivedAt })
  }

  @Test("a value in a late response is fresh", arguments: [0, 2500])
  func freshness(milliseconds: Int) async throws {
    let clock = ManualClock()
    let answer = try await clock.run {
      let transport = StubTransport { [clock] _ in
        try await clock.sleep(for: .milliseconds(milliseconds))
        return TransportResponse(status: 200, text: #"[{"pm": 77}]"#)
      }
      let hub = try AirHub(
        sources: [HTTPSource(DeviceAdapter(), transport: transport, clock: clock)], clock: clock)
      async let answer = hub.answer(for: AirQuery(near: try Coordinate(50, 14)), policy: .merged())
      await clock.advance(by: .milliseconds(milliseconds))
      return try await answer
    }
    let best = try #require(answer.best)
    #expect(best[.pm25]?.newestReading()?.value == 77)
    #expect(answer.freshness(of: best) == .fresh)
    #expect(try answer.reading(of: .pm25).value == 77)
  }

  @Test("a cached reply gives the value again, with the time of its own receipt")
  func keptReply() async throws {
    let clock = ManualClock()
    let values = try await clock.run {
      let transport = StubTransport { [clock] _ in
        try await clock.sleep(for: .seconds(3))
        return TransportResponse(status: 200, text: #"[{"pm": 77}]"#)
      }
      let source = HTTPSource(DeviceAdapter(keeping: .seconds(10)), transport: transport, clock: clock)
      let query = AirQuery(near: try Coordinate(50, 14), window: .past(.seconds(3600)))
      async let first = source.fetch(query)
      await clock.advance(by: .seconds(5))
      return [try await first, try await source.fetch(query)].map(\.newest?.interval.end)
    }
    #expect(values == [AirTime.noon.adding(seconds: 3), AirTime.noon.adding(seconds: 3)])
  }

  @Test("a custom source that reads for long has the time of receipt at the end")
  func ownSource() async throws {
    let clock = ManualClock()
    let response = try await clock.run {
      let own = OwnSource(clock: clock)
      async let response = own.fetch(AirQuery(near: try Coordinate(50, 14), window: .past(.seconds(60))))
      await clock.advance(by: .seconds(30))
      return try await response
    }
    #expect(response.newest?.interval.end == AirTime.noon.adding(seconds: 30))
    #expect(response.reports.first?.receivedAt == AirTime.noon.adding(seconds: 30))
    #expect(!response.notes.contains { $0.code == .remark || $0.code == .refused })
  }

  /// Sleeps, then adds a value of that moment.
  private struct OwnSource: AirDataSource {
    let descriptor = SourceDescriptor.sample("own")
    let clock: ManualClock

    func fetch(_ query: AirQuery) async throws -> AirResponse {
      try await response(to: query, clock: clock) { _, report in
        try await clock.sleep(for: .seconds(30))
        let site = report.site(AirSite(id: "o1", kind: .lowCostSensor), place: 0)
        report.add(.pm25, 5, unit: "µg/m³", at: .time(clock.time), to: site)
      }
    }
  }
}

@Suite("A sender's clock that is ahead", .timeLimit(.minutes(10))) struct ClockAheadTests {
  private static func row(_ value: Int, _ time: AirTime, _ ahead: Int64) -> String {
    #"{"pm": \#(value), "t": \#(time.secondsSince1970 + ahead)}"#
  }

  @Test("by nothing, or behind: the value keeps its time", arguments: [Int64(-5), 0])
  func behind(seconds: Int64) async throws {
    let responses = try await Trial().responses { "[\(Self.row(77, $0, seconds))]" }
    for response in responses {
      let reading = try #require(response.newest)
      let receivedAt = try #require(response.reports.first?.receivedAt)
      #expect(reading.interval.end == receivedAt.adding(seconds: seconds) && reading.flags == [])
      #expect(!response.notes.contains { $0.message.contains("clock") })
    }
  }

  @Test(
    "by up to ten minutes: the value is kept at the time of receipt, flagged and noted",
    arguments: [Int64(1), 2, 5, 60, 600])
  func skew(seconds: Int64) async throws {
    let responses = try await Trial().responses { "[\(Self.row(77, $0, seconds))]" }
    for response in responses {
      #expect(response.newest?.value == 77 && response.newest?.flags == [.timeOfReceipt])
      #expect(response.newest?.interval.end == response.reports.first?.receivedAt)
    }
    let notes = responses[0].notes.filter { $0.message.contains("clock is ahead") }
    #expect(notes.map(\.count) == [1] && notes.first?.code == .remark)
  }

  /// Leads beyond ten minutes, with their text in the note.
  static let leads: [(Int64, String)] = [(601, "11 min"), (3700, "62 min"), (86_400 * 365, "8760 h")]

  @Test("by more: the value is refused, and the note says what the clock did", arguments: leads)
  func beyond(seconds: Int64, words: String) async throws {
    let responses = try await Trial().responses { "[\(Self.row(77, $0, seconds)), \(Self.row(5, $0, -60))]" }
    #expect(responses.map(\.newest?.value) == [5, 5, 5, 5])
    let notes = responses[0].notes.filter { $0.code == .refused }
    #expect(notes.count == 1 && notes.first?.count == 1)
    #expect(notes.first?.message.contains(words) == true, "\(notes)")
  }

  @Test("a log that begins with its newest value keeps the newest, and the steps between its values")
  func log() async throws {
    var trial = Trial()
    trial.windows = [.current]
    let responses = try await trial.responses { now in
      "[\([(3, 125), (2, 65), (1, 5), (0, -55)].map { Self.row($0, now, $1) }.joined(separator: ","))]"
    }
    let series = try #require(responses.first?.reports.first?[.pm25])
    let receivedAt = try #require(responses.first?.reports.first?.receivedAt)
    #expect(series.newestReading()?.value == 3 && series.newestReading()?.interval.end == receivedAt)
    #expect(series.values.count == 4)
  }

  @Test("a model's hours ahead keep their times", arguments: [AirReport.Kind.forecast, .analysis])
  func models(kind: AirReport.Kind) async throws {
    var trial = Trial()
    trial.windows = [.next(.seconds(86_400))]
    var adapter = DeviceAdapter(kind: kind)
    adapter.descriptor = .sample("device", offers: [.sample(kinds: [kind])])
    let responses = try await trial.responses(adapter) { "[\(Self.row(1, $0, 5)), \(Self.row(2, $0, 7200))]" }
    let readings = responses[0].reports.first?[.pm25].map { Array($0.readings) } ?? []
    #expect(readings.map(\.value) == [1, 2] && readings.allSatisfy { $0.flags.isEmpty })
    #expect(responses[0].notes.isEmpty)
  }

  /// Stamps of hours and days in progress: the averaging, the meaning of the stamp, and its lead over the receipt.
  static let lasting: [(AveragingPeriod, SourceDescriptor.TimeConvention, Int64)] = [
    (.oneHour, .start, -1800), (.oneHour, .end, 1800), (.day, .start, -36_000), (.day, .end, 43_200),
    (.oneHour, .end, 600),
  ]

  @Test("a current hour or day isn't ahead, whichever end is stamped", arguments: lasting)
  func running(averaging: AveragingPeriod, convention: SourceDescriptor.TimeConvention, stamp: Int64) throws {
    let now = AirTime.noon.adding(seconds: stamp.magnitude % 3600 == 0 ? 0 : 1800)
    let time = stamp == 600 ? AirTime.noon.adding(seconds: 3600) : now.adding(seconds: stamp)
    let offer = SourceDescriptor.Offer.sample(convention: convention, averaging: averaging)
    for isColumn in [false, true] {
      var report = ReportBuilder(
        .sample(offers: [offer]), receivedAt: stamp == 600 ? AirTime.noon.adding(seconds: 3000) : now)
      let site = report.site(AirSite(id: "s", kind: .referenceStation))
      if isColumn {
        report.add(.pm25, column: [7], unit: "µg/m³", at: .unix([time.secondsSince1970]), to: site)
      } else {
        report.add(.pm25, 7, unit: "µg/m³", at: .time(time), to: site)
      }
      let response = report.response()
      let reading = try #require(response.reports.first?[.pm25]?.newestReading())
      #expect(reading.flags.isEmpty && response.notes.isEmpty)
      #expect((convention == .start ? reading.interval.start : reading.interval.end) == time)
    }
  }

  static let stampedAhead: [(AveragingPeriod, SourceDescriptor.TimeConvention, Int64)] = [
    (.minutes(2), .end, 5), (.minutes(2), .end, 600), (.oneHour, .end, 7), (.minutes(2), .start, 30),
    (.oneHour, .start, 300),
  ]

  @Test("a mean that was stamped ahead ends at the receipt", arguments: stampedAhead)
  func means(averaging: AveragingPeriod, convention: SourceDescriptor.TimeConvention, ahead: Int64) throws {
    let offer = SourceDescriptor.Offer.sample(convention: convention, averaging: averaging)
    let now = AirTime.noon.adding(seconds: 1111)
    for isColumn in [false, true] {
      var report = ReportBuilder(.sample(offers: [offer]), receivedAt: now)
      let site = report.site(AirSite(id: "s", kind: .referenceStation))
      if isColumn {
        report.add(.pm25, column: [7], unit: "µg/m³", at: .unix([now.secondsSince1970 + ahead]), to: site)
      } else {
        report.add(.pm25, 7, unit: "µg/m³", at: .time(now.adding(seconds: ahead)), to: site)
      }
      let reading = try #require(report.response().reports.first?[.pm25]?.newestReading())
      #expect(reading.interval.end == now && reading.interval.length == .seconds(averaging.seconds ?? 0))
      #expect(reading.flags == [.timeOfReceipt])
    }
  }

  @Test("a current hour at the time of receipt stays where it is, even if a mean is stamped ahead")
  func besideCurrentHour() throws {
    let now = AirTime.noon.adding(seconds: 1111)
    let offer = SourceDescriptor.Offer.sample(convention: .end, averaging: .oneHour)
    var report = ReportBuilder(.sample(offers: [offer]), receivedAt: now)
    let site = report.site(AirSite(id: "s", kind: .referenceStation))
    report.add(.pm25, 1, unit: "µg/m³", at: .time(now.adding(seconds: 60)), to: site)
    report.add(
      .pm25, 2, unit: "µg/m³", at: .time(now.adding(seconds: -1800)),
      with: .init(timeConvention: .start, averaging: .oneHour, flags: [.timeOfReceipt]), to: site)
    let series = try #require(report.response().reports.first?[.pm25])
    #expect(series.values == [1, 2])
    #expect(series.timeline.intervals.map(\.end) == [now, now.adding(seconds: 1800)])
  }

  @Test("a value that is undone with its element is neither kept nor counted")
  func undone() throws {
    var report = ReportBuilder(.sample(), receivedAt: .noon)
    let site = report.site(AirSite(id: "s", kind: .referenceStation))
    try report.each([Int64(5), 7200, -60]) { ahead, report in
      report.add(.pm25, 1, unit: "µg/m³", at: .time(AirTime.noon.adding(seconds: ahead)), to: site)
      if ahead > 0 { throw AQError(.malformed, "a row is broken") }
    }
    let response = report.response()
    #expect(response.reports.first?[.pm25]?.values == [1])
    #expect(response.notes.map(\.count) == [2] && !response.notes[0].message.contains("clock"))
  }

  @Test("the note on a wrong clock leaves out what is undone")
  func undoneLead() throws {
    var report = ReportBuilder(.sample(), receivedAt: .noon)
    let site = report.site(AirSite(id: "s", kind: .referenceStation))
    try report.each([Int64(700), 7200]) { ahead, report in
      report.add(.pm25, 1, unit: "µg/m³", at: .time(AirTime.noon.adding(seconds: ahead)), to: site)
      if ahead == 7200 { throw AQError(.malformed, "a row is broken") }
    }
    let note = try #require(report.response().notes.first { $0.message.contains("clock") })
    #expect(note.count == 1 && note.message.contains("(up to \(Duration.seconds(700).words) ahead)"))
  }

  @Test("the same holds for a source that makes its reports itself")
  func thirdParty() async throws {
    let clock = ManualClock()
    let reports = try [5, 3700, -60].enumerated().map { index, ahead in
      AirReport(
        source: "own", site: AirSite(id: "s\(index)", kind: .lowCostSensor), kind: .observation,
        series: [
          try AirSeries(
            .pm25, Double(index), unit: "µg/m³",
            over: AirInterval(instant: AirTime.noon.adding(seconds: Int64(ahead))))
        ], receivedAt: .noon, places: [0])
    }
    let source = ScriptedSource(.sample("own"), always: AirResponse(reports: reports))
    let answer = try await AirHub(sources: [source], clock: clock)
      .answer(for: AirQuery(near: try Coordinate(50, 14)))
    #expect(answer.reports.compactMap { $0[.pm25]?.values.first } == [0, 2])
    #expect(answer.reports.first?[.pm25]?.newestReading()?.interval.end == .noon)
    #expect(answer.reports.first?[.pm25]?.newestReading()?.flags == [.timeOfReceipt])
    let notes = answer.outcomes[0].response?.notes ?? []
    #expect(notes.filter { $0.message.contains("clock") }.map(\.code) == [.refused, .remark])
  }
}
