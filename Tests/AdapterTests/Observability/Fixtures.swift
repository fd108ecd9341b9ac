#if Observability
  import AQKit
  import AQKitObservability
  import AQKitTesting
  import InMemoryLogging
  import InMemoryTracing
  import Logging
  import MetricsTestKit

  /// An observer with back ends in memory.
  struct Observed {
    let logs = InMemoryLogHandler()
    let metrics = TestMetrics()
    let tracer = InMemoryTracer()
    let clock = ManualClock()
    let observability: AirObservability

    init(sourceLimit: Int = 200) {
      let logs = logs
      var logger = Logger(label: "test", factory: { _ in logs })
      logger.logLevel = .trace
      observability = AirObservability(
        logger: logger, metrics: metrics, tracer: tracer, sourceLimit: sourceLimit)
    }

    /// A hub of sources that is observed.
    func hub(_ sources: any AirDataSource...) throws -> AirHub {
      var container = AQContainer().setting(.clock, to: clock).setting(.hubObserver, to: observability)
      for source in sources { try container.register(source.descriptor) { _, _ in source } }
      return try AirHub(container)
    }

    /// A hub of the source `web`, which sends requests of weight 2.5 and allows 100 an hour, and 5 for lists.
    func askingHub(_ transport: any HTTPTransport) throws -> AirHub {
      var container = AQContainer().setting(.clock, to: clock).setting(.hubObserver, to: observability)
        .setting(.httpTransport, to: transport)
      var descriptor = SourceDescriptor.sample("web")
      descriptor.limits = RequestLimits(
        windows: [.init(100, perSeconds: 3600)], budgets: ["lists": [.init(5, perSeconds: 3600)]])
      try container.register(descriptor) { [descriptor] container, _ in
        let transport = try container.transport(for: descriptor)
        return ClosureSource(descriptor) { _ in
          var request = TransportRequest(url: "https://air.example.org/x?lat=49.2")
          request.weight = 2.5
          let response = try await transport.send(request)
          if let error = AQError(response: response) { throw error }
          return AirResponse()
        }
      }
      return try AirHub(container)
    }

    func source(_ id: SourceID, _ outcomes: ScriptedSource.Outcome...) -> ScriptedSource {
      ScriptedSource(.sample(id), outcomes: outcomes, clock: clock)
    }
  }

  extension AirQuery {
    static let anything = AirQuery(places: [], parameters: [.pm25])
  }

  extension SourceDescriptor {
    static func sample(_ id: SourceID) -> SourceDescriptor {
      SourceDescriptor(
        id: id, name: id.rawValue,
        offers: [
          Offer(
            capabilities: [.current], placeKinds: Set(AirQuery.Place.Kind.allCases), parameters: [.pm25],
            kinds: [.observation], timeConvention: .end, averaging: .oneHour, cadence: .seconds(3600))
        ])
    }
  }

  extension AirResponse {
    /// Makes an hourly value of a source.
    static func sample(_ id: SourceID, at now: AirTime) throws -> AirResponse {
      let hour = try AirInterval(start: now.adding(seconds: -3600), end: now)
      let series = try AirSeries(.pm25, 12, unit: .microgramsPerCubicMetre, over: hour)
      let report = AirReport(
        source: id, site: AirSite(name: "Here", kind: .referenceStation), kind: .observation,
        series: [series], receivedAt: now)
      return AirResponse(reports: [report])
    }
  }

  extension AQError {
    static let down = AQError(.unavailable, "Down at 49.2, 16.6.")
  }
#endif
