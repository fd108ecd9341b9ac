#if Observability
  import AQKit
  import Tracing

  /// The span of the current task's work.
  struct OpenSpan: Sendable {
    let span: any Span
    let work: HubEvent.Work

    static var current: OpenSpan? { ServiceContext.current?.openSpan }

    /// Adds an event. Events that end a source's work become attributes of its span, and a failure also its status.
    func add(_ event: HubEvent) {
      guard work == .source(event.source) else { return note(event) }
      if case .asked = event.kind { return }
      if event.kind.outcome == nil { note(event) } else { end(with: event) }
    }

    private func end(with event: HubEvent) {
      // A cached response that replaces an error is followed by the error, which must not hide it.
      if span.attributes.get("aqkit.outcome") == nil {
        span.attributes["aqkit.outcome"] = event.kind.outcome
      }
      switch event.kind {
      case .responded(let values): span.attributes["aqkit.values"] = values
      case .failed(let code):
        span.attributes["aqkit.error"] = code.rawValue
        span.setStatus(SpanStatus(code: .error))
      default: break
      }
    }

    private func note(_ event: HubEvent) {
      var attributes: SpanAttributes = ["aqkit.source": .string(event.source.rawValue)]
      for (name, number) in event.kind.numbers { attributes["aqkit.\(name)"] = number }
      if case .failed(let code) = event.kind { attributes["aqkit.error"] = code.rawValue }
      span.addEvent(SpanEvent(name: "aqkit.\(event.kind.name)", attributes: attributes))
    }
  }

  extension ServiceContext {
    private enum Key: ServiceContextKey {
      typealias Value = OpenSpan
      static var nameOverride: String? { "aqkit-span" }
    }

    var openSpan: OpenSpan? {
      get { self[Key.self] }
      set { self[Key.self] = newValue }
    }
  }
#endif
