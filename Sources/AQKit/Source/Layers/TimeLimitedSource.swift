/// A source that is given up on when it takes too long.
///
/// Everything below it knows the ``Deadline``: a transport that would have to wait beyond it says so at once. It returns
/// in time even when the source doesn't heed its cancellation. Live streams are forwarded as they are.
public struct TimeLimitedSource<Base: AirDataSource>: AirLayer {
  /// The source that is asked.
  public let base: Base
  /// The longest time for one answer.
  public let limit: Duration
  private let clock: any AQClock

  /// Makes the layer.
  public init(_ base: Base, limit: Duration, clock: any AQClock = SystemClock()) {
    self.base = base
    self.limit = limit
    self.clock = clock
  }

  /// The source's answer.
  ///
  /// - Throws: ``AQError/Code/timedOut`` when the time has passed, `CancellationError` when the task was cancelled, and
  ///   what the source throws.
  @concurrent public func fetch(_ query: AirQuery) async throws -> AirResponse {
    try await Deadline.limit(limit, clock: clock, source: base.descriptor.id) { try await base.fetch(query) }
  }
}
