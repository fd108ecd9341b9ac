import AQKit

/// The result of a call, as text and as JSON. Both have the caveats and the credit.
struct AgentResult: Sendable {
  let text: String
  /// The result in the tool's schema; nil for an invalid call.
  var structured: [UInt8]?
  /// Whether there is nothing to report.
  var isFailure = true
}

/// The members of every result, in addition to those of the tool.
struct AgentRecord: Encodable {
  let askedAt: AirTime
  /// The place, if it was found by its name.
  let place: AirPlace?
  let caveats: [String]
  let credit: Joined<AirAttribution.Credit, [String: String]>
}
