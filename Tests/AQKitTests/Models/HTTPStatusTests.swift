import AQKit
import Testing

@Suite("The status with which a server replies")
struct HTTPStatusTests {
  @Test("a wrong latitude is the caller's mistake, not the server's")
  func latitude() {
    let error = #expect(throws: AQError.self) { try Coordinate(91, 0) }
    #expect(error?.httpStatus == 400)
    #expect(error?.retryAfterSeconds == nil)
  }

  @Test(
    "another service's status isn't passed on as our own",
    arguments: [
      (AQError.Code.unauthorized, 502), (.malformed, 502), (.untrusted, 502), (.tooLarge, 502),
      (.timedOut, 504),
      (.rateLimited, 503), (.unavailable, 503), (.unreachable, 503), (.unsupported, 422),
      (.notConfigured, 500),
      (AQError.Code(rawValue: "own"), 500),
    ])
  func others(code: AQError.Code, status: Int) {
    #expect(AQError(code, "Something.").httpStatus == status)
  }

  @Test("a temporary error says when to retry")
  func retry() {
    #expect(AQError(.rateLimited, "Later.", retry: .after(.seconds(42))).retryAfterSeconds == 42)
    let endless = Duration.seconds(Int64.max) + .seconds(1)
    #expect(AQError(.rateLimited, "Later.", retry: .after(endless)).retryAfterSeconds == .max)
    #expect(AQError(.rateLimited, "Now.", retry: .after(.zero - endless)).retryAfterSeconds == 0)
  }
}
