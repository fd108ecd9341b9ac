import AQKit
import Testing

@Suite("Advice of a response")
struct ResponseAdviceTests {
  let now = AirTime(secondsSince1970: 784_111_740)  // Sun, 06 Nov 1994 08:49:00 GMT

  func response(_ status: Int, retryAfter: String? = nil, text: String = "") -> TransportResponse {
    TransportResponse(
      status: status, headers: retryAfter.map { [TransportRequest.Header("retry-after", $0)] } ?? [],
      text: text)
  }

  @Test(
    "a response that retrying can't help has no advice",
    arguments: [200, 204, 301, 401, 403, 404, 410, 422, 501])
  func none(status: Int) {
    #expect(
      RequestBudgets.Budget.Advice.standard.retry(for: response(status, retryAfter: "5"), at: now) == nil)
  }

  @Test(
    "a temporary failure is retried with the back-off", arguments: [408, 425, 500, 502, 503, 504])
  func backOff(status: Int) {
    #expect(RequestBudgets.Budget.Advice.standard.retry(for: response(status), at: now) == .now)
    #expect(
      RequestBudgets.Budget.Advice.standard.retry(for: response(status, retryAfter: "7"), at: now)
        == .after(.seconds(7)))
  }

  @Test(
    "Retry-After is read in both of its forms",
    arguments: [
      ("120", 120), (" 3 ", 3), ("0", 0), ("Sun, 06 Nov 1994 08:49:37 GMT", 37),
      ("Sun, 06 Nov 1994 08:00:00 GMT", 0),
      ("99999999999999999999999", 31 * 86_400), ("Fri, 31 Dec 9999 23:59:59 GMT", 31 * 86_400),
    ] as [(String, Int)])
  func retryAfter(text: String, seconds: Int) {
    #expect(
      RequestBudgets.Budget.Advice.standard.retry(for: response(503, retryAfter: text), at: now)
        == .after(.seconds(seconds)))
  }

  @Test(
    "an unreadable Retry-After counts as none",
    arguments: [
      "", "soon", "-5", "1.5", "Sun, 32 Nov 1994 08:49:37 GMT", "Sun, 06 Foo 1994 08:49:37 GMT", "+1", "٣",
      "Sun, 06 Nov 0000 08:49:37 GMT",
    ])
  func unreadable(text: String) {
    #expect(
      RequestBudgets.Budget.Advice.standard.retry(for: response(503, retryAfter: text), at: now) == .now)
  }

  @Test("a 429 that names no wait means the window, or else a minute")
  func window() {
    #expect(
      RequestBudgets.Budget.Advice.standard.retry(for: response(429), at: now, window: .seconds(10))
        == .after(.seconds(10))
    )
    #expect(RequestBudgets.Budget.Advice.standard.retry(for: response(429), at: now) == .after(.seconds(60)))
    #expect(
      RequestBudgets.Budget.Advice.standard.retry(
        for: response(429, retryAfter: "2"), at: now, window: .seconds(10))
        == .after(.seconds(2)))
  }

  @Test(
    "a 429 without Retry-After lasts until the provider's count starts again",
    arguments: [
      (["x-ratelimit-reset": "23"], 23),
      (["X-RateLimit-Remaining": "0", "X-RateLimit-Reset": "784111800"], 60),
      (["RateLimit-Remaining": "0", "RateLimit-Reset": "7.2"], 8),
      (["x-ratelimit-reset": "784111750000"], 10),
      (["RateLimit": #""default";r=0;t=30"#], 30), (["RateLimit": "limit=100, remaining=0, reset=5"], 5),
      (["RateLimit": #""minute";r=0;t=12, "day";r=0;t=4000, "year";r=9;t=90000"#], 4000),
      (["X-RateLimit-Remaining": "3", "X-RateLimit-Reset": "23"], 10),
      (["x-ratelimit-reset": "784111700"], 10),
      (["x-ratelimit-reset": "31622400"], 86_400), (["x-ratelimit-reset": "23", "Age": "20"], 10),
      (["RateLimit": "limit=100, remaining=0, reset=5", "Retry-After": "2"], 2),
    ] as [([String: String], Int)])
  func count(headers: [String: String], seconds: Int) {
    let response = TransportResponse(
      status: 429, headers: headers.map { TransportRequest.Header($0.key, $0.value) }, text: "")
    #expect(
      RequestBudgets.Budget.Advice.standard.retry(for: response, at: now, window: .seconds(10))
        == .after(.seconds(seconds)))
  }

  @Test("an error without the layers of a transport says so, too")
  func errorOfCount() {
    let response = TransportResponse(
      status: 429, headers: [TransportRequest.Header("x-ratelimit-reset", "23")], text: "")
    #expect(AQError(response: response)?.retry == .after(.seconds(23)))
  }

  @Test("a reader of the body comes first, for any response but a 400")
  func reader() {
    let advice = RequestBudgets.Budget.Advice { response, _ in
      String(decoding: response.body, as: UTF8.self).contains("streaming") ? .after(.seconds(9)) : nil
    }
    #expect(advice.retry(for: response(200, text: "error while streaming"), at: now) == .after(.seconds(9)))
    #expect(advice.retry(for: response(200, text: "{}"), at: now) == nil)
    #expect(advice.retry(for: response(503), at: now) == .now)
    #expect(advice.retry(for: response(400, text: "error while streaming"), at: now) == .never)
  }

  @Test("which statuses may be retried is the caller's choice, 400 excepted")
  func statuses() {
    let advice = RequestBudgets.Budget.Advice(retryableStatuses: [400, 404])
    #expect(advice.retry(for: response(404), at: now) == .now)
    #expect(advice.retry(for: response(503), at: now) == nil)
    #expect(advice.retry(for: response(400), at: now) == .never)
  }
}
