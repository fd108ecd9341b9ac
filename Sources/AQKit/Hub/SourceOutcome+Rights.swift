extension SourceOutcome {
  /// The outcome without reports, and without series, whose own licence isn't known to allow what the query is for.
  func allowed(for query: AirQuery) -> SourceOutcome {
    guard !query.purposes.isEmpty, case .answered(var response) = result else { return self }
    let statesRights = descriptor.offers.contains(where: \.statesRights)
    // Who makes reports without any rights means the source's, which were looked at before it was asked.
    func isWithheld(_ report: AirReport) -> Bool {
      (statesRights || report.rights != .unknown) && !report.rights.unallowed(of: query.purposes).isEmpty
    }
    var (allowed, withheld): ([AirReport], [AirReport]) = ([], [])
    for report in response.reports {
      guard isWithheld(report) else {
        allowed.append(report)
        continue
      }
      let (kept, rest) = report.parted(by: query.purposes)
      if let kept { allowed.append(kept) }
      withheld.append(rest)
    }
    if withheld.isEmpty { return self }
    response.reports = allowed
    var copy = self
    copy.result = .answered(response)
    copy.withheld = withheld
    return copy
  }
}

extension AirReport {
  /// The series whose own rights allow some purposes, as a report under their licences, and the rest; nil where there are
  /// none, or a series has no rights of its own.
  fileprivate func parted(by purposes: Set<AirQuery.Purpose>) -> (allowed: AirReport?, rest: AirReport) {
    guard series.allSatisfy({ $0.origin?.rights != nil }) else { return (nil, self) }
    func isAllowed(_ series: AirSeries) -> Bool { rights(of: series).unallowed(of: purposes).isEmpty }
    var (allowed, rest) = (self, self)
    allowed.series.removeAll { !isAllowed($0) }
    rest.series.removeAll(where: isAllowed)
    guard let first = allowed.series.first else { return (nil, self) }
    allowed.rights = allowed.series.dropFirst().reduce(rights(of: first)) {
      $0.combined(with: rights(of: $1))
    }
    allowed.attribution = allowed.series.reduce([]) { $0.united(with: attribution(of: $1)) }
    return (allowed, rest)
  }
}

extension SourceOutcome {
  /// The outcome with further notes in its response, if there is one.
  func adding(_ notes: [AirNote]) -> SourceOutcome {
    guard !notes.isEmpty, case .answered(var response) = result else { return self }
    response.notes += notes
    var copy = self
    copy.result = .answered(response)
    return copy
  }
}

extension AirRights {
  /// The purposes that the rights aren't known to allow.
  func unallowed(of purposes: Set<AirQuery.Purpose>) -> [AirQuery.Purpose] {
    if purposes.isEmpty { return [] }
    return purposes.filter { permission(of: $0) != .allowed }.sorted { $0.rawValue < $1.rawValue }
  }

  /// Whether a purpose is allowed.
  func permission(of purpose: AirQuery.Purpose) -> Permission {
    switch purpose {
    case .commercialUse: commercialUse
    case .redistribution: redistribution
    case .caching: caching
    case .modification: modification
    }
  }
}
