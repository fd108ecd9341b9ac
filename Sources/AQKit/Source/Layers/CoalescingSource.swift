/// A source that is asked once for identical concurrent queries, which it shares as a ``CoalescingTransport`` does. Live
/// streams pass through.
package final class CoalescingSource<Base: AirDataSource>: AirLayer {
  package let base: Base
  private let flights = InFlightRequests<AirQuery, AirResponse>()
  package var insight: AirPolicy.Insight { base.layerInsight }

  package init(_ base: Base) { self.base = base }

  package var inFlightCount: Int { flights.count }
  package var waitingCount: Int { flights.waitingCount }

  @concurrent package func fetch(_ query: AirQuery) async throws -> AirResponse {
    try await flights.result(of: query) { [base] in try await base.fetch(query) }
  }
}
