import AQKit

extension SourceContract {
  static let statusRules: [ContractRule] =
    [
      refusal(
        "status.unauthorized", [401, 403], .unauthorized, .whenChanged,
        "`unauthorized`, with a retry when the credential has changed"),
      refusal(
        "status.timed-out", [408], .timedOut, .now, "`timedOut`, with a retry at once"),
      refusal(
        "status.rate-limited", [429], .rateLimited, .after(.seconds(retryAfter)),
        "`rateLimited`, with a retry after the time that the server states"),
      refusal(
        "status.unavailable", [500, 502, 504], .unavailable, nil,
        "`unavailable`, with a retry after a while"),
      refusal(
        "status.unavailable-for", [503], .unavailable, .after(.seconds(retryAfter)),
        "`unavailable`, with a retry after the time that the server states"),
    ] + [
      ContractRule(
        "status.invalid-request",
        "HTTP 400 and 404 are `invalidRequest`, never retried, or a response that says what is missing.",
        requires: .transport
      ) { contract in
        try await contract.tellsStatusesApart()
        return try await [400, 404].asyncFlatMap { status in
          guard let outcome = try await contract.judgedSample(.status(status)) else { return [] }
          switch outcome {
          case .value(let response) where response.reports.isEmpty && !response.notes.isEmpty: return []
          case .error(let error as AQError) where error.code == .invalidRequest && error.retry == .never:
            return []
          case .error(let error as AQError) where error.code == .invalidRequest:
            return ["HTTP \(status) gives an error that advises a retry."]
          default: return ["HTTP \(status) gives \(outcome.summary)."]
          }
        }
      },
      ContractRule(
        "error.transport-passes", "A failure of the transport keeps its code and its advice.",
        requires: .transport
      ) { contract in
        try await Hostility.codes.asyncFlatMap { code in
          let what = "A transport that fails with \(code)"
          return try await contract.expectError(code, on: .transport(code), what) {
            $0 == code.usualRetry ? nil : "gives different advice"
          }
        }
      },
      ContractRule(
        "error.wrapped",
        "An error that the source doesn't know is wrapped in an `AQError`, which keeps it as its cause.",
        requires: .transport
      ) { contract in
        let outcome = try await contract.hostileSample(.foreignError)
        guard let error = outcome.error as? AQError else { return ["It gives \(outcome.summary)."] }
        var cause = error.cause
        while let inner = cause as? AQError { cause = inner.cause }
        return cause is ForeignError ? [] : ["The error underneath is lost."]
      },
      ContractRule(
        "error.is-aqerror", "Whatever a server does, every error is an `AQError`.", requires: .transport
      ) { contract in
        try await contract.hostileSamples().compactMap { sample in
          // Another rule covers the foreign error.
          guard sample.hostility != .foreignError, let error = sample.outcome.error, !(error is AQError)
          else { return nil }
          return "\(sample.hostility) gives \(sample.outcome.summary)."
        }
      },
      ContractRule(
        "error.ends", "Whatever a server does, the query comes to an end.", requires: .transport
      ) { contract in
        try await contract.hostileSamples().compactMap {
          $0.outcome.isHung ? "\($0.hostility) gives no end." : nil
        }
      },
      ContractRule("error.attributed", "Every error names the source.", requires: .transport) { contract in
        try await contract.hostileSamples().compactMap { sample in
          guard let error = sample.outcome.error as? AQError, error.source != contract.descriptor.id else {
            return nil
          }
          return "With \(sample.hostility) the error names \(error.source.map { "“\($0)”" } ?? "no source")."
        }
      },
      ContractRule("error.message", "Every error has one line of text.", requires: .transport) { contract in
        try await contract.hostileSamples().compactMap { sample in
          guard let error = sample.outcome.error as? AQError else { return nil }
          return error.message.isEmpty || error.message.contains(where: \.isNewline)
            ? "With \(sample.hostility) the error has no text, or several lines." : nil
        }
      },
    ]

  /// Returns a rule about statuses and their advice, which may be any time to wait if it is nil.
  private static func refusal(
    _ id: String, _ statuses: [Int], _ code: AQError.Code, _ advice: AQError.Retry?, _ what: String
  ) -> ContractRule {
    let list = statuses.map(String.init).joined(separator: ", ")
    return ContractRule(id, "HTTP \(list) is \(what).", requires: .transport) { contract in
      if statuses.contains(401) {
        if let alike = try await contract.commonOutcome() {
          return ["Every status from 400 on gives \(alike)."]
        }
      } else {
        try await contract.tellsStatusesApart()
      }
      return try await statuses.asyncFlatMap { status in
        try await contract.expectError(code, on: .status(status), "HTTP \(status)") { given in
          if advice == nil, case .after = given { return nil }
          return given == advice ? nil : "gives the advice \(given)"
        }
      }
    }
  }

  /// Returns a source's common outcome of every refusal, whatever its status; nil if it distinguishes them.
  fileprivate func commonOutcome() async throws -> String? {
    let outcomes = try await Hostility.statuses.asyncFlatMap { status in
      let outcome = try await hostileSample(.status(status))
      return [(outcome.error as? AQError)?.code.rawValue ?? outcome.summary]
    }
    return Set(outcomes).count == 1 ? outcomes.first : nil
  }

  /// Throws if one cause breaks all rules about statuses; only the first one reports it.
  fileprivate func tellsStatusesApart() async throws {
    if try await commonOutcome() != nil {
      throw NotApplicable("every status is treated alike, as status.unauthorized reports")
    }
  }
}
