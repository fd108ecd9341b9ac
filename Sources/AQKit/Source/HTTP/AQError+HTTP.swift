extension AQError {
  /// The error for a response's status; nil for 2xx.
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
  ///   - detail: The provider's explanation, for people.
  ///   - wait: The wait in the provider's text.
  ///   - limits: The source's limits; their shortest window is the wait if nothing else states one.
  public init?(
    response: TransportResponse, detail: String? = nil, wait: Duration? = nil, limits: RequestLimits? = nil
  ) {
    let status = response.status
    if (200..<300).contains(status) { return nil }
    let stated = (response.retryAfter ?? wait).map { Retry.after(min(max(.zero, $0), .seconds(86_400 * 31))) }
    let suffix = detail.map { ": \($0)" } ?? "."
    switch status {
    case 401, 403:
      self.init(.unauthorized, "The service refuses the credential or asks for one (HTTP \(status))\(suffix)")
    case 408: self.init(.timedOut, "The service gave up waiting (HTTP 408)\(suffix)")
    case 429:
      let window = limits?.windows.map(\.seconds).filter { $0 > 0 }.min().map { Retry.after(.seconds($0)) }
      self.init(
        .rateLimited, "The service asks for fewer requests (HTTP 429)\(suffix)", retry: stated ?? window)
    case 500...599: self.init(.unavailable, "The service failed (HTTP \(status))\(suffix)", retry: stated)
    default: self.init(.invalidRequest, "The service can't answer this request (HTTP \(status))\(suffix)")
    }
  }
}

extension TransportResponse {
  /// The age of a cached answer by the header `Age` (RFC 9111 §5.1); 0 without one, at most a year.
  var ageInSeconds: Int64 {
    header("Age").flatMap { Int64($0) }.map { min(max(0, $0), 86_400 * 366) } ?? 0
  }

  /// The wait in the header `Retry-After`, or that of a 429 until the provider's count starts again; nil if it is missing
  /// or unreadable. A date is relative to the response's own `Date`, without which it is unreadable.
  var retryAfter: Duration? {
    let now = header("Date").flatMap(RetryAfter.time)
    guard let text = header("Retry-After") else {
      return status == 429 ? RateLimitFields.wait(in: self, at: now) : nil
    }
    if now == nil, RetryAfter.time(text) != nil { return nil }
    return RetryAfter.seconds(text, at: now ?? AirTime(secondsSince1970: 0)).map { .seconds($0) }
  }
}
