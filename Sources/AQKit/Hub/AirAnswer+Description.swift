extension AirResponse: CustomStringConvertible {
  /// What a log needs: every report and every note, without coordinates of sites.
  public var description: String {
    let parts = reports.map { "\($0)" } + notes.map { "\($0)" }
    return parts.isEmpty ? "no report" : parts.joined(separator: "\n")
  }
}

extension SourceOutcome: CustomStringConvertible {
  /// The source and what became of it, such as `uba: not asked: It doesn't cover the place.`
  public var description: String {
    switch result {
    case .answered(let response):
      let kept = response.kept.map { ", kept since \($0.since)" } ?? ""
      let count = response.reports.count
      return "\(source): \(count) \(count == 1 ? "report" : "reports")\(kept)"
    case .failed(let error): return "\(source): failed: \(error.code): \(error.message)"
    case .skipped(let reason): return "\(source): not asked: \(reason)"
    case .pending: return "\(source): no answer yet"
    }
  }
}

extension AirAnswer: CustomStringConvertible {
  /// What a log needs: a line for each source, then the reports, without coordinates.
  public var description: String {
    (outcomes.map { "\($0)" } + reports.map { "\($0)" }).joined(separator: "\n")
  }
}
