extension AirReport {
  /// Returns the air-quality index of the report at one moment.
  ///
  /// The concentrations are formed from the report's series by the standard's own rule; if that isn't possible, the outcome
  /// is the reason.
  ///
  /// - Parameters:
  ///   - reference: The index: `.usEPA` (the edition in force), an edition such as `"us_epa_2012"`, or one of your own.
  ///   - moment: The moment; if left out, the end of the newest value that is not after ``receivedAt``.
  ///   - proxy: Whether a labelled proxy may be given if the standard gives no value; that of `options` by default.
  ///   - options: The options of the index.
  ///   - catalog: The catalogue in which names are looked up.
  public func index(
    using reference: IndexEdition.Reference, at moment: AirTime? = nil, proxy: IndexOptions.Proxy? = nil,
    options: IndexOptions = .standard, catalog: AirQualityIndexCatalog = .standard
  ) -> AQIOutcome {
    guard let index = reference.resolved(in: catalog) else {
      return .unavailable(AQIOutcome.Unavailable(.unknownIndex(reference.description)))
    }
    return self.index(using: index, at: moment, proxy: proxy, options: options)
  }

  /// Returns the report's value at one moment on the given index.
  public func index(
    using index: some AirQualityIndex, at moment: AirTime? = nil, proxy: IndexOptions.Proxy? = nil,
    options: IndexOptions = .standard
  ) -> AQIOutcome {
    var options = options
    if let proxy { options.proxy = proxy }
    if options.proxy == .whereNeeded {
      return self.index(using: index, at: moment, proxy: IndexOptions.Proxy.none, options: options).shown {
        self.index(using: index, at: moment, proxy: .allowed, options: options)
      }
    }
    return provenanceRule.stated(
      in: bounding(self.index(on: index, at: moment, options)) { $0.index(on: index, at: moment, options) })
  }

  private func index(on index: some AirQualityIndex, at moment: AirTime?, _ options: IndexOptions)
    -> AQIOutcome
  {
    var options = options
    let formation = ConcentrationFormation(
      series, in: site.timeZone, index.plan.plan(for: options.variant), options: options)
    options.variant = formation.plan.variant
    guard
      let end = moment?.secondsSince1970 ?? formation.newestEnd(notAfter: receivedAt.secondsSince1970)
    else {
      let doubts = formation.plan.inputs.indices.compactMap { formation.doubt($0) }
      return .unavailable(
        AQIOutcome.Unavailable(
          doubts.first?.reason ?? .nothingToGoOn, edition: index.edition.identifier, problems: doubts))
    }
    var concentrations: [IndexInput.Concentration] = []
    var problems: [AQIOutcome.Unavailable.Problem] = []
    concentrations.reserveCapacity(formation.plan.inputs.count)
    for i in formation.plan.inputs.indices {
      do throws(AQIOutcome.Unavailable.Reason) {
        concentrations.append(try formation.concentration(forInput: i, at: end))
      } catch {
        if case .nothingToGoOn = error {
          if let doubt = formation.doubt(i) { problems.append(doubt) }
          continue
        }
        problems.append(.init(input: formation.plan.inputs[i], reason: error))
      }
    }
    return index.outcome(
      of: IndexInput.Formed(
        concentrations, problems: problems, held: series.map(\.parameter),
        time: AirTime(secondsSince1970: end), options: options))
  }

  /// Returns the report's values at one moment on several indices, in the given order.
  public func indices(
    using references: [IndexEdition.Reference], at moment: AirTime? = nil, proxy: IndexOptions.Proxy? = nil,
    options: IndexOptions = .standard, catalog: AirQualityIndexCatalog = .standard
  ) -> [AQIOutcome] {
    references.map { index(using: $0, at: moment, proxy: proxy, options: options, catalog: catalog) }
  }
}

extension AirReport {
  /// Returns the air-quality index of the whole report, hour by hour (or day by day), in one pass.
  ///
  /// At every hour it equals ``index(using:at:proxy:options:catalog:)`` at that moment.
  ///
  /// - Parameters:
  ///   - reference: The index.
  ///   - proxy: Whether labelled proxies may be given if the standard gives no value; that of `options` by default.
  ///   - options: The options of the index.
  ///   - catalog: The catalogue in which names are looked up.
  /// - Throws: The reason why no concentration could be formed at any time.
  public func indexSeries(
    using reference: IndexEdition.Reference, proxy: IndexOptions.Proxy? = nil,
    options: IndexOptions = .standard,
    catalog: AirQualityIndexCatalog = .standard
  ) throws(AQIOutcome.Unavailable) -> AQISeries {
    guard let index = reference.resolved(in: catalog) else {
      throw AQIOutcome.Unavailable(.unknownIndex(reference.description))
    }
    return try indexSeries(using: index, proxy: proxy, options: options)
  }

  /// Returns the given air-quality index of the whole report.
  ///
  /// If values are years apart, the hours between them are left out.
  public func indexSeries(
    using index: some AirQualityIndex, proxy: IndexOptions.Proxy? = nil, options: IndexOptions = .standard
  ) throws(AQIOutcome.Unavailable) -> AQISeries {
    var options = options
    if let proxy { options.proxy = proxy }
    if options.proxy == .whereNeeded {
      let strict = Result { () throws(AQIOutcome.Unavailable) in
        try indexSeries(using: index, proxy: IndexOptions.Proxy.none, options: options)
      }
      let lenient = try? indexSeries(using: index, proxy: .allowed, options: options)
      guard let shown = AQISeries(showing: try? strict.get(), orElse: lenient) else {
        return try strict.get()
      }
      return shown
    }
    guard let sparse = SparseSeries(series) else {
      return try indexSeries(of: series, using: index, options: options)
    }
    var parts: [AQISeries] = []
    var failure: AQIOutcome.Unavailable?
    for stretch in sparse.stretches {
      do throws(AQIOutcome.Unavailable) {
        parts.append(try indexSeries(of: stretch, using: index, options: options))
      } catch {
        failure = failure ?? error
      }
    }
    guard let joined = AQISeries(joining: parts) else {
      throw failure ?? AQIOutcome.Unavailable(.nothingToGoOn, edition: index.edition.identifier)
    }
    return joined
  }

  private func indexSeries(
    of series: [AirSeries], using index: some AirQualityIndex, options: IndexOptions
  ) throws(AQIOutcome.Unavailable) -> AQISeries {
    var options = options
    let formation = ConcentrationFormation(
      series, in: site.timeZone, index.plan.plan(for: options.variant), options: options)
    options.variant = formation.plan.variant
    let formed = SeriesFormation(formation)
    guard !formed.columns.isEmpty, let timeline = formed.grid?.timeline else {
      let only = formed.problems.count == 1 ? formed.problems.first?.reason : nil
      throw AQIOutcome.Unavailable(
        only ?? .nothingToGoOn, edition: index.edition.identifier, problems: formed.problems)
    }
    let columns = formed.columns.map { formed.inputs[$0].column }
    let result = index.numbers(
      of: IndexInput.Columns(columns, count: timeline.count, options: options)
    ).rows(timeline.count)
    return AQISeries(
      index, options, formed, self.series.map(\.parameter), timeline, columns, result, provenanceRule)
  }
}
