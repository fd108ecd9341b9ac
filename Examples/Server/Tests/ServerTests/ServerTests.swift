import AQKit
import AQKitOpenMeteo
import AQKitOpenMeteoStandIn
import AQKitStorage
import AQKitTesting
import AirServer
import Foundation
import Hummingbird
import HummingbirdTesting
import Logging
import Synchronization
import Testing

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

@Suite("The server") struct ServerTests {
  private let service = OpenMeteoStandIn()

  private static let silence = Logger(label: "test") { _ in SwiftLogNoOpLogHandler() }

  private func application(in folder: URL? = nil, logger: Logger = Self.silence) throws
    -> some ApplicationProtocol
  {
    let container = try AQContainer().setting(.httpTransport, to: service).installing(.openMeteo(.airQuality))
    return try application(of: container, in: folder, logger: logger)
  }

  private func application(
    of container: AQContainer, in folder: URL? = nil, logger: Logger = Self.silence
  ) throws -> some ApplicationProtocol {
    let folder = folder ?? FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
    return try AirServer(container, storage: AirStorage(folder: folder), logger: logger)
      .application(host: "127.0.0.1", port: 0, logger: logger)
  }

  @Test("serves the air at a place as JSON, with values, index and credit")
  func air() async throws {
    try await application().test(.live) { client in
      let response = try await client.execute(uri: "/air?lat=52.52&lon=13.41", method: .get)
      #expect(response.status == .ok)
      let air = try AQJSON(parsing: Array(response.body.readableBytesView))
      #expect(try !air["values"].elements.isEmpty)
      #expect(air["index"]["value"].kind == .object)
      #expect(air["color"].stringValue?.hasPrefix("#") == true)
      #expect(air["credit"].stringValue?.contains("Open-Meteo") == true)
    }
  }

  @Test(
    "replies to a wrong place with 400 and says how to write one",
    arguments: ["/air", "/air?lat=91&lon=0", "/air?lat=x&lon=0", "/events?lat=1"])
  func wrongPlace(uri: String) async throws {
    try await application().test(.live) { client in
      let response = try await client.execute(uri: uri, method: .get)
      #expect(response.status == .badRequest)
    }
  }

  @Test("lists a value whose hour ended while its source responded")
  func newValue() async throws {
    let clock = ManualClock()
    var container = AQContainer().setting(.clock, to: clock)
    try container.register(Self.station) { _, _ in
      ClosureSource(Self.station) { _ in
        await clock.advance(by: .seconds(2))
        return try Self.response(12, endingAt: clock.time)
      }
    }
    try await application(of: container).test(.live) { client in
      let response = try await client.execute(uri: "/air?lat=52.52&lon=13.41", method: .get)
      let air = try AQJSON(parsing: Array(response.body.readableBytesView))
      #expect(try air["values"].elements.count == 1)
    }
  }

  @Test("asks its source once for the same place")
  func once() async throws {
    try await application().test(.live) { client in
      for _ in 0..<3 { _ = try await client.execute(uri: "/air?lat=52.52&lon=13.41", method: .get) }
    }
    #expect(service.requests.count == 1)
  }

  @Test("returns the failure of a source instead of an error of its own")
  func failure() async throws {
    service.always(.unreachable)
    try await application().test(.live) { client in
      let response = try await client.execute(uri: "/air?lat=52.52&lon=13.41", method: .get)
      let air = try AQJSON(parsing: Array(response.body.readableBytesView))
      #expect(air["failures"]["open-meteo"].stringValue != nil)
    }
  }

  @Test("keeps the last responses on disk, so a restarted server need not ask")
  func restart() async throws {
    let folder = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
    for _ in 0..<2 {
      try await application(in: folder).test(.live) { client in
        let response = try await client.execute(uri: "/air?lat=52.52&lon=13.41", method: .get)
        #expect(response.status == .ok)
      }
    }
    #expect(service.requests.count == 1)
  }

  @Test("sends the air at a place at once, and again when a source has new values, until the stream ends")
  func events() async throws {
    var container = AQContainer()
    let (before, after) = (try Self.response(12), try Self.response(30))
    try container.register(Self.station) { _, _ in
      ScriptedSource(
        Self.station, outcomes: [.response(before), .response(after)], updates: [.response(after)])
    }
    try await application(of: container).test(.live) { client in
      let response = try await client.execute(uri: "/events?lat=52.52&lon=13.41", method: .get)
      #expect(response.headers[.contentType] == "text/event-stream")
      let events = String(buffer: response.body).components(separatedBy: "\n\n").dropLast()
      #expect(events.count == 2 && events.allSatisfy { $0.hasPrefix("event: air\ndata: {") })
      #expect(events.first?.contains("\"value\":12") == true)
      #expect(events.last?.contains("\"value\":30") == true)
    }
  }

  @Test(
    "stops following the sources when the page is closed, without waiting for news", .timeLimit(.minutes(1))
  )
  func closedPage() async throws {
    var container = AQContainer()
    let (steps, step) = AsyncStream.makeStream(of: String.self)
    let response = try Self.response(12)
    try container.register(Self.station) { _, _ in
      ClosureSource(
        Self.station,
        updates: { _ in
          AirUpdates { _ in
            step.yield("begun")
            defer { step.yield("ended") }
            try await Task.sleep(for: .seconds(3600))
          }
        }, fetch: { _ in response })
    }
    try await application(of: container).test(.live) { client in
      let port = try #require(client.port)
      let url = try #require(URL(string: "http://127.0.0.1:\(port)/events?lat=52.52&lon=13.41"))
      let page = URLSession.shared.dataTask(with: url)
      page.resume()
      var iterator = steps.makeAsyncIterator()
      #expect(await iterator.next() == "begun")
      page.cancel()
      #expect(await iterator.next() == "ended")
    }
  }

  private static let station = SourceDescriptor(
    id: "station", name: "A station",
    offers: [
      SourceDescriptor.Offer(
        capabilities: [.current, .live], placeKinds: [.coordinate], parameters: [.pm25],
        kinds: [.observation], timeConvention: .end, averaging: .oneHour)
    ])

  /// Returns the mean of an hour, by default the last whole one.
  private static func response(_ value: Double, endingAt time: AirTime? = nil) throws -> AirResponse {
    let now = AQSystemClock().time
    let end = time ?? AirTime(secondsSince1970: now.secondsSince1970 / 3600 * 3600)
    let timeline = try AirTimeline(
      start: end - .seconds(3600), step: .seconds(3600), length: .seconds(3600), count: 1)
    let series = try AirSeries(.pm25, unit: .microgramsPerCubicMetre, timeline: timeline, values: [value])
    let site = AirSite(
      id: "1", name: "A station", coordinate: try Coordinate(52.52, 13.41), kind: .referenceStation)
    return AirResponse(reports: [
      AirReport(
        source: "station", site: site, kind: .observation, series: [series], receivedAt: time ?? now,
        places: [0])
    ])
  }

  @Test("stays in service while its sources fail")
  func health() async throws {
    service.always(.unreachable)
    try await application().test(.live) { client in
      _ = try await client.execute(uri: "/air?lat=52.52&lon=13.41", method: .get)
      let response = try await client.execute(uri: "/health", method: .get)
      #expect(response.status == .ok)
    }
  }

  @Test("logs no coordinates, at no level")
  func coordinates() async throws {
    let log = Log()
    let logger = Logger(label: "test") { _ in log }
    try await application(logger: logger).test(.live) { client in
      _ = try await client.execute(uri: "/air?lat=52.5219&lon=13.4132", method: .get)
    }
    let lines = log.lines.texts.withLock { $0 }
    #expect(!lines.isEmpty && !lines.contains { $0.contains("52.5219") || $0.contains("13.4132") })
  }

  @Test("serves the page, which loads nothing from elsewhere, sends its form home and is in no frame")
  func page() async throws {
    try await application().test(.live) { client in
      let response = try await client.execute(uri: "/", method: .get)
      #expect(String(buffer: response.body).contains("EventSource"))
      let policy = response.headers[.contentSecurityPolicy] ?? ""
      for rule in ["default-src 'none'", "form-action 'self'", "base-uri 'none'", "frame-ancestors 'none'"] {
        #expect(policy.contains(rule))
      }
    }
  }

  @Test("tells Prometheus what the hub has asked, and how long it took")
  func metrics() async throws {
    try await application().test(.live) { client in
      _ = try await client.execute(uri: "/air?lat=52.52&lon=13.41", method: .get)
      let response = try await client.execute(uri: "/metrics", method: .get)
      #expect(response.headers[.contentType] == "text/plain; version=0.0.4; charset=utf-8")
      let lines = String(buffer: response.body).split(separator: "\n")
      #expect(lines.contains("# TYPE aqkit_asked_total counter"))
      #expect(lines.contains(#"aqkit_asked_total{source="open-meteo"} 1.0"#))
      #expect(lines.contains("# TYPE aqkit_query_duration_seconds summary"))
      #expect(lines.contains("aqkit_query_duration_seconds_count 1"))
    }
  }

  @Test("writes names and labels as the format allows them")
  func format() {
    let metrics = PrometheusMetrics()
    metrics.makeCounter(label: "a.b-c", dimensions: [("x", "say \"hi\"\\\r\n")]).increment(by: 2)
    metrics.makeRecorder(label: "level", dimensions: [], aggregate: false).record(1.5)
    let timer = metrics.makeTimer(label: "took", dimensions: [])
    timer.recordNanoseconds(2_500_000_000)
    let text = """
      # TYPE a_b_c counter
      a_b_c{x="say \\"hi\\"\\\\\r\\n"} 2.0
      # TYPE level gauge
      level 1.5

      """
    let summary = """
      # TYPE took_seconds summary
      took_seconds_sum 2.5
      took_seconds_count 1

      """
    #expect(metrics.text == text + summary)
    metrics.destroyTimer(timer)
    #expect(metrics.text == text)
  }

  @Test(
    "takes 90 lines at most: the answer, the routes and the start, without the page and the format of metrics"
  )
  func length() throws {
    let sources = URL(fileURLWithPath: #filePath).deletingLastPathComponent().appending(path: "../../Sources")
    let files = ["AirServer/Air.swift", "AirServer/AirServer.swift", "Server/main.swift"]
    let lines = try files.flatMap { file in
      try String(contentsOf: sources.appending(path: file), encoding: .utf8).split(separator: "\n")
        .map { $0.trimmingCharacters(in: .whitespaces) }
        .filter { line in
          !line.isEmpty && !["//", "import ", "public import "].contains { line.hasPrefix($0) }
        }
    }
    #expect(lines.count <= 90)
  }
}

/// A log in memory, of all levels.
private struct Log: LogHandler {
  final class Lines: Sendable { let texts = Mutex<[String]>([]) }

  let lines = Lines()
  var metadata: Logger.Metadata = [:]
  var logLevel = Logger.Level.trace

  subscript(metadataKey key: String) -> Logger.Metadata.Value? {
    get { metadata[key] }
    set { metadata[key] = newValue }
  }

  func log(event: LogEvent) {
    lines.texts.withLock { $0.append("\(event.message) \(event.metadata ?? [:])") }
  }
}
