/// The time limits of a request.
public struct TransportTimeouts: Hashable, Sendable {
  /// The longest silence on the connection, from the first attempt to connect to the last byte. 15 s by default.
  public var idle: Duration
  /// The longest time for the whole exchange. 60 s by default.
  public var total: Duration

  /// A pair of time-outs; both must be positive.
  public init(idle: Duration = .seconds(15), total: Duration = .seconds(60)) {
    self.idle = idle
    self.total = total
  }
}
