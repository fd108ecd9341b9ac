/// How often and how much a source may be asked. All windows hold at once.
public struct Limits: Hashable, Sendable, Codable {
  /// So much weight within so much time.
  public struct Window: Hashable, Sendable, Codable {
    /// The weight that the window allows; a usual request weighs 1.
    public var weight: Double
    /// The length of the window.
    public var seconds: Int64

    /// Makes a window.
    public init(_ weight: Double, perSeconds seconds: Int64) {
      self.weight = weight
      self.seconds = seconds
    }
  }

  /// The windows; empty for no known limit.
  public var windows: [Window]
  /// The most places that one request may name.
  public var placesPerRequest: Int
  /// The most requests at the same time.
  public var concurrentRequests: Int
  /// The most requests of one fetch, follow-ups included.
  public var requestsPerFetch: Int

  /// Makes a set of limits; numbers below 1 count as 1.
  public init(
    windows: [Window] = [], placesPerRequest: Int = 1, concurrentRequests: Int = 4,
    requestsPerFetch: Int = 100
  ) {
    self.windows = windows
    self.placesPerRequest = max(1, placesPerRequest)
    self.concurrentRequests = max(1, concurrentRequests)
    self.requestsPerFetch = max(1, requestsPerFetch)
  }
}
