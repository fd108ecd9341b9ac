import AQKit
import AQKitOpenMeteo
import AQKitTesting
import Testing

@Suite("Open-Meteo's errors")
struct OpenMeteoErrorTests {
  private func fetch(_ response: TransportResponse, places: Int = 1) async throws -> AirResponse {
    let transport = StubTransport { _ in response }
    let source = HTTPSource(OpenMeteoAirQuality(), transport: transport, clock: ManualClock())
    let place = AirQuery.Place.near(try Coordinate(48.1372, 11.5755))
    return try await source.fetch(
      AirQuery(places: Array(repeating: place, count: places), parameters: [.pm25]))
  }

  private static let day = TransportRequest.Header("Date", "Sun, 22 Nov 2026 23:59:00 GMT")

  @Test(
    "each refusal is the error of the table",
    arguments: [
      (
        400, "Forecast days is invalid. Allowed range 0 to 7. Given 7.", AQError.Code.invalidRequest,
        AQError.Retry.never
      ),
      (
        400, "Data corrupted at path ''. Cannot initialize X from invalid String value y.", .invalidRequest,
        .never
      ),
      (400, "The supplied API key is invalid.", .unauthorized, .whenChanged),
      (401, "API key required. Please add &apikey= to the URL.", .unauthorized, .whenChanged),
      (
        403, "This API endpoint requires the API Professional or Enterprise plan", .unauthorized, .whenChanged
      ),
      (404, "Not Found", .invalidRequest, .never),
      (429, "Too many concurrent requests", .rateLimited, .after(.seconds(1))),
      (
        429, "Minutely API request limit exceeded. Please try again in one minute.", .rateLimited,
        .after(.seconds(60))
      ),
      (
        429, "Hourly API request limit exceeded. Please try again in the next hour.", .rateLimited,
        .after(.seconds(60))
      ),
      (
        429, "Daily API request limit exceeded. Please try again tomorrow.", .rateLimited,
        .after(.seconds(60))
      ),
      (500, "Something went wrong.", .unavailable, .after(.seconds(5))),
      (503, "The service is overloaded", .unavailable, .after(.seconds(5))),
    ])
  func translatesRefusals(status: Int, reason: String, code: AQError.Code, retry: AQError.Retry) async throws
  {
    for body in ["{\"error\":true,\"reason\":\"\(reason)\"}", "{\"reason\":\"\(reason)\",\"error\":true}"] {
      let error = try await #require(throws: AQError.self) {
        try await fetch(TransportResponse(status: status, headers: [Self.day], text: body))
      }
      #expect(error.code == code)
      #expect(error.retry == retry)
      #expect(error.source == "open-meteo")
      #expect(error.message.contains(reason))
    }
  }

  @Test("an error body that comes with 200 is an error, live or recorded")
  func readsErrorsWithoutAStatus() async throws {
    let body = #"{"reason":"The service is overloaded","error":true}"#
    let live = try await #require(throws: AQError.self) {
      try await fetch(TransportResponse(status: 200, text: body))
    }
    let recorded = #expect(throws: AQError.self) {
      try PayloadFormat(OpenMeteoAirQuality())
        .decode(Array(body.utf8), PayloadFormat.Context(receivedAt: AirTime(secondsSince1970: 1_790_980_200)))
    }
    for error in [live, recorded] {
      #expect(error?.code == .unavailable)
      #expect(error?.message == "The service failed: The service is overloaded.")
    }
  }

  @Test("a reason that repeats the coordinate is shown without it")
  func hidesCoordinates() async throws {
    let body = #"{"error":true,"reason":"Latitude must be in range of -90 to 90°. Given: 95.125."}"#
    let error = try await #require(throws: AQError.self) {
      try await fetch(TransportResponse(status: 400, text: body))
    }
    #expect(error.message.contains("Latitude must be in range"))
    #expect(!error.message.contains("95.125"))
  }

  @Test("a gateway's HTML page is an outage, whatever it says")
  func readsHTML() async throws {
    let error = try await #require(throws: AQError.self) {
      try await fetch(TransportResponse(status: 502, text: "<html>Bad Gateway</html>"))
    }
    #expect(error.code == .unavailable)
  }

  @Test("an error text at the end of a body that began as a reply is an outage")
  func readsStreamFailure() async throws {
    let body = #"{"latitude":1,"hourly":{"time":[1,2Unexpected error while streaming data: timeoutReached"#
    let error = try await #require(throws: AQError.self) {
      try await fetch(TransportResponse(status: 200, text: body))
    }
    #expect(error.code == .unavailable)
  }

  @Test("a single place without data isn't an error")
  func knowsPlacesWithoutData() async throws {
    let body = #"{"error":true,"reason":"No data is available for this location"}"#
    let response = try await fetch(TransportResponse(status: 400, text: body))
    #expect(response.reports.isEmpty)
    #expect(response.notes.map(\.code) == [.nothingNear])
  }

  @Test("one place without data does not lose the others")
  func isolatesPlacesWithoutData() async throws {
    let transport = StubTransport { request in
      let latitudes = request.url.split(separator: "latitude=")[1].prefix { $0 != "&" }.split(separator: ",")
      if latitudes.contains("7") {
        return TransportResponse(
          status: 400, text: #"{"error":true,"reason":"No data is available for this location"}"#)
      }
      let replies = latitudes.map {
        #"{"latitude":\#($0),"longitude":0,"hourly_units":{"time":"unixtime","pm2_5":"µg/m³"},"#
          + #""hourly":{"time":[1790856000],"pm2_5":[\#($0)]}}"#
      }
      return TransportResponse(
        status: 200, text: replies.count == 1 ? replies[0] : "[\(replies.joined(separator: ","))]")
    }
    let source = HTTPSource(OpenMeteoAirQuality(), transport: transport, clock: ManualClock())
    let places = try (1...10).map { AirQuery.Place.near(try Coordinate(Double($0), 0)) }
    let response = try await source.fetch(AirQuery(places: places, parameters: [.pm25]))
    #expect(response.reports.map(\.places) == [0, 1, 2, 3, 4, 5, 7, 8, 9].map { [$0] })
    #expect(response.reports.map { $0[.pm25]?.values.first } == [1, 2, 3, 4, 5, 6, 8, 9, 10])
    #expect(response.notes.contains { $0.code == .nothingNear && $0.places == [6] })
  }
}
