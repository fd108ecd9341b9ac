import AQKit
import Foundation
import Testing

@Suite struct AQErrorTests {
  @Test(
    "each status is a code with its advice",
    arguments: [
      (400, AQError.Code.invalidRequest, AQError.Retry.never), (401, .unauthorized, .whenChanged),
      (403, .unauthorized, .whenChanged), (404, .invalidRequest, .never), (408, .timedOut, .now),
      (410, .invalidRequest, .never), (429, .rateLimited, .after(.seconds(60))),
      (500, .unavailable, .after(.seconds(5))), (502, .unavailable, .after(.seconds(5))),
      (503, .unavailable, .after(.seconds(5))), (599, .unavailable, .after(.seconds(5))),
      (301, .invalidRequest, .never), (100, .invalidRequest, .never), (0, .invalidRequest, .never),
    ])
  func statuses(_ status: Int, _ code: AQError.Code, _ retry: AQError.Retry) throws {
    let error = try #require(AQError(response: TransportResponse(status: status)))
    #expect(error.code == code && error.retry == retry && error.message.contains("\(status)"))
  }

  @Test("2xx isn't an error", arguments: [200, 201, 204, 299])
  func success(_ status: Int) {
    #expect(AQError(response: TransportResponse(status: status)) == nil)
  }

  @Test(
    "Retry-After is read as seconds or as a date, within 31 days",
    arguments: [
      ("120", AQError.Retry.after(.seconds(120))), (" 7 ", .after(.seconds(7))), ("0", .after(.zero)),
      ("99999999999999999999", .after(.seconds(31 * 86_400))),
      ("Thu, 01 Oct 2026 12:02:00 GMT", .after(.seconds(120))),
      ("Thu, 01 Oct 2026 11:00:00 GMT", .after(.zero)),
      ("-5", .after(.seconds(60))), ("soon", .after(.seconds(60))), ("1 2", .after(.seconds(60))),
      ("Thu, 31 Feb 2026 12:00:00 GMT", .after(.seconds(60))), ("", .after(.seconds(60))),
    ])
  func retryAfter(_ text: String, _ retry: AQError.Retry) {
    let response = TransportResponse(
      status: 429,
      headers: [
        TransportRequest.Header("retry-after", text),
        TransportRequest.Header("Date", "Thu, 01 Oct 2026 12:00:00 GMT"),
      ])
    #expect(AQError(response: response)?.retry == retry)
  }

  @Test(
    "a date without the response's own clock isn't a wait; header, text, window and default apply in this order"
  )
  func order() {
    let dated = TransportResponse(
      status: 429, headers: [TransportRequest.Header("Retry-After", "Thu, 01 Oct 2026 12:02:00 GMT")])
    #expect(AQError(response: dated)?.retry == .after(.seconds(60)))
    let plain = TransportResponse(status: 429)
    let header = TransportResponse(status: 429, headers: [TransportRequest.Header("Retry-After", "3")])
    let limits = RequestLimits(windows: [.init(100, perSeconds: 86_400), .init(10, perSeconds: 600)])
    #expect(AQError(response: plain, limits: limits)?.retry == .after(.seconds(600)))
    #expect(AQError(response: plain, wait: .seconds(9), limits: limits)?.retry == .after(.seconds(9)))
    #expect(AQError(response: header, wait: .seconds(9), limits: limits)?.retry == .after(.seconds(3)))
    #expect(
      AQError(response: TransportResponse(status: 503), wait: .seconds(9))?.retry == .after(.seconds(9)))
    #expect(AQError(response: TransportResponse(status: 400), wait: .seconds(9))?.retry == .never)
    #expect(AQError(response: plain, detail: "Too many.")?.message.hasSuffix(": Too many.") == true)
  }

  @Test(
    "each code has its usual advice",
    arguments: [
      (AQError.Code.invalidRequest, AQError.Retry.never), (.unauthorized, .whenChanged), (.timedOut, .now),
      (.rateLimited, .after(.seconds(60))), (.unavailable, .after(.seconds(5))),
      (.unreachable, .after(.seconds(5))),
      (.malformed, .never), (.tooLarge, .never), (.untrusted, .whenChanged), (.notConfigured, .whenChanged),
      (.unsupported, .never),
    ])
  func usualRetry(_ code: AQError.Code, _ retry: AQError.Retry) {
    #expect(code.usualRetry == retry && AQError(code, "x").retry == retry)
    #expect(AQError(code, "x", retry: .now).retry == .now)
  }

  @Test("an error of another kind is wrapped with its cause; one of AQKit's own keeps its source")
  func wrapping() {
    struct Other: Error {}
    let wrapped = AQError.wrapping(Other(), as: .malformed, source: "a")
    #expect(wrapped.code == .malformed && wrapped.source == "a" && wrapped.cause is Other)
    let own = AQError(.timedOut, "x", source: "inner")
    #expect(AQError.wrapping(own, source: "outer") == own)
    #expect(AQError.wrapping(AQError(.timedOut, "x"), source: "outer").source == "outer")
    #expect(own.localizedDescription == "x" && own.description == "inner: timedOut: x")
  }

  @Test("requests, endpoints and queries show no coordinates, keys or paths")
  func redaction() throws {
    var request = TransportRequest(
      base: "https://User:pw@API.example.org:8443/v1", path: "/keys/s3cr3t",
      query: [("latitude", "52.5219"), ("key", "s3cr3t")],
      headers: [TransportRequest.Header("X-Key", secret: "s3cr3t")])
    request.body = Array("52.5219 s3cr3t".utf8)
    let endpoint = FeedEndpoint(
      url: "wss://example.org/s3cr3t?at=52.5219",
      headers: [TransportRequest.Header("X-Key", secret: "s3cr3t")])
    let query = AirQuery(near: try Coordinate(52.5219, 13.4))
    let secret: AirSecret = "s3cr3t"
    var text = ""
    for value in [request, endpoint, query, secret, request.headers[0]] as [Any] {
      text += "\(value) \(String(reflecting: value)) \([value])"
      dump(value, to: &text)
    }
    #expect(!text.contains("s3cr3t") && !text.contains("52.52") && !text.contains("pw"))
    #expect(request.description == "GET api.example.org" && endpoint.description == "wss://example.org")
    #expect(secret.exposed == "s3cr3t" && query.description == "everything at 1 place")
  }
}
