/// Whether a response says that the same request may be sent again, and when.
///
/// ``standard`` goes by the status and `Retry-After`. A provider that says it elsewhere, such as in the text of its
/// body, has a reader of its own:
///
/// ```swift
/// let advice = ResponseAdvice { response, now in
///   response.status == 429 && bodySaysTomorrow(response) ? .after(untilMidnightUTC(now)) : nil
/// }
/// ```
///
/// A 400 is never sent again, whatever a reader says: the same question gets the same answer.
public struct ResponseAdvice: Sendable {
  /// Reads advice out of a response that arrived at a moment; nil where it has none.
  public typealias Reader = @Sendable (_ response: TransportResponse, _ now: AirTime) -> AQError.Retry?

  /// The statuses after which the same request may be sent again.
  public var retryableStatuses: Set<Int>
  private let read: Reader?

  /// Makes a set of rules.
  ///
  /// - Parameters:
  ///   - retryableStatuses: The statuses after which the same request may be sent again.
  ///   - read: Is asked first, for every response but a 400, a 200 that holds an error text included.
  public init(
    retryableStatuses: Set<Int> = [408, 425, 429, 500, 502, 503, 504], reading read: Reader? = nil
  ) {
    self.retryableStatuses = retryableStatuses
    self.read = read
  }

  /// 408, 425, 429, 500, 502, 503 and 504 may be sent again, after what `Retry-After` says.
  public static let standard = ResponseAdvice()

  /// The advice of a response.
  ///
  /// - Parameters:
  ///   - response: The response.
  ///   - now: When it arrived; what an HTTP date in `Retry-After` is counted from.
  ///   - window: How long the limit lasts that a 429 without a number is about; 60 s where it isn't known.
  /// - Returns: ``AQError/Retry/now`` where the status may be retried and no wait is asked for, nil for a response that
  ///   is not about trying again.
  public func retry(for response: TransportResponse, at now: AirTime, window: Duration? = nil) -> AQError
    .Retry?
  {
    guard response.status != 400 else { return .never }
    if let advice = read?(response, now) { return advice }
    guard retryableStatuses.contains(response.status) else { return nil }
    if let seconds = RetryAfter.seconds(in: response, at: now) { return .after(.seconds(seconds)) }
    guard response.status == 429 else { return .now }
    return window.map(AQError.Retry.after) ?? AQError.Code.rateLimited.usualRetry
  }
}
