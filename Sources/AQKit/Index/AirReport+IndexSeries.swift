extension AirReport {
  /// The air-quality index of the whole report, hour by hour (or day by day), in one pass.
  ///
  /// - Parameters:
  ///   - reference: The index.
  ///   - options: What the standard leaves to choose.
  ///   - catalog: Where names are looked up.
  /// - Throws: The reason why there is no index at any time.
  public func indexSeries(
    using reference: IndexReference, options: IndexOptions = .standard,
    catalog: AirQualityIndexCatalog = .standard
  ) throws(IndexUnavailable) -> AQISeries {
    guard let index = reference.resolved(in: catalog) else {
      throw IndexUnavailable(.unknownIndex(reference.description))
    }
    return try indexSeries(using: index, options: options)
  }

  /// The air-quality index of the whole report on an index that the caller has.
  public func indexSeries(
    using index: some AirQualityIndex, options: IndexOptions = .standard
  ) throws(IndexUnavailable) -> AQISeries {
    let formation = ConcentrationFormation(self, for: index, options: options)
    var options = options
    options.variant = formation.variant
    let formed = SeriesFormation(formation, inputs: index.inputs)
    guard !formed.columns.isEmpty else {
      let only = formed.problems.count == 1 ? formed.problems.first?.reason : nil
      throw IndexUnavailable(
        only ?? .nothingToGoOn, edition: index.edition.identifier, problems: formed.problems)
    }
    let result = index.numbers(of: formed.columns, count: formed.timeline.count, options: options)
    let bands = index.bands
    return AQISeries(
      edition: index.edition, variant: formation.variant, timeline: formed.timeline, numbers: result.numbers,
      leading: result.leading, sources: formed.sources, problems: formed.problems, bands: bands,
      topNumber: (index as? BreakpointIndex)?.topNumber ?? bands.last?.upperIndex ?? bands.last?.lowerIndex
        ?? 0)
  }
}
