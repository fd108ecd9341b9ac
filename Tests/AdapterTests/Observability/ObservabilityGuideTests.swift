#if Observability
  import AQKit
  import AQKitObservability
  import InMemoryLogging
  import AQKitTesting
  import Logging
  import Testing

  // What Docs/Observability.md describes; the guide quotes parts of this file.

  /// A hub whose work is logged, counted and traced.
  func observedHub(_ container: AQContainer, logger: Logger) throws -> (AirHub, AirObservability) {
    let observability = AirObservability(logger: logger)
    return (try AirHub(container.setting(.hubObserver, to: observability)), observability)
  }

  /// Keeps gauges while a server works, until it is shut down.
  func keepGauges(of hub: AirHub, _ observability: AirObservability) async {
    await observability.follow(hub, every: .seconds(15))
  }

  @Suite("The guide to logs, metrics and traces")
  struct ObservabilityGuideTests {
    @Test("a hub is observed with what the process has set up")
    func hub() async throws {
      let observed = Observed()
      let logs = observed.logs
      let source = observed.source("city", .response(try .sample("city", at: observed.clock.time)))
      var container = AQContainer().setting(.clock, to: observed.clock)
      try container.register(source.descriptor) { _, _ in source }
      var logger = Logger(label: "air", factory: { _ in logs })
      logger.logLevel = .debug
      let (hub, observability) = try observedHub(container, logger: logger)
      _ = try await hub.answer(for: .anything)
      #expect(logs.entries.map { $0.metadata["event"] } == ["responded"])
      // It ends without an error, as a service does that is shut down.
      let gauges = Task { await keepGauges(of: hub, observability) }
      gauges.cancel()
      await gauges.value
    }
  }
#endif
