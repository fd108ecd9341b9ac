extension AirReport {
  /// The air-quality index of the whole report, hour by hour (or day by day), in one pass.
  ///
  /// At every hour it is what ``index(using:at:proxy:options:catalog:)`` gives at that moment.
  ///
  /// - Parameters:
  ///   - reference: The index.
  ///   - proxy: Whether labelled proxies may be given where the standard gives no value; that of `options` if left
  ///     out.
  ///   - options: What the standard leaves to choose.
  ///   - catalog: Where names are looked up.
  /// - Throws: The reason why no concentration could be formed at any time.
  public func indexSeries(
    using reference: IndexReference, proxy: IndexOptions.Proxy? = nil, options: IndexOptions = .standard,
    catalog: AirQualityIndexCatalog = .standard
  ) throws(IndexUnavailable) -> AQISeries {
    guard let index = reference.resolved(in: catalog) else {
      throw IndexUnavailable(.unknownIndex(reference.description))
    }
    return try indexSeries(using: index, proxy: proxy, options: options)
  }

  /// The air-quality index of the whole report on an index that the caller has.
  public func indexSeries(
    using index: some AirQualityIndex, proxy: IndexOptions.Proxy? = nil, options: IndexOptions = .standard
  ) throws(IndexUnavailable) -> AQISeries {
    var options = options
    if let proxy { options.proxy = proxy }
    let formation = ConcentrationFormation(
      series, in: site.timeZone, index.plan(for: options.variant), options: options)
    options.variant = formation.plan.variant
    let formed = SeriesFormation(formation)
    guard !formed.columns.isEmpty, let timeline = formed.grid?.timeline else {
      let only = formed.problems.count == 1 ? formed.problems.first?.reason : nil
      throw IndexUnavailable(
        only ?? .nothingToGoOn, edition: index.edition.identifier, problems: formed.problems)
    }
    let columns = formed.columns.map { formed.inputs[$0].column }
    let result = index.numbers(of: columns, count: timeline.count, options: options)
    return AQISeries(index, options, formed, timeline, columns, result)
  }
}
