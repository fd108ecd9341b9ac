import AQKit

/// Open-Meteo's errors: `{"error":true,"reason":"…"}`, or text in a body that started as a normal response.
enum ServiceError {
  /// Returns the verdict by the status, or by the text of a body that lost its status at a proxy or in a recording.
  static func verdict(on response: TransportResponse) -> TransportResponse.Verdict {
    let isSuccess = (200..<300).contains(response.status)
    // The service sends the status before it knows whether the request succeeds; a failure becomes text at the end.
    if isSuccess, response.body.suffix(400).contains("Unexpected error while streaming data".utf8) {
      return .failed(AQError(.unavailable, "Open-Meteo failed while it was sending its response."))
    }
    // An error without a status is always shorter than 8 KiB.
    let reason = isSuccess && response.body.count >= 8192 ? nil : reason(in: response.body)
    if isSuccess || response.status == 400,
      reason?.hasPrefix("No data is available for this location") ?? false
    {
      return .nothingForSomePlace(AirNote(.nothingNear, "Open-Meteo has no data for this place."))
    }
    guard var error = AQError(response: response, detail: reason.map(text)) else {
      guard let reason else { return .read }
      let code = code(of: reason)
      let verb = code == .unavailable ? "failed" : "refused"
      let wait = code == .rateLimited ? wait(for: reason, in: response) : nil
      return .failed(
        AQError(code, "The service \(verb): \(text(of: reason))", retry: wait.map(AQError.Retry.after)))
    }
    if response.status == 400, reason?.hasPrefix("The supplied API key is invalid") ?? false {
      return .failed(AQError(.unauthorized, error.message))
    }
    if error.code == .rateLimited, response.header("Retry-After") == nil, let reason {
      error.retry = .after(wait(for: reason, in: response))
    }
    return .failed(error)
  }

  /// Returns the reason in `{"error":true,"reason":"…"}`, which may quote a request of up to 128 kB; nil for another body.
  static func reason(in body: [UInt8]) -> String? {
    guard body.count < 1 << 18, let root = try? AQJSON(parsing: body), root["error"].boolValue == true else {
      return nil
    }
    return root["reason"].stringValue
  }

  private static func code(of reason: String) -> AQError.Code {
    func hasAny(_ parts: String...) -> Bool { parts.contains { reason.contains($0) } }
    if hasAny("request limit exceeded", "Too many concurrent requests") { return .rateLimited }
    if hasAny("API key", "requires the API") { return .unauthorized }
    if hasAny(
      "Not Found", "not found", "Data corrupted", "Parameter ", "is invalid", "Invalid ", "must be in range",
      "No value found", "Only up to", "too much data")
    {
      return .invalidRequest
    }
    return .unavailable
  }

  /// Returns the reason as a sentence without the caller's numbers, because coordinates are private.
  private static func text(of reason: String) -> String {
    var text = reason.prefix(400)
    if reason.contains("atitude") || reason.contains("ongitude"), let given = text.firstRange(of: "Given") {
      text = text[..<given.lowerBound]
    }
    while text.last?.isWhitespace ?? false { text.removeLast() }
    return text.hasSuffix(".") ? String(text) : "\(text)."
  }

  /// Returns the time for which a limit lasts, from its text. The windows are fixed: the minute, the clock hour, the UTC day.
  /// The response's clock decides, else the local time; without either the result is the whole window.
  static func wait(for reason: String, in response: TransportResponse, at now: AirTime? = nil) -> Duration {
    let time = response.date ?? now
    func rest(of window: Int64) -> Duration {
      .seconds(window - (time?.secondsSince1970.remainderDown(by: window) ?? 0))
    }
    // The second of the minute at which the count resets is unknown.
    if reason.hasPrefix("Minutely") { return .seconds(60) }
    if reason.hasPrefix("Hourly") { return rest(of: 3600) }
    if reason.hasPrefix("Daily") { return rest(of: 86_400) }
    return .seconds(1)
  }
}

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
