/// What a response says of the provider's own count of requests.
///
/// These are `RateLimit-Remaining` and `RateLimit-Reset` (draft-ietf-httpapi-ratelimit-headers-06), the same with `X-`
/// before them, which are older and have no standard, and the field `RateLimit` of the later drafts, such as
/// `"default";r=0;t=30` or `limit=100, remaining=0, reset=30`. A reset is a number of seconds, or a moment as seconds or
/// milliseconds since 1970; its size tells which.
enum RateLimitFields {
  /// The longest wait that is believed: a day.
  static let longest = Duration.seconds(86_400)

  /// What is left of the provider's count, and the time until it starts again: of several counts the one with the least,
  /// and of these the longest.
  ///
  /// - Parameters:
  ///   - response: The response. A 429 that doesn't say what is left means that nothing is.
  ///   - now: When it arrived; nil if that is unknown, so that a moment can't be read.
  /// - Returns: Nil if the response doesn't say both, or comes from a cache on its way and says how it was earlier.
  static func left(in response: TransportResponse, at now: AirTime?) -> (requests: Double, wait: Duration)? {
    if response.ageInSeconds > 0 { return nil }
    let isRefused = response.status == 429
    return counts(in: response).compactMap { count in
      guard let remaining = count.remaining ?? (isRefused ? 0 : nil), let reset = count.reset,
        let wait = wait(reset, at: now)
      else { return nil }
      return (remaining.rounded(.down), wait)
    }.min { ($0.requests, $1.wait) < ($1.requests, $0.wait) }
  }

  /// The time until the provider's count starts again, if nothing is left of it; the longest of several counts.
  static func wait(in response: TransportResponse, at now: AirTime?) -> Duration? {
    left(in: response, at: now).flatMap { $0.requests < 1 ? $0.wait : nil }
  }

  private typealias Count = (remaining: Double?, reset: Double?)

  private static func counts(in response: TransportResponse) -> [Count] {
    var counts = ["", "X-"].map { prefix in
      Count(
        number(response.header("\(prefix)RateLimit-Remaining")),
        number(response.header("\(prefix)RateLimit-Reset")))
    }
    if let text = response.header("RateLimit") {
      // The older form is one count, the newer one a list of them. Searching for a text would link the standard library's
      // engine of regular expressions.
      let isOne = text.split(whereSeparator: { ",; \t".contains($0) }).contains { $0.hasPrefix("reset=") }
      for item in isOne ? [text[...]] : text.split(separator: ",").prefix(20) {
        var members: [Substring: Double] = [:]
        for member in item.split(whereSeparator: { $0 == ";" || $0 == "," }).prefix(20) {
          let parts = member.split(separator: "=", maxSplits: 1)
          guard parts.count == 2, let name = parts[0].split(separator: " ").last else { continue }
          members[name] = number(String(parts[1]))
        }
        counts.append(Count(members["r"] ?? members["remaining"], members["t"] ?? members["reset"]))
      }
    }
    return counts
  }

  private static func number(_ text: String?) -> Double? {
    guard let text, let word = text.split(whereSeparator: { $0 == " " || $0 == "\t" }).first,
      word.utf8.allSatisfy({ (48...57).contains($0) || $0 == UInt8(ascii: ".") })
    else { return nil }
    return Double(word)
  }

  private static func wait(_ reset: Double, at now: AirTime?) -> Duration? {
    var seconds = reset
    // From a year on it is a moment: none lies so far ahead, and none that matters so near to 1970.
    if seconds > 366 * 86_400 {
      guard let now else { return nil }
      if seconds > 1e11 { seconds /= 1000 }
      seconds -= Double(now.secondsSince1970)
    }
    guard seconds > 0 else { return nil }
    return min(Duration(boundedSeconds: seconds.rounded(.up)), longest)
  }
}
