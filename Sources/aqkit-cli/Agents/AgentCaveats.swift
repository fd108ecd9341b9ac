import AQKit

extension AirAnswer {
  /// Returns the caveats on any result: failures, sources' notes, and gaps of an index.
  func caveats(about outcome: AQIOutcome? = nil) -> [String] {
    var sentences = outcome.map(Self.caveats(on:)) ?? []
    if let recorded = ReportText(answer: self, now: askedAt).recorded {
      sentences.append(recorded.sent)
    }
    sentences += distinctFailures.map { "\($0.source) failed: \($0.error.message)" }
    sentences += cachedResponses + telling
    if outcomes.allSatisfy({ $0.skipReason != nil }) {
      let reasons = Set(skipped.filter { $0.reason != .notSelected }.map { "\($0.reason)" }).sorted()
      sentences.append("No source was asked. \(reasons.joined(separator: " "))")
    }
    return sentences
  }

  private static func caveats(on outcome: AQIOutcome) -> [String] {
    guard let value = outcome.value else { return [] }
    var sentences: [String] = []
    if value.isPartial {
      let names = value.missing.map(\.name).joined(separator: ", ")
      sentences.append("The index may be higher; unknown: \(names).")
    }
    if let proxy = value.proxy ?? value.proxyText { sentences.append("The index is a proxy, \(proxy).") }
    if value.isBandUncertain { sentences.append("The band of the index is uncertain.") }
    if let provenance = value.provenance {
      if provenance.kind != .observation { sentences.append("The index is computed from a model's values.") }
      if provenance.isIndoor { sentences.append("The index is of indoor air.") }
      if provenance.isUncorrected {
        sentences.append("The index is computed from uncorrected sensors' values.")
      }
    }
    return sentences + value.problems.map { "Left out of the index: \($0.description)" }
  }

  /// Sources that couldn't be asked now, whose last response is used.
  private var cachedResponses: [String] {
    var said: Set<SourceID> = []
    return reports.compactMap { report in
      guard let caching = self.caching(of: report), let failure = caching.failure,
        said.insert(report.source).inserted
      else { return nil }
      return "\(report.source) failed now (\(failure)); its response from \(caching.since) is shown."
    }
  }

  /// Sources' notes, except those about values that they simply don't have.
  private var telling: [String] {
    let silent = AirNote.Code.lacking.union([.nothingNear])
    return outcomes.flatMap { outcome in
      (outcome.response?.notes ?? []).filter { !silent.contains($0.code) }.map { "\(outcome.source): \($0)" }
    }
  }
}
