extension SourceOutcome: Codable {
  private enum CodingKeys: String, CodingKey { case descriptor, result, receivedAt, isPending, withheld }

  /// Reads an outcome; only the declaration and the result must be there.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    self.init(
      descriptor: try container.decode(SourceDescriptor.self, forKey: .descriptor),
      result: try container.decode(Result.self, forKey: .result),
      receivedAt: try container.decodeIfPresent(AirTime.self, forKey: .receivedAt))
    isPending = try container.decodeIfPresent(Bool.self, forKey: .isPending) ?? isPending
    withheld = try container.decodeIfPresent([AirReport].self, forKey: .withheld) ?? []
  }

  /// Writes the outcome; an error loses its cause.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: CodingKeys.self)
    try container.encode(descriptor, forKey: .descriptor)
    try container.encode(result, forKey: .result)
    try container.encodeIfPresent(receivedAt, forKey: .receivedAt)
    try container.encode(isPending, forKey: .isPending)
    if !withheld.isEmpty { try container.encode(withheld, forKey: .withheld) }
  }
}

extension SourceOutcome: Identifiable {
  /// The source: an answer has one outcome of each.
  public var id: SourceID { source }
}

extension SourceOutcome.Result: Codable {
  /// Reads `{"answered": …}`, `{"failed": …}`, `{"skipped": …}` or `"pending"`.
  public init(from decoder: any Decoder) throws {
    let coded = try CodedCase(from: decoder)
    switch coded.name {
    case "answered": self = .answered(try coded.held())
    case "failed": self = .failed(try coded.held())
    case "skipped": self = .skipped(try coded.held())
    case "pending": self = .pending
    default: throw coded.unknown
    }
  }

  /// Writes the result.
  public func encode(to encoder: any Encoder) throws {
    switch self {
    case .answered(let response): try CodedCase.encode("answered", response, to: encoder)
    case .failed(let error): try CodedCase.encode("failed", error, to: encoder)
    case .skipped(let reason): try CodedCase.encode("skipped", reason, to: encoder)
    case .pending: try CodedCase.encode("pending", to: encoder)
    }
  }
}

extension SourceOutcome.SkipReason: Codable {
  /// Reads a reason: its name, or an object with what it holds, such as `{"budgetSpent": "2026-10-01T22:00:00Z"}`.
  public init(from decoder: any Decoder) throws {
    let coded = try CodedCase(from: decoder)
    switch coded.name {
    case "notCovered": self = .notCovered
    case "notOffered": self = .notOffered
    case "notSelected": self = .notSelected
    case "rights": self = .rights(try coded.held())
    case "notConfigured": self = .notConfigured(try coded.held())
    case "disabled": self = .disabled
    case "retired": self = .retired
    case "budgetSpent": self = .budgetSpent(until: try coded.held())
    case "notNeeded": self = .notNeeded(answeredBy: try coded.held())
    case "noLongerNeeded": self = .noLongerNeeded(answeredBy: try coded.held())
    default: throw coded.unknown
    }
  }

  /// Writes the reason.
  public func encode(to encoder: any Encoder) throws {
    switch self {
    case .notCovered: try CodedCase.encode("notCovered", to: encoder)
    case .notOffered: try CodedCase.encode("notOffered", to: encoder)
    case .notSelected: try CodedCase.encode("notSelected", to: encoder)
    case .rights(let purposes): try CodedCase.encode("rights", purposes, to: encoder)
    case .notConfigured(let what): try CodedCase.encode("notConfigured", what, to: encoder)
    case .disabled: try CodedCase.encode("disabled", to: encoder)
    case .retired: try CodedCase.encode("retired", to: encoder)
    case .budgetSpent(let end): try CodedCase.encode("budgetSpent", end, to: encoder)
    case .notNeeded(let source): try CodedCase.encode("notNeeded", source, to: encoder)
    case .noLongerNeeded(let source): try CodedCase.encode("noLongerNeeded", source, to: encoder)
    }
  }
}
