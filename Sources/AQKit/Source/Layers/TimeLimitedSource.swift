/// A source with a time limit.
///
/// All work below it knows the ``Deadline``: a transport whose wait would exceed it says so at once. It returns in time
/// even if the source ignores its cancellation. Live streams pass through.
public struct TimeLimitedSource<Base: AirDataSource>: AirLayer {
  /// The underlying source.
  public let base: Base
  /// The longest time for one answer.
  public let limit: Duration
  private let clock: any AQClock

  /// Adds a time limit to a source.
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
