extension AirAnswer {
  /// Where a report comes from in time: whether it was kept, since when, and when asking again is worth it.
  public struct Keeping: Hashable, Sendable {
    /// Whether the report was there before the query, rather than asked for.
    public var isKept: Bool
    /// When it was received.
    public var since: AirTime
    /// Why the source gave no newer one, if the report replaces an error.
    public var failure: AQError.Code?
    /// When asking again is worth it: newer values are likely by then, or the source may be back.
    public var askAgainAt: AirTime
  }

  /// Whether one of the answer's reports was kept, since when, and when asking again is worth it; nil for a report of
  /// none of its sources.
  ///
  /// A merged report is kept if a report is that went into it, since the earliest of them, and asking again is worth it
  /// as soon as it is for one of them.
  public func keeping(of report: AirReport) -> Keeping? {
    guard report.source == .merged else { return keeping(ofSingle: report) }
    let parts = merges.lazy.compactMap(\.merged).first { $0.report == report }?.series.flatMap(\.parts) ?? []
    let keepings = parts.flatMap { part in
      reports.filter { $0.source == part.source && $0.site == part.site && $0.kind == part.kind }
    }.compactMap(keeping(ofSingle:))
    guard var whole = keepings.first else { return nil }
    for keeping in keepings.dropFirst() {
      whole.isKept = whole.isKept || keeping.isKept
      whole.since = min(whole.since, keeping.since)
      whole.failure = whole.failure ?? keeping.failure
      whole.askAgainAt = min(whole.askAgainAt, keeping.askAgainAt)
    }
    return whole
  }

  private func keeping(ofSingle report: AirReport) -> Keeping? {
    guard let outcome = outcomes.first(where: { $0.source == report.source }), let response = outcome.response
    else { return nil }
    // What was received before the question was kept somewhere below the hub.
    let isKept = response.kept != nil || report.receivedAt < askedAt
    let since = min(response.kept?.since ?? report.receivedAt, report.receivedAt)
    let lifetime = CachePolicy().lifetime(
      of: AirResponse(reports: [report]), to: query, from: outcome.descriptor, at: since)
    var again = max(since + lifetime.fresh, askedAt)
    if response.kept?.failure != nil {
      again = max(again, (outcome.receivedAt ?? askedAt) + CachePolicy().pauseAfterFailure)
    }
    return Keeping(isKept: isKept, since: since, failure: response.kept?.failure, askAgainAt: again)
  }
}

extension SourceOutcome {
  /// When asking a source again is worth it that failed or whose budget is spent; nil if it answered, or if something
  /// must change first.
  public var askAgainAt: AirTime? {
    switch result {
    case .skipped(.budgetSpent(let end)): return end
    case .failed(let error):
      guard let receivedAt else { return nil }
      switch error.retry {
      case .now: return receivedAt
      case .after(let wait): return receivedAt + wait
      case .whenChanged, .never: return nil
      }
    default: return nil
    }
  }
}
