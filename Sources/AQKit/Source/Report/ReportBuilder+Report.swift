extension ReportBuilder {
  /// Adds a whole report, as one reads it from AQKit's own schema.
  ///
  /// The report's site, kind, issue time, attribution and rights are kept. Its source stays visible as the origin of
  /// each series, since the builder's reports carry the identifier of the source that is being read.
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
