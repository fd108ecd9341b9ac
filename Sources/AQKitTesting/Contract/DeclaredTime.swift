import AQKit

extension SourceContract {
  /// Returns the samples of declared times that the author doesn't ask for, for the places of the first suitable query.
  func declaredTimes() async throws -> [SourceDescriptor.Capability: Sample] {
    try await samples.declaredTimes.value { [self] in
      var times: [SourceDescriptor.Capability: Sample] = [:]
      guard asksForDeclaredTimes, drive != .connector else { return times }
      for capability in [SourceDescriptor.Capability.history, .forecast] {
        let offers = descriptor.offers.filter { $0.capabilities.contains(capability) }
        let isAsked = queries.contains { $0.window.asks(for: capability, at: now) }
        let suited = queries.first { query in
          offers.contains { offer in query.places.allSatisfy { offer.placeKinds.contains($0.kind) } }
        }
        guard !offers.isEmpty, !isAsked, var query = suited else { continue }
        query.window = capability == .history ? .past(.seconds(86_400)) : .next(.seconds(86_400))
        times[capability] = try await sample(query)
      }
      return times
    }
  }

  /// Judges declared history or forecast; throws ``NotTried`` without a query for it or a recording of the response.
  func judge(_ capability: SourceDescriptor.Capability) async throws -> [String] {
    try await requireSomething()
    if queries.contains(where: { $0.window.asks(for: capability, at: now) }) {
      let asked = try await samples().filter { $0.query.window.asks(for: capability, at: now) }
      if asked.contains(where: \.hasValue) { return [] }
      throw NotTried(
        "no response about it has a value: \(asked.map(\.explanation).joined(separator: ", "))")
    }
    guard let sample = try await declaredTimes()[capability] else {
      throw NotTried("no query asks for it: add one to `queries`, and record its response")
    }
    if sample.hasValue { return [] }
    if case .hung = sample.outcome {
      return ["Asked about \(sample.query.window.words), the source doesn't end."]
    }
    guard let error = sample.outcome.error else {
      throw NotTried("the response about \(sample.query.window.words) has no value: \(sample.explanation)")
    }
    // A transport without a recording fails, or responds with a refusal.
    let isRecorded = sample.exchanges.contains { (200..<300).contains($0.response.status) }
    let isUnrecorded = (error as? AQError).map { [.unreachable, .invalidRequest].contains($0.code) } ?? false
    if drive == .transport, !isRecorded || isUnrecorded {
      throw NotTried("there is no recording of a response about \(sample.query.window.words)")
    }
    return ["Asked about \(sample.query.window.words), the source gives \(sample.outcome.summary)."]
  }
}

extension AirQuery.Window {
  /// Returns whether the contract asks for values of the past, or of the future, in addition to current ones.
  func asks(for capability: SourceDescriptor.Capability, at now: AirTime) -> Bool {
    switch (self, capability) {
    case (.past, .history), (.next, .forecast): true
    case (.interval(let interval), .history): interval.start < now.adding(seconds: -25 * 3600)
    case (.interval(let interval), .forecast): interval.end > now
    default: false
    }
  }

  fileprivate var words: String {
    switch self {
    case .current: "now"
    case .past: "the past day"
    case .next: "the next day"
    case .interval(let interval): "\(interval)"
    }
  }
}
