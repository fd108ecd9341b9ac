#if Observability
  public import AQKit

  extension AirObservability {
    /// Sets the gauges of circuits and budgets to what a hub says of its sources (``AirHub/health``).
    public func record(_ health: [AirHub.SourceHealth]) {
      guard let metrics else { return }
      for health in health { metrics.record(health) }
    }

    /// Sets the gauges of a hub's circuits and budgets again and again, until the task is cancelled. Asks no source.
    ///
    /// - Parameters:
    ///   - hub: The hub.
    ///   - interval: The time between two settings.
    ///   - clock: The clock that waits.
    /// - Throws: `CancellationError` when the task was cancelled.
    @concurrent public func follow(
      _ hub: AirHub, every interval: Duration = .seconds(30), clock: any AQClock = SystemClock()
    ) async throws {
      while true {
        try Task.checkCancellation()
        record(hub.health)
        try await clock.sleep(for: max(interval, .seconds(1)))
      }
    }
  }
#endif
