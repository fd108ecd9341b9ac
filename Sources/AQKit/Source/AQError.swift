#if canImport(FoundationEssentials)
  public import FoundationEssentials
#else
  public import Foundation
#endif

/// A failure of AQKit: its kind, its cause, and whether a retry makes sense.
///
/// Branch on ``code``, show ``message`` (English; translate by the code), follow ``retry``, and read ``cause`` for the
/// underlying error. A message never contains a credential or the user's coordinates.
public struct AQError: LocalizedError, Sendable {
  /// The kind of failure; the key for branching and for translation.
  public var code: Code
  /// The source that failed; nil if none is involved.
  public var source: SourceID?
  /// One English sentence that says what happened and, if the reader can act, what to do.
  public var message: String
  /// Whether the same request may be repeated.
  public var retry: Retry
  /// The error underneath, as it was thrown.
  public var cause: (any Error)?

  /// An error; its retry advice is the code's by default.
  ///
  /// - Parameters:
  ///   - code: The kind of failure.
  ///   - message: One sentence, without credentials or coordinates of the user.
  ///   - source: The source that failed.
  ///   - retry: Advice for the next attempt; by default the code's.
  ///   - cause: The underlying error.
  public init(
    _ code: Code, _ message: String, source: SourceID? = nil, retry: Retry? = nil,
    cause: (any Error)? = nil
  ) {
    self.code = code
    self.message = message
    self.source = source
    self.retry = retry ?? code.usualRetry
    self.cause = cause
  }

  /// The message, for `localizedDescription`.
  public var errorDescription: String? { message }

  /// The same error with a source; unchanged if it has one.
  public func attributed(to source: SourceID) -> AQError {
    var copy = self
    copy.source = self.source ?? source
    return copy
  }

  /// Any error as an `AQError`: unchanged if it is one, else as the cause of a new one with `code`.
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
  /// Source, code and message in one line, such as `open-meteo: rateLimited: Too many requests.`
  public var description: String {
    "\(source.map { "\($0): " } ?? "")\(code): \(message)"
  }
}

extension AQError: Equatable {
  /// Compares everything but the cause, which can't be compared.
  public static func == (lhs: AQError, rhs: AQError) -> Bool {
    lhs.code == rhs.code && lhs.source == rhs.source && lhs.message == rhs.message && lhs.retry == rhs.retry
  }
}
