import AQKit

extension AirAnswer {
  /// Returns the caveats on any result: failures, sources' notes, and gaps of an index.
  func caveats(about outcome: AQIOutcome? = nil) -> [String] {
    var sentences = outcome.map(Self.caveats(on:)) ?? []
    if let recorded = ReportText(answer: self, now: askedAt).recorded(of: reports) {
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
    let provenance = value.provenance ?? AQIValue.Provenance(kind: .observation)
    let names = value.missing.map(\.name).joined(separator: ", ")
    let sentences: [String?] = [
      value.isPartial ? "The index may be higher; unknown: \(names)." : nil,
      (value.proxy ?? value.proxyText).map { "The index is a proxy, \($0)." },
      value.isBandUncertain ? "The band of the index is uncertain." : nil,
      provenance.kind != .observation ? "The index is computed from a model's values." : nil,
      provenance.isIndoor ? "The index is of indoor air." : nil,
      provenance.isUncorrected ? "The index is computed from uncorrected sensors' values." : nil,
    ]
    return sentences.compactMap(\.self) + value.problems.map { "Left out of the index: \($0.description)" }
  }

  /// Sources that couldn't be asked now, whose last response is used.
  private var cachedResponses: [String] {
    reports.unique(by: \.source).compactMap { report in
      guard let caching = self.caching(of: report), let failure = caching.failure else { return nil }
      return "\(report.source) failed now (\(failure)); its response from \(caching.since) is shown."
    }
  }

  /// Sources' notes, except those about values that they simply don't have.
  private var telling: [String] {
    let silent = AirNote.Code.lacking.union([.nothingNear])
    return notes.filter { !silent.contains($0.note.code) }.map { "\($0.source): \($0.note)" }
  }
}
