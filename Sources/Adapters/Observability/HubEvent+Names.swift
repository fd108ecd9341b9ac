#if Observability
  import AQKit

  extension HubEvent.Kind {
    var name: String {
      switch self {
      case .asked: "asked"
      case .answered: "answered"
      case .keptAnswerGiven: "kept"
      case .failed: "failed"
      case .gaveUp: "given_up"
      case .notConfigured: "not_configured"
      case .budgetSpent: "budget_spent"
      case .requested: "requested"
      case .retried: "retried"
      case .refused: "refused"
      case .dropped: "dropped"
      case .circuitOpened: "circuit_opened"
      case .circuitClosed: "circuit_closed"
      }
    }

    /// The name of the outcome if the event ends a query to a source.
    var outcome: String? {
      switch self {
      case .answered, .keptAnswerGiven, .failed, .gaveUp, .notConfigured, .budgetSpent: name
      default: nil
      }
    }

    var numbers: [(name: String, value: Double)] {
      switch self {
      case .answered(let values): [("values", Double(values))]
      case .requested(let weight): [("weight", weight)]
      case .retried(let attempt): [("attempt", Double(attempt))]
      case .refused(let count), .dropped(let count): [("count", Double(count))]
      default: []
      }
    }
  }
#endif
