extension RequestBudgets.Budget {
  /// Whether, and when, a response allows the same request again.
  ///
  /// ``standard`` reads the status and `Retry-After`, and, for a 429 without it, the time at which the provider's count
  /// restarts (`RateLimit-Reset`, `X-RateLimit-Reset`, `RateLimit`). A provider that states it elsewhere, such as in the
  /// body, needs a reader:
  ///
  /// ```swift
  /// let advice = RequestBudgets.Budget.Advice { response, now in
  ///   let text = String(decoding: response.body, as: UTF8.self)
  ///   guard response.status == 429, text.contains("tomorrow") else { return nil }
  ///   return .after(.seconds(86_400 - now.secondsSince1970 % 86_400))  // midnight in UTC
  /// }
  /// ```
  ///
  /// A 400 is never retried, whatever a reader returns: the same request gets the same response.
  public struct Advice: Sendable {
    /// Reads the advice of a response that arrived at a moment; nil for no advice.
    public typealias Reader = @Sendable (_ response: TransportResponse, _ now: AirTime) -> AQError.Retry?

    /// The statuses after which the same request may be sent again.
    public var retryableStatuses: Set<Int>
    private let read: Reader?

    /// Creates advice by status, which an optional reader precedes.
    ///
    /// - Parameters:
    ///   - retryableStatuses: The statuses after which the same request may be sent again.
    ///   - read: Reads a response; called first, for every response except a 400, so that it also sees a 200 with an
    ///     error text.
    public init(
      retryableStatuses: Set<Int> = [408, 425, 429, 500, 502, 503, 504], reading read: Reader? = nil
    ) {
      self.retryableStatuses = retryableStatuses
      self.read = read
    }

    /// 408, 425, 429, 500, 502, 503 and 504 may be sent again, after the wait in `Retry-After`.
    public static let standard = RequestBudgets.Budget.Advice()

    /// Returns the advice of a response.
    ///
    /// - Parameters:
    ///   - response: The response.
    ///   - now: The time at which it arrived; the base of an HTTP date in `Retry-After` if the response has no `Date`.
    ///   - window: The length of the limit behind a 429 without a number; 60 s if unknown.
    /// - Returns: ``AQError/Retry/now`` if the status may be retried without a wait; nil if the response doesn't
    ///   concern retries.
    public func retry(for response: TransportResponse, at now: AirTime, window: Duration? = nil) -> AQError
      .Retry?
    {
      guard response.status != 400 else { return .never }
      if let advice = read?(response, now) { return advice }
      guard retryableStatuses.contains(response.status) else { return nil }
      let base = response.date ?? now
      if let seconds = response.header("Retry-After").flatMap({ RetryAfter.seconds($0, at: base) }) {
        return .after(.seconds(seconds))
      }
      guard response.status == 429 else { return .now }
      if let wait = RateLimitFields.wait(in: response, at: base) { return .after(wait) }
      return window.map(AQError.Retry.after) ?? AQError.Code.rateLimited.usualRetry
    }
  }
}

/// The wait in a response's `Retry-After` header (RFC 9110 §10.2.3).
enum RetryAfter {
  static let longest: Int64 = 31 * 86_400

  /// Reads a number of seconds or an HTTP date in its preferred form (`Sun, 06 Nov 1994 08:49:37 GMT`): a wait from 0 to
  /// 31 days.
  static func seconds(_ text: String, at now: AirTime) -> Int64? {
    if let seconds = seconds(text) { return seconds }
    guard let date = time(text)?.secondsSince1970 else { return nil }
    return max(0, min(date - now.secondsSince1970, longest))
  }

  /// Reads a number of seconds, which has no sign.
  static func seconds(_ text: String) -> Int64? {
    let words = text.headerWords
    guard words.count == 1, let word = words.first, word.utf8.allSatisfy(\.isDigit) else {
      return nil
    }
    // More digits than an Int64 holds are still a number of seconds.
    return min(Int64(word) ?? longest, longest)
  }

  /// Returns the instant of an HTTP date in its preferred form, such as `Sun, 06 Nov 1994 08:49:37 GMT`.
  static func time(_ text: String) -> AirTime? {
    let words = text.headerWords
    guard words.count == 6, words[5] == "GMT", let month = months.firstIndex(of: words[2]) else { return nil }
    return AirTime("\(words[3])-\(month < 9 ? "0" : "")\(month + 1)-\(words[1])T\(words[4])Z")
  }

  private static let months: [Substring] = [
    "Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec",
  ]
}

extension String {
  /// The parts of a header field's value between spaces.
  fileprivate var headerWords: [Substring] { split { $0 == " " || $0 == "\t" } }
}

extension TransportResponse {
  /// Returns the response with a `Retry-After` in seconds, which errors made from it report; unchanged if it has one.
  func sayingRetryAfter(_ wait: Duration) -> TransportResponse {
    if let text = header("Retry-After"), RetryAfter.seconds(text) != nil { return self }
    var copy = self
    copy.headers.remove("Retry-After")
    copy.headers.append(TransportRequest.Header("Retry-After", "\(wait.wholeSeconds)"))
    return copy
  }
}

/// The header fields in which a response states the provider's own count of requests.
///
/// These are `RateLimit-Remaining` and `RateLimit-Reset` (draft-ietf-httpapi-ratelimit-headers-06), the same with `X-`
/// before them, which are older and have no standard, and the field `RateLimit` of the later drafts, such as
/// `"default";r=0;t=30` or `limit=100, remaining=0, reset=30`. A reset is a number of seconds, or a moment as seconds or
/// milliseconds since 1970, which are distinguished by size.
enum RateLimitFields {
  /// Returns the remaining requests of the provider's count, and the time until it restarts: of several
  /// counts the one with the fewest, and of these the longest. A 429 that doesn't state the remainder means
  /// zero. Nil if the response doesn't state both, or is an outdated one from a cache. If the time of arrival
  /// is unknown, a moment can't be read.
  static func left(in response: TransportResponse, at now: AirTime?) -> (requests: Double, wait: Duration)? {
    if response.ageInSeconds > 0 { return nil }
    var fewest: (requests: Double, wait: Duration)?
    func add(_ remaining: Double?, _ reset: Double?) {
      guard let remaining = remaining ?? (response.status == 429 ? 0 : nil), let reset,
        let wait = wait(reset, at: now)
      else { return }
      let requests = remaining.rounded(.down)
      if let known = fewest, (known.requests, wait) <= (requests, known.wait) { return }
      fewest = (requests, wait)
    }
    for prefix in ["", "X-"] {
      add(
        number(response.header("\(prefix)RateLimit-Remaining")),
        number(response.header("\(prefix)RateLimit-Reset")))
    }
    // The older form is one count, whose members may have parameters; the newer one a list of counts.
    var older = [String: Double]()
    for item in (response.header("RateLimit") ?? "").parts(by: ",").prefix(20) {
      var newer = [String: Double]()
      for member in item.parts(by: ";").prefix(20) {
        let parts = member.parts(by: "=", atMost: 2)
        guard parts.count == 2, let name = parts[0].parts(by: " ").last else { continue }
        newer[name] = number(parts[1])
      }
      add(newer["r"], newer["t"])
      older.merge(newer) { $1 }
    }
    add(older["remaining"], older["reset"])
    return fewest
  }

  /// Returns the time until the provider's count restarts, if it is used up; the longest of several counts.
  static func wait(in response: TransportResponse, at now: AirTime?) -> Duration? {
    left(in: response, at: now).flatMap { $0.requests < 1 ? $0.wait : nil }
  }

  private static func number(_ text: String?) -> Double? {
    guard let word = text?.headerWords.first,
      word.utf8.allSatisfy({ $0.isDigit || $0 == UInt8(ascii: ".") })
    else { return nil }
    return Double(word)
  }

  private static func wait(_ reset: Double, at now: AirTime?) -> Duration? {
    var seconds = reset
    // A number above a year is a moment: no reset is that far ahead, and no relevant time is that close to 1970.
    if seconds > 366 * 86_400 {
      guard let now else { return nil }
      if seconds > 1e11 { seconds /= 1000 }
      seconds -= Double(now.secondsSince1970)
    }
    guard seconds > 0 else { return nil }
    return min(Duration(boundedSeconds: seconds.rounded(.up)), AQError.Retry.longestWait)
  }
}
