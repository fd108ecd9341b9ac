import AQKit

/// A JSON object: the members of other objects, then its own; a member without a value is left out.
struct Members: Encodable, ExpressibleByDictionaryLiteral {
  private let others: [any Encodable]
  private let own: [(MemberName, (any Encodable)?)]

  init(dictionaryLiteral elements: (MemberName, (any Encodable)?)...) { (others, own) = ([], elements) }

  init(_ first: any Encodable, _ second: Members) { (others, own) = ([first] + second.others, second.own) }

  func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: MemberName.self)
    for other in others { try other.encode(to: encoder) }
    for case (let name, let value?) in own { try container.encode(value, forKey: name) }
  }
}

extension Members {
  /// Creates the object that every command prints with `--json`: `schema`, the command's own members, and the outcomes of
  /// the sources: `failures`, `skipped` and `notes`, which are empty for a command without sources. Sources that were
  /// skipped for some reasons can be left out.
  init(
    enveloping content: Members, of answer: AirAnswer? = nil,
    leavingOut reasons: Set<AirAnswer.SourceOutcome.SkipReason> = []
  ) {
    let failures = (answer?.failures ?? []).map { failure -> Members in
      var seconds: Double?
      if case .after(let wait) = failure.error.retry { seconds = wait / .seconds(1) }
      return [
        "source": failure.source, "code": failure.error.code, "message": failure.error.message,
        "retryAfter": seconds,
      ]
    }
    let skipped = (answer?.skipped ?? []).filter { !reasons.contains($0.reason) }
      .map { skip -> Members in ["source": skip.source, "reason": "\(skip.reason)"] }
    let notes = (answer?.notes ?? []).map { Members($0.note, ["source": $0.source]) }
    self.init(
      content,
      ["schema": AirReport.schemaVersion, "failures": failures, "skipped": skipped, "notes": notes])
  }
}
