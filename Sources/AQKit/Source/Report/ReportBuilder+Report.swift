extension ReportBuilder {
  /// Adds a whole report, for example from AQKit's own schema.
  ///
  /// Keeps the report's site, kind, issue time, attribution and rights. Its source becomes the origin of each series,
  /// because the builder's reports have the identifier of the source that is being read.
  ///
  /// - Parameters:
  ///   - report: The report.
  ///   - place: The index of the query's place that it answers; nil for none in particular.
  public mutating func add(_ report: AirReport, place: Int? = nil) {
    let reference = site(
      report.site, place: place, kind: report.kind, issuedAt: report.issuedAt,
      attribution: report.attribution, rights: report.rights)
    for series in report.series {
      var origin = series.origin ?? Origin()
      if report.source != descriptor.id, origin.source == nil { origin.source = report.source }
      add(series, origin: origin == Origin() ? nil : origin, to: reference)
    }
  }
}
