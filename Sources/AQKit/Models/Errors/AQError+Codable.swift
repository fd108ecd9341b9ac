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
