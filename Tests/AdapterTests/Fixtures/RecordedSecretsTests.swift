import AQKit
import AQKitFixtures
import AQKitSocketFeed
import AQKitTesting
import Foundation
import Testing

@Suite("A recording") struct RecordedSecretsTests {
  private let clock = ManualClock(AirTime(secondsSince1970: 1_790_809_200))
  private static let key = "SECRETKEY/ab+c=="

  /// The files of a folder, by name.
  private func files(of folder: TemporaryFolder) throws -> [String: String] {
    var files: [String: String] = [:]
    for name in try FileManager.default.contentsOfDirectory(atPath: folder.path) {
      files[name] = try String(contentsOfFile: folder.path + "/" + name, encoding: .utf8)
    }
    return files
  }

  @Test(
    "of a feed has no credential from its address, headers or options in any file, however it is echoed")
  func feed() async throws {
    let folder = try TemporaryFolder()
    let echo = [
      #"[{"city":"Delhi SECRETKEY\/ab+c==","aqi":1},{"city":"wss://x.org/?token=url-t0ken&v=1","aqi":2}]"#,
      #"[{"city":"SECRETKEY%2Fab%2Bc%3D%3D","aqi":3},{"city":"key url\u002dt0ken","aqi":4}]"#,
      #"[{"city":"https://y.org/a?v=1&access_token=minted-later","aqi":5}]"#,
    ]
    var container = try AQContainer().installing(
      .cityFeed(at: "wss://feed.example.org/live?token=url-t0ken&v=1"))
    container.set(.clock, to: clock)
    container.set(.feedConnector, to: ScriptedConnector(playing: echo.map { .text($0) } + [.end]))
    try container.setOption("authorization", of: "city-feed", to: "Bearer \(Self.key)")
    try container.setOption("reconnect", of: "city-feed", to: "false")
    let outcome = try await FixtureRecorder(folder.folder).record(
      "city-feed", of: container, AirQuery(places: []), live: .init(), as: "x")
    let files = try files(of: folder)
    #expect(Set(files.keys) == ["x.ndjson", "x.feed.ndjson", "manifest.json"])
    for (name, text) in files {
      for secret in ["SECRETKEY", "url-t0ken", "t0ken", "minted-later"] {
        #expect(!text.contains(secret), "\(name): \(text)")
      }
      #expect(text.contains("REDACTED"), "\(name)")
    }
    // The written reports can be read, and are those that the caller gets.
    #expect(outcome.response.reports.map(\.site.name).contains("Delhi •••"))
    #expect(try folder.folder.manifest().notes.isEmpty)
    let served = try await FixtureSource(folder.folder, formats: [.aqkit]).fetch(AirQuery(places: []))
    #expect(served.reports.count == outcome.response.reports.count && !served.reports.isEmpty)
  }

  @Test("of a feed that repeats its address as a site's name has the user's place rounded in every file")
  func repeatedAddress() async throws {
    let folder = try TemporaryFolder()
    let address = "wss://feed.example.org/live?lat=52.5234&lon=13.4114"
    var container = try AQContainer().installing(.cityFeed(at: address))
    container.set(.clock, to: clock)
    let messages = [
      #"[{"city":"\#(address)","aqi":1},{"city":"You at 52.5234","aqi":2}]"#
    ]
    container.set(.feedConnector, to: ScriptedConnector(playing: messages.map { .text($0) } + [.end]))
    try container.setOption("reconnect", of: "city-feed", to: "false")
    let outcome = try await FixtureRecorder(folder.folder).record(
      "city-feed", of: container, AirQuery(places: []), live: .init(), as: "x")
    for (name, text) in try files(of: folder) {
      for exact in ["52.5234", "13.4114"] { #expect(!text.contains(exact), "\(name): \(text)") }
    }
    #expect(
      outcome.response.reports.compactMap(\.site.name).contains(
        "wss://feed.example.org/live?lat=52.5&lon=13.4"))
  }

  @Test("of an HTTP source has no credential of its requests, nor one that became known later")
  func http() async throws {
    let folder = try TemporaryFolder()
    let descriptor = SourceDescriptor(
      id: "../odd\u{0}/id", name: "Odd", offers: [],
      options: [SourceDescriptor.Option("key", summary: "The key.", isSecret: true)])
    var container = AQContainer().setting(.clock, to: clock)
    container.set(
      .httpTransport,
      to: StubTransport { request, _ in
        .init(
          status: 200,
          text:
            #"{"token":{"value":"minted-1","nested":{"x":["minted-2"]}},"echo":"late-session","k":"\#(Self.key.replacing("/", with: #"\/"#))"}"#
        )
      })
    try container.register(descriptor) { [clock] container, options in
      let transport = try container[.httpTransport]
      let key = options.secret("key") ?? ""
      return ClosureSource(descriptor) { _ in
        for header in ["first", "late-session"] {
          _ = try await transport.send(
            TransportRequest(
              url: "https://api.example.org/v1",
              headers: [TransportRequest.Header("X-Session", secret: AirSecret(header))]))
        }
        let series = try AirSeries(.o3, 3, unit: .ppb, over: AirInterval(instant: AirTime(clock.now)))
        let site = AirSite(id: "id-late-session", name: "Site \(key.exposed)", kind: .modelCell)
        return AirResponse(
          reports: [
            AirReport(
              source: "odd", site: site, kind: .forecast, series: [series], receivedAt: AirTime(clock.now))
          ], notes: [AirNote(.refused, "Not understood: \(key.exposed)")])
      }
    }
    try container.setOption("key", of: descriptor.id, to: Self.key)
    let outcome = try await FixtureRecorder(folder.folder).record(
      descriptor.id, of: container, AirQuery(places: [.site("late-session")]))
    let files = try files(of: folder)
    #expect(
      files.count == 3 && files.keys.allSatisfy { $0 == "manifest.json" || $0.hasPrefix("..-odd--id-") })
    for (name, text) in files {
      for secret in ["SECRETKEY", "minted-", "late-session"] {
        #expect(!text.contains(secret), "\(name): \(text)")
      }
    }
    #expect(outcome.response.notes.map(\.message) == ["Not understood: REDACTED"])
  }

  @Test(
    "is in the folder, whatever name it is given",
    arguments: [
      "../x", "a/../../x", "x\u{0}y", "x\ny", "../\u{301}x", "a\\b", String(repeating: "x", count: 300),
    ])
  func names(name: String) async throws {
    let folder = try TemporaryFolder()
    let transport = StubTransport(always: .json("{}"))
    var container = AQContainer().setting(.clock, to: clock)
    container.set(.httpTransport, to: transport)
    let descriptor = SourceDescriptor(id: "s", name: "S", offers: [])
    try container.register(descriptor) { container, _ in
      let transport = try container[.httpTransport]
      return ClosureSource(descriptor) { _ in
        _ = try await transport.send(TransportRequest(url: "https://api.example.org/"))
        return AirResponse()
      }
    }
    let error = await #expect(throws: AQError.self) {
      try await FixtureRecorder(folder.folder).record(
        "s", of: container, AirQuery(places: []), as: name)
    }
    #expect(error?.code == .invalidRequest)
    // No request was made whose response would be lost.
    #expect(transport.requests.isEmpty)
    #expect(throws: AQError.self) { try folder.folder.bytes(of: name) }
    #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path).isEmpty)
  }

  @Test("keeps a manifest readable whose shape has names that begin with a mark")
  func marks() throws {
    let shape = try PayloadShape(Array("{\"\u{301}x\":{\"\u{20D2}\\\"]\":1},\"\\r\\n\":[2]}".utf8))
    #expect(PayloadShape(lines: shape.lines) == shape)
  }
}
