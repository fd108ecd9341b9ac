import AQKit

/// The result of a call, as text and as JSON. Both have the caveats and the credit.
struct AgentResult: Sendable {
  let text: String
  /// The result in the tool's schema; nil for an invalid call.
  var structured: [UInt8]?
  /// Whether there is nothing to report.
  let isFailure: Bool

  /// Creates the result of an invalid call.
  init(failure: String) { (text, isFailure) = (failure, true) }

  /// Creates the result of sources, or of a search: the tool's own members, and the same in lines for reading.
  init(
    _ content: some Encodable, _ lines: [String], of answer: AirAnswer? = nil, askedAt: AirTime,
    caveats: [String] = [], credit: AirAttribution.Credit, isFailure: Bool = false
  ) throws {
    let place = answer?.foundPlaces[0]
    let common = AgentRecord(
      askedAt: askedAt, place: place, caveats: caveats, credit: Joined(credit, ["text": credit.text]))
    // Sources that weren't meant to be asked don't matter here.
    let record = JSONEnvelope(
      Joined(content, common), of: answer, leavingOut: [.notSelected, .notCovered])
    let nothing = lines.isEmpty || isFailure ? [answer?.explanation() ?? "No source has a value here."] : []
    let found = place.map { ["Place: \($0.name)\($0.country.map { ", \($0)" } ?? "")"] } ?? []
    let credits = credit.text.isEmpty ? [] : ["Credit: \(credit.text)"]
    let remarks = caveats.map { "Caveat: \($0)" }
    text = (found + lines + nothing + remarks + credits).joined(separator: "\n")
    structured = Array(try TerminalJSON.line(of: record).sent.utf8)
    self.isFailure = isFailure
  }
}

/// The members of every result, in addition to those of the tool.
private struct AgentRecord: Encodable {
  let askedAt: AirTime
  /// The place, if it was found by its name.
  let place: AirPlace?
  let caveats: [String]
  let credit: Joined<AirAttribution.Credit, [String: String]>
}
