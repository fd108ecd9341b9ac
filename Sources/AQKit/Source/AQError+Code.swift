extension AQError {
  /// The kind of failure. An open set: compare with the static members.
  public struct Code: RawRepresentable, Hashable, Sendable, Codable, CustomStringConvertible {
    /// The code's stable spelling, such as `rateLimited`.
    public let rawValue: String
    /// A code by its spelling, for codes of your own.
    public init(rawValue: String) { self.rawValue = rawValue }
    /// The spelling.
    public var description: String { rawValue }

    /// 400, 404, or a query that makes no sense for the source. Never retried.
    public static let invalidRequest = Code(rawValue: "invalidRequest")
    /// 401, 403. Retried when the credential changed.
    public static let unauthorized = Code(rawValue: "unauthorized")
    /// 408, or a time-out: for the connection, for silence, or in total. May be retried now.
    public static let timedOut = Code(rawValue: "timedOut")
    /// 429. Retried after the wait in the header or the text, else after the window of the limit.
    public static let rateLimited = Code(rawValue: "rateLimited")
    /// 5xx, or a 200 with an error text. Retried after a while.
    public static let unavailable = Code(rawValue: "unavailable")
    /// Refused, reset, no route, name not found. Retried after a while.
    public static let unreachable = Code(rawValue: "unreachable")
    /// Truncated, HTML or wrong types. A truncated body may be retried now, the rest never.
    public static let malformed = Code(rawValue: "malformed")
    /// A body, message or nesting beyond the limit. Never retried.
    public static let tooLarge = Code(rawValue: "tooLarge")
    /// Untrusted TLS. Retried after a change.
    public static let untrusted = Code(rawValue: "untrusted")
    /// A service, option or credential is missing; the message says which product or key to add.
    public static let notConfigured = Code(rawValue: "notConfigured")
    /// Not offered by the source. Never retried.
    public static let unsupported = Code(rawValue: "unsupported")

    /// The default retry advice of the code.
    public var usualRetry: Retry {
      switch self {
      case .timedOut: .now
      case .rateLimited: .after(.seconds(60))
      case .unavailable, .unreachable: .after(.seconds(5))
      case .unauthorized, .untrusted, .notConfigured: .whenChanged
      default: .never
      }
    }
  }
}
