import AQKit
import AQKitOpenMeteo
import AQKitTesting
import Testing

@Suite("What Open-Meteo is asked")
struct OpenMeteoRequestTests {
  private let now = AirTime(secondsSince1970: 1_790_980_200)  // 2026-10-02T22:30:00Z

  private func url(_ query: AirQuery, _ adapter: OpenMeteoAirQuality = OpenMeteoAirQuality()) throws -> String
  {
    try #require(adapter.calls(for: query, at: now).first).request.url
  }

  @Test("times are asked as unix seconds in GMT, and the variables by their names on the wire")
  func asksInUnixTime() throws {
    let query = try AirQuery(near: Coordinate(52.52, 13.41), parameters: [.pm25, .o3])
    let url = try url(query)
    #expect(
      url
        == "https://air-quality-api.open-meteo.com/v1/air-quality?latitude=52.52&longitude=13.41&hourly=pm2_5,ozone"
        + "&timezone=GMT&timeformat=unixtime&past_days=1&forecast_days=1")
  }

  @Test("all variables are asked when the query names none")
  func asksForEverything() throws {
    let url = try url(AirQuery(near: Coordinate(0, 0)))
    for name in ["us_aqi_carbon_monoxide", "european_aqi", "ragweed_pollen", "methane", "is_day", "ammonia"] {
      #expect(url.contains(name))
    }
  }

  @Test("several places go into one request, in order")
  func asksForSeveralPlaces() throws {
    let places = try [Coordinate(52.52, 13.41), Coordinate(-33.87, 151.21)].map(PlaceReference.near)
    #expect(try url(AirQuery(places: places)).contains("latitude=52.52,-33.87&longitude=13.41,151.21"))
  }

  @Test(
    "a window becomes whole GMT days",
    arguments: [
      (AirWindow.past(.seconds(3 * 86_400)), "past_days=3&forecast_days=1"),
      (.next(.seconds(2 * 86_400)), "past_days=0&forecast_days=3"),
      (.next(.seconds(30 * 86_400)), "past_days=0&forecast_days=7"),
      (.past(.seconds(120 * 86_400)), "start_date=2026-06-04&end_date=2026-10-02"),
    ])
  func asksForDays(window: AirWindow, expected: String) throws {
    #expect(try url(AirQuery(near: Coordinate(0, 0), window: window)).hasSuffix(expected))
  }

  @Test("a request weighs what the service counts: places, tenths of variables, fortnights")
  func weighsRequests() throws {
    let place = PlaceReference.near(try Coordinate(0, 0))
    func weight(_ places: Int, _ parameters: [AirParameter], _ window: AirWindow = .current) throws -> Double
    {
      let query = AirQuery(
        places: Array(repeating: place, count: places), parameters: parameters, window: window)
      return try #require(OpenMeteoAirQuality().calls(for: query, at: now).first).request.weight
    }
    let names: [AirParameter] = [.pm25, .pm10, .o3, .no2, .so2, .co, .dust, .no, .hcho, .glyoxal, .co2, .ch4]
    #expect(try weight(1, [.pm25]) == 1)
    #expect(try weight(1, names) == 1.2)
    #expect(try weight(3, names) == 3 * 1.2)
    #expect(try weight(1, names, .past(.seconds(27 * 86_400))) == 1.2 * 28 / 14)
    #expect(try weight(1, names, .past(.seconds(139 * 86_400))) == 1.2 * 140 / 14)
  }

  @Test("a window before 2013 is refused by name")
  func refusesTimesWithoutData() throws {
    let interval = try AirInterval(
      start: AirTime(secondsSince1970: 0), end: AirTime(secondsSince1970: 86_400))
    let query = try AirQuery(near: Coordinate(0, 0), window: .interval(interval))
    let error = #expect(throws: AQError.self) { try url(query) }
    #expect(error?.code == .invalidRequest)
  }

  @Test("a key goes to the customers' host as a secret header")
  func sendsTheKeyAsHeader() throws {
    let adapter = OpenMeteoAirQuality(apiKey: "a-key")
    let request = try #require(
      adapter.calls(for: AirQuery(near: Coordinate(0, 0)), at: now).first
    ).request
    #expect(request.host == "customer-air-quality-api.open-meteo.com")
    #expect(!request.url.contains("a-key"))
    #expect(request.headers.first?.isSecret == true)
    #expect(!"\(request) \(request.headers)".contains("a-key"))
  }

  @Test("pollen is not asked outside Europe, and said to be not covered")
  func knowsWhereThereIsPollen() async throws {
    let transport = StubTransport { _ in
      TransportResponse(
        status: 200,
        text: #"{"latitude":0,"longitude":0,"hourly_units":{"time":"unixtime","pm2_5":"μg/m³"},"#
          + #""hourly":{"time":[1790980200],"pm2_5":[4.5]}}"#)
    }
    let source = HTTPSource(OpenMeteoAirQuality(), transport: transport, clock: ManualClock(now))
    let response = try await source.fetch(
      AirQuery(near: Coordinate(0, 0), parameters: [.pm25, .birchPollen]))
    #expect(response.notes.contains { $0.code == .notCovered && $0.parameters == [.birchPollen] })
    #expect(transport.requests.first?.url.contains("birch") == false)
  }
}
