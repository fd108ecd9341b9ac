#if Observability
  public import AQKit
  public import Logging
  public import Metrics
  public import Tracing

  /// Reports the activity of hubs as an application's logs, metrics and traces: set it as ``AQContainer/ServiceKey/hubObserver``.
  ///
  /// ```swift
  /// func observedHub(_ container: AQContainer, logger: Logger) throws -> (AirHub, AirObservability) {
  ///   let observability = AirObservability(logger: logger)
  ///   return (try AirHub(container.setting(.hubObserver, to: observability)), observability)
  /// }
  /// ```
  ///
  /// Each of the three can be left out. They receive only identifiers of sources, codes, counts, weights and durations:
  /// no coordinates, addresses, error texts or secrets. The guide *Logs, metrics and traces* lists all names with their
  /// units.
  public struct AirObservability: HubObserver {
    /// The logger of events; nil for none.
    public let logger: Logger?
    /// The tracer that makes spans; nil for none.
    public let tracer: (any Tracer)?
    let metrics: SourceMetrics?

    /// Creates an observer of hubs, by default with the process's back ends for logs, metrics and traces.
    ///
    /// - Parameters:
    ///   - logger: The logger for events; nil for none.
    ///   - metrics: The factory of counters, timers and gauges; nil for none.
    ///   - tracer: The tracer of spans; nil for none.
    ///   - sourceLimit: The number of sources that metrics distinguish; later ones are named `other`, and have no
    ///     gauges.
    public init(
      logger: Logger? = Logger(label: "AQKit"), metrics: (any MetricsFactory)? = MetricsSystem.factory,
      tracer: (any Tracer)? = InstrumentationSystem.tracer, sourceLimit: Int = 200
    ) {
      self.logger = logger
      self.tracer = tracer
      self.metrics = metrics.map { SourceMetrics($0, sourceLimit: sourceLimit) }
    }

    /// Logs the event, counts it, and adds it to the span of its work.
    public func observe(_ event: HubEvent) {
      logger?.log(event)
      metrics?.count(event)
      OpenSpan.current?.add(event)
    }

    /// Runs the work in a span, `aqkit.query` or `aqkit.source`. Nested work, such as the requests of a transport that
    /// traces, becomes the span's child.
    public func observing(_ work: HubEvent.Work, _ body: () async -> Void) async {
      let start = ContinuousClock.now
      await withSpan(of: work, body)
      if work == .query { metrics?.record(query: start.duration(to: .now)) }
    }

    private func withSpan(of work: HubEvent.Work, _ body: () async -> Void) async {
      guard let tracer else { return await body() }
      let name = work == .query ? "aqkit.query" : "aqkit.source"
      let span: any Span = tracer.startSpan(name)
      defer {
        if work != .query, span.attributes.get("aqkit.outcome") == nil {
          span.attributes["aqkit.outcome"] = "given_up"
        }
        span.end()
      }
      var context = span.context
      if case .source(let source) = work { span.attributes["aqkit.source"] = source.rawValue }
      context.openSpan = OpenSpan(span: span, work: work)
      await ServiceContext.withValue(context) { await body() }
    }

    /// Sets the gauges of circuits and budgets from the health of a hub's sources (``AirHub/health``).
    public func record(_ health: [AirHub.SourceHealth]) {
      guard let metrics else { return }
      for health in health { metrics.record(health) }
    }

    /// Sets the gauges of a hub's circuits and budgets repeatedly until the task is cancelled, then returns. Asks no source.
    ///
    /// - Parameters:
    ///   - hub: The hub.
    ///   - interval: The time between two updates of the gauges; at least a second.
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
