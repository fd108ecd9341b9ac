import AQKit

/// The words of refusals and their error codes. The first code with a word in the text applies. Words between spaces are whole:
/// “unlimited” is no limit. A server that can't read JSON itself speaks of a token, too.
private let meanings: [(code: AQError.Code, words: [String])] = [
  (.unavailable, ["unexpected token"]),
  (.rateLimited, [" limit ", " limits ", " limitu ", " limite ", "rate limit", "ratelimit", "limitreached"]),
  (.rateLimited, ["quota", "exceed", "too many", "throttl", "次數", "上限", "流量"]),
  (.unauthorized, [" key ", "apikey", "servicekey", "accesskey", " token ", "authtoken", "accesstoken"]),
  (.unauthorized, ["authori", "authentic", "forbidden", "credential", "金鑰"]),
  (.unavailable, ["internal", "unavailable", "timeout", "timed out", "server error"]),
  (.invalidRequest, ["not found", "notfound", "unknown", "no such", "invalid"]),
]

private let maintenance = [
  "maintenance", "mantenimiento", "údržb", "vedlikehold", "huoltokatko", "wartung", "konserwac", "維護", "维护",
  "メンテナンス", "점검", "temporarily unavailable",
]

extension StationNetwork {
  /// Returns the error for a web page in place of data: `unavailable` if it mentions maintenance; nil for anything else.
  static func page(in body: [UInt8]) -> AQError? {
    guard body.opening == "<" else { return nil }
    let text = String(decoding: body.prefix(4000), as: UTF8.self)
    let said = text.lowercased()
    guard said.contains("<html") || said.contains("<!doctype html") else { return nil }
    let parts = text.split { $0 == "<" || $0 == ">" }
    let title = zip(parts, parts.dropFirst()).first { $0.0.lowercased() == "title" }?.1
    let name = title.map { ": “\($0.prefix(100).filter { !$0.isNewline })”" } ?? ""
    guard maintenance.contains(where: said.contains) else {
      return AQError(pageCode, "\(descriptor.name) sends a web page instead of data\(name).")
    }
    return AQError(.unavailable, "\(descriptor.name) is down for maintenance\(name). Ask again later.")
  }

  static var foreign: AQError { AQError(.malformed, "This isn't a response of \(descriptor.name).") }

  /// Returns the error for a refusal in words, with the usual code if the words aren't known.
  static func refusal(saying text: String, otherwise usual: AQError.Code) -> AQError {
    let said = text.lowercased()
    let words = " \(said.split { !$0.isASCII || !$0.isLetter }.joined(separator: " ")) "
    let code = meanings.first { $0.words.contains { said.contains($0) || words.contains($0) } }?.code ?? usual
    return AQError(code, "\(descriptor.name) refuses: \(text.prefix(200).filter { !$0.isNewline })")
  }

  /// Returns the error for a response without data, from its text; the error for a foreign response if it has no text.
  static func refusal(of body: AQJSON, otherwise usual: AQError.Code) -> AQError {
    reason(in: body).map { refusal(saying: $0, otherwise: usual) } ?? foreign
  }

  /// Returns the texts of an exception report (OGC 06-121r9, Web Services Common) on one line; nil for another document.
  static func reason(in report: AQXML) -> String? {
    guard report.name.hasSuffix("ExceptionReport") else { return nil }
    let exceptions = report.children().flatMap { [$0.attribute("exceptionCode")] + $0.children().map(\.text) }
    let words = exceptions.compactMap(\.content).filter { !$0.isEmpty }
    return String(words.joined(separator: ": ").prefix(200).filter { !$0.isNewline })
  }

  /// Returns the reason why a response has no data, on one line; nil if there is none.
  static func reason(in body: AQJSON) -> String? {
    let words = [body.stringValue].compactMap(\.self) + reasons.compactMap { body[$0].filledText }
    return words.isEmpty ? nil : String(words.joined(separator: ", ").prefix(200).filter { !$0.isNewline })
  }
}

extension AQError {
  /// Creates the error for a refusal that was saved with its status; nil for a successful status.
  init?(status: Int64, _ detail: String?) {
    self.init(
      response: TransportResponse(status: Int(clamping: status)),
      detail: detail.map { String($0.prefix(200)) })
  }
}
