/// The wait in a response's `Retry-After` header (RFC 9110 §10.2.3).
package enum RetryAfter {
  /// The longest wait that is believed.
  static let longest: Int64 = 31 * 86_400

  /// The wait in seconds, from 0 to 31 days; nil if the header is missing or unreadable.
  static func seconds(in response: TransportResponse, at now: AirTime) -> Int64? {
    guard let text = response.header("Retry-After") else { return nil }
    return seconds(text, at: now)
  }

  /// Reads a number of seconds or an HTTP date in its preferred form (`Sun, 06 Nov 1994 08:49:37 GMT`).
  package static func seconds(_ text: String, at now: AirTime) -> Int64? {
    if let seconds = seconds(text) { return seconds }
    guard let date = time(text)?.secondsSince1970 else { return nil }
    return max(0, min(date - now.secondsSince1970, longest))
  }

  /// Reads a number of seconds, which has no sign.
  static func seconds(_ text: String) -> Int64? {
    let words = text.split { $0 == " " || $0 == "\t" }
    guard words.count == 1, let word = words.first, word.utf8.allSatisfy({ (48...57).contains($0) }) else {
      return nil
    }
    // More digits than an Int64 holds are still a number of seconds.
    return min(Int64(word) ?? longest, longest)
  }

  /// The instant of an HTTP date in its preferred form.
  package static func time(_ text: String) -> AirTime? {
    date(text.split { $0 == " " || $0 == "\t" }).map { AirTime(secondsSince1970: $0) }
  }

  /// The seconds since 1970 of `Sun, 06 Nov 1994 08:49:37 GMT`, in words.
  private static func date(_ words: [Substring]) -> Int64? {
    guard words.count == 6, words[5] == "GMT", let day = twoDigits(words[1]), words[3].utf8.count == 4,
      let month = months.firstIndex(of: words[2]), Int(words[3]) != nil
    else { return nil }
    let text = "\(words[3])-\(padded(month + 1))-\(padded(day))T\(words[4])Z"
    return CivilTime(iso8601: text)?.secondsAsUTC
  }

  private static let months: [Substring] = [
    "Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec",
  ]

  private static func twoDigits(_ text: Substring) -> Int? { text.utf8.count == 2 ? Int(text) : nil }

  private static func padded(_ number: Int) -> String { number < 10 ? "0\(number)" : "\(number)" }
}

extension TransportResponse {
  /// The response with a `Retry-After` in seconds, which errors made from it report; unchanged if it has one.
  func sayingRetryAfter(_ wait: Duration) -> TransportResponse {
    if let text = header("Retry-After"), RetryAfter.seconds(text) != nil { return self }
    var copy = self
    copy.headers.removeAll { $0.isNamed("Retry-After") }
    copy.headers.append(TransportHeader("Retry-After", "\(wait.wholeSeconds)"))
    return copy
  }
}
