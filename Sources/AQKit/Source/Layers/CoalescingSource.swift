/// A source that is asked once for identical concurrent queries.
///
/// Identical queries in flight share one response or one error. A cancelled caller leaves alone; when the last caller
/// leaves, the work is cancelled. The shared work has the latest of its callers' deadlines. Nothing is cached: the next
/// query after the response asks again. Live streams pass through.
package final class CoalescingSource<Base: AirDataSource>: AirLayer {
  package let base: Base
  private let flights = InFlightRequests<AirQuery, AirResponse>()
  package var insight: AirPolicy.Insight { base.layerInsight }

  /// Adds the layer to a source.
  package init(_ base: Base) { self.base = base }

  package var inFlightCount: Int { flights.count }
  package var waitingCount: Int { flights.waitingCount }

  @concurrent package func fetch(_ query: AirQuery) async throws -> AirResponse {
    try await flights.result(of: query) { [base] in try await base.fetch(query) }
  }
}
