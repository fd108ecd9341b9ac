import AQKit
import AQKitOpenMeteo
import AQKitURLSession
import Foundation
import LoopbackServers
import Testing

@Suite("Open-Meteo over real connections", .timeLimit(.minutes(10)))
struct OpenMeteoLoopbackTests {
  /// A way in which a server fails to reply, and the error that a source must give for it.
  struct Failure: Sendable, CustomTestStringConvertible {
    let testDescription: String
    let reply: LoopbackReply
    let code: AQError.Code
    let retry: AQError.Retry

    init(_ name: String, _ reply: LoopbackReply, _ code: AQError.Code, _ retry: AQError.Retry) {
      testDescription = name
      self.reply = reply
      self.code = code
      self.retry = retry
    }
  }

  static let reply =
    #"{"latitude":52.5,"longitude":13.4,"hourly_units":{"time":"unixtime","pm2_5":"μg/m³"},"#
    + #""hourly":{"time":[1790805600,1790809200],"pm2_5":[8.8,null]}}"#

  static let failures: [Failure] = [
    Failure("an empty body", .text(""), .malformed, .now),
    Failure(
      "a body cut by the connection", .cut(Array(reply.utf8.prefix(90)), missing: 40), .malformed, .now),
    Failure("a body cut by the server", .text(String(reply.prefix(90))), .malformed, .now),
    Failure("a page of HTML", .html(), .malformed, .never),
    Failure("another type at the top", .text("42"), .malformed, .never),
    Failure(
      "another type within",
      .text(#"{"hourly_units":{"time":"unixtime","pm2_5":"μg/m³"},"hourly":{"time":["x"],"pm2_5":[1]}}"#),
      .malformed, .never),
    Failure(
      "10 MB of something else", .text(String(repeating: "lorem ipsum ", count: 900_000)), .malformed, .never),
    Failure("a body that never ends", .endless(), .tooLarge, .never),
    Failure(
      "an error text after half a reply",
      .text(reply.prefix(90) + "Unexpected error while streaming data: timeoutReached"), .unavailable,
      .after(.seconds(5))),
    Failure("400", .text(#"{"error":true,"reason":"No."}"#, status: 400), .invalidRequest, .never),
    Failure("401", .text(#"{"error":true,"reason":"No."}"#, status: 401), .unauthorized, .whenChanged),
    Failure("404", .html(status: 404), .invalidRequest, .never),
    Failure("408", .html(status: 408), .timedOut, .now),
    Failure(
      "429",
      .text(#"{"error":true,"reason":"Minutely API request limit exceeded."}"#, status: 429), .rateLimited,
      .after(.seconds(60))),
    Failure("500", .html(status: 500), .unavailable, .after(.seconds(5))),
    Failure("502", .html(status: 502), .unavailable, .after(.seconds(5))),
    Failure("a socket closed without a reply", .closed, .unreachable, .after(.seconds(5))),
    Failure("a connection reset without a reply", .reset, .unreachable, .after(.seconds(5))),
    Failure("no reply within the time", .silent, .timedOut, .now),
    Failure("half a reply and no more within the time", .stalled([0x7B], length: 9), .timedOut, .now),
  ]

  /// The real transport, less patient: for servers that only the time-out stops waiting for.
  private struct Impatient: HTTPTransport {
    let base = URLSessionTransport()

    func send(_ request: TransportRequest) async throws -> TransportResponse {
      var request = request
      request.timeouts.idle = .milliseconds(400)
      return try await base.send(request)
    }
  }

  private func hub(at origin: String, patient: Bool = true) throws -> AirHub {
    let transport: any HTTPTransport = patient ? PatientTransport(URLSessionTransport()) : Impatient()
    // On a busy machine the time limit of an answer must not pass by itself.
    let clock = SkippingClock(from: AirTime(secondsSince1970: 1_790_856_000))
    var container = try AQContainer.live.installing(.openMeteo).setting(.clock, to: clock)
      .setting(.httpTransport, to: transport)
    try container.setOption("baseURL", of: "open-meteo", to: origin)
    return try AirHub(container)
  }

  private var query: AirQuery {
    get throws {
      let start = AirTime(secondsSince1970: 1_790_805_600)
      return try AirQuery(
        near: Coordinate(48.1372, 11.5755), parameters: [.pm25],
        window: .interval(AirInterval(start: start, end: start + .seconds(7200))))
    }
  }

  @Test("a reply becomes a report")
  func replies() async throws {
    try await LoopbackHTTPServer.withServer(reply: .text(Self.reply)) { server in
      let answer = try await hub(at: server.origin).answer(for: query, within: .seconds(600))
      #expect(answer.failures.isEmpty)
      #expect(answer.best?[.pm25]?.readings.map(\.value) == [8.8])
      #expect(server.requests.first?.queryValue("hourly") == "pm2_5")
    }
  }

  @Test(
    "a bad reply is the error of the table, which reveals nothing about the query", arguments: failures)
  func fails(failure: Failure) async throws {
    try await LoopbackHTTPServer.withServer(reply: failure.reply) { server in
      let isTimed = failure.code == .timedOut
      // Clients that are asked to wait a minute would do so with more time; the others may take theirs.
      let answer = try await hub(at: server.origin, patient: !isTimed)
        .answer(for: query, within: .seconds(failure.code == .rateLimited ? 59 : 600))
      let error = try #require(answer.failures.first?.error)
      #expect(error.code == failure.code)
      #expect(error.retry == failure.retry)
      #expect(error.source == "open-meteo")
      #expect(!"\(error)".contains("48.13"))
      #expect(answer.reports.isEmpty)
    }
  }

  @Test("a refused connection is an error of the answer")
  func refused() async throws {
    let port = LoopbackTCPServer.refusingPort
    let answer = try await hub(at: "http://127.0.0.1:\(port)").answer(for: query, within: .seconds(600))
    #expect(answer.failures.first?.error.code == .unreachable)
    #expect(answer.failures.first?.error.retry == .after(.seconds(5)))
  }
}
