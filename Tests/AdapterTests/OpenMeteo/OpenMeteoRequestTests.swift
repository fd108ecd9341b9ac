import AQKit
import AQKitOpenMeteo
import AQKitTesting
import Testing

@Suite("Requests to Open-Meteo")
struct OpenMeteoRequestTests {
  private let now = AirTime(secondsSince1970: 1_790_980_200)  // 2026-10-02T22:30:00Z

  private static let windows: [(AirQuery.Window, String)] = [
    (.past(.seconds(6 * 3600)), "past_hours=6&forecast_hours=1"),
    (.next(.seconds(90 * 60)), "forecast_hours=3"),
    (.next(.seconds(2 * 86_400)), "forecast_hours=49"),
    (
      explicit("2026-09-30T10:30:00Z", "2026-09-30T14:15:00Z"),
      "start_hour=2026-09-30T10%3A00&end_hour=2026-09-30T14%3A00"
    ),
    (explicit("2026-09-01T00:00:00Z", "2026-09-04T00:00:00Z"), "start_date=2026-09-01&end_date=2026-09-03"),
    (explicit("2012-12-30T00:00:00Z", "2013-01-05T00:00:00Z"), "start_date=2013-01-01&end_date=2013-01-04"),
    (.past(.seconds(3 * 86_400)), "past_days=3&forecast_days=1"),
    (.next(.seconds(3 * 86_400)), "past_days=0&forecast_days=4"),
    (.next(.seconds(30 * 86_400)), "past_days=0&forecast_days=7"),
    (.past(.seconds(120 * 86_400)), "start_date=2026-06-04&end_date=2026-10-02"),
  ]

  private static func explicit(_ start: String, _ end: String) -> AirQuery.Window {
    guard let start = AirTime(start), let end = AirTime(end),
      let interval = try? AirInterval(start: start, end: end)
    else { return .current }
    return .interval(interval)
  }

  private func url(_ query: AirQuery, _ adapter: OpenMeteoAirQuality = OpenMeteoAirQuality()) throws -> String
  {
    try #require(adapter.calls(for: query, at: now).first).request.url
  }

  @Test("times are requested as Unix seconds in GMT, and variables by the service's names")
  func asksInUnixTime() throws {
    let query = try AirQuery(near: Coordinate(52.52, 13.41), parameters: [.pm25, .o3])
    let url = try url(query)
    #expect(
      url
        == "https://air-quality-api.open-meteo.com/v1/air-quality?latitude=52.52&longitude=13.41&hourly=pm2_5,ozone"
        + "&timezone=GMT&timeformat=unixtime&past_hours=26&forecast_hours=1")
  }

  @Test("all variables are requested if the query names none")
  func asksForEverything() throws {
    let url = try url(AirQuery(near: Coordinate(0, 0)))
    for name in ["us_aqi_carbon_monoxide", "european_aqi", "ragweed_pollen", "methane", "is_day", "ammonia"] {
      #expect(url.contains(name))
    }
  }

  @Test("several places go into one request, in order")
  func asksForSeveralPlaces() throws {
    let places = try [Coordinate(52.52, 13.41), Coordinate(-33.87, 151.21)].map(AirQuery.Place.near)
    #expect(try url(AirQuery(places: places)).contains("latitude=52.52,-33.87&longitude=13.41,151.21"))
  }

  @Test(
    "a short window becomes hours, a long one whole GMT days, an explicit one hours or dates",
    arguments: windows)
  func asksForDays(window: AirQuery.Window, expected: String) throws {
    #expect(try url(AirQuery(near: Coordinate(0, 0), window: window)).hasSuffix(expected))
  }

  @Test("a request weighs what the service counts: places, tenths of variables, fortnights")
  func weighsRequests() throws {
    let place = AirQuery.Place.near(try Coordinate(0, 0))
    func weight(_ places: Int, _ parameters: [AirParameter], _ window: AirQuery.Window = .current) throws
      -> Double
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

  @Test("pollen isn't requested outside Europe, and a note says that it isn't covered")
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

  @Test("a long list of places is posted as a form, and no key is in it")
  func postsLongLists() throws {
    let places = try (0..<150).map {
      AirQuery.Place.near(try Coordinate(Double($0) / 7 + 40, -Double($0) / 3 - 1))
    }
    let request = try #require(
      OpenMeteoAirQuality(apiKey: "a-key").calls(
        for: AirQuery(places: places, parameters: [.pm25]), at: now
      ).first
    ).request
    #expect(request.method == .post)
    #expect(request.url == "https://customer-air-quality-api.open-meteo.com/v1/air-quality")
    #expect(request.header("Content-Type") == "application/x-www-form-urlencoded")
    let form = String(decoding: request.body, as: UTF8.self)
    #expect(form.hasPrefix("latitude=40,40.14286,40.28571,"))
    #expect(form.contains("&hourly=pm2_5&timezone=GMT"))
    #expect(!form.contains("a-key"))
    #expect(request.body.count > 1500)
    #expect(request.weight == 150)
  }

  @Test("a thousand places take ten requests, in the order of the query, and one without data fails alone")
  func asksForAThousandPlaces() async throws {
    let transport = StubTransport { request in
      let text = request.body.isEmpty ? request.url : String(decoding: request.body, as: UTF8.self)
      let latitudes = text.split(separator: "latitude=")[1].prefix { $0 != "&" }.split(separator: ",")
      if latitudes.contains("33.3") {
        return TransportResponse(
          status: 400, text: #"{"reason":"No data is available for this location","error":true}"#)
      }
      let replies = latitudes.map {
        #"{"latitude":1,"longitude":1,"hourly_units":{"time":"unixtime","pm2_5":"μg/m³"},"#
          + #""hourly":{"time":[1790978400],"pm2_5":[\#($0)]}}"#
      }
      return TransportResponse(
        status: 200, text: replies.count == 1 ? replies[0] : "[\(replies.joined(separator: ","))]")
    }
    let places = try (0..<1000).map { AirQuery.Place.near(try Coordinate(Double($0) / 20, 10)) }
    let source = HTTPSource(OpenMeteoAirQuality(), transport: transport, clock: ManualClock(now))
    let whole = try await source.fetch(
      AirQuery(places: places.filter { $0.coordinate?.latitude != 33.3 } + [places[0]], parameters: [.pm25]))
    #expect(transport.requests.count == 10)
    #expect(whole.reports.count == 1000)
    let response = try await source.fetch(AirQuery(places: places, parameters: [.pm25]))
    let others = (0..<1000).filter { $0 != 666 }
    #expect(response.reports.map(\.places) == others.map { [$0] })
    let values: [Double] = response.reports.compactMap { $0[.pm25]?.values.first }
    #expect(values == others.map { Double($0) / 20 })
    #expect(response.notes.contains { $0.code == .nothingNear && $0.places == [666] })
    // Ten, and the halves of the one with the bad place.
    #expect(transport.requests.count <= 20 + 2 * 7)
  }

  @Test("a request heavier than a minute allows is split by time")
  func splitsHeavyRequests() throws {
    let window = Self.explicit("2020-01-01T00:00:00Z", "2026-01-01T00:00:00Z")
    let calls = try OpenMeteoAirQuality().calls(
      for: AirQuery(near: Coordinate(0, 0), window: window), at: now)
    #expect(calls.count == 2)
    #expect(calls.allSatisfy { $0.request.weight <= 500 })
    let dates = calls.map { $0.request.url.split(separator: "&").suffix(2).joined(separator: "&") }
    #expect(dates[0].hasPrefix("start_date=2020-01-01&end_date="))
    #expect(dates[1].hasSuffix("end_date=2025-12-31"))
    let first = try #require(CivilDay(dates[0].suffix(10)))
    let second = try #require(CivilDay(dates[1].split(separator: "&")[0].suffix(10)))
    #expect(second.number == first.number + 1)
  }

  /// A date of the text of a request.
  private struct CivilDay {
    let number: Int64
    init?(_ text: Substring) {
      guard let time = AirTime("\(text)T00:00:00Z") else { return nil }
      number = time.secondsSince1970 / 86_400
    }
  }

  @Test("a domain is requested by name, and its missing parameters aren't offered")
  func asksForADomain() throws {
    let global = OpenMeteoAirQuality(domain: .global, cellSelection: .sea)
    let url = try url(AirQuery(near: Coordinate(50, 15)), global)
    #expect(url.contains("&domains=cams_global&cell_selection=sea"))
    #expect(!url.contains("birch_pollen") && !url.contains("ammonia"))
    #expect(!global.descriptor.parameters.contains(.birchPollen))
    let europe = OpenMeteoAirQuality(domain: .europe).descriptor
    let gulf = AirQuery.Place.near(try Coordinate(0, 0))
    #expect(europe.offers.allSatisfy { $0.coverage.covers(gulf) == false })
  }

  @Test("with a key other limits and rights apply; at your own server the rights are not known")
  func refinesTheDeclaration() {
    let free = OpenMeteoAirQuality().descriptor
    #expect(free.rights.commercialUse == .forbidden)
    #expect(free.limits.windows.count == 3 && free.limits.concurrentRequestsPerHost == 1)
    for spelling in ["https://air-quality-api.open-meteo.com/", "https://Air-Quality-API.open-meteo.com/v1"] {
      #expect(OpenMeteoAirQuality(baseURL: spelling).descriptor.rights.commercialUse == .forbidden)
    }
    let customer = OpenMeteoAirQuality(apiKey: "a-key").descriptor
    #expect(customer.rights.commercialUse == .allowed && customer.rights.attributionRequired)
    #expect(customer.limits.windows.isEmpty && customer.limits.concurrentRequestsPerHost == 2)
    let own = OpenMeteoAirQuality(
      baseURL: "http://127.0.0.1:8080", limits: RequestLimits(placesPerRequest: 7)
    )
    .descriptor
    #expect(own.rights.commercialUse == .unknown)
    #expect(own.limits.placesPerRequest == 7)
    #expect(own.endpoints.map(\.url) == ["http://127.0.0.1:8080/v1/air-quality"])
  }
}
