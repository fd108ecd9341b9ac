/// A source that is asked once where several ask the same at the same time.
///
/// Identical queries in flight share one answer, or one error. A caller who is cancelled leaves alone; when the last one
/// has left, the work is cancelled. The shared work has the latest of its callers' deadlines. Nothing is kept: the next
/// query after the answer asks again. Live streams are forwarded as they are.
public struct CoalescingSource<Base: AirDataSource>: AirLayer {
  /// The source that is asked.
  public let base: Base
  private let flights = Flights<AirQuery, AirResponse>()

  /// Makes the layer. Copies of it share what is in flight.
  public init(_ base: Base) { self.base = base }

  /// How many queries are being answered.
  public var inFlightCount: Int { flights.count }
  /// How many callers wait for their answers.
  public var waitingCount: Int { flights.waitingCount }

  /// The source's answer, shared with whoever asks the same meanwhile.
  ///
  /// - Throws: What the source throws, `CancellationError` when the task was cancelled.
  @concurrent public func fetch(_ query: AirQuery) async throws -> AirResponse {
    try await flights.answer(to: query) { [base] in try await base.fetch(query) }
  }
}
