import AQKit
import AQKitCommands
import AQKitFixtures
import AQKitOpenMeteo
import AQKitOpenMeteoStandIn
import AQKitSocketFeed
import AQKitTesting
import LoopbackServers

/// The checks that run the full path of the recordings, Open-Meteo and a feed without the internet.
enum LoopbackSmoke {
  static let checks = [
    recordings, search, generated("open-meteo", .current), generated("open-meteo-weather", .current),
    generated("open-meteo-archive", .past(week)), generated("open-meteo-climate", .past(week)), socketFeed,
  ]

  private static let week = Duration.seconds(7 * 86_400)

  private static let recordings = SmokeCheck(adapter: "recordings", path: "files from disk") {
    let hub = try AirHub(AQContainer().installing(.recordings))
    return try await hub.source("recordings").fetch(AirQuery(places: [])).reports
  }

  private static let search = openMeteo("open-meteo", "search by name, then the air there") { container in
    let found = try await container[.placeSearch].places(matching: AirPlace.Search("Berlin", limit: 1))
    return AirQuery(places: found.map { .near($0.coordinate) })
  }

  private static func generated(_ source: SourceID, _ window: AirQuery.Window) -> SmokeCheck {
    openMeteo(source, "generated response") { _ in
      AirQuery(places: [.near(try Coordinate(52.52, 13.41))], window: window)
    }
  }

  private static func openMeteo(
    _ source: SourceID, _ path: String,
    asking query: @escaping @Sendable (AQContainer) async throws -> AirQuery
  ) -> SmokeCheck {
    SmokeCheck(adapter: source.rawValue, path: "\(path), stand-in on a loopback port, \(Build.transport)") {
      let clock = ManualClock(AQSystemClock().time)
      let standIn = OpenMeteoStandIn(clock: clock)
      return try await LoopbackHTTPServer.withServer(transport: standIn) { server in
        var container = try Build.container.setting(.clock, to: clock).installing(.openMeteo)
        for id in ["open-meteo", source] { try container.setOption("baseURL", of: id, to: server.origin) }
        return try await AirHub(container).source(source).fetch(query(container)).reports
      }
    }
  }

  private static let socketFeed = SmokeCheck(
    adapter: "city-feed", path: "recorded feed, loopback WebSocket server, SwiftNIO"
  ) {
    let recording = try FixtureFolder.bundled.feed(FixtureFolder.bundled.recording(of: "city"))
    var snapshot = FeedSnapshot()
    _ = try await Sockets().serve(recording, speed: .infinity, loops: false, port: 0) { url in
      var container = try AQContainer().installing(.cityFeed(at: url))
      try container.setOption("reconnect", of: "city-feed", to: "false")
      for try await update in try AirHub(container).source("city-feed").updates(for: AirQuery(places: [])) {
        snapshot.merge(update)
      }
    }
    return snapshot.reports
  }
}
