import AQKit
import AQKitFixtures
import AQKitOpenMeteo
import AQKitSocketFeed
import AQKitURLSession
import LoopbackServers

/// The real path of every adapter without internet.
enum LoopbackSmoke {
  static let checks = [recordings, openMeteo, socketFeed]

  private static let week = Duration.seconds(7 * 86_400)

  /// The first bundled recording of a format.
  private static func bundled(_ format: String) throws -> FixtureRecording {
    guard
      let recording = try FixtureFolder.bundled.manifest().recordings.first(where: { $0.format == format })
    else {
      throw AQError(.notConfigured, "No recording of the format “\(format)” is bundled.")
    }
    return recording
  }

  private static let recordings = SmokeCheck(adapter: "recordings", path: "files from disk") {
    let hub = try AirHub(.preview)
    return try await hub.source("recordings").fetch(AirQuery(places: [])).reports
  }

  private static let openMeteo = SmokeCheck(
    adapter: "open-meteo", path: "recorded answer, loopback HTTP server, URLSession"
  ) {
    let recording = try bundled("open-meteo")
    let body = try FixtureFolder.bundled.bytes(of: recording.file)
    let places =
      try FixtureFolder.bundled.manifest().recordings.first { $0.file == recording.rawOf }?.places ?? []
    return try await LoopbackHTTPServer.withServer(
      reply: .response(
        TransportResponse(status: 200, headers: [.init("Content-Type", "application/json")], body: body))
    ) { server in
      var container = try AQContainer.live.installing(.openMeteo)
      try container.setOption("baseURL", of: "open-meteo", to: server.origin)
      let query = AirQuery(
        places: places.compactMap(\.coordinate).map(PlaceReference.near),
        window: .interval(
          try AirInterval(start: recording.recordedAt - week, end: recording.recordedAt + week)))
      return try await AirHub(container).source("open-meteo").fetch(query).reports
    }
  }

  private static let socketFeed = SmokeCheck(
    adapter: "city-feed", path: "recorded feed, loopback WebSocket server, SwiftNIO"
  ) {
    let messages = try FixtureFolder.bundled.feed(bundled("city")).entries.map(\.message)
    return try await LoopbackWebSocketServer.withServer { session in
      for message in messages { try await session.send(text: String(decoding: message.bytes, as: UTF8.self)) }
      try await session.close()
    } body: { server in
      var container = try AQContainer().installing(.cityFeed(at: server.url("/feed")))
      try container.setOption("reconnect", of: "city-feed", to: "false")
      var snapshot = FeedSnapshot()
      for try await update in try AirHub(container).source("city-feed").updates(for: AirQuery(places: [])) {
        snapshot.merge(update)
      }
      return snapshot.reports
    }
  }
}
