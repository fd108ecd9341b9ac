import AQKit

/// The times at which Open-Meteo's responses allow another attempt.
///
/// | response | again |
/// |---|---|
/// | 429 for the limit per minute, hour or day | when that window is over |
/// | 429 for too many concurrent requests | after a second |
/// | 200 that ends with an error text, or is truncated | at once, with back-off |
/// | 200 with an error that lost its status | as with the status |
/// | 408, 502, 503, 504 | at once, with back-off |
/// | 500 | at once, with back-off, and only once |
/// | 400 and everything else | never |
enum ServiceAdvice {
  /// Advice for every response but a 500.
  static let usual = RequestBudgets.Budget.Advice(retryableStatuses: [408, 425, 429, 502, 503, 504]) {
    response, now in
    switch response.status {
    case 429: limit(of: response, at: now)
    case 200..<300: success(response, at: now)
    default: nil
    }
  }

  /// Advice for a 500 only: its cause is hidden and usually permanent.
  static let internalError = RequestBudgets.Budget.Advice(retryableStatuses: [500]) { response, _ in
    response.status == 500 ? nil : .never
  }

  /// Returns the wait after a 429, from its header, else from its text.
  private static func limit(of response: TransportResponse, at now: AirTime) -> AQError.Retry? {
    guard response.header("Retry-After") == nil, let reason = ServiceError.reason(in: response.body) else {
      return nil
    }
    return .after(ServiceError.wait(for: reason, in: response, at: now))
  }

  /// Returns the advice for a 200, a status that the service sends before it knows whether the request succeeds.
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

  /// Returns whether a response is complete.
  static func isWhole(_ response: TransportResponse) -> Bool {
    if case .failed = ServiceError.verdict(on: response) { return false }
    return response.status == 200 && fault(in: response.body) == nil
  }

  /// Returns the fault of a body; nil for JSON as the service writes it.
  private static func fault(in body: [UInt8]) -> AQError? {
    do {
      var reader = try AQJSON.Reader(body, allowsNaN: true)
      try reader.skip()
      try reader.end()
      return nil
    } catch {
      return error
    }
  }
}
