#if Observability
  public import AQKit

  extension AirObservability {
    /// Sets the gauges of circuits and budgets from the health of a hub's sources (``AirHub/health``).
    public func record(_ health: [AirHub.SourceHealth]) {
      guard let metrics else { return }
      for health in health { metrics.record(health) }
    }

    /// Sets the gauges of a hub's circuits and budgets repeatedly until the task is cancelled, then returns. Asks no source.
    ///
    /// - Parameters:
    ///   - hub: The hub.
    ///   - interval: The time between two updates of the gauges.
    ///   - clock: The clock that waits.
    @concurrent public func follow(
      _ hub: AirHub, every interval: Duration = .seconds(30), clock: any AQClock = AQSystemClock()
    ) async {
      while !Task.isCancelled {
        record(hub.health)
        // The only error is cancellation, which is the proper end of a service.
        do { try await clock.sleep(for: max(interval, .seconds(1))) } catch { return }
      }
    }
  }
#endif
