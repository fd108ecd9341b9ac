import AQKit
import AQKitFixtures
import AQKitOpenMeteo
import AQKitSocketFeed
import AQKitURLSession
import Foundation
import LoopbackServers
import Testing

@Suite("A recording over real connections", .timeLimit(.minutes(10)))
struct RecorderLoopbackTests {
  private func withFolder(_ body: (FixtureFolder) async throws -> Void) async throws {
    let path = FileManager.default.temporaryDirectory.appendingPathComponent("aqkit-\(UUID().uuidString)")
      .path
    defer { try? FileManager.default.removeItem(atPath: path) }
    try await body(FixtureFolder(path: path))
  }

  private func openMeteo(at origin: String) throws -> AQContainer {
    var container = try AQContainer.live.installing(.openMeteo)
      .setting(.httpTransport, to: PatientTransport(URLSessionTransport()))
    try container.setOption("baseURL", of: "open-meteo", to: origin)
    return container
  }

  @Test("of an HTTP source is served as the source responded, and a change of the service is noticed")
  func http() async throws {
    let text = OpenMeteoLoopbackTests.reply
    let point = try Coordinate(52.5234, 13.4114)
    let window = AirQuery.Window.interval(
      try AirInterval(
        start: AirTime(secondsSince1970: 1_790_800_000), end: AirTime(secondsSince1970: 1_790_810_000)))
    let query = AirQuery(near: point, parameters: [.pm25], window: window)
    try await withFolder { folder in
      try await LoopbackHTTPServer.withServer(reply: .text(text)) { server in
        let container = try openMeteo(at: server.origin)
        let live = try await AirHub(container).source("open-meteo").fetch(query)
        try await FixtureRecorder(folder).record("open-meteo", of: container, query, as: "berlin")
        let replayed = try await FixtureSource(folder, formats: container.formats).fetch(query)
        let (then, now) = (live.reports.first?[.pm25], replayed.reports.first?[.pm25])
        // A gap equals a gap; a recording names the source of the values.
        #expect(then != nil && then?.readings.map(\.value) == now?.readings.map(\.value))
        #expect(then?.timeline == now?.timeline)
        #expect(replayed.reports.count == 1)
        let drifts = try await folder.drift(of: "open-meteo", in: container)
        #expect(drifts.count == 2 && drifts.allSatisfy { $0.changes.isEmpty })
      }
      let changed = text.replacing("\"latitude\":52.5,", with: "\"latitude\":\"52.5\",")
      try await LoopbackHTTPServer.withServer(reply: .text(changed)) { server in
        let drifts = try await folder.drift(of: "open-meteo", in: openMeteo(at: server.origin))
        #expect(drifts.first?.changes.map(\.path) == ["latitude"])
        #expect(drifts.allSatisfy { $0.changes.contains(where: \.isWarning) })
      }
    }
  }

  #if NIO
    @Test("of a live feed has what the feed sent, and is served by city")
    func feed() async throws {
      try await withFolder { folder in
        try await LoopbackWebSocketServer.withServer { session in
          for number in 1...3 {
            try await session.send(text: "[{\"city\":\"Delhi\",\"aqi\":\(100 + number)}]")
          }
          try await session.close()
        } body: { server in
          var container = try AQContainer().setting(.feedConnector, to: PatientConnector())
            .installing(.cityFeed(at: server.url("/feed")))
          try container.setOption("reconnect", of: "city-feed", to: "false")
          try container.setOption("handshakeTimeout", of: "city-feed", to: "300")
          try container.setOption("heartbeat", of: "city-feed", to: "0")
          let outcome = try await FixtureRecorder(folder).record(
            "city-feed", of: container, AirQuery(places: []), live: .init(), as: "cities")
          let feed = try folder.feed(#require(outcome.recordings.last))
          #expect(feed.entries.map { String(decoding: $0.message.bytes, as: UTF8.self) }.count == 3)
          let response = try await FixtureSource(folder, formats: container.formats).fetch(
            AirQuery(places: [.city("Delhi")]))
          #expect(response.reports.first?.series.first?.values.last == 103)
        }
      }
    }
  #endif
}
