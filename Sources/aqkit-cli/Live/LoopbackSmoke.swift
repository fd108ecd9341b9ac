import AQKit
import AQKitCommands
import AQKitFixtures
import AQKitOpenMeteo
import AQKitOpenMeteoStandIn
import AQKitSocketFeed
import AQKitTesting
import LoopbackServers

/// The real path of every adapter without internet.
enum LoopbackSmoke {
  static let checks = [
    recordings, openMeteo, openMeteoSearch, openMeteoWeather, openMeteoArchive, openMeteoClimate, socketFeed,
  ]

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
    let hub = try AirHub(AQContainer().installing(.recordings))
    return try await hub.source("recordings").fetch(AirQuery(places: [])).reports
  }

  private static let openMeteo = SmokeCheck(
    adapter: "open-meteo", path: "recorded answer, stand-in on a loopback port, \(Build.transport)"
  ) {
    let recording = try bundled("open-meteo")
    let body = try FixtureFolder.bundled.bytes(of: recording.file)
    let places =
      try FixtureFolder.bundled.manifest().recordings.first { $0.file == recording.rawOf }?.places ?? []
    let points = places.compactMap(\.coordinate)
    let window = AirQuery.Window.interval(
      try AirInterval(start: recording.recordedAt - week, end: recording.recordedAt + week))
    return try await fetch(
      "open-meteo", AirQuery(places: points.map(AirQuery.Place.near), window: window),
      at: recording.recordedAt
    ) {
      $0.play(body, to: .airQuality, at: points)
    }
  }

  private static let openMeteoWeather = SmokeCheck(
    adapter: "open-meteo-weather", path: "generated answer, stand-in on a loopback port, \(Build.transport)"
  ) {
    try await fetch(
      "open-meteo-weather", AirQuery(places: [.near(try Coordinate(52.52, 13.41))]), at: SystemClock().time)
  }

  private static let openMeteoArchive = SmokeCheck(
    adapter: "open-meteo-archive", path: "generated answer, stand-in on a loopback port, \(Build.transport)"
  ) {
    try await fetch(
      "open-meteo-archive", AirQuery(places: [.near(try Coordinate(52.52, 13.41))], window: .past(week)),
      at: SystemClock().time)
  }

  private static let openMeteoClimate = SmokeCheck(
    adapter: "open-meteo-climate", path: "generated answer, stand-in on a loopback port, \(Build.transport)"
  ) {
    try await fetch(
      "open-meteo-climate", AirQuery(places: [.near(try Coordinate(52.52, 13.41))], window: .past(week)),
      at: SystemClock().time)
  }

  private static let openMeteoSearch = SmokeCheck(
    adapter: "open-meteo",
    path: "search by name, then the air there, stand-in on a loopback port, \(Build.transport)"
  ) {
    try await LoopbackHTTPServer.withServer(transport: OpenMeteoStandIn()) { server in
      var container = try Build.container.installing(.openMeteo)
      try container.setOption("baseURL", of: "open-meteo", to: server.origin)
      let places = try await container[.placeSearch].places(matching: AirPlace.Search("Berlin", limit: 1))
      guard let place = places.first else { return [] }
      return try await AirHub(container).source("open-meteo").fetch(AirQuery(near: place.coordinate)).reports
    }
  }

  /// Returns the reports of an Open-Meteo source from a stand-in on a port.
  private static func fetch(
    _ source: SourceID, _ query: AirQuery, at time: AirTime,
    preparing prepare: (OpenMeteoStandIn) -> Void = { _ in }
  ) async throws -> [AirReport] {
    let clock = ManualClock(time)
    let standIn = OpenMeteoStandIn(clock: clock)
    prepare(standIn)
    return try await LoopbackHTTPServer.withServer(transport: standIn) { server in
      var container = try Build.container.setting(.clock, to: clock).installing(.openMeteo)
      try container.setOption("baseURL", of: source, to: server.origin)
      return try await AirHub(container).source(source).fetch(query).reports
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
