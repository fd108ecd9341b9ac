#if Observability
  import AQKit
  import Logging

  extension HubEvent.Kind {
    /// The name in logs and metrics, and the level and the text of its line in a log.
    fileprivate var terms: (name: String, level: Logger.Level, message: Logger.Message) {
      switch self {
      case .asked: ("asked", .trace, "A source is asked.")
      case .responded: ("responded", .debug, "A source has responded.")
      case .cachedResponseGiven: ("cached", .debug, "A cached response was returned.")
      case .failed: ("failed", .warning, "A source has failed.")
      case .gaveUp: ("given_up", .info, "A query was given up at its time limit.")
      case .notConfigured: ("not_configured", .debug, "A source wasn't asked: a setting is missing.")
      case .budgetSpent:
        ("budget_spent", .info, "A source wasn't asked: its request limit is reached.")
      case .requested: ("requested", .trace, "A request was sent.")
      case .retried: ("retried", .info, "A request is sent again.")
      case .refused: ("refused", .info, "Values of a response were refused.")
      case .dropped: ("dropped", .warning, "Readings were dropped: they weren't taken in time.")
      case .circuitOpened:
        ("circuit_opened", .warning, "A source isn't asked for a while after repeated failures.")
      case .circuitClosed: ("circuit_closed", .info, "A source responds again.")
      }
    }

    var name: String { terms.name }

    /// The name of the outcome if the event ends a query to a source.
    var outcome: String? {
      switch self {
      case .responded, .cachedResponseGiven, .failed, .gaveUp, .notConfigured, .budgetSpent: name
      default: nil
      }
    }

    var numbers: [(name: String, value: Double)] {
      switch self {
      case .responded(let values): [("values", Double(values))]
      case .requested(let weight): [("weight", weight)]
      case .retried(let attempt): [("attempt", Double(attempt))]
      case .refused(let count), .dropped(let count): [("count", Double(count))]
      default: []
      }
    }
  }

  extension Logger {
    /// Logs an event, with its source, duration in seconds and numbers as metadata.
    func log(_ event: HubEvent) {
      let (_, level, message) = event.kind.terms
      log(level: level, message, metadata: metadata(of: event))
    }

    private func metadata(of event: HubEvent) -> Metadata {
      var metadata: Metadata = ["event": "\(event.kind.name)", "source": "\(event.source)"]
      if let duration = event.duration { metadata["duration"] = "\(duration / .seconds(1))" }
      for (name, number) in event.kind.numbers { metadata[name] = "\(number.plainText)" }
      if case .failed(let code) = event.kind { metadata["error"] = "\(code.rawValue)" }
      return metadata
    }
  }
#endif
