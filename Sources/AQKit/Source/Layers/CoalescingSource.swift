/// A source that is asked once for identical concurrent queries.
///
/// Identical queries in flight share one answer or one error. A cancelled caller leaves alone; when the last caller
/// leaves, the work is cancelled. The shared work has the latest of its callers' deadlines. Nothing is cached: the next
/// query after the answer asks again. Live streams pass through.
public struct CoalescingSource<Base: AirDataSource>: AirLayer {
  /// The underlying source.
  public let base: Base
  private let flights = Flights<AirQuery, AirResponse>()

  /// Adds the layer to a source. Its copies share the queries in flight.
  public init(_ base: Base) { self.base = base }

  /// The number of queries in flight.
  public var inFlightCount: Int { flights.count }
  /// The number of waiting callers.
  public var waitingCount: Int { flights.waitingCount }

  /// The source's answer, shared with identical queries in flight.
  ///
  /// - Throws: What the source throws, `CancellationError` when the task was cancelled.
  @concurrent public func fetch(_ query: AirQuery) async throws -> AirResponse {
    try await flights.answer(to: query) { [base] in try await base.fetch(query) }
  }
}
