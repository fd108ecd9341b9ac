extension AirTopic {
  /// The state of a topic at a place: the value, whether it is being renewed and what went wrong.
  ///
  /// An old value that is being renewed after an error has all three: ``value``, ``isLoading`` and ``error``. A screen that shows
  /// one of them at a time uses ``phase``.
  public struct Load: Sendable {
    /// The newest value, also during a renewal and after a failure; nil until there is one.
    public private(set) var value: Value?
    /// The time at which the value was received; nil without a value.
    public private(set) var receivedAt: AirTime?
    /// Whether the value comes from a cache or a snapshot, rather than from a new request.
    public internal(set) var isCached: Bool
    /// The error of the last attempt; nil after a success.
    public internal(set) var error: AQError?
    /// Whether a new value is being loaded.
    public internal(set) var isLoading: Bool

    /// Creates a load; by default an empty one.
    public init(
      value: Value? = nil, receivedAt: AirTime? = nil, isCached: Bool = false, error: AQError? = nil,
      isLoading: Bool = false
    ) {
      self.value = value
      self.receivedAt = receivedAt
      self.isCached = isCached
      self.error = error
      self.isLoading = isLoading
    }

    /// The single state to show.
    public enum Phase: Sendable {
      /// No request was made.
      case idle
      /// There is no value yet.
      case loading
      /// There is a value, even if it is being renewed or the last attempt failed.
      case loaded(Value)
      /// There is no value, for this reason.
      case failed(AQError)
    }

    /// The state to show: a value takes precedence over loading, and loading over an error.
    public var phase: Phase {
      if let value { return .loaded(value) }
      if isLoading { return .loading }
      return error.map { .failed($0) } ?? .idle
    }

    /// Returns the time since the value was received; nil without a value.
    public func age(at now: AirTime) -> Duration? { receivedAt.map { max(.zero, now.duration(since: $0)) } }

    /// Takes a value, and returns true, unless a newer one is already there. A value from the future never counts as
    /// newer: the clock was wrong.
    mutating func take(_ value: Value, receivedAt: AirTime, isCached: Bool, at now: AirTime) -> Bool {
      if let newest = self.receivedAt, newest <= now, receivedAt < newest { return false }
      (self.value, self.receivedAt, self.isCached) = (value, receivedAt, isCached)
      return true
    }
  }
}

extension AirTopic.Load: Equatable where Value: Equatable {}

extension AirTopic.Load.Phase: Equatable where Value: Equatable {}
