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
    recordings, openMeteo, openMeteoSearch, generated("open-meteo-weather", .current),
    generated("open-meteo-archive", .past(week)), generated("open-meteo-climate", .past(week)), socketFeed,
  ]

  private static let week = Duration.seconds(7 * 86_400)

  private static let recordings = SmokeCheck(adapter: "recordings", path: "files from disk") {
    let hub = try AirHub(AQContainer().installing(.recordings))
    return try await hub.source("recordings").fetch(AirQuery(places: [])).reports
  }

  private static let openMeteo = SmokeCheck(
    adapter: "open-meteo", path: "recorded response, stand-in on a loopback port, \(Build.transport)"
  ) {
    let recording = try FixtureFolder.bundled.recording(of: "open-meteo")
    let body = try FixtureFolder.bundled.bytes(of: recording.file)
    let places =
      try FixtureFolder.bundled.manifest().recordings.first { $0.file == recording.rawOf }?.places ?? []
    let points = places.compactMap(\.coordinate)
    let window = AirQuery.Window.interval(
      try AirInterval(start: recording.recordedAt - week, end: recording.recordedAt + week))
    let standIn = OpenMeteoStandIn(clock: ManualClock(recording.recordedAt))
    standIn.play(body, to: .airQuality, at: points)
    return try await reports(of: "open-meteo", from: standIn, at: recording.recordedAt) { _ in
      AirQuery(places: points.map(AirQuery.Place.near), window: window)
    }
  }

  private static let openMeteoSearch = SmokeCheck(
    adapter: "open-meteo",
    path: "search by name, then the air there, stand-in on a loopback port, \(Build.transport)"
  ) {
    let now = AQSystemClock().time
    return try await reports(of: "open-meteo", from: OpenMeteoStandIn(), at: now) { container in
      let found = try await container[.placeSearch].places(matching: AirPlace.Search("Berlin", limit: 1))
      return AirQuery(places: found.map { .near($0.coordinate) })
    }
  }

  private static func generated(_ source: SourceID, _ window: AirQuery.Window) -> SmokeCheck {
    SmokeCheck(
      adapter: source.rawValue,
      path: "generated response, stand-in on a loopback port, \(Build.transport)"
    ) {
      let now = AQSystemClock().time
      let standIn = OpenMeteoStandIn(clock: ManualClock(now))
      return try await reports(of: source, from: standIn, at: now) { _ in
        AirQuery(places: [.near(try Coordinate(52.52, 13.41))], window: window)
      }
    }
  }

  private static func reports(
    of source: SourceID, from standIn: OpenMeteoStandIn, at time: AirTime,
    asking query: @Sendable (AQContainer) async throws -> AirQuery
  ) async throws -> [AirReport] {
    try await LoopbackHTTPServer.withServer(transport: standIn) { server in
      var container = try Build.container.setting(.clock, to: ManualClock(time)).installing(.openMeteo)
      for id in ["open-meteo", source] { try container.setOption("baseURL", of: id, to: server.origin) }
      return try await AirHub(container).source(source).fetch(query(container)).reports
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
