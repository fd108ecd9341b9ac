extension AirReport {
  /// Returns the air-quality index of the report at one moment.
  ///
  /// The concentrations are formed from the report's series by the standard's own rule; if that isn't possible, the outcome
  /// is the reason.
  ///
  /// - Parameters:
  ///   - reference: The index: `.usEPA` (the edition in force), an edition such as `"us_epa_2012"`, or one of your own.
  ///   - moment: The moment; if left out, the end of the newest value that is not after ``receivedAt``.
  ///   - proxy: Whether a labelled proxy may be given where the standard gives no value; that of `options` if left
  ///     out.
  ///   - options: The options of the index.
  ///   - catalog: Where names are looked up.
  public func index(
    using reference: IndexEdition.Reference, at moment: AirTime? = nil, proxy: IndexOptions.Proxy? = nil,
    options: IndexOptions = .standard, catalog: AirQualityIndexCatalog = .standard
  ) -> AQIOutcome {
    guard let index = reference.resolved(in: catalog) else {
      return .unavailable(AQIOutcome.Unavailable(.unknownIndex(reference.description)))
    }
    return self.index(using: index, at: moment, proxy: proxy, options: options)
  }

  /// Returns the report at one moment on an index that the caller has.
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
    // The usual kind of index has specialised code.
    let outcome =
      if let table = index as? BreakpointIndex {
        bounding(self.index(on: table, at: moment, options)) { $0.index(on: table, at: moment, options) }
      } else {
        bounding(self.index(on: index, at: moment, options)) { $0.index(on: index, at: moment, options) }
      }
    return provenanceRule.stated(in: outcome)
  }

  private func index(on index: some AirQualityIndex, at moment: AirTime?, _ options: IndexOptions)
    -> AQIOutcome
  {
    var options = options
    // A closure that used the report's own would copy the whole report.
    let series = series
    let formation = ConcentrationFormation(
      series, in: site.timeZone, index.plan(for: options.variant), options: options)
    options.variant = formation.plan.variant
    guard
      let end = moment?.secondsSince1970 ?? formation.newestEnd(notAfter: receivedAt.secondsSince1970)
    else {
      let doubts = formation.plan.inputs.indices.compactMap(formation.doubt)
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
      ofFormed: concentrations, options: options, problems: problems,
      holds: { pollutant in series.contains { $0.parameter == pollutant } },
      time: AirTime(secondsSince1970: end))
  }

  /// Returns the report at one moment on several indices, in the order asked for.
  public func indices(
    using references: [IndexEdition.Reference], at moment: AirTime? = nil, proxy: IndexOptions.Proxy? = nil,
    options: IndexOptions = .standard, catalog: AirQualityIndexCatalog = .standard
  ) -> [AQIOutcome] {
    references.map { index(using: $0, at: moment, proxy: proxy, options: options, catalog: catalog) }
  }
}

extension AirQualityIndex {
  /// Returns the outcome for concentrations that were formed for a moment.
  func outcome(
    ofFormed concentrations: [IndexInput.Concentration], options: IndexOptions,
    problems: [AQIOutcome.Unavailable.Problem], holds: (AirParameter) -> Bool, time: AirTime
  ) -> AQIOutcome {
    if let table = self as? BreakpointIndex {
      let outcome = table.outcome(of: concentrations, options: options, problems: problems, time: time) {
        table.body.missing(besides: $0, holds)
      }
      guard outcome.value?.missing.isEmpty == false, case .value(var value) = outcome else { return outcome }
      name(silent: &value, concentrations, holds)
      return .value(value)
    }
    let outcome = value(of: concentrations, options: options).adding(problems, time: time)
    guard case .value(var value) = outcome else { return outcome }
    let refused = value.problems
    value.problems.removeAll(where: \.reason.isByDesign)
    // Levels have an end: missing pollutants can't lead beyond it.
    let isLast = value.isBeyondScale && edition.kind == .level
    value.missing =
      isLast
      ? []
      : missing(
        besides: { pollutant in
          concentrations.contains { given in
            given.input.parameter == pollutant
              && (refused.isEmpty || !refused.contains { $0.input == given.input })
          }
        }, holds)
    guard value.isPartial, options.partial == .none else {
      name(silent: &value, concentrations, holds)
      return .value(value)
    }
    return .unavailable(
      AQIOutcome.Unavailable(
        lacking: value.missing, edition.identifier, problems: value.problems, subIndices: value.subIndices))
  }

  /// Lists pollutants that the report has, but without any value for the moment, among the problems, like those with too few
  /// hours: a value with fewer data must not look more certain.
  private func name(
    silent value: inout AQIValue, _ formed: [IndexInput.Concentration], _ holds: (AirParameter) -> Bool
  ) {
    for pollutant in value.missing where holds(pollutant) {
      if formed.contains(where: { $0.input.parameter == pollutant }) { continue }
      if value.problems.contains(where: { $0.input.parameter == pollutant }) { continue }
      guard let input = inputs.first(where: { $0.parameter == pollutant }) else { continue }
      value.problems.append(.init(input: input, reason: .stated("no value in the hours before")))
    }
  }

  /// Returns the pollutants without an index that a report holds, or that usually dominate.
  private func missing(besides isIndexed: (AirParameter) -> Bool, _ holds: (AirParameter) -> Bool)
    -> [AirParameter]
  {
    var missing: [AirParameter] = []
    for input in inputs {
      let pollutant = input.parameter
      if isIndexed(pollutant) || missing.contains(pollutant) { continue }
      if pollutant == .o3 || holds(pollutant)
        || AirParameter.particles.contains(pollutant) && !AirParameter.particles.contains(where: isIndexed)
      {
        missing.append(pollutant)
      }
    }
    return missing
  }
}

extension AirParameter {
  /// Ozone and one of these give the index nearly everywhere.
  static let particles: [AirParameter] = [.pm25, .pm10]
}

extension AQIOutcome.Unavailable {
  /// Creates the reason for a caller who doesn't allow partial values.
  init(
    lacking missing: [AirParameter], _ edition: String, problems: [Problem], subIndices: [AQIValue.SubIndex]
  ) {
    self.init(
      .tooFewPollutants("without \(missing.map(\.name).joined(separator: " and "))"), edition: edition,
      problems: problems, subIndices: subIndices)
  }
}

extension AQIOutcome.Unavailable.Reason {
  /// Whether the standard itself gives no index for the concentration, without missing data.
  var isByDesign: Bool {
    switch self {
    case .undefined, .countsOnlyBeyond: true
    default: false
    }
  }
}

extension AQIOutcome {
  /// Returns the same outcome with the problems of other inputs, and the moment.
  fileprivate func adding(_ problems: [AQIOutcome.Unavailable.Problem], time: AirTime) -> AQIOutcome {
    switch self {
    case .value(var value):
      value.problems += problems
      value.time = time
      return .value(value)
    case .unavailable(var reason):
      reason.problems += problems
      if reason.reason == .nothingToGoOn, problems.count == 1, let only = problems.first {
        reason = AQIOutcome.Unavailable(only.reason, edition: reason.edition, problems: problems)
      } else if reason.reason == .nothingToGoOn, let shortage = problems.shortage {
        reason.reason = shortage
      }
      return .unavailable(reason)
    }
  }
}

extension AirReport {
  /// Returns the air-quality index of the whole report, hour by hour (or day by day), in one pass.
  ///
  /// At every hour it equals ``index(using:at:proxy:options:catalog:)`` at that moment.
  ///
  /// - Parameters:
  ///   - reference: The index.
  ///   - proxy: Whether labelled proxies may be given where the standard gives no value; that of `options` if left
  ///     out.
  ///   - options: The options of the index.
  ///   - catalog: Where names are looked up.
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

  /// Returns the air-quality index of the whole report on an index that the caller has.
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
    // A closure that used the report's own would copy the whole report.
    let series = series
    let formation = ConcentrationFormation(
      series, in: site.timeZone, index.plan(for: options.variant), options: options)
    options.variant = formation.plan.variant
    let formed = SeriesFormation(formation)
    guard !formed.columns.isEmpty, let timeline = formed.grid?.timeline else {
      let only = formed.problems.count == 1 ? formed.problems.first?.reason : nil
      throw AQIOutcome.Unavailable(
        only ?? .nothingToGoOn, edition: index.edition.identifier, problems: formed.problems)
    }
    let columns = formed.columns.map { formed.inputs[$0].column }
    let result = index.numbers(of: columns, count: timeline.count, options: options)
    return AQISeries(
      index, options, formed, self.series.map(\.parameter), timeline, columns, result, provenanceRule)
  }
}

extension AirQualityIndex {
  /// Returns the plan for a variant; a table of breakpoints has made it before.
  func plan(for variant: IndexOptions.Variant) -> FormationPlan {
    guard let table = self as? BreakpointIndex else {
      return FormationPlan(of: inputs, for: variant, under: edition.conditions, day: edition.day)
    }
    return variant == .current ? table.body.currentPlan : table.body.dailyPlan
  }
}
