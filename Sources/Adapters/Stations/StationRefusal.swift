import AQKit

/// The meanings of the words of a refusal. The first code with a word in the text counts.
private let meanings: [(code: AQError.Code, words: [String])] = [
  (.rateLimited, ["limit", "quota", "exceed", "too many", "too_many", "throttl", "次數", "上限", "流量"]),
  (.unauthorized, ["key", "token", "authori", "authentic", "forbidden", "credential", "金鑰"]),
  (.unavailable, ["internal", "unavailable", "timeout", "timed out", "server error"]),
  (.invalidRequest, ["not found", "notfound", "unknown", "no such", "invalid"]),
]

extension StationNetwork {
  /// The error of an answer that another service must have given.
  static var foreign: AQError { AQError(.malformed, "This is no answer of \(descriptor.name).") }

  /// The error of a refusal in words.
  ///
  /// - Parameters:
  ///   - text: The service's text.
  ///   - usual: The code of words that aren't known.
  static func refusal(saying text: String, otherwise usual: AQError.Code) -> AQError {
    let said = text.lowercased()
    let code = meanings.first { $0.words.contains(where: said.contains) }?.code ?? usual
    return AQError(code, "\(descriptor.name) refuses: \(text.prefix(200).filter { !$0.isNewline })")
  }

  /// Returns the error for an answer without data by its text; the error of a foreign answer if it has none.
  static func refusal(of answer: AQJSON, otherwise usual: AQError.Code) -> AQError {
    reason(in: answer).map { refusal(saying: $0, otherwise: usual) } ?? foreign
  }

  /// Returns the reason for an answer without data, as a line; nil if there is none.
  static func reason(in answer: AQJSON) -> String? {
    let words = [answer.asString].compactMap(\.self) + reasons.compactMap { answer[$0].filledText }
    return words.isEmpty ? nil : String(words.joined(separator: ", ").prefix(200).filter { !$0.isNewline })
  }
}
