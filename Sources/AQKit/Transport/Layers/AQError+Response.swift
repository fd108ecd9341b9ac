extension AQError {
  /// Creates the error for a response's status; nil for 2xx.
  ///
  /// | status | code | retry |
  /// |---|---|---|
  /// | 401, 403 | unauthorized | when changed |
  /// | 408 | timedOut | now |
  /// | 429 | rateLimited | after `Retry-After`, else `RateLimit-Reset`, else the wait in the text, else the window of the limit, else 60 s |
  /// | 5xx | unavailable | after `Retry-After`, else the wait in the text, else 5 s |
  /// | any other | invalidRequest | never |
  ///
  /// `Retry-After` is read as seconds or as a date (RFC 9110 §10.2.3); a date is counted from the response's own
  /// `Date`. `X-RateLimit-Reset` and `RateLimit` count as `RateLimit-Reset`. No wait is longer than 31 days.
  ///
  /// - Parameters:
  ///   - response: The response.
  ///   - detail: The provider's explanation, as text for users.
  ///   - wait: The wait in the provider's text.
  ///   - limits: The source's limits; their shortest window is the wait if no other is stated.
  public init?(
    response: TransportResponse, detail: String? = nil, wait: Duration? = nil, limits: RequestLimits? = nil
  ) {
    let status = response.status
    if (200..<300).contains(status) { return nil }
    let stated = (response.retryAfter ?? wait).map { Retry.after(min(max(.zero, $0), .seconds(86_400 * 31))) }
    let (code, text): (Code, String) =
      switch status {
      case 401, 403: (.unauthorized, "The service refuses the credential or asks for one")
      case 408: (.timedOut, "The service gave up waiting")
      case 429: (.rateLimited, "The service asks for fewer requests")
      case 500...599: (.unavailable, "The service failed")
      default: (.invalidRequest, "The service can't serve this request")
      }
    var retry = status == 429 || code == .unavailable ? stated : nil
    if status == 429, retry == nil {
      retry = limits?.windows.map(\.seconds).filter { $0 > 0 }.min().map { Retry.after(.seconds($0)) }
    }
    self.init(code, "\(text) (HTTP \(status))\(detail.map { ": \($0)" } ?? ".")", retry: retry)
  }
}

extension TransportResponse {
  /// The age of a cached reply by the header `Age` (RFC 9111 §5.1); 0 without one, at most a year.
  var ageInSeconds: Int64 {
    header("Age").flatMap { Int64($0) }.map { min(max(0, $0), 86_400 * 366) } ?? 0
  }

  /// The time of the response by its own header `Date`; nil if it is missing or unreadable.
  package var date: AirTime? { header("Date").flatMap(RetryAfter.time) }

  /// The wait in the header `Retry-After`, or after a 429 the time until the provider's count restarts; nil if it is missing
  /// or unreadable. A date is relative to the response's own `Date`, without which it is unreadable.
  var retryAfter: Duration? {
    let now = date
    if let text = header("Retry-After"), now != nil || RetryAfter.time(text) == nil,
      let seconds = RetryAfter.seconds(text, at: now ?? AirTime(secondsSince1970: 0))
    {
      return .seconds(seconds)
    }
    return status == 429 ? RateLimitFields.wait(in: self, at: now) : nil
  }
}
