extension AQError: Hashable {
  /// Hashes the compared members.
  public func hash(into hasher: inout Hasher) {
    hasher.combine(code)
    hasher.combine(source)
    hasher.combine(message)
    hasher.combine(retry)
  }
}

extension AQError: Codable {
  private enum CodingKeys: String, CodingKey { case code, source, message, retry }

  /// Reads an error; without `retry` it has the code's usual advice.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    self.init(
      try container.decode(Code.self, forKey: .code), try container.decode(String.self, forKey: .message),
      source: try container.decodeIfPresent(SourceID.self, forKey: .source),
      retry: try container.decodeIfPresent(Retry.self, forKey: .retry))
  }

  /// Writes everything but the cause, which can be of any type.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: CodingKeys.self)
    try container.encode(code, forKey: .code)
    try container.encodeIfPresent(source, forKey: .source)
    try container.encode(message, forKey: .message)
    try container.encode(retry, forKey: .retry)
  }
}

extension AQError.Retry: Codable {
  /// Reads `"now"`, `"whenChanged"`, `"never"` or `{"after": "PT5S"}`.
  public init(from decoder: any Decoder) throws {
    let coded = try CodedCase(from: decoder)
    switch coded.name {
    case "now": self = .now
    case "after": self = .after(try coded.held(ISODuration.self).duration)
    case "whenChanged": self = .whenChanged
    case "never": self = .never
    default: throw coded.unknown
    }
  }

  /// Writes the advice; a duration is ISO 8601 in whole seconds.
  public func encode(to encoder: any Encoder) throws {
    switch self {
    case .now: try CodedCase.encode("now", to: encoder)
    case .after(let wait): try CodedCase.encode("after", ISODuration(wait), to: encoder)
    case .whenChanged: try CodedCase.encode("whenChanged", to: encoder)
    case .never: try CodedCase.encode("never", to: encoder)
    }
  }
}
