extension FeedState: Codable {
  /// Reads `"live"`, `{"silent": "2026-10-01T22:00:00Z"}` and the like.
  public init(from decoder: any Decoder) throws {
    let coded = try CodedCase(from: decoder)
    switch coded.name {
    case "connecting": self = .connecting
    case "live": self = .live
    case "silent": self = .silent(since: try coded.held())
    case "waiting": self = .waiting(until: try coded.held())
    case "paused": self = .paused
    case "failed": self = .failed(try coded.held())
    default: throw coded.unknown
    }
  }

  /// Writes the state, with its moment or the error's code.
  public func encode(to encoder: any Encoder) throws {
    switch self {
    case .connecting: try CodedCase.encode("connecting", to: encoder)
    case .live: try CodedCase.encode("live", to: encoder)
    case .silent(let since): try CodedCase.encode("silent", since, to: encoder)
    case .waiting(let until): try CodedCase.encode("waiting", until, to: encoder)
    case .paused: try CodedCase.encode("paused", to: encoder)
    case .failed(let code): try CodedCase.encode("failed", code, to: encoder)
    }
  }
}
