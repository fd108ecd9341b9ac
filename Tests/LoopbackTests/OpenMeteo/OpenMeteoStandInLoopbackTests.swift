import AQKit
import AQKitOpenMeteo
import AQKitOpenMeteoStandIn
import AQKitTesting
import AQKitURLSession
import LoopbackServers
import Testing

@Suite("Open-Meteo's stand-in on a port", .timeLimit(.minutes(10)))
struct OpenMeteoStandInLoopbackTests {
  private func container(at server: LoopbackHTTPServer, _ clock: any AQClock = AQSystemClock()) throws
    -> AQContainer
  {
    var container = try AQContainer.live.setting(.clock, to: clock).installing(.openMeteo)
      .setting(.httpTransport, to: PatientTransport(URLSessionTransport()))
    for source in container.descriptors.map(\.id) {
      try container.setOption("baseURL", of: source, to: server.origin)
    }
    return container
  }

  private var query: AirQuery {
    get throws { try AirQuery(near: Coordinate(52.52, 13.41), parameters: [.pm25]) }
  }

  @Test("air, weather and places are fetched over real connections")
  func replies() async throws {
    let standIn = OpenMeteoStandIn()
    try await LoopbackHTTPServer.withServer(transport: standIn) { server in
      let container = try container(at: server)
      let hub = try AirHub(container)
      let places = try (0..<200).map {
        AirQuery.Place.near(try Coordinate(-60.12345 + Double($0) / 4, -113.41255))
      }
      let air = try await hub.source("open-meteo").fetch(
        AirQuery(
          places: places,
          parameters: [.pm25, .pm10, .o3, .no2, .so2, .co, .dust, .nh3, .ch4, .aerosolOpticalDepth]))
      #expect(air.reports.flatMap(\.places) == Array(0..<200))
      #expect(standIn.requests.count == 2)
      let weather = try await hub.source("open-meteo-weather").fetch(
        AirQuery(near: Coordinate(52.52, 13.41), parameters: [.temperature]))
      #expect(weather.reports.first?[.temperature] != nil)
      let found = try await container[.placeSearch].places(
        matching: AirPlace.Search("Berlin", countryCode: "DE"))
      #expect(found.map(\.id) == ["2950159"])
      #expect(standIn.mostInFlight == 1)
      #expect(standIn.weight == 201)
    }
  }

  @Test("a long list of places is sent by POST over real connections")
  func longList() async throws {
    let standIn = OpenMeteoStandIn()
    try await LoopbackHTTPServer.withServer(transport: standIn) { server in
      // Without a container, the requests name the places themselves instead of the centres of their cells.
      let source = HTTPSource(
        OpenMeteoAirQuality(baseURL: server.origin), transport: PatientTransport(URLSessionTransport()),
        clock: AQSystemClock())
      let places = try (0..<200).map {
        AirQuery.Place.near(try Coordinate(-40.12345 + Double($0) / 4, 113.41255))
      }
      let air = try await source.fetch(AirQuery(places: places, parameters: [.pm25]))
      #expect(air.reports.flatMap(\.places) == Array(0..<200))
      #expect(standIn.requests.count { $0.method == .post } == 2)
    }
  }

  @Test("a trickling body is read to its end, and a truncated one is requested again")
  func trickles() async throws {
    let standIn = OpenMeteoStandIn()
    try await LoopbackHTTPServer.withServer(transport: standIn) { server in
      let source = try AirHub(container(at: server)).source("open-meteo")
      standIn.next(.cut(after: 300), .trickle(every: .microseconds(20)))
      let response = try await source.fetch(query)
      #expect(response.reports.count == 1)
      #expect(standIn.requests.count == 2)
    }
  }

  @Test("a limit that lasts longer than the caller waits is reported at once")
  func limits() async throws {
    let standIn = OpenMeteoStandIn()
    try await LoopbackHTTPServer.withServer(transport: standIn) { server in
      // Its time doesn't move, so that neither a wait nor the deadline can end the query.
      let clock = ManualClock(AQSystemClock().time)
      let container = try container(at: server, clock)
      standIn.next(.limit(.day))
      let error = await #expect(throws: AQError.self) {
        try await AirDeadline.limit(.seconds(10), clock: clock) {
          try await AirHub(container).source("open-meteo").fetch(query)
        }
      }
      #expect(error?.code == .rateLimited)
      if case .after(let wait) = error?.retry {
        #expect(wait > .seconds(10))
      } else {
        Issue.record("No wait.")
      }
    }
  }
}
