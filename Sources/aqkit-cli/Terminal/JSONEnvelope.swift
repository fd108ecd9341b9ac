import AQKit

/// The object that every command prints with `--json`: `schema`, the command's own members, and the outcomes of the
/// sources: `failures`, `skipped` and `notes`, which are empty for a command without sources.
struct JSONEnvelope<Content: Encodable>: Encodable {
  struct Failure: Encodable {
    let source: SourceID?
    let code: AQError.Code
    let message: String
    /// The seconds after which the source may be asked again; absent if unknown.
    var retryAfter: Double?

    init(_ error: AQError, of source: SourceID?) {
      (self.source, code, message) = (source ?? error.source, error.code, error.message)
      if case .after(let wait) = error.retry { retryAfter = wait / .seconds(1) }
    }
  }

  private let content: Content
  var failures: [Failure] = []
  var skipped: [[String: String]] = []
  var notes: [Joined<AirNote, [String: SourceID]>] = []

  /// Creates the envelope of a command's own members, without sources that were skipped for some reasons.
  init(
    _ content: Content, of answer: AirAnswer? = nil,
    leavingOut reasons: Set<AirAnswer.SourceOutcome.SkipReason> = []
  ) {
    self.content = content
    guard let answer else { return }
    failures = answer.failures.map { Failure($0.error, of: $0.source) }
    skipped = answer.skipped.filter { !reasons.contains($0.reason) }.map {
      ["source": $0.source.rawValue, "reason": "\($0.reason)"]
    }
    notes = answer.notes.map { Joined($0.note, ["source": $0.source]) }
  }

  func encode(to encoder: any Encoder) throws {
    try content.encode(to: encoder)
    try encoder.write([
      "schema": AirReport.schemaVersion, "failures": failures, "skipped": skipped, "notes": notes,
    ])
  }
}

/// An object with the members of two values.
struct Joined<First: Encodable, Second: Encodable>: Encodable {
  let first: First
  let second: Second

  init(_ first: First, _ second: Second) { (self.first, self.second) = (first, second) }

  func encode(to encoder: any Encoder) throws {
    try first.encode(to: encoder)
    try second.encode(to: encoder)
  }
}
