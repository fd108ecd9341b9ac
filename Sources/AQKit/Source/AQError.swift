#if canImport(FoundationEssentials)
  public import FoundationEssentials
#else
  public import Foundation
#endif

/// Why AQKit could not do what was asked, and whether asking again makes sense.
///
/// Branch on ``code``, show ``message`` (English; translate by the code), follow ``retry``, and look at ``cause``
/// for the error underneath. A message never holds a credential or a coordinate of the user.
public struct AQError: LocalizedError, Sendable {
  /// What kind of thing went wrong; the key for branching and for translation.
  public var code: Code
  /// The source that was asked, where one was.
  public var source: SourceID?
  /// One English sentence that says what happened and, where there is something to do, what.
  public var message: String
  /// Whether the same question may be asked again.
  public var retry: Retry
  /// The error underneath, as it was thrown.
  public var cause: (any Error)?

  /// Makes an error.
  ///
  /// - Parameters:
  ///   - code: What kind of thing went wrong.
  ///   - message: One sentence, without credentials or coordinates of the user.
  ///   - source: The source that was asked.
  ///   - retry: Advice for the next attempt; the code's own advice if left out.
  ///   - cause: The error underneath.
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

  /// The same error, attributed to a source unless it already names one.
  public func attributed(to source: SourceID) -> AQError {
    var copy = self
    copy.source = self.source ?? source
    return copy
  }

  /// Any error as an `AQError`: itself if it is one, else wrapped under `code` with its cause kept.
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
  /// Equal in everything but the cause, which cannot be compared.
  public static func == (lhs: AQError, rhs: AQError) -> Bool {
    lhs.code == rhs.code && lhs.source == rhs.source && lhs.message == rhs.message && lhs.retry == rhs.retry
  }
}
