import AQKit
import AQKitTesting
import Testing

@testable import AQKitFixtures

@Suite("A recording") struct RecordingLimitTests {
  @Test("of a feed that reaches its limit ends with an error, and keeps the messages before")
  func limit() async throws {
    let texts = ["1", String(repeating: "2", count: 1000), "3"]
    let connector = try RecordingConnector(
      ScriptedConnector(playing: texts.map { .text($0) } + [.end]), redaction: Redaction(),
      clock: ManualClock(), known: KnownCredentials(Redaction()), atMost: 500)
    let connection = try await connector.connect(to: FeedEndpoint(url: "wss://example.org/feed"))
    #expect(try await connection.receive()?.count == 1)
    for _ in 0..<2 {
      let error = await #expect(throws: AQError.self) { _ = try await connection.receive() }
      #expect(error?.code == .tooLarge)
    }
    let recording = try #require(connector.recording)
    #expect(recording.entries.map(\.message.bytes) == [Array("1".utf8)])
    #expect(recording.refused.isEmpty)
  }

  @Test("of requests that reaches its limit fails those beyond it, and keeps the others")
  func cassette() async throws {
    let base = StubTransport { request, _ in
      let body = [UInt8](repeating: 0x78, count: request.url.hasSuffix("long") ? 1000 : 1)
      return TransportResponse(status: 200, body: body)
    }
    let recorder = RecordingTransport(
      base, redaction: Redaction(), clock: ManualClock(), known: KnownCredentials(Redaction()), atMost: 500)
    _ = try await recorder.send(TransportRequest(url: "https://example.org/a"))
    let error = await #expect(throws: AQError.self) {
      _ = try await recorder.send(TransportRequest(url: "https://example.org/long"))
    }
    #expect(error?.code == .tooLarge)
    _ = try await recorder.send(TransportRequest(url: "https://example.org/b"))
    let urls = recorder.cassette.exchanges.map(\.request.url)
    #expect(urls == ["https://example.org/a", "https://example.org/b"])
  }

  @Test("whose reports reach their limit ends with a note, and keeps the reports before")
  func reports() async throws {
    let (folder, clock) = (try TemporaryFolder(), ManualClock())
    let site = AirSite(name: "A", kind: .lowCostSensor)
    let reports = try [1.0, 2, 3].map { value in
      let series = try AirSeries(.o3, value, unit: .ppb, over: AirInterval(instant: clock.time))
      return AirReport(
        source: "own", site: site, kind: .observation, series: [series], receivedAt: clock.time)
    }
    let descriptor = SourceDescriptor(id: "own", name: "Own", offers: [])
    var container = AQContainer().setting(.clock, to: clock)
    try container.register(descriptor) { _, _ in
      ClosureSource(descriptor, updates: { _ in AirUpdates(reports.map { AirUpdate(reports: [$0]) }) }) { _ in
        AirResponse()
      }
    }
    var writer = AirReport.Writer()
    writer.append(reports[0])
    var recorder = FixtureRecorder(folder.folder)
    recorder.limit = writer.bytes.count * 5 / 2
    let outcome = try await recorder.record(
      "own", of: container, AirQuery(places: []), live: .init(), as: "x")
    #expect(outcome.response.reports.flatMap(\.series).flatMap(\.values) == [1, 2])
    #expect(outcome.response.notes.contains { $0.failure == .tooLarge })
  }

  @Test("whose messages reach their limit says so, even if the source hides the error")
  func hiddenError() async throws {
    let (folder, clock) = (try TemporaryFolder(), ManualClock())
    let descriptor = SourceDescriptor(id: "own", name: "Own", offers: [])
    let series = try AirSeries(.o3, 1, unit: .ppb, over: AirInterval(instant: clock.time))
    let report = AirReport(
      source: "own", site: AirSite(name: "A", kind: .lowCostSensor), kind: .observation, series: [series],
      receivedAt: clock.time)
    let texts = ["1", String(repeating: "2", count: 5000)]
    var container = AQContainer().setting(.clock, to: clock)
    container.set(.feedConnector, to: ScriptedConnector(playing: texts.map { .text($0) } + [.end]))
    try container.register(descriptor) { container, _ in
      let connector = try container[.feedConnector]
      let updates = { @Sendable (_: AirQuery) -> AirUpdates in
        AirUpdates { send in
          let connection = try await connector.connect(to: FeedEndpoint(url: "wss://example.org/feed"))
          while (try? await connection.receive()) != nil {}
          try await send(AirUpdate(reports: [report]))
        }
      }
      return ClosureSource(descriptor, updates: updates) { _ in AirResponse() }
    }
    var recorder = FixtureRecorder(folder.folder)
    recorder.limit = 2000
    let outcome = try await recorder.record(
      "own", of: container, AirQuery(places: []), live: .init(), as: "x")
    #expect(outcome.response.notes.map(\.failure) == [.tooLarge])
    #expect(outcome.recordings.map(\.file) == ["x.ndjson", "x.feed.ndjson"])
  }
}
