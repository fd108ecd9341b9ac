extension AirReport {
  /// Returns the air-quality index of the report at one moment.
  ///
  /// The concentrations are formed from the report's series by the standard's own rule; if that isn't possible, the outcome
  /// is the reason.
  ///
  /// An index that is named without an edition has the one that was in force when the hour that ends at the moment began. It
  /// comes into force at midnight of the place, or in UTC if its time zone isn't known. The same holds for series and lists of
  /// hours, so that all agree about past hours; a named edition is used at any time.
  ///
  /// - Parameters:
  ///   - reference: The index: `.usEPA` (the edition in force), an edition such as `"us_epa_2012"`, or one of your own.
  ///   - moment: The moment; if left out, the end of the newest value that is not after ``receivedAt``.
  ///   - options: The options of the index.
  ///   - catalog: The catalogue in which names are looked up.
  public func index(
    using reference: IndexEdition.Reference, at moment: AirTime? = nil, options: IndexOptions = .standard,
    catalog: AirQualityIndexCatalog = .standard
  ) -> AQIOutcome {
    let editions = editions(
      of: reference, from: moment ?? min(firstEnd ?? receivedAt, receivedAt), through: moment ?? receivedAt,
      in: catalog, options.timeZone)
    var (moment, index) = (moment, editions.index(ofHourEnding: moment ?? receivedAt))
    if moment == nil, editions.indices.count > 1, let latest = index ?? editions.newest {
      // The newest value may be older than the edition.
      let formation = ConcentrationFormation(
        series, at: site, latest.plan.plan(for: options.variant), options: options)
      moment = formation.newestEnd(notAfter: receivedAt.secondsSince1970).map(AirTime.init(secondsSince1970:))
      if let moment { index = editions.index(ofHourEnding: moment) }
    }
    guard let index else {
      return .unavailable(catalog.absence(of: reference.description, inHourEnding: moment ?? receivedAt))
    }
    return self.index(using: index, at: moment, options: options)
  }

  /// The end of the earliest interval, whether or not it has a value.
  private var firstEnd: AirTime? { series.compactMap { $0.timeline.first?.end }.min() }

  /// Returns the editions of an index that are in force in the hours that end from one moment to another, in a zone or else
  /// the site's.
  package func editions(
    of reference: IndexEdition.Reference, from first: AirTime, through last: AirTime,
    in catalog: AirQualityIndexCatalog, _ zone: AirTime.Zone?
  ) -> EditionPeriods {
    EditionPeriods(of: reference, in: catalog, from: first, through: last) {
      zone ?? site.timeZone.flatMap(AirTime.Zone.init(identifier:)) ?? .utc
    }
  }

  /// Returns the report's value at one moment on the given index.
  public func index(
    using index: some AirQualityIndex, at moment: AirTime? = nil, options: IndexOptions = .standard
  ) -> AQIOutcome {
    if options.proxy == .whereNeeded {
      return self.index(using: index, at: moment, options: options.with(.none)).shown {
        self.index(using: index, at: moment, options: options.with(.allowed))
      }
    }
    var outcome = self.index(on: index, at: moment, options)
    outcome.changeValue { value in
      value.provenance = provenance(of: value)
      if series.contains(where: { $0.accuracy != nil }) {
        value.bounds = bounds(around: value) { $0.index(on: index, at: moment, options) }
      }
    }
    return outcome
  }

  private func index(on index: some AirQualityIndex, at moment: AirTime?, _ options: IndexOptions)
    -> AQIOutcome
  {
    let formation = ConcentrationFormation(
      series, at: site, index.plan.plan(for: options.variant), options: options)
    guard !formation.plan.inputs.isEmpty,
      let end = moment?.secondsSince1970 ?? formation.newestEnd(notAfter: receivedAt.secondsSince1970)
    else {
      let doubts = formation.plan.inputs.indices.compactMap { formation.doubted($0)?.doubt() }
      return .unavailable(
        AQIOutcome.Unavailable(
          doubts.first?.reason ?? formation.plan.absence, edition: index.edition.identifier,
          problems: doubts))
    }
    return index.outcome(of: formation.formed(at: end))
  }

  /// Returns the report's values at one moment on several indices, in the given order.
  public func indices(
    using references: [IndexEdition.Reference], at moment: AirTime? = nil, options: IndexOptions = .standard,
    catalog: AirQualityIndexCatalog = .standard
  ) -> [AQIOutcome] {
    references.map { index(using: $0, at: moment, options: options, catalog: catalog) }
  }

  /// Returns the air-quality index of the whole report, hour by hour (or day by day), in one pass.
  ///
  /// At every hour it equals ``index(using:at:options:catalog:)`` at that moment: if the edition changes within the report, each
  /// hour has its own. Hours in which no edition was in force are left out.
  ///
  /// - Throws: The reason why no concentration could be formed at any time.
  public func indexSeries(
    using reference: IndexEdition.Reference, options: IndexOptions = .standard,
    catalog: AirQualityIndexCatalog = .standard
  ) throws(AQIOutcome.Unavailable) -> AQISeries {
    let last = series.compactMap { $0.timeline.last?.end }.max() ?? receivedAt
    let editions = editions(
      of: reference, from: firstEnd ?? receivedAt, through: last, in: catalog, options.timeZone)
    var parts: [(period: Int, series: AQISeries)] = []
    var failure: AQIOutcome.Unavailable?
    for (period, index) in editions.indices.enumerated() {
      guard let index else { continue }
      do throws(AQIOutcome.Unavailable) {
        parts.append((period, try indexSeries(using: index, options: options)))
      } catch {
        failure = error
      }
    }
    if editions.indices.count == 1, let only = parts.first { return only.series }
    let joined = AQISeries(joining: parts.map(\.series)) { part, moment in
      editions.period(ofHourEnding: moment) == parts[part].period
    }
    guard let joined else {
      throw failure ?? catalog.absence(of: reference.description, inHourEnding: last)
    }
    return joined
  }

  /// Returns the given air-quality index of the whole report.
  ///
  /// If values are years apart, the hours between them are left out.
  ///
  /// - Throws: The reason why no concentration could be formed at any time.
  public func indexSeries(
    using index: some AirQualityIndex, options: IndexOptions = .standard
  ) throws(AQIOutcome.Unavailable) -> AQISeries {
    if options.proxy == .whereNeeded {
      let strict = Result { () throws(AQIOutcome.Unavailable) in
        try indexSeries(using: index, options: options.with(.none), withMomentsOfProxies: true)
      }
      let lenient = try? indexSeries(using: index, options: options.with(.allowed))
      guard let shown = AQISeries(showing: try? strict.get(), orElse: lenient) else {
        return try strict.get()
      }
      return shown
    }
    return try indexSeries(using: index, options: options, withMomentsOfProxies: false)
  }

  private func indexSeries(
    using index: some AirQualityIndex, options: IndexOptions, withMomentsOfProxies: Bool
  ) throws(AQIOutcome.Unavailable) -> AQISeries {
    guard let stretches = SparseSeries.stretches(of: series) else {
      return try indexSeries(of: series, using: index, options: options, withMomentsOfProxies)
    }
    var parts: [AQISeries] = []
    var failure: AQIOutcome.Unavailable?
    for stretch in stretches {
      do throws(AQIOutcome.Unavailable) {
        parts.append(try indexSeries(of: stretch, using: index, options: options, withMomentsOfProxies))
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
    of series: [AirSeries], using index: some AirQualityIndex, options: IndexOptions,
    _ withMomentsOfProxies: Bool
  ) throws(AQIOutcome.Unavailable) -> AQISeries {
    let formation = ConcentrationFormation(
      series, at: site, index.plan.plan(for: options.variant), options: options)
    let options = formation.options
    let formed = SeriesFormation(formation, withMomentsOfProxies: withMomentsOfProxies)
    guard !formed.columns.isEmpty, let timeline = formed.grid?.timeline else {
      throw AQIOutcome.Unavailable(
        formed.problems.mainReason ?? formation.plan.absence, edition: index.edition.identifier,
        problems: formed.problems)
    }
    return AQISeries(index, options, formed, self.series.map(\.parameter), timeline, provenanceRule)
  }

  /// Returns whether a series holds uncorrected particle values of a low-cost sensor.
  ///
  /// The optical sensors of such devices are calibrated for one kind of dust; outdoors they need a correction, as Barkjohn,
  /// Gantt and Clements show for PurpleAir's, Atmos. Meas. Tech. 14, 4617 (2021).
  public func isUncorrected(_ series: AirSeries) -> Bool {
    guard Self.opticalParameters.contains(series.parameter), series.correction == nil else { return false }
    let flags = series.flags?.last { !$0.isEmpty } ?? []
    if flags.contains(.corrected) { return false }
    return site.kind == .lowCostSensor
  }

  private static let opticalParameters: [AirParameter] = [.pm1, .pm25, .pm10]

  var provenanceRule: ProvenanceRule {
    let optical = site.kind == .lowCostSensor ? Self.opticalParameters : []
    let uncorrected = optical.filter { parameter in
      let given = series.filter { $0.parameter == parameter && $0.correction == nil }
      return !given.isEmpty && given.allSatisfy { isUncorrected($0) }
    }
    return ProvenanceRule(kind: kind, isIndoor: site.isIndoor == true, uncorrected: uncorrected)
  }

  /// Returns the provenance of the values that give an index.
  package func provenance(of value: AQIValue) -> AQIValue.Provenance { provenanceRule.provenance(of: value) }
}

/// The facts about a report's values that decide on the provenance of its indices.
struct ProvenanceRule: Sendable {
  var kind: AirReport.Kind
  var isIndoor: Bool
  /// Particles of a low-cost sensor of which no series was corrected by the provider.
  var uncorrected: [AirParameter]

  /// Returns the provenance of the values that give an index. A value from a corrected series names the correction.
  func provenance(of value: AQIValue) -> AQIValue.Provenance {
    let isRaw =
      !uncorrected.isEmpty
      && value.deciding.contains { pollutant in
        uncorrected.contains(pollutant)
          && value.subIndices.first { $0.parameter == pollutant }?.basis.correction == nil
      }
    return AQIValue.Provenance(kind: kind, isIndoor: isIndoor, isUncorrected: isRaw)
  }

  func stated(in outcome: AQIOutcome) -> AQIOutcome {
    changed(outcome) { $0.changeValue { $0.provenance = provenance(of: $0) } }
  }
}

extension IndexOptions {
  /// Returns the same options with another rule for proxies.
  fileprivate func with(_ proxy: Proxy) -> IndexOptions {
    changed(self) { $0.proxy = proxy }
  }
}
