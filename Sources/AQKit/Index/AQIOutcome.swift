/// What came of asking for an index: a value, or the reason why there is none.
public enum AQIOutcome: Hashable, Sendable {
  /// The value.
  case value(AQIValue)
  /// The reason.
  case unavailable(IndexUnavailable)

  /// The value, or `nil`.
  public var value: AQIValue? {
    guard case .value(let value) = self else { return nil }
    return value
  }

  /// The reason, or `nil`.
  public var reason: IndexUnavailable? {
    guard case .unavailable(let reason) = self else { return nil }
    return reason
  }

  /// The value, or the reason thrown.
  public func get() throws(IndexUnavailable) -> AQIValue {
    switch self {
    case .value(let value): return value
    case .unavailable(let reason): throw reason
    }
  }
}

extension AQIOutcome: CustomStringConvertible {
  /// The value or the reason in one line.
  public var description: String {
    switch self {
    case .value(let value): value.description
    case .unavailable(let reason): reason.description
    }
  }
}

extension AQIOutcome: ExpressibleByStringLiteral {
  /// No index, for a reason in one's own words: `outcome ?? "no air data here"`.
  public init(stringLiteral value: String) { self = .unavailable(IndexUnavailable(.stated(value))) }
}
