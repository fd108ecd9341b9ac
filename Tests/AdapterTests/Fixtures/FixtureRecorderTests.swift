import AQKit
import AQKitFixtures
import AQKitOpenMeteo
import AQKitSocketFeed
import AQKitTesting
import Foundation
import Testing

@Suite("A recorder")
struct FixtureRecorderTests {
  private let clock = ManualClock(AirTime(secondsSince1970: 1_790_809_200))

  private static let reply =
    #"{"latitude":52.523,"longitude":13.4,"elevation":38,"timezone":"GMT","utc_offset_seconds":0,"hourly_units":{"time":"unixtime","pm2_5":"μg/m³"},"#
    + #""hourly":{"time":[1790805600,1790809200],"pm2_5":[8.8,9.25]}}"#

  private func container(_ transport: any HTTPTransport) throws -> AQContainer {
    var container = try AQContainer().installing(.openMeteo)
    container.set(.httpTransport, to: transport)
    container.set(.clock, to: clock)
    return container
  }

  private func everyByte(of folder: TemporaryFolder) throws -> String {
    try FileManager.default.contentsOfDirectory(atPath: folder.path).sorted().map { file in
      try String(contentsOfFile: folder.path + "/" + file, encoding: .utf8)
    }.joined()
  }

  /// Returns the reports without the additions and omissions of a recording.
  private func readings(_ response: AirResponse) -> [[AirSeries]] {
    response.reports.map { report in
      report.series.map { series in
        var copy = series
        copy.origin = nil
        return copy
      }
    }
  }

  @Test("writes raw replies and reports that a source of recordings serves identically")
  func roundTrip() async throws {
    let folder = try TemporaryFolder()
    let container = try container(StubTransport(always: .json(Self.reply)))
    let query = AirQuery(near: try Coordinate(52.5234, 13.4114), parameters: [.pm25])
    let live = try await AirHub(container).source("open-meteo").fetch(query)
    let outcome = try await FixtureRecorder(folder.folder).record(
      "open-meteo", of: container, query, as: "berlin")
    #expect(
      outcome.recordings.map(\.file) == ["berlin.ndjson", "berlin.raw.json", "berlin.cassette.ndjson"])
    #expect(try folder.folder.manifest().recordings == outcome.recordings)
    // Without the adapter the reports are served, with it the raw reply.
    for formats in [[PayloadFormat.aqkit], container.formats] {
      let source = FixtureSource(folder.folder, formats: formats, clock: clock)
      for asked in [query, AirQuery(places: [])] {
        let replayed = try await source.fetch(asked)
        #expect(readings(replayed) == readings(live) && !replayed.reports.isEmpty)
        #expect(replayed.reports.first?.series.first?.origin?.source == "open-meteo")
        #expect(replayed.reports.first?.attribution == live.reports.first?.attribution)
      }
    }
    // The cassette replies to the same request from anywhere within the same 0.1°.
    let cassette = try Cassette(try folder.folder.bytes(of: "berlin.cassette.ndjson"))
    let again = try self.container(ReplayTransport(cassette, matching: .lenient))
    let nearby = AirQuery(near: try Coordinate(52.5421, 13.3911), parameters: [.pm25])
    #expect(
      readings(try await AirHub(again).source("open-meteo").fetch(nearby)) == readings(live))
  }

  @Test("removes credentials and the exact place wherever they are")
  func redaction() async throws {
    let folder = try TemporaryFolder()
    var container = try container(
      StubTransport { request in
        // A service that repeats the request.
        let echo = Self.reply.replacing(
          "\"elevation\"", with: "\"you\":\"52.5234 s3cr3t-key\",\"elevation\"")
        return TransportResponse(status: 200, body: Array(echo.utf8))
      })
    try container.setOption("apiKey", of: "open-meteo", to: "s3cr3t-key")
    let query = AirQuery(near: try Coordinate(52.5234, 13.4114), parameters: [.pm25])
    try await FixtureRecorder(folder.folder).record("open-meteo", of: container, query, as: "x")
    let text = try everyByte(of: folder)
    for exact in ["s3cr3t-key", "52.5234", "13.4114"] { #expect(!text.contains(exact)) }
    #expect(text.contains("52.5"))
    // Told otherwise, it keeps the place, never the credential.
    let exactly = try TemporaryFolder()
    try await FixtureRecorder(exactly.folder, redaction: Redaction(roundsCoordinates: false)).record(
      "open-meteo", of: container, query, as: "x")
    let kept = try everyByte(of: exactly)
    #expect(kept.contains("52.5234") && !kept.contains("s3cr3t-key"))
  }

  @Test("rounds the coordinates of the query under any name, and its cassette can be replayed")
  func unusualNames() async throws {
    let folder = try TemporaryFolder()
    let request = TransportRequest(
      .post, url: "https://api.example.org/now?ll=52.52437,13.40533,0.125&step=0.125",
      body: Array(#"{"near":[52.52437,13.40533],"step":0.125}"#.utf8))
    let descriptor = SourceDescriptor(id: "own", name: "Own", offers: [])
    var container = AQContainer().setting(.clock, to: clock)
    container.set(
      .httpTransport, to: StubTransport { request in TransportResponse(status: 200, text: request.url) })
    try container.register(descriptor) { container, _ in
      let transport = try container[.httpTransport]
      return ClosureSource(descriptor) { _ in
        _ = try await transport.send(request)
        return AirResponse()
      }
    }
    let query = AirQuery(near: try Coordinate(52.52437, 13.40533))
    try await FixtureRecorder(folder.folder).record("own", of: container, query, as: "x")
    let text = try everyByte(of: folder)
    for exact in ["52.52437", "13.40533"] { #expect(!text.contains(exact)) }
    let replay = ReplayTransport(try Cassette(try folder.folder.bytes(of: "x.cassette.ndjson")))
    let address = "https://api.example.org/now?ll=52.5,13.4,0.125&step=0.125"
    #expect(try await replay.send(request).body == Array(address.utf8))
    let elsewhere = await #expect(throws: AQError.self) {
      try await replay.send(TransportRequest(url: "https://api.example.org/now?ll=48.12345,16.40533"))
    }
    #expect(elsewhere?.message.contains("“48.1,16.4”, recorded “52.5,13.4,0.125”") == true)
  }

  @Test("rounds a coordinate that is the identifier of a requested site")
  func coordinateAsIdentifier() async throws {
    let folder = try TemporaryFolder()
    let descriptor = SourceDescriptor(id: "own", name: "Own", offers: [])
    var container = AQContainer().setting(.clock, to: clock)
    container.set(.httpTransport, to: StubTransport(always: .json("{}")))
    try container.register(descriptor) { container, _ in
      let transport = try container[.httpTransport]
      return ClosureSource(descriptor) { _ in
        let url = "https://api.example.org/feed/geo:52.52437;13.40533/"
        _ = try await transport.send(TransportRequest(url: url))
        return AirResponse()
      }
    }
    let query = AirQuery(places: [.site("geo:52.52437;13.40533")])
    let outcome = try await FixtureRecorder(folder.folder).record("own", of: container, query, as: "x")
    #expect(outcome.recordings.first?.query?.places == [.site("geo:52.5;13.4")])
    #expect(try !everyByte(of: folder).contains("52.52437"))
  }

  @Test("rounds a coordinate in a response and a message that came before the request that tells it")
  func laterCoordinates() async throws {
    let folder = try TemporaryFolder()
    let (exact, rounded) = (#"{"you":52.52437}"#, #"{"you":52.5}"#)
    let descriptor = SourceDescriptor(id: "own", name: "Own", offers: [])
    var container = AQContainer().setting(.clock, to: clock)
    container.set(.httpTransport, to: StubTransport { _ in TransportResponse(status: 200, text: exact) })
    container.set(.feedConnector, to: ScriptedConnector(playing: [.text(exact), .hang], clock: clock))
    try container.register(descriptor) { container, _ in
      let (transport, connector) = try (container[.httpTransport], container[.feedConnector])
      return ClosureSource(descriptor) { _ in
        let feed = try await connector.connect(to: FeedEndpoint(url: "wss://api.example.org/feed"))
        _ = try await feed.receive()
        for path in ["where", "air?lat=52.52437"] {
          _ = try await transport.send(TransportRequest(url: "https://api.example.org/\(path)"))
        }
        return AirResponse()
      }
    }
    let outcome = try await FixtureRecorder(folder.folder).record(
      "own", of: container, AirQuery(places: []), as: "x")
    #expect(outcome.recordings.map(\.file) == ["x.feed.ndjson", "x.cassette.ndjson"])
    let messages = try folder.folder.feed(outcome.recordings[0]).entries.map(\.message)
    #expect(messages == [FeedMessage(text: rounded)])
    let cassette = try Cassette(try folder.folder.bytes(of: "x.cassette.ndjson"))
    let response = Cassette.Outcome.response(TransportResponse(status: 200, text: rounded))
    #expect(cassette.exchanges.map(\.outcome) == [response, response])
  }

  @Test(
    "rounds the coordinate of a site that repeats the requested place, also beyond the 180th meridian",
    arguments: [(14.42123, 14.42123, 14.4), (179.9999, -179.9999, -180)])
  func echo(asked: Double, repeated: Double, rounded: Double) async throws {
    let folder = try TemporaryFolder()
    let point = try Coordinate(50.08765, repeated)
    var container = AQContainer()
    container.set(.clock, to: clock)
    try container.register(SourceDescriptor(id: "echo", name: "Echo", offers: [])) { _, _ in
      ClosureSource(SourceDescriptor(id: "echo", name: "Echo", offers: [])) { _ in
        let series = try AirSeries(
          .o3, 3, unit: .ppb, over: AirInterval(start: AirTime(clock.now), end: AirTime(clock.now)))
        return AirResponse(reports: [
          AirReport(
            source: "echo", site: AirSite(coordinate: point, kind: .modelCell), kind: .forecast,
            series: [series],
            receivedAt: AirTime(clock.now), places: [0])
        ])
      }
    }
    let outcome = try await FixtureRecorder(folder.folder).record(
      "echo", of: container, AirQuery(near: try Coordinate(50.08765, asked)))
    #expect(outcome.response.reports.first?.site.coordinate == (try Coordinate(50.1, rounded)))
    let text = try everyByte(of: folder)
    for exact in ["50.08", "14.42", "179.99"] { #expect(!text.contains(exact)) }
    #expect(
      try folder.folder.manifest().recordings.map(\.file) == [
        "echo-20261001T000000Z".replacing(
          "20261001T000000Z", with: AirTime(clock.now).description.filter { $0 != "-" && $0 != ":" })
          + ".ndjson"
      ])
  }

  /// A container with a source from closures.
  private func container(
    options: [SourceDescriptor.Option] = [],
    fetch: @escaping @Sendable (AirQuery) async throws -> AirResponse = { _ in AirResponse() },
    updates: (@Sendable (AirQuery) -> AirUpdates)? = nil
  ) throws -> AQContainer {
    let descriptor = SourceDescriptor(id: "own", name: "Own", offers: [], options: options)
    var container = AQContainer().setting(.clock, to: clock)
    try container.register(descriptor) { _, _ in ClosureSource(descriptor, updates: updates, fetch: fetch) }
    return container
  }

  @Test(
    "rounds the place of a device, which its options state",
    arguments: [("50.08765", "14.42134"), ("50.08", "14.42")])
  func home(latitude: String, longitude: String) async throws {
    let folder = try TemporaryFolder()
    let clock = clock
    let home = try Coordinate(Double(latitude) ?? 0, Double(longitude) ?? 0)
    var container = try container(
      options: [.init("latitude", summary: "Latitude."), .init("longitude", summary: "Longitude.")]
    ) { _ in
      let series = try AirSeries(.o3, 3, unit: .ppb, over: AirInterval(instant: clock.time))
      let site = AirSite(name: "At 50.08765", coordinate: home, kind: .lowCostSensor)
      return AirResponse(reports: [
        AirReport(
          source: "own", site: site, kind: .observation, series: [series], receivedAt: clock.time)
      ])
    }
    try container.setOption("latitude", of: "own", to: latitude)
    try container.setOption("longitude", of: "own", to: longitude)
    for query in [AirQuery(places: []), AirQuery(near: try Coordinate(50.1, 14.4))] {
      let outcome = try await FixtureRecorder(folder.folder).record("own", of: container, query, as: "x")
      #expect(outcome.response.reports.first?.site.coordinate == (try Coordinate(50.1, 14.4)))
      let text = try everyByte(of: folder)
      let isExact = text.contains("\"latitude\":\(latitude)") || text.contains("14.42")
      #expect(!isExact && (latitude == "50.08" || !text.contains("50.08765")), "\(text)")
    }
    let exactly = FixtureRecorder(folder.folder, redaction: Redaction(roundsCoordinates: false))
    let kept = try await exactly.record("own", of: container, AirQuery(places: []), as: "x")
    #expect(kept.response.reports.first?.site.coordinate == home)
  }

  @Test("rounds the place that the user's own instrument states")
  func ownInstrument() async throws {
    let folder = try TemporaryFolder()
    let clock = clock
    let home = try Coordinate(-33.86785, 151.20932)
    let descriptor = SourceDescriptor(id: "own", name: "Own", offers: [], rights: .own)
    var container = AQContainer().setting(.clock, to: clock)
    container.set(
      .httpTransport,
      to: StubTransport { _ in
        TransportResponse(status: 200, text: #"{"lat":-33.867850,"lon":151.20932}"#)
      })
    try container.register(descriptor) { container, _ in
      let transport = try container[.httpTransport]
      return ClosureSource(descriptor) { _ in
        _ = try await transport.send(TransportRequest(url: "http://192.168.1.20/json"))
        let series = try AirSeries(.o3, 3, unit: .ppb, over: AirInterval(instant: clock.time))
        let site = AirSite(name: "At -33.86785", coordinate: home, kind: .lowCostSensor)
        return AirResponse(reports: [
          AirReport(
            source: "own", site: site, kind: .observation, series: [series], receivedAt: clock.time)
        ])
      }
    }
    let query = AirQuery(places: [])
    let outcome = try await FixtureRecorder(folder.folder).record("own", of: container, query, as: "x")
    #expect(outcome.response.reports.first?.site.coordinate == (try Coordinate(-33.9, 151.2)))
    let text = try everyByte(of: folder)
    #expect(text.contains("-33.9") && !text.contains("33.86") && !text.contains("151.20"), "\(text)")
    let exactly = FixtureRecorder(folder.folder, redaction: Redaction(roundsCoordinates: false))
    let kept = try await exactly.record("own", of: container, query, as: "x")
    #expect(kept.response.reports.first?.site.coordinate == home)
  }

  @Test("of a name replaces all files of the previous recording of that name")
  func replaced() async throws {
    let folder = try TemporaryFolder()
    let query = AirQuery(near: try Coordinate(52.5234, 13.4114), parameters: [.pm25])
    let recorder = FixtureRecorder(folder.folder)
    let service = try container(StubTransport(always: .json(Self.reply)))
    for name in ["x", "y"] { try await recorder.record("open-meteo", of: service, query, as: name) }
    let smog = try notice("smog")
    let warner = try container { _ in AirResponse(notices: [smog]) }
    try await recorder.record("own", of: warner, query, as: "x")
    let files = try folder.folder.manifest().recordings.map(\.file)
    #expect(files == ["y.ndjson", "y.raw.json", "y.cassette.ndjson", "x.notices.json"])
    let there = try FileManager.default.contentsOfDirectory(atPath: folder.path)
    #expect(Set(there) == Set(files + ["manifest.json"]))
  }

  @Test("isn't given a name with whose files another recording's would be mixed up")
  func ambiguousName() async throws {
    let folder = try TemporaryFolder()
    let service = try container(StubTransport(always: .json(Self.reply)))
    let query = AirQuery(near: try Coordinate(52.5234, 13.4114), parameters: [.pm25])
    for name in ["x.feed", "x.Cassette"] {
      let error = await #expect(throws: AQError.self) {
        try await FixtureRecorder(folder.folder).record("open-meteo", of: service, query, as: name)
      }
      #expect(error?.code == .invalidRequest)
    }
  }

  private func notice(_ id: String, until end: AirTime? = nil) throws -> AirNotice {
    let circle = AirNotice.Area.Circle(center: try Coordinate(50, 14), radius: 50_000)
    return AirNotice(
      id: id, source: "own", kind: .episode, title: "Smog near 50.08765",
      area: AirNotice.Area(circles: [circle]), issuedAt: clock.time, until: end)
  }

  @Test("notices alone are recorded, and a source of recordings serves and replays them")
  func notices() async throws {
    let folder = try TemporaryFolder()
    let smog = try notice("smog", until: clock.time + .seconds(7200))
    let container = try container { _ in AirResponse(notices: [smog, smog]) }
    let point = try Coordinate(50.08765, 14.42134)
    let outcome = try await FixtureRecorder(folder.folder).record(
      "own", of: container, AirQuery(near: point), as: "x")
    #expect(outcome.recordings.map(\.file) == ["x.notices.json"])
    #expect(try folder.folder.manifest().recordings == outcome.recordings)
    #expect(try !everyByte(of: folder).contains("50.08765"))
    #expect(try folder.folder.watchedSources().isEmpty)
    await clock.advance(by: .seconds(86_400))
    let source = FixtureSource(
      folder.folder, options: FixtureOptions(timing: .asIfNow(), replaySpeed: 1), clock: clock)
    let box = GeoShape.BoundingBox(around: point, radius: 1000)
    let query = AirQuery(places: [.near(try Coordinate(10, 10)), .near(point), .area(box)])
    var replayed: [AirNotice] = []
    for try await update in source.updates(for: query) { replayed += update.notices ?? [] }
    for notices in [try await source.fetch(query).notices, replayed] {
      #expect(notices.map(\.id) == ["smog"] && notices.map(\.places) == [[1, 2]])
      #expect(notices.first?.until == clock.time + .seconds(7200))
    }
  }

  @Test(
    "a box that was asked about grows to tenths, around the globe if its ends meet there",
    arguments: [(14.23, 15.61, 14.2, 15.7), (170.07, -170.02, 170, -170), (-0.02, -0.08, -180, 180)])
  func grownBox(west: Double, east: Double, grownWest: Double, grownEast: Double) async throws {
    let smog = try notice("smog")
    let container = try container { _ in AirResponse(notices: [smog]) }
    let box = try GeoShape.BoundingBox(south: -89.98, west: west, north: 50.01, east: east)
    let folder = try TemporaryFolder()
    try await FixtureRecorder(folder.folder).record(
      "own", of: container, AirQuery(places: [.area(box)]), as: "x")
    let grown = try GeoShape.BoundingBox(south: -90, west: grownWest, north: 50.1, east: grownEast)
    #expect(try folder.folder.manifest().recordings.first?.query?.places == [.area(grown)])
  }

  @Test("the notices at the end of a stream are recorded, even if it fails")
  func liveNotices() async throws {
    let folder = try TemporaryFolder()
    let (first, last) = (try notice("first"), try notice("last"))
    let container = try container(updates: { _ in
      AirUpdates { send in
        for notices in [[first], [first, last], nil, [last]] as [[AirNotice]?] {
          try await send(AirUpdate(notes: [AirNote(.remark, "Heard.")], notices: notices))
        }
        throw AQError(.unreachable, "Lost.")
      }
    })
    let outcome = try await FixtureRecorder(folder.folder).record(
      "own", of: container, AirQuery(places: []), live: .init(), as: "x")
    #expect(outcome.response.notices.map(\.id) == ["last"])
    #expect(outcome.response.notes.contains { $0.failure == .unreachable })
    #expect(try await FixtureSource(folder.folder).fetch(AirQuery(places: [])).notices.map(\.id) == ["last"])
  }

  @Test("a long recording doesn't begin if its folder can't be written")
  func unwritable() async throws {
    let container = try container(updates: { _ in
      Issue.record("It was asked.")
      return AirUpdates([])
    })
    let error = await #expect(throws: AQError.self) {
      try await FixtureRecorder(FixtureFolder(path: "/proc/nothing")).record(
        "own", of: container, AirQuery(places: []), live: .init())
    }
    #expect(error?.code == .notConfigured)
  }

  @Test(
    "no source is asked if the folder's manifest couldn't be extended",
    arguments: ["{", TemporaryFolder.manifest("{}")])
  func unreadableManifest(text: String) async throws {
    let folder = try TemporaryFolder(["manifest.json": text])
    let container = try container(updates: { _ in
      Issue.record("It was asked.")
      return AirUpdates([])
    })
    let error = await #expect(throws: AQError.self) {
      try await FixtureRecorder(folder.folder).record(
        "own", of: container, AirQuery(places: []), live: .init())
    }
    #expect(error?.code == .malformed)
  }

  @Test("two recordings of one source within a second are two")
  func sameSecond() async throws {
    let folder = try TemporaryFolder()
    let container = try container(StubTransport(always: .json(Self.reply)))
    let query = AirQuery(near: try Coordinate(52.5234, 13.4114), parameters: [.pm25])
    let recorder = FixtureRecorder(folder.folder)
    let outcomes = try await withThrowingTaskGroup(of: [String].self) { group in
      for _ in 0..<4 {
        group.addTask { try await recorder.record("open-meteo", of: container, query).recordings.map(\.file) }
      }
      return try await group.reduce(into: [String]()) { $0 += $1 }
    }
    #expect(Set(outcomes).count == 12 && outcomes.count == 12)
    let kept = try folder.folder.manifest().recordings.map(\.file)
    #expect(Set(kept) == Set(outcomes))
    #expect(outcomes.contains { $0.hasSuffix("Z-4.ndjson") }, "\(outcomes)")
    // A name that is given is the caller's.
    for _ in 0..<2 { try await recorder.record("open-meteo", of: container, query, as: "mine") }
    #expect(try folder.folder.manifest().recordings.count { $0.file.hasPrefix("mine.") } == 3)
  }

  @Test("messages until Ctrl-C are recorded, and no capture is left for others to read")
  func stopped() async throws {
    let folder = try TemporaryFolder()
    let city = "Pune \(UUID())"
    let temporary = FileManager.default.temporaryDirectory
    /// Counts the temporary files that hold this test's recording.
    func captures() throws -> Int {
      try FileManager.default.contentsOfDirectory(atPath: temporary.path).count { name in
        let path = temporary.appending(path: name).path
        let type = try? FileManager.default.attributesOfItem(atPath: path)[.type] as? FileAttributeType
        guard name.hasPrefix("aqkit-"), type == .typeRegular else { return false }
        return (try? String(contentsOfFile: path, encoding: .utf8))?.contains(city) == true
      }
    }
    let connector = ScriptedConnector(
      playing: [.text(#"[{"city":"\#(city)","aqi":64.2}]"#), .hang], clock: clock)
    let container = try AQContainer().setting(.feedConnector, to: connector).setting(.clock, to: clock)
      .installing(.cityFeed(at: "wss://air.example.org/feed", scale: "in-naqi"))
    let (stops, stop) = AsyncStream.makeStream(of: Void.self)
    let recorder = FixtureRecorder(folder.folder)
    let heard = Latch()
    let recording = Task {
      try await recorder.record(
        "city-feed", of: container, AirQuery(places: []), live: .init(duration: .seconds(30)), as: "x"
      ) {
        heard.open()
        for await _ in stops { break }
      }
    }
    try await heard.wait()
    // The feed has taken the message once it asks for the next one.
    while connector.connections.first?.isExhausted != true { await Task.yield() }
    for _ in 0..<50 { await clock.advance(by: .milliseconds(100)) }
    #expect(try captures() == 0)
    stop.yield()
    let outcome = try await recording.value
    #expect(outcome.response.reports.first?.site.name == city)
    #expect(outcome.recordings.map(\.file) == ["x.ndjson", "x.feed.ndjson"])
    #expect(try captures() == 0)
  }

  @Test("a feed that fails after it sent something is recorded, with a note of the failure")
  func failedFeed() async throws {
    let folder = try TemporaryFolder()
    let connector = ScriptedConnector(
      playing: [
        .text(#"[{"city":"Pune","aqi":64.2}]"#), .failure(AQError(.tooLarge, "The message is too large.")),
      ], clock: clock)
    let container = try AQContainer().setting(.feedConnector, to: connector).setting(.clock, to: clock)
      .installing(.cityFeed(at: "wss://air.example.org/feed", scale: "in-naqi"))
    let outcome = try await FixtureRecorder(folder.folder).record(
      "city-feed", of: container, AirQuery(places: []), live: .init(duration: .seconds(30)), as: "x")
    #expect(outcome.recordings.map(\.file) == ["x.ndjson", "x.feed.ndjson"])
    #expect(outcome.response.notes.contains { $0.code == .failed && $0.failure == .tooLarge })
  }

  @Test("a manifest that is a pipe doesn't block, and one that is a folder is an error")
  func pipe() throws {
    let folder = try TemporaryFolder()
    #expect(mkfifo(folder.path + "/manifest.json", 0o600) == 0)
    let error = #expect(throws: AQError.self) { try folder.folder.manifest() }
    #expect(error?.message.contains("it isn't a regular file") == true)
  }

  @Test("writes nothing where the source can't be asked")
  func failure() async throws {
    let folder = try TemporaryFolder()
    let container = try container(StubTransport(always: .status(404)))
    await #expect(throws: AQError.self) {
      try await FixtureRecorder(folder.folder).record(
        "open-meteo", of: container, AirQuery(near: try Coordinate(1, 2), parameters: [.pm25]))
    }
    #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path).isEmpty)
  }

  @Test("listens to a feed until enough has arrived, and the recording can be served and replayed")
  func feed() async throws {
    let folder = try TemporaryFolder()
    let texts = (1...5).map {
      "[{\"city\":\"Delhi\",\"aqi\":\(100 + $0)},{\"city\":\"Mumbai\",\"aqi\":\(50 + $0)}]"
    }
    var container = try AQContainer().installing(.cityFeed(at: "wss://feed.example.org/live"))
    container.set(.clock, to: AQSystemClock())
    let messages = FeedRecording(
      startedAt: AirTime(secondsSince1970: 0),
      entries: texts.enumerated().map {
        .init(after: .seconds($0.offset), message: FeedMessage(text: $0.element))
      })
    container.set(.feedConnector, to: ReplayConnector(messages, speed: 100))
    let outcome = try await FixtureRecorder(folder.folder).record(
      "city-feed", of: container, AirQuery(places: []),
      live: .init(duration: .seconds(600), updates: 3), as: "cities")
    #expect(outcome.recordings.map(\.file) == ["cities.ndjson", "cities.feed.ndjson"])
    let feed = try folder.folder.feed(outcome.recordings[1])
    #expect(feed.entries.count >= 3 && feed.entries.first?.message.bytes == Array(texts[0].utf8))
    for formats in [[PayloadFormat.aqkit], container.formats] {
      let source = FixtureSource(folder.folder, formats: formats)
      let window = AirQuery.Window.interval(
        try AirInterval(start: AirTime(secondsSince1970: 0), end: AirTime(secondsSince1970: 250_000_000_000)))
      let response = try await source.fetch(AirQuery(places: [.city("Delhi")], window: window))
      let values = response.reports.first?.series.first?.values ?? []
      // Within one second a later value takes the place of an earlier one.
      #expect(response.reports.map(\.site.name) == ["Delhi"] && values.last.map { $0 >= 101 } ?? false)
    }
    // The folder's own watch finds the feed as it was.
    let drifts = try await folder.folder.drift(of: "city-feed", in: container)
    #expect(drifts.map(\.recording) == ["cities.feed.ndjson"] && drifts.allSatisfy { $0.changes.isEmpty })
  }

  @Test("compares a live reply with a recording: a new member is a note, a vanished or retyped one a warning")
  func drift() async throws {
    let folder = try TemporaryFolder()
    let query = AirQuery(near: try Coordinate(52.5234, 13.4114), parameters: [.pm25])
    try await FixtureRecorder(folder.folder).record(
      "open-meteo", of: container(StubTransport(always: .json(Self.reply))), query, as: "berlin")
    #expect(try folder.folder.watchedSources() == ["open-meteo"])
    let same = try await folder.folder.drift(
      of: "open-meteo", in: container(StubTransport(always: .json(Self.reply))))
    #expect(same.map(\.recording) == ["berlin.raw.json", "berlin.cassette.ndjson"])
    #expect(same.allSatisfy { $0.changes.isEmpty })
    let drifted = Self.reply.replacing("\"elevation\":38,", with: "\"altitude\":38,")
      .replacing("[8.8,9.25]", with: "[\"8.8\",\"9.25\"]")
    let transport = StubTransport(always: .json(drifted))
    let changed = try await folder.folder.drift(of: "open-meteo", in: container(transport))
    #expect(
      changed.first?.changes.map { "\($0.kind) \($0.path) \($0.isWarning)" } == [
        "added altitude false", "vanished elevation true", "retyped hourly.pm2_5[] true",
      ])
    #expect(
      changed.last?.changes.count == 3 && changed.last?.changes.first?.path.hasSuffix(".altitude") ?? false)
    // Asked once for both, at the rounded place.
    #expect(transport.requests.count == 1 && transport.requests.first?.url.contains("52.5&") ?? false)
    await #expect(throws: AQError.self) {
      try await folder.folder.drift(of: "open-meteo-weather", in: container(transport))
    }
  }
}
