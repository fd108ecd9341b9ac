/// Whether, and when, a response allows the same request again.
///
/// ``standard`` reads the status and `Retry-After`. A provider that says it elsewhere, such as in its body, needs a
/// reader:
///
/// ```swift
/// let advice = ResponseAdvice { response, now in
///   response.status == 429 && bodySaysTomorrow(response) ? .after(untilMidnightUTC(now)) : nil
/// }
/// ```
///
/// A 400 is never sent again, whatever a reader says: the same request gets the same answer.
public struct ResponseAdvice: Sendable {
  /// Reads the advice of a response that arrived at a moment; nil for no advice.
  public typealias Reader = @Sendable (_ response: TransportResponse, _ now: AirTime) -> AQError.Retry?

  /// The statuses after which the same request may be sent again.
  public var retryableStatuses: Set<Int>
  private let read: Reader?

  /// Advice by status, after an optional reader.
  ///
  /// - Parameters:
  ///   - retryableStatuses: The statuses after which the same request may be sent again.
  ///   - read: Called first, for every response except a 400, so that it sees a 200 with an error text, too.
  public init(
    retryableStatuses: Set<Int> = [408, 425, 429, 500, 502, 503, 504], reading read: Reader? = nil
  ) {
    self.retryableStatuses = retryableStatuses
    self.read = read
  }

  /// 408, 425, 429, 500, 502, 503 and 504 may be sent again, after the wait in `Retry-After`.
  public static let standard = ResponseAdvice()

  /// The advice of a response.
  ///
  /// - Parameters:
  ///   - response: The response.
  ///   - now: When it arrived; the base of an HTTP date in `Retry-After`.
  ///   - window: The length of the limit behind a 429 without a number; 60 s if unknown.
  /// - Returns: ``AQError/Retry/now`` if the status may be retried without a wait; nil if the response doesn't concern
  ///   retries.
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
