import AQKit

extension SourceContract {
  static let bodyRules: [ContractRule] = [
    ContractRule(
      "body.html", "A page of HTML is `malformed`, and the error advises no retry.", requires: .transport
    ) { contract in
      try await contract.requireSomething()
      return try await contract.expectError(.malformed, on: .html, "A page of HTML") {
        $0 == .never ? nil : "gives an error that advises a retry"
      }
    },
    ContractRule(
      "body.empty", "An empty body is `malformed`, or a response that says that nothing is there.",
      requires: .transport
    ) { contract in
      try await contract.requireSomething()
      guard let outcome = try await contract.judgedSample(.emptyBody) else { return [] }
      return switch outcome {
      case .error(let error as AQError) where error.code == .malformed: []
      case .value(let response) where response.reports.isEmpty && !response.notes.isEmpty: []
      default: ["An empty body gives \(outcome.summary)."]
      }
    },
    ContractRule(
      "body.cut", "A body that is cut is `malformed`, or what is missing from the response is counted.",
      requires: .transport
    ) { contract in
      guard let sample = try await contract.samples().first, sample.outcome.value != nil else {
        throw NotApplicable("the first query has no response")
      }
      guard sample.hasJSON else { throw NotApplicable("a table of text that is cut at a line looks whole") }
      let honest = sample.responses.readings
      return try await Hostility.cuts.asyncFlatMap { thousandths in
        guard let outcome = try await contract.judgedSample(.cut(thousandths)) else { return [] }
        switch outcome {
        case .error(let error as AQError) where error.code == .malformed: return []
        case .value(let response):
          let readings = [response].readings
          let isAccounted = [response].count(of: [.refused, .failed]) > 0 || readings.count == honest.count
          return isAccounted
            ? []
            : [
              "A body cut at \(thousandths) ‰ gives \(readings.count) of \(honest.count) values, and nothing says so."
            ]
        default: return ["A body cut at \(thousandths) ‰ gives \(outcome.summary)."]
        }
      }
    },
    ContractRule(
      "body.nothing-invented", "No value is invented: not from a refusal, a page, or half a body.",
      requires: .transport
    ) { contract in
      let first = try await contract.samples().first
      let honest = first?.responses.readings ?? [:]
      return try await contract.hostileSamples().compactMap { sample in
        guard let response = sample.outcome.value else { return nil }
        let readings = [response].readings
        if case .cut = sample.hostility {
          // Truncating the last number of a text table may yield another number, which no reader can detect.
          guard first?.hasJSON ?? false else { return nil }
          return readings.contains { honest[$0.key] != $0.value }
            ? "\(sample.hostility) gives a value that wasn't sent." : nil
        }
        return readings.isEmpty ? nil : "\(sample.hostility) gives a value."
      }
    },
  ]
}
