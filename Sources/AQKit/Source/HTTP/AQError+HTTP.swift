extension AQError {
  /// The error that a response's status stands for; nil for 2xx.
  ///
  /// | status | code | retry |
  /// |---|---|---|
  /// | 401, 403 | unauthorized | when changed |
  /// | 408 | timedOut | now |
  /// | 429 | rateLimited | after `Retry-After`, else 60 s |
  /// | 5xx | unavailable | after `Retry-After`, else 5 s |
  /// | any other | invalidRequest | never |
  ///
  /// - Parameters:
  ///   - response: The response.
  ///   - detail: What the provider says about it, to be shown to people.
  public init?(response: TransportResponse, detail: String? = nil) {
    let status = response.status
    if (200..<300).contains(status) { return nil }
    let wait = response.header("Retry-After").flatMap { Int64($0.filter { $0 != " " }) }
      .map { Retry.after(.seconds(max(0, min($0, 86_400 * 31)))) }
    let suffix = detail.map { ": \($0)" } ?? "."
    switch status {
    case 401, 403:
      self.init(.unauthorized, "The service refuses the credential or asks for one (HTTP \(status))\(suffix)")
    case 408: self.init(.timedOut, "The service gave up waiting (HTTP 408)\(suffix)")
    case 429: self.init(.rateLimited, "The service asks for fewer requests (HTTP 429)\(suffix)", retry: wait)
    case 500...599: self.init(.unavailable, "The service failed (HTTP \(status))\(suffix)", retry: wait)
    default: self.init(.invalidRequest, "The service can't answer this request (HTTP \(status))\(suffix)")
    }
  }
}
