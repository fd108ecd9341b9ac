extension SourceOutcome {
  /// The outcome without reports whose own licence isn't known to allow what the query is for.
  func allowed(for query: AirQuery) -> SourceOutcome {
    guard !query.purposes.isEmpty, case .answered(var response) = result else { return self }
    // Who makes reports without any rights means the source's, which were looked at before it was asked.
    func isWithheld(_ report: AirReport) -> Bool {
      report.rights != .unknown && !report.rights.unallowed(of: query.purposes).isEmpty
    }
    let withheld = response.reports.filter(isWithheld)
    if withheld.isEmpty { return self }
    response.reports.removeAll(where: isWithheld)
    var copy = self
    copy.result = .answered(response)
    copy.withheld = withheld
    return copy
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
    return purposes.filter { purpose in
      switch purpose {
      case .commercialUse: commercialUse != .allowed
      case .redistribution: redistribution != .allowed
      case .caching: caching != .allowed
      case .modification: modification != .allowed
      }
    }.sorted { $0.rawValue < $1.rawValue }
  }
}
