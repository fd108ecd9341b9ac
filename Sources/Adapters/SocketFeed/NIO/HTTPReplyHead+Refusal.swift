#if NIO
  import AQKit

  extension HTTPReplyHead {
    /// The error for a reply that refuses to open the feed.
    ///
    /// - Parameters:
    ///   - wanted: The status that would have opened it.
    ///   - now: The present moment, to which a date in `Retry-After` is relative if the reply has no `Date`.
    func refusal(wanted: Int, now: AirTime) -> AQError {
      switch status {
      case 300...399:
        let target = values("Location").first.map { URLParts($0) }
        let place = target.flatMap { $0.host.isEmpty ? nil : " to \($0.scheme)://\($0.host)" } ?? ""
        return AQError(
          .invalidRequest,
          "The server redirects the feed\(place) (HTTP \(status)), which is not followed; use the new address.",
          cause: values("Location").first.map { HTTPRedirect(location: $0) })
      case 401, 403, 407:
        return AQError(.unauthorized, "The server does not admit this client to the feed (HTTP \(status)).")
      case 408:
        return AQError(.timedOut, "The server timed out waiting for the handshake (HTTP 408).")
      case 429:
        let asked = retryAfter(now: now)
        return AQError(
          .rateLimited, "The server limits how often the feed may be opened (HTTP 429).",
          retry: asked.map { .after($0) }, cause: asked.map { RequestedDelay($0) })
      case 400...499:
        return AQError(.invalidRequest, "The server does not offer this feed (HTTP \(status)).")
      case 500...599:
        let asked = retryAfter(now: now)
        return AQError(
          .unavailable, "The server can't open the feed now (HTTP \(status)).",
          retry: asked.map { .after($0) }, cause: asked.map { RequestedDelay($0) })
      default:
        return AQError(
          .malformed, "The server answered HTTP \(status) where \(wanted) opens the feed.")
      }
    }

    /// The wait in `Retry-After`, from seconds or a date; nil if missing or unreadable.
    private func retryAfter(now: AirTime) -> Duration? {
      let from = values("Date").first.flatMap(RetryAfter.time) ?? now
      return values("Retry-After").first.flatMap { RetryAfter.seconds($0, at: from) }.map {
        .seconds($0)
      }
    }
  }
#endif
