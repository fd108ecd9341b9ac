#if Observability
  import AQKit
  import Metrics

  /// The counters, timers and gauges of sources. Their number is bounded: by the sources that are distinguished, and by fixed
  /// names of outcomes, codes and windows.
  final class SourceMetrics: Sendable {
    private struct Key: Hashable {
      var label: String
      var source: String
      /// The name and the value of a second dimension.
      var name = ""
      var value = ""

      var dimensions: [(String, String)] { [("source", source)] + (name.isEmpty ? [] : [(name, value)]) }
    }

    private let factory: any MetricsFactory
    private let sourceLimit: Int
    private let queries: Metrics.Timer
    private let made = Locked((sources: Set<String>(), instruments: [Key: any Sendable]()))

    init(_ factory: any MetricsFactory, sourceLimit: Int) {
      self.factory = factory
      self.sourceLimit = sourceLimit
      queries = Metrics.Timer(label: "aqkit_query_duration", dimensions: [], factory: factory)
    }

    func record(query duration: Duration) { queries.record(duration: duration) }

    func count(_ event: HubEvent) {
      let source = name(of: event.source)
      if let outcome = event.kind.outcome {
        add(1, to: Key(label: "aqkit_outcomes_total", source: source, name: "outcome", value: outcome))
        if let duration = event.duration {
          let key = Key(label: "aqkit_source_duration", source: source, name: "outcome", value: outcome)
          one(key, Metrics.Timer.init(label:dimensions:factory:)).record(duration: duration)
        }
      }
      switch event.kind {
      case .asked: add(1, to: Key(label: "aqkit_asked_total", source: source))
      case .responded(let values): add(values, to: Key(label: "aqkit_values_total", source: source))
      case .failed(let code):
        let code = Self.codes.contains(code) ? code.rawValue : "other"
        add(1, to: Key(label: "aqkit_failures_total", source: source, name: "code", value: code))
      case .requested(let weight):
        add(1, to: Key(label: "aqkit_requests_total", source: source))
        let key = Key(label: "aqkit_request_weight_total", source: source)
        one(key, FloatingPointCounter.init(label:dimensions:factory:)).increment(by: weight)
      case .retried: add(1, to: Key(label: "aqkit_retries_total", source: source))
      case .refused(let count): add(count, to: Key(label: "aqkit_refused_total", source: source))
      case .dropped(let count): add(count, to: Key(label: "aqkit_dropped_total", source: source))
      case .circuitOpened: set(Key(label: "aqkit_circuit_open", source: source), to: 1)
      case .circuitClosed: set(Key(label: "aqkit_circuit_open", source: source), to: 0)
      case .cachedResponseGiven, .gaveUp, .notConfigured, .budgetSpent: break
      }
    }

    func record(_ health: AirHub.SourceHealth) {
      let source = name(of: health.source)
      if let isOpen = health.isCircuitOpen {
        set(Key(label: "aqkit_circuit_open", source: source), to: isOpen ? 1 : 0)
      }
      for left in health.budgetLeft {
        let window = (left.name.map { "\($0) " } ?? "") + "\(left.window.seconds)"
        set(Key(label: "aqkit_budget_left", source: source, name: "window", value: window), to: left.weight)
      }
    }

    /// The name of all sources beyond the limit.
    private static let other = "other"
    private static let codes: Set<AQError.Code> = [
      .invalidRequest, .unauthorized, .timedOut, .rateLimited, .unavailable, .unreachable, .malformed,
      .tooLarge, .untrusted, .notConfigured, .unsupported,
    ]

    private func name(of source: SourceID) -> String {
      let (name, limit) = (source.rawValue, sourceLimit)
      return made.withLock { made in
        if made.sources.contains(name) { return name }
        guard made.sources.count < limit else { return Self.other }
        made.sources.insert(name)
        return name
      }
    }

    // MARK: One of each

    private func add(_ count: Int, to key: Key) {
      if count > 0 { one(key, Counter.init(label:dimensions:factory:)).increment(by: count) }
    }

    /// Sets a gauge of one source; the other ones would overwrite each other's values.
    private func set(_ key: Key, to value: Double) {
      if key.source != Self.other { one(key, Gauge.init(label:dimensions:factory:)).record(value) }
    }

    private func one<Instrument: Sendable>(
      _ key: Key, _ make: (String, [(String, String)], any MetricsFactory) -> Instrument
    ) -> Instrument {
      if let known = made.withLock({ $0.instruments[key] as? Instrument }) { return known }
      let new = make(key.label, key.dimensions, factory)
      return made.withLock { made in
        let kept = made.instruments[key] as? Instrument ?? new
        made.instruments[key] = kept
        return kept
      }
    }
  }
#endif
