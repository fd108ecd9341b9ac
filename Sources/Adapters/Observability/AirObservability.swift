#if Observability
  public import AQKit
  public import Logging
  public import Metrics
  public import Tracing

  /// Says what hubs do as logs, metrics and traces of an application's own: set it as ``ServiceKey/hubObserver``.
  ///
  /// ```swift
  /// func observedHub(_ container: AQContainer, logger: Logger) throws -> (AirHub, AirObservability) {
  ///   let observability = AirObservability(logger: logger)
  ///   return (try AirHub(container.setting(.hubObserver, to: observability)), observability)
  /// }
  /// ```
  ///
  /// Each of the three can be left out. What they are told holds no coordinates, no addresses, no texts of errors and no
  /// secrets: identifiers of sources, codes, counts, weights and durations. The guide *Logs, metrics and traces* lists
  /// all names with their units.
  public struct AirObservability: HubObserver {
    /// The logger of events; nil for none.
    public let logger: Logger?
    /// The tracer that makes spans; nil for none.
    public let tracer: (any Tracer)?
    let metrics: SourceMetrics?

    /// An observer of hubs, by default with what the process has set up for logs, metrics and traces.
    ///
    /// - Parameters:
    ///   - logger: Where events are logged; nil for nowhere.
    ///   - metrics: What makes counters, timers and gauges; nil for none.
    ///   - tracer: What makes spans; nil for none.
    ///   - sourceLimit: The number of sources that metrics tell apart; those that come later are named `other`.
    public init(
      logger: Logger? = Logger(label: "AQKit"), metrics: (any MetricsFactory)? = MetricsSystem.factory,
      tracer: (any Tracer)? = InstrumentationSystem.tracer, sourceLimit: Int = 200
    ) {
      self.logger = logger
      self.tracer = tracer
      self.metrics = metrics.map { SourceMetrics($0, sourceLimit: sourceLimit) }
    }

    /// Logs the event, counts it, and adds it to the span of the work that it belongs to.
    public func observe(_ event: HubEvent) {
      logger?.log(event)
      metrics?.count(event)
      OpenSpan.current?.add(event)
    }

    /// Does the work with a span about it, `aqkit.question` or `aqkit.source`. What the work starts, such as the requests
    /// of a transport that traces, becomes the span's child.
    public func observing(_ work: HubEvent.Work, _ body: () async -> Void) async {
      let start = ContinuousClock.now
      await withSpan(of: work, body)
      if work == .question { metrics?.record(question: start.duration(to: .now)) }
    }

    private func withSpan(of work: HubEvent.Work, _ body: () async -> Void) async {
      guard let tracer else { return await body() }
      let span: any Span = tracer.startSpan(work.spanName)
      defer {
        if work != .question, span.attributes.get("aqkit.outcome") == nil {
          span.attributes["aqkit.outcome"] = "given_up"
        }
        span.end()
      }
      var context = span.context
      if case .source(let source) = work { span.attributes["aqkit.source"] = source.rawValue }
      context.openSpan = OpenSpan(span: span, work: work)
      await ServiceContext.withValue(context) { await body() }
    }
  }

  extension HubEvent.Work {
    fileprivate var spanName: String {
      switch self {
      case .question: "aqkit.question"
      case .source: "aqkit.source"
      }
    }
  }
#endif
