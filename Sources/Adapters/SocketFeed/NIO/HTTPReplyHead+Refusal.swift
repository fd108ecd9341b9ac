#if NIO
  import AQKit

  extension HTTPReplyHead {
    /// The error that a reply stands for which refuses to open the feed.
    ///
    /// - Parameters:
    ///   - wanted: The status that would have opened it.
    ///   - now: The present moment, against which a date in `Retry-After` is held where the reply has no `Date`.
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
        return AQError(
          .rateLimited, "The server limits how often the feed may be opened (HTTP 429).",
          retry: retryAfter(now: now))
      case 400...499:
        return AQError(.invalidRequest, "The server does not offer this feed (HTTP \(status)).")
      case 500...599:
        return AQError(
          .unavailable, "The server can't open the feed now (HTTP \(status)).", retry: retryAfter(now: now))
      default:
        return AQError(
          .malformed, "The server answered HTTP \(status) where \(wanted) opens the feed.")
      }
    }

    /// The advice of `Retry-After`, in seconds or as a date; nil without one that can be read.
    private func retryAfter(now: AirTime) -> AQError.Retry? {
      guard let text = values("Retry-After").first else { return nil }
      if let seconds = Int64(text), text.utf8.allSatisfy({ (0x30...0x39).contains($0) }) {
        return .after(.seconds(seconds))
      }
      guard let then = HTTPDate.seconds(text) else { return nil }
      let from = values("Date").first.flatMap { HTTPDate.seconds($0) } ?? now.secondsSince1970
      return .after(.seconds(max(0, then - from)))
    }
  }

  /// The date format of HTTP, such as `Sun, 06 Nov 1994 08:49:37 GMT` (RFC 9110 §5.6.7, IMF-fixdate).
  enum HTTPDate {
    private static let months = [
      "Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec",
    ]

    /// Seconds since 1970; nil for any other text.
    static func seconds(_ text: String) -> Int64? {
      let parts = text.split(separator: " ")
      guard parts.count == 6, parts[5] == "GMT", parts[0].last == ",", let day = Int64(parts[1]),
        (1...31).contains(day), let month = months.firstIndex(where: { $0 == parts[2] }),
        let year = Int64(parts[3]), (1970...9999).contains(year)
      else { return nil }
      let clock = parts[4].split(separator: ":").compactMap { Int64($0) }
      guard clock.count == 3, (0...23).contains(clock[0]), (0...59).contains(clock[1]),
        (0...60).contains(clock[2])
      else { return nil }
      return daysSince1970(year, Int64(month) + 1, day) * 86400 + clock[0] * 3600 + clock[1] * 60 + clock[2]
    }

    /// Days from the civil date of the proleptic Gregorian calendar, counted with years that begin in March.
    private static func daysSince1970(_ year: Int64, _ month: Int64, _ day: Int64) -> Int64 {
      let shifted = month <= 2 ? year - 1 : year
      let dayOfYear = (153 * ((month + 9) % 12) + 2) / 5 + day - 1
      return shifted * 365 + shifted / 4 - shifted / 100 + shifted / 400 + dayOfYear - 719_468
    }
  }
#endif
