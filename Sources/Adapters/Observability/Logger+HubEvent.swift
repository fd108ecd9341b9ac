#if Observability
  import AQKit
  import Logging

  extension Logger {
    /// Logs an event, with its source, duration in seconds and numbers as metadata.
    func log(_ event: HubEvent) {
      log(level: event.kind.level, event.kind.message, metadata: metadata(of: event))
    }

    private func metadata(of event: HubEvent) -> Metadata {
      var metadata: Metadata = ["event": "\(event.kind.name)", "source": "\(event.source)"]
      if let duration = event.duration { metadata["duration"] = "\(duration / .seconds(1))" }
      for (name, number) in event.kind.numbers { metadata[name] = "\(number.plainText)" }
      if case .failed(let code) = event.kind { metadata["error"] = "\(code.rawValue)" }
      return metadata
    }
  }

  extension HubEvent.Kind {
    fileprivate var level: Logger.Level {
      switch self {
      case .asked, .requested: .trace
      case .answered, .keptAnswerGiven, .notConfigured: .debug
      case .retried, .refused, .gaveUp, .budgetSpent, .circuitClosed: .info
      case .failed, .dropped, .circuitOpened: .warning
      }
    }

    fileprivate var message: Logger.Message {
      switch self {
      case .asked: "A source is asked."
      case .answered: "A source has answered."
      case .keptAnswerGiven: "A kept answer was given."
      case .failed: "A source has failed."
      case .gaveUp: "A query was given up: its time was over."
      case .notConfigured: "A source wasn't asked: something is missing."
      case .budgetSpent: "A source wasn't asked: its limits on requests are reached."
      case .requested: "A request was sent."
      case .retried: "A request is sent again."
      case .refused: "Values of an answer were refused."
      case .dropped: "Readings were dropped: they weren't taken in time."
      case .circuitOpened: "A source is left alone after repeated failures."
      case .circuitClosed: "A source answers again."
      }
    }
  }
#endif
