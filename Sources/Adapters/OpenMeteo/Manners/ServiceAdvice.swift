import AQKit

/// What Open-Meteo's responses say about asking again.
///
/// | response | again |
/// |---|---|
/// | 429 by the minute, the hour, the day | when that window is over |
/// | 429 for too many requests at once | after a second |
/// | 200 that ends in an error text, or is cut | at once, with the back-off |
/// | 200 with an error that has lost its status | as if it had it |
/// | 408, 502, 503, 504 | at once, with the back-off |
/// | 500 | at once, with the back-off, and only once |
/// | 400 and everything else | never |
enum ServiceAdvice {
  /// Advice for every response but a 500.
  static let usual = ResponseAdvice(retryableStatuses: [408, 425, 429, 502, 503, 504]) { response, now in
    switch response.status {
    case 429: limit(of: response, at: now)
    case 200..<300: success(response, at: now)
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
    return .after(ServiceError.wait(for: reason, in: response, at: now))
  }

  /// What a 200 says about asking again, which the service sends before it knows how its answer ends.
  private static func success(_ response: TransportResponse, at now: AirTime) -> AQError.Retry? {
    guard case .failed(let error) = ServiceError.verdict(on: response) else {
      return fault(in: response.body)?.retry == .now ? .now : nil
    }
    return switch error.code {
    case .unavailable: .now
    case .rateLimited: limit(of: response, at: now) ?? error.retry
    default: .never
    }
  }

  /// Whether a response is an answer from beginning to end.
  static func isWhole(_ response: TransportResponse) -> Bool {
    if case .failed = ServiceError.verdict(on: response) { return false }
    return response.status == 200 && fault(in: response.body) == nil
  }

  /// What is wrong with a body; nil for JSON as the service writes it.
  private static func fault(in body: [UInt8]) -> AQError? {
    do {
      var reader = try JSONReader(body, allowsNaN: true)
      try reader.skip()
      try reader.end()
      return nil
    } catch {
      return error
    }
  }
}
