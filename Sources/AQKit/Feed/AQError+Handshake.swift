/// A server's requested wait, as an error's cause; distinguishes it from the code's default retry.
struct RequestedDelay: Error {
  let delay: Duration
}

extension AQError {
  /// Creates the error of a response to a feed's handshake that opens no feed. `server` begins the message,
  /// `wanted` is the status that opens the feed, `now` the time for a `Retry-After` without a `Date`, and
  /// `field` returns a header field.
  package init(
    handshakeWith server: String, status: Int, wanted: Int, now: AirTime, field: (String) -> String?
  ) {
    switch status {
    case 300...399:
      let target = field("Location").map { URLParts($0) }
      let place = target.flatMap { $0.host.isEmpty ? nil : " to \($0.scheme)://\($0.host)" } ?? ""
      self.init(
        .invalidRequest,
        "\(server) redirects the feed\(place) (HTTP \(status)), which is not followed; use the new address.")
    case 401, 403, 407:
      self.init(.unauthorized, "\(server) refuses this client (HTTP \(status)).")
    case 408:
      self.init(.timedOut, "\(server) timed out waiting for the handshake (HTTP 408).")
    case 429, 500...599:
      let from = field("Date").flatMap(RetryAfter.time) ?? now
      let wait = field("Retry-After").flatMap { RetryAfter.seconds($0, at: from) }
      let asked = wait.map { Duration.seconds($0) }
      self.init(
        status == 429 ? .rateLimited : .unavailable,
        status == 429
          ? "\(server) limits how often the feed may be opened (HTTP 429)."
          : "\(server) can't open the feed now (HTTP \(status)).",
        retry: asked.map { .after($0) }, cause: asked.map { RequestedDelay(delay: $0) })
    case 400...499:
      self.init(.invalidRequest, "\(server) does not offer this feed (HTTP \(status)).")
    default:
      self.init(.malformed, "\(server) responded with HTTP \(status) where \(wanted) opens the feed.")
    }
  }
}
