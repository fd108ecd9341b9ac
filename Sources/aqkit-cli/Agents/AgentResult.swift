/// The result of a call, as text and as JSON. Both have the caveats and the credit.
struct AgentResult: Sendable {
  let text: String
  /// The result in the tool's schema; nil for an invalid call.
  let structured: [UInt8]?
  /// Whether the call is invalid or has nothing to report, which is `isError` in the protocol.
  let isFailure: Bool

  /// Creates a result from lines. A service's text begins no line of its own, which could pass for a caveat or the credit.
  init(_ lines: [String], structured: [UInt8]? = nil, isFailure: Bool = true) {
    text = lines.map { TerminalText($0).sent }.joined(separator: "\n")
    (self.structured, self.isFailure) = (structured, isFailure)
  }
}
