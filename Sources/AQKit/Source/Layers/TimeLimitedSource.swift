/// A source with a time limit, which all work below it knows (``AirDeadline``). It returns in time even if
/// the source ignores its cancellation. Live streams pass through.
package final class TimeLimitedSource<Base: AirDataSource>: AirLayer {
  package let base: Base
  package let limit: Duration
  let clock: any AQClock
  package var insight: AirPolicy.Insight { base.layerInsight }

  init(_ base: Base, _ limit: Duration, clock: any AQClock) {
    (self.base, self.limit, self.clock) = (base, limit, clock)
  }

  @concurrent package func fetch(_ query: AirQuery) async throws -> AirResponse {
    try await AirDeadline.limit(limit, clock: clock, source: base.descriptor.id) { [base] in
      try await base.fetch(query)
    }
  }
}
