import AQKit
import AQKitOpenMeteo
import AQKitOpenMeteoStandIn
import AQKitTesting
import Testing

/// Tests of retries when the service's reply contradicts its status.
@Suite("When Open-Meteo is asked again")
struct OpenMeteoAdviceTests {
  /// 2026-10-02T22:30:40Z.
  private let clock = ManualClock(AirTime(secondsSince1970: 1_790_980_240))
  private let query: AirQuery

  init() throws { query = AirQuery(near: try Coordinate(52.52, 13.41), parameters: [.pm25]) }

  private func source(_ transport: any HTTPTransport) throws -> any AirDataSource {
    var container = AQContainer().setting(.clock, to: clock).setting(.httpTransport, to: transport)
      .setting(.randomNumbers, to: AQRandomNumbers(seed: 7))
    try container.install(.openMeteo)
    return try AirHub(container).source("open-meteo")
  }

  private func fetch(_ source: any AirDataSource) async throws -> AirResponse {
    try await clock.run {
      async let response = source.fetch(query)
      await clock.advanceUntilNobodySleeps()
      return try await response
    }
  }

  @Test("an error sent with 200 is retried only if its own status would be")
  func lostStatus() async throws {
    let refused = OpenMeteoStandIn(clock: clock)
    refused.always(.body(#"{"error":true,"reason":"Forecast days is invalid. Allowed range 0 to 7."}"#))
    let source = try source(refused)
    let error = await #expect(throws: AQError.self) { try await fetch(source) }
    #expect(error?.code == .invalidRequest)
    #expect(error?.message.contains("Forecast days is invalid.") ?? false)
    #expect(refused.requests.count == 1)

    let limited = OpenMeteoStandIn(clock: clock)
    limited.next(
      .body(
        #"{"error":true,"reason":"Minutely API request limit exceeded. Please try again in one minute."}"#))
    let start = clock.elapsed
    #expect(try await fetch(self.source(limited)).reports.count == 1)
    #expect((60.0..<62).contains((clock.elapsed - start) / .seconds(1)))
  }

  @Test(
    "a body that is cut after a bracket is distinguished from a whole one, requested again and never cached")
  func cutBehindBracket() async throws {
    let whole = OpenMeteoStandIn(clock: clock)
    _ = try await fetch(source(whole))
    let request = try #require(whole.requests.first)
    let body = try await whole.send(request).body
    // Behind the brace that ends the units, and behind the bracket that ends the times.
    let ends = body.indices.filter { [UInt8(ascii: "}"), UInt8(ascii: "]")].contains(body[$0]) }.dropLast()
    #expect(ends.count >= 3)
    for end in ends {
      let standIn = OpenMeteoStandIn(clock: clock)
      standIn.always(.truncated(after: end + 1))
      let source = try source(standIn)
      let error = await #expect(throws: AQError.self) { try await fetch(source) }
      #expect(error?.code == .malformed)
      #expect(standIn.requests.count == 3)
      standIn.always(nil)
      #expect(try await fetch(source).reports.count == 1)
    }
  }

  @Test("a reply of another kind, such as a page, is neither requested again nor cached")
  func page() async throws {
    let standIn = OpenMeteoStandIn(clock: clock)
    standIn.always(.body("<html><body>Welcome to the hotel's network</body></html>"))
    let source = try source(standIn)
    let error = await #expect(throws: AQError.self) { try await fetch(source) }
    #expect(error?.code == .malformed && error?.retry == .never)
    #expect(standIn.requests.count == 1)
    standIn.always(nil)
    #expect(try await fetch(source).reports.count == 1)
  }

  @Test(
    "the windows of a 429 are those of the server's clock, where it shows",
    arguments: [
      ("Hourly API request limit exceeded. Please try again in the next hour.", "23:59:59", Int64(1)),
      ("Hourly API request limit exceeded. Please try again in the next hour.", "00:00:00", 3600),
      ("Daily API request limit exceeded. Please try again tomorrow.", "23:59:30", 30),
      ("Daily API request limit exceeded. Please try again tomorrow.", "00:00:00", 86_400),
      ("Minutely API request limit exceeded. Please try again in one minute.", "11:11:59", 60),
    ])
  func serverClock(reason: String, time: String, wait: Int64) async throws {
    let refusal = TransportResponse(
      status: 429, headers: [TransportRequest.Header("Date", "Sat, 03 Oct 2026 \(time) GMT")],
      text: #"{"error":true,"reason":"\#(reason)"}"#)
    let stub = StubTransport(always: .response(refusal))
    let source = try source(stub)
    let error = await #expect(throws: AQError.self) {
      try await AirDeadline.limit(.milliseconds(500), clock: clock) { try await source.fetch(query) }
    }
    #expect(error?.code == .rateLimited)
    #expect(error?.retry == .after(.seconds(wait)))
    #expect(stub.requests.count == 1)
  }

  @Test("an unusually long reason that quotes the request reaches the caller")
  func longReason() async throws {
    let names = Array(repeating: "pm2_6", count: 4000).joined(separator: ",")
    let reason = "Data corrupted at path ''. Cannot initialize Variable from invalid String value \(names)."
    let standIn = OpenMeteoStandIn(clock: clock)
    standIn.always(.status(400, reason: reason))
    let source = try source(standIn)
    let error = await #expect(throws: AQError.self) { try await fetch(source) }
    #expect(error?.code == .invalidRequest)
    #expect(error?.message.contains("Cannot initialize Variable") ?? false)
    #expect((error?.message.utf8.count ?? 0) < 600)
  }

  @Test("cancelling is prompt while a request waits for its turn, for a limit, and for another attempt")
  func cancelling() async throws {
    for trouble in [OpenMeteoStandIn.Trouble.slow(.seconds(100)), .limit(.minute), .overloaded] {
      let standIn = OpenMeteoStandIn(clock: clock)
      standIn.always(trouble)
      let source = try source(standIn)
      let other = AirQuery(near: try Coordinate(10, 10), parameters: [.pm25])
      await clock.run {
        let bothLeft = await clock.cancelled(after: .milliseconds(100)) {
          async let first = source.fetch(query)
          async let second = source.fetch(other)
          _ = try await (first, second)
        }
        #expect(bothLeft)
      }
      #expect(clock.sleeperCount == 0)
    }
  }
}
