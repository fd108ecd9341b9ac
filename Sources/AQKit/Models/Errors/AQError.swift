/// A failure of AQKit: its kind, its cause, and whether a retry makes sense.
///
/// Branch on ``code``, show ``message`` (English; translate by the code), follow ``retry``, and read ``cause`` for the
/// underlying error. A message never contains a credential or the user's coordinates.
///
/// ```swift
/// switch error.code {
/// case .unreachable, .timedOut: "offline"
/// case .notConfigured, .unauthorized: "settings"
/// default: error.message
/// }
/// ```
public struct AQError: Error, Sendable {
  /// The kind of failure; the key for branching and for translation.
  public var code: Code {
    get { one[0].code }
    set { one[0].code = newValue }
  }
  /// The source that failed; nil if none is involved.
  public var source: SourceID? {
    get { one[0].source }
    set { one[0].source = newValue }
  }
  /// An English sentence on the problem and, if the reader can act, the remedy.
  public var message: String {
    get { one[0].message }
    set { one[0].message = newValue }
  }
  /// Whether the same request may be repeated.
  public var retry: Retry {
    get { one[0].retry }
    set { one[0].retry = newValue }
  }
  /// The error underneath, as it was thrown.
  public var cause: (any Error)? {
    get { one[0].cause }
    set { one[0].cause = newValue }
  }

  private struct Members: Sendable {
    var code: Code
    var source: SourceID?
    var message: String
    var retry: Retry
    var cause: (any Error)?
  }

  /// The members. An array of one element is a single pointer, and every call that may throw has room for an error.
  private var one: [Members]

  /// Creates an error; its retry advice is the code's by default. The message is one sentence, without credentials or
  /// coordinates of the user.
  public init(
    _ code: Code, _ message: String, source: SourceID? = nil, retry: Retry? = nil,
    cause: (any Error)? = nil
  ) {
    one = [
      Members(code: code, source: source, message: message, retry: retry ?? code.usualRetry, cause: cause)
    ]
  }

  /// Creates an error without a source and a cause; its retry advice is the code's.
  ///
  /// It is a function of its own, so that the many places that create such an error stay small.
  @inline(never)
  public init(_ code: Code, _ message: String) { self.init(code, message, source: nil) }

  /// The message.
  public var localizedDescription: String { message }

  /// Returns the same error with a source; unchanged if it has one.
  public func attributed(to source: SourceID) -> AQError {
    changed(self) { $0.source = self.source ?? source }
  }

  /// Returns any error as an `AQError`: unchanged if it is one, else as the cause of a new one with `code`.
  public static func wrapping(_ error: any Error, as code: Code = .unavailable, source: SourceID? = nil)
    -> AQError
  {
    if let known = error as? AQError {
      return source.map(known.attributed(to:)) ?? known
    }
    return AQError(code, "The source failed: \(type(of: error)).", source: source, cause: error)
  }
}

extension AQError: CustomStringConvertible {
  /// Source, code and message on one line, such as `open-meteo: rateLimited: Too many requests.`
  public var description: String {
    "\(source.map { "\($0): " } ?? "")\(code): \(message)"
  }
}

extension AQError: Hashable {
  /// Compares everything but the cause, which can't be compared.
  public static func == (lhs: AQError, rhs: AQError) -> Bool {
    lhs.code == rhs.code && lhs.source == rhs.source && lhs.message == rhs.message && lhs.retry == rhs.retry
  }

  /// Hashes the compared members.
  public func hash(into hasher: inout Hasher) {
    hasher.combine(code)
    hasher.combine(source)
    hasher.combine(message)
    hasher.combine(retry)
  }
}

// Written without the cause, which can be of any type.
extension AQError: Codable {
  /// Reads an error; without `retry` it has the code's usual advice.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: MemberName.self)
    try self.init(
      container.value("code"), container.value("message"), source: container.optional("source"),
      retry: container.optional("retry"))
  }

  /// Writes everything but the cause.
  public func encode(to encoder: any Encoder) throws {
    try encoder.write(["code": code, "source": source, "message": message, "retry": retry])
  }
}

extension AQError {
  /// The kind of failure. An open set: compare with the static members.
  public struct Code: RawRepresentable, Hashable, Sendable, Codable, CustomStringConvertible {
    /// The code's stable spelling, such as `rateLimited`.
    public let rawValue: String
    /// Creates a code from its spelling, for codes of your own.
    public init(rawValue: String) { self.rawValue = rawValue }
    /// The spelling.
    public var description: String { rawValue }

    /// The request makes no sense for the source, which includes 400 and 404. Never retried.
    public static var invalidRequest: Code { Code(rawValue: "invalidRequest") }
    /// The service refuses the credential or asks for one: 401, 403. Retried when the credential has changed.
    public static var unauthorized: Code { Code(rawValue: "unauthorized") }
    /// A time-out: for the connection, for silence, or in total; or 408. May be retried now.
    public static var timedOut: Code { Code(rawValue: "timedOut") }
    /// A limit on requests is reached: 429. Retried after the stated wait, else after the limit's window.
    public static var rateLimited: Code { Code(rawValue: "rateLimited") }
    /// The service can't serve the request now: 5xx, or a 200 with an error text. Retried after a while.
    public static var unavailable: Code { Code(rawValue: "unavailable") }
    /// The server can't be reached: refused, reset, no route, name not found. Retried after a while.
    public static var unreachable: Code { Code(rawValue: "unreachable") }
    /// The body can't be read: truncated, HTML or wrong types. Retried now if it is truncated, else never.
    public static var malformed: Code { Code(rawValue: "malformed") }
    /// A body, message or nesting beyond the limit. Never retried.
    public static var tooLarge: Code { Code(rawValue: "tooLarge") }
    /// The connection isn't trusted, such as TLS with an unknown certificate. Retried after a change.
    public static var untrusted: Code { Code(rawValue: "untrusted") }
    /// A service, option or credential is missing; the message names the product or key to add.
    public static var notConfigured: Code { Code(rawValue: "notConfigured") }
    /// The source doesn't offer what is asked for. Never retried.
    public static var unsupported: Code { Code(rawValue: "unsupported") }
    /// The declared bound on the requests of one fetch was reached; not a service's own limit.
    package static var limitReachedLocally: Code { Code(rawValue: "callLimitReached") }

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

  /// Whether, and when, the same request may be repeated.
  public enum Retry: Hashable, Sendable {
    /// Immediately, apart from the caller's back-off.
    case now
    /// Not before this much time has passed.
    case after(Duration)
    /// Only after a credential, an option or a certificate has changed.
    case whenChanged
    /// The same request will fail again.
    case never

    /// The longest time for which a source isn't asked because of one response, a day: a mistake must not silence it for
    /// a month.
    package static let longestWait = Duration.seconds(86_400)

    /// Returns the wait that is asked for, up to ``longestWait``, but at least the usual one.
    package func wait(atLeast usual: Duration) -> Duration {
      if case .after(let wait) = self { max(usual, min(wait, Self.longestWait)) } else { usual }
    }
  }
}
