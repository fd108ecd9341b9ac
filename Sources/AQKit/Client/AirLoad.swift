/// What is known of a topic at a place: the value, and besides it whether it is being renewed and what went wrong.
///
/// An old value that is being renewed after an error has all three: ``value``, ``isLoading`` and ``error``. A screen
/// that shows one of them at a time takes ``phase``.
public struct AirLoad<Value: Sendable>: Sendable {
  /// The newest value; it stays while it is renewed, and after a failure. Nil until there is one.
  public var value: Value?
  /// When the value was received; nil without a value.
  public var receivedAt: AirTime?
  /// Whether the value was kept from before, by a cache or a snapshot, rather than asked for.
  public var isKept: Bool
  /// Why the last attempt gave nothing new; nil after a success.
  public var error: AQError?
  /// Whether a new value is being loaded.
  public var isLoading: Bool

  /// A load; by default an empty one.
  public init(
    value: Value? = nil, receivedAt: AirTime? = nil, isKept: Bool = false, error: AQError? = nil,
    isLoading: Bool = false
  ) {
    self.value = value
    self.receivedAt = receivedAt
    self.isKept = isKept
    self.error = error
    self.isLoading = isLoading
  }

  /// The one thing to show.
  public enum Phase: Sendable {
    /// Nothing was asked for.
    case idle
    /// There is nothing yet.
    case loading
    /// A value, whatever else there is.
    case loaded(Value)
    /// No value, and why.
    case failed(AQError)
  }

  /// The one thing to show: a value comes before loading, loading before an error.
  public var phase: Phase {
    if let value { return .loaded(value) }
    if isLoading { return .loading }
    return error.map { .failed($0) } ?? .idle
  }

  /// How long ago the value was received; nil without a value.
  public func age(at now: AirTime) -> Duration? { receivedAt.map { max(.zero, now.since($0)) } }

  /// Takes a value, unless a newer one is there; one from the future is no newer one, because the clock was wrong.
  ///
  /// - Returns: Whether it was taken.
  mutating func take(_ value: Value, receivedAt: AirTime, isKept: Bool, at now: AirTime) -> Bool {
    if let newest = self.receivedAt, newest <= now, receivedAt < newest { return false }
    (self.value, self.receivedAt, self.isKept) = (value, receivedAt, isKept)
    return true
  }
}

extension AirLoad: Equatable where Value: Equatable {}
extension AirLoad.Phase: Equatable where Value: Equatable {}
