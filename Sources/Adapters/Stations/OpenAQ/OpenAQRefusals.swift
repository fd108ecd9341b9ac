import AQKit

extension OpenAQStations {
  /// Returns the error for a response without results: an object with `detail` or `message`, a string, or a list of faults.
  static func refusal(in body: AQJSON) -> AQError {
    // A refusal that was saved with its status.
    if let status = body["status"].intValue, status >= 300,
      let error = AQError(
        response: TransportResponse(status: Int(clamping: status)), detail: words(of: body["body"]),
        wait: body["headers"]["x-ratelimit-reset"].stringValue.flatMap { Int64($0) }
          .flatMap { (0...86_400).contains($0) ? .seconds($0) : nil })
    {
      return error
    }
    return words(of: body).map(error)
      ?? AQError(.malformed, "The response has neither results nor a reason.")
  }

  /// Returns the error for a body that isn't JSON; nil for anything but a short text.
  static func refusal(of body: [UInt8]) -> AQError? {
    let text = String(decoding: body.prefix(300), as: UTF8.self)
    guard body.count < 300, text.first(where: { !$0.isWhitespace }).map({ $0.isLetter }) ?? false else {
      return nil
    }
    let found = error(text)
    return found.code == .invalidRequest ? nil : found
  }

  private static func words(of body: AQJSON) -> String? {
    guard
      let words = [body["detail"], body["message"], body["error"], body].lazy.compactMap(\.ifPresent)
        .first
    else { return nil }
    if let text = words.stringValue { return text }
    return words[0].ifPresent != nil || words.kind == .object && !body["detail"].isMissing
      ? words.rawText : nil
  }

  private static func error(_ words: String) -> AQError {
    let (text, told) = (words.lowercased(), "OpenAQ says: \(words.prefix(200))")
    let codes: [(AQError.Code, [String])] = [
      (
        .unauthorized, ["credential", "unauthorized", "api key", "api-key", "forbidden", "not authenticated"]
      ),
      (.rateLimited, ["too many", "rate limit"]), (.timedOut, ["timed out", "timeout"]),
      (.unavailable, ["internal server error", "unavailable", "bad gateway"]),
    ]
    let code = codes.first { $0.1.contains { text.contains($0) } }?.0
    return AQError(code ?? .invalidRequest, told)
  }
}
