import AQKit

/// What Open-Meteo's responses say about asking again.
///
/// | response | again |
/// |---|---|
/// | 429 by the minute, the hour, the day | when that window is over |
/// | 429 for too many requests at once | after a second |
/// | 200 that ends in an error text, or is cut | at once, with the back-off |
/// | 408, 502, 503, 504 | at once, with the back-off |
/// | 500 | at once, with the back-off, and only once |
/// | 400 and everything else | never |
enum ServiceAdvice {
  /// Advice for every response but a 500.
  static let usual = ResponseAdvice(retryableStatuses: [408, 425, 429, 502, 503, 504]) { response, now in
    switch response.status {
    case 429: limit(of: response, at: now)
    case 200..<300: isBroken(response) ? .now : nil
    default: nil
    }
  }

  /// Advice for a 500 only: the cause is hidden, and mostly stays.
  static let internalError = ResponseAdvice(retryableStatuses: [500]) { response, _ in
    response.status == 500 ? nil : .never
  }

  /// How long the limit lasts that a 429 is about: by its header, else by its text.
  private static func limit(of response: TransportResponse, at now: AirTime) -> AQError.Retry? {
    guard response.header("Retry-After") == nil, let reason = ServiceError.reason(in: response.body) else {
      return nil
    }
    return .after(wait(for: reason, at: now))
  }

  /// How long a limit lasts by its text. The windows are fixed: a minute, the full hour, the UTC day.
  static func wait(for reason: String, at now: AirTime) -> Duration {
    let second = now.secondsSince1970
    func rest(of window: Int64) -> Duration { .seconds(window - (second % window + window) % window) }
    if reason.hasPrefix("Minutely") { return .seconds(60) }
    if reason.hasPrefix("Hourly") { return rest(of: 3600) }
    if reason.hasPrefix("Daily") { return rest(of: 86_400) }
    return .seconds(1)
  }

  /// Whether a body began as an answer and ends in the middle: the service streams its answers.
  static func isBroken(_ response: TransportResponse) -> Bool {
    if case .failed = ServiceError.verdict(on: response) { return true }
    guard let first = response.body.first(where: { !isSpace($0) }) else { return true }
    guard let last = response.body.last(where: { !isSpace($0) }) else { return true }
    return switch first {
    case UInt8(ascii: "{"): last != UInt8(ascii: "}")
    case UInt8(ascii: "["): last != UInt8(ascii: "]")
    default: false
    }
  }

  private static func isSpace(_ byte: UInt8) -> Bool { byte == 0x20 || (0x09...0x0D).contains(byte) }
}
