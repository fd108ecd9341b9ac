extension AirResponse {
  /// The part of a feed's response that matches a query: its cities, sites, boxes, parameters and kinds. Each report
  /// says which of the query's places it answers.
  package func filtered(by query: AirQuery) -> AirResponse {
    guard !query.places.isEmpty || !query.parameters.isEmpty || !query.kinds.isEmpty else { return self }
    var copy = self
    copy.reports = reports.compactMap { report in
      if !query.kinds.isEmpty, !query.kinds.contains(report.kind) { return nil }
      var report = report
      if !query.places.isEmpty {
        report.places = query.places.indices.filter {
          query.places[$0].names(report.site, within: query.radius)
        }
        if report.places.isEmpty { return nil }
      }
      if !query.parameters.isEmpty {
        report.series.removeAll { !query.parameters.contains($0.parameter) }
        if report.series.isEmpty { return nil }
      }
      return report
    }
    return copy
  }
}
