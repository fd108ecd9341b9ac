import AQKit

/// Open-Meteo's errors: `{"error":true,"reason":"…"}`, or text in a body that started as a normal response.
enum ServiceError {
  /// Returns the verdict on a response.
  static func verdict(on response: TransportResponse) -> TransportResponse.Verdict {
    if (200..<300).contains(response.status) {
      if let failure = streamFailure(in: response.body) { return .failed(failure) }
      // An error without a status is always shorter than 8 KiB.
      guard response.body.count < 8192, let reason = reason(in: response.body) else { return .read }
      if isNoData(reason) { return noData }
      // A proxy or a recording may have lost the status, so the text is checked.
      let code = code(of: reason)
      let verb = code == .unavailable ? "failed" : "refused"
      let wait = code == .rateLimited ? wait(for: reason, in: response) : nil
      return .failed(
        AQError(code, "The service \(verb): \(text(of: reason))", retry: wait.map(AQError.Retry.after)))
    }
    let reason = reason(in: response.body)
    if response.status == 400, let reason, isNoData(reason) { return noData }
    guard var error = AQError(response: response, detail: reason.map(text)) else { return .read }
    if response.status == 400, let reason, reason.hasPrefix("The supplied API key is invalid") {
      return .failed(AQError(.unauthorized, error.message))
    }
    if error.code == .rateLimited, response.header("Retry-After") == nil, let reason {
      error.retry = .after(wait(for: reason, in: response))
    }
    return .failed(error)
  }

  /// Returns the error code for a reason without a status.
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

  private static let noData = TransportResponse.Verdict.nothingForSomePlace(
    AirNote(.nothingNear, "Open-Meteo has no data for this place."))

  private static func isNoData(_ reason: String) -> Bool {
    reason.hasPrefix("No data is available for this location")
  }

  /// Finds a failure that occurred while the service streamed its response: after the header it becomes text at the end
  /// of the body.
  private static func streamFailure(in body: [UInt8]) -> AQError? {
    let tail = body.suffix(400)
    let marker = Array("Unexpected error while streaming data".utf8)
    guard tail.count >= marker.count else { return nil }
    for start in tail.startIndex...(tail.endIndex - marker.count)
    where tail[start..<(start + marker.count)].elementsEqual(marker) {
      return AQError(.unavailable, "Open-Meteo failed while it was sending its answer.")
    }
    return nil
  }

  /// Returns the reason in an error body, with its members in any order; nil for another body. It may quote the
  /// request, which can be as large as 128 kB.
  static func reason(in body: [UInt8]) -> String? {
    guard body.count < 1 << 18, let root = try? AQJSON(parsing: body), root["error"].asBool == true else {
      return nil
    }
    return root["reason"].asString
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

  /// Returns the time for which a limit lasts, from its text. The windows are fixed: the minute, the full hour, the UTC day.
  ///
  /// - Parameters:
  ///   - reason: The text.
  ///   - response: The response with the text. Its clock decides if it states one.
  ///   - now: The local time; without either clock the result is the whole window.
  static func wait(for reason: String, in response: TransportResponse, at now: AirTime? = nil) -> Duration {
    let time = response.header("Date").flatMap(RetryAfter.time) ?? now
    func rest(of window: Int64) -> Duration {
      guard let second = time?.secondsSince1970 else { return .seconds(window) }
      return .seconds(window - (second % window + window) % window)
    }
    // The second of the minute at which the count resets is unknown.
    if reason.hasPrefix("Minutely") { return .seconds(60) }
    if reason.hasPrefix("Hourly") { return rest(of: 3600) }
    if reason.hasPrefix("Daily") { return rest(of: 86_400) }
    return .seconds(1)
  }
}
