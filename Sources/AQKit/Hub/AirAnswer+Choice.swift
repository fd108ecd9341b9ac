extension AirAnswer {
  /// The report to show for the query's first place; see ``best(forPlace:)``.
  public var best: AirReport? { best(forPlace: 0) }

  /// Returns the report to show for one of the query's places, by index.
  ///
  /// Only reports with a wanted value count; if the query names no parameters and one of its sources offers pollutants, weather
  /// alone doesn't. Fresh and ageing reports come before stale ones, and those before silent ones, as seen at the end of a window
  /// that is past; then precedence decides, then the order of registration. Of a source's stations the nearest one comes
  /// first. With ``AirHub/Policy/merged(_:)`` it is the merged report. Nil if there is none; ``explanation(forPlace:)`` says
  /// why.
  public func best(forPlace place: Int) -> AirReport? { best(for: wanted, forPlace: place) }

  func best(for wanted: Wanted, forPlace place: Int) -> AirReport? {
    if let report = merged(forPlace: place)?.report,
      report.series.contains(where: { wanted.contains($0.parameter) })
    {
      return report
    }
    return ranked(for: wanted, forPlace: place).first?.report
  }

  /// Returns a source's report for one of the query's places, the best one if it has several; nil if it has none there.
  ///
  /// - Throws: The source's error, or why it was not asked, as an error.
  public func report(from source: SourceID, forPlace place: Int = 0) throws(AQError) -> AirReport? {
    guard let outcome = outcomes.first(where: { $0.source == source }) else {
      throw .unknownSource(source, among: outcomes.map(\.source), "in the answer")
    }
    switch outcome.result {
    case .failed(let error): throw error
    case .skipped(let reason): throw reason.error(of: source, at: askedAt)
    case .responded, .pending: break
    }
    return ranked(for: wanted, forPlace: place, isLimited: false).first { $0.report.source == source }?.report
      ?? outcome.reports.first { isFor($0, place) }
  }

  /// Explains on one line why there is no report to show, with the most telling reason of a source, such as
  /// `open-meteo: unreachable: No route to the host.` Nil if there is a report.
  public func explanation(forPlace place: Int = 0) -> String? {
    best(forPlace: place) == nil ? reason(of: wanted, forPlace: place) : nil
  }

  /// Returns the air-quality index at one of the query's places: a value, or the most telling reason why there is none.
  ///
  /// It is computed from the best report that allows it, with the catalogue of the hub's container. A partial value gives way
  /// to another report's that is higher because of a pollutant that the partial one lacks.
  ///
  /// - Parameters:
  ///   - reference: The index: `.usEPA` (the edition in force at the moment, as in
  ///     ``AirReport/index(using:at:options:catalog:)``), an edition such as `"us_epa_2012"`, or one of your own.
  ///   - place: The index of the query's place.
  ///   - moment: The moment; if left out, the end of the newest value when the query was made.
  ///   - options: The options of the index.
  public func index(
    using reference: IndexEdition.Reference, forPlace place: Int = 0, at moment: AirTime? = nil,
    options: IndexOptions = .standard
  ) -> AQIOutcome {
    index(using: reference, forPlace: place, at: moment, now: askedAt, options: options)
  }

  /// Returns the reports that may give values or an index of these inputs at a place, best first; merged reports come before
  /// all others.
  func reports(with inputs: Set<AirParameter>, forPlace place: Int) -> [AirReport] {
    [merged(forPlace: place)?.report].compactMap { $0 }
      + ranked(for: .named(inputs), forPlace: place).map(\.report)
  }

  /// Returns the index of the first report that gives one, or a later one that raises it; a proxy only if no report gives a
  /// proper value. `now` is the current moment, which may be later than the query.
  func index(
    using reference: IndexEdition.Reference, forPlace place: Int = 0, at moment: AirTime? = nil, now: AirTime,
    options: IndexOptions
  ) -> AQIOutcome {
    let time = moment ?? now
    let editions = editions(of: reference, from: time, through: time)
    guard !editions.isEmpty else {
      return .unavailable(catalog.absence(of: reference.description, inHourEnding: time))
    }
    let inputs = editions.inputs
    var unavailable: AQIOutcome.Unavailable?
    var found: AQIOutcome?
    var proxyOutcome: AQIOutcome?
    for (number, given) in reports(with: inputs, forPlace: place).enumerated() {
      // An area may have thousands of reports, each of them partial.
      if found != nil, number >= 20 { break }
      var report = given
      // The newest value of a cached report counts as current.
      report.receivedAt = max(report.receivedAt, now)
      let outcome = provenance(
        of: report.index(using: reference, at: moment, options: options, catalog: catalog), in: given,
        forPlace: place)
      guard let value = outcome.value else {
        unavailable = unavailable ?? outcome.reason
        continue
      }
      if value.isProxy, options.proxy == .whereNeeded {
        proxyOutcome = proxyOutcome ?? outcome
        continue
      }
      if let partial = found?.value {
        let isAsNew = (value.time ?? now) >= (partial.time ?? now).adding(seconds: -3600)
        guard isAsNew, value.raises(partial) else { continue }
      }
      found = outcome
      if !value.isPartial { break }
    }
    if let outcome = found ?? proxyOutcome { return outcome }
    return .unavailable(
      absence(
        of: inputs, forPlace: place, unavailable,
        edition: reference.resolved(in: catalog, ofHourEnding: time)?.edition.identifier))
  }

  /// Returns why there is no index: what the best report lacks, unless a source that failed or has spent its budget
  /// might have had it.
  func absence(
    of inputs: Set<AirParameter>, forPlace place: Int, _ lack: AQIOutcome.Unavailable?, edition: String?
  ) -> AQIOutcome.Unavailable {
    let hasFailed = outcomes.contains { $0.weight <= 1 && $0.offers(.named(inputs)) }
    if let lack, !hasFailed { return lack }
    return AQIOutcome.Unavailable(.stated(reason(of: .named(inputs), forPlace: place)), edition: edition)
  }

  /// Returns the editions of an index that are in force, in any time zone, at the hours whose ends lie between two
  /// moments; empty if none is.
  func editions(of reference: IndexEdition.Reference, from first: AirTime, through last: AirTime)
    -> [any AirQualityIndex]
  {
    EditionPeriods(of: reference, in: catalog, from: first, through: last) { .utc }.indices.compactMap(\.self)
  }

  /// The values that a report must have to count.
  enum Wanted: Equatable {
    case named(Set<AirParameter>)
    case air
    case anything
    case site

    func contains(_ parameter: AirParameter) -> Bool {
      switch self {
      case .named(let parameters): parameters.contains(parameter)
      case .air: parameter.family != .weather && parameter.family != .radiation
      case .anything, .site: true
      }
    }
  }

  /// A report that counts at a place, and its number among all reports there.
  typealias Ranked = (report: AirReport, freshness: AirReport.Freshness, position: Int)

  var wanted: Wanted { query.wanted(from: outcomes) }

  /// The moment at which freshness counts: that of the answer, or the end of a window that is past.
  var momentOfChoice: AirTime {
    let receivedAt = receivedAt
    return min(receivedAt, query.window.interval(askedAt: askedAt, receivedAt: receivedAt).end)
  }

  func isFor(_ report: AirReport, _ place: Int) -> Bool {
    query.places.isEmpty || report.places.contains(place)
  }

  /// Returns the reports that count at a place, best first; by default without indoor sites that aren't asked for, and
  /// without the series of sites that the policy's rule finds too far away.
  func ranked(for wanted: Wanted, forPlace place: Int, isLimited: Bool = true) -> [Ranked] {
    var ranked: [Ranked] = []
    // A source may give several stations, of which the nearest one comes first.
    var ranks: [(Int, Double, Int, Double, Int)] = []
    let moment = momentOfChoice
    var position = -1
    for (number, outcome) in outcomes.enumerated() {
      for given in outcome.reports where isFor(given, place) {
        position += 1
        if isLimited, !query.takes(given.site, forPlace: place) { continue }
        let report = isLimited ? withinLimits(given, forPlace: place) : given
        guard let freshness = outcome.descriptor.freshness(of: report, for: wanted, at: moment) else {
          continue
        }
        ranked.append((report, freshness, position))
        let distance = pointDistance(of: given, fromPlace: place) ?? .infinity
        let precedence = -Double(outcome.descriptor.precedence)
        ranks.append((freshness.shownAs, precedence, number, distance, position))
      }
    }
    return ranked.indices.ordered { ranks[$0] < ranks[$1] }.map { ranked[$0] }
  }

  private func reason(of wanted: Wanted, forPlace place: Int) -> String {
    decisive(for: wanted).map { reason(of: $0, for: wanted, forPlace: place) }
      ?? failure?.description ?? "no source is installed"
  }

  /// Explains on one line why a source has nothing to show, beginning with its name.
  private func reason(of outcome: AirAnswer.SourceOutcome, for wanted: Wanted, forPlace place: Int) -> String
  {
    var nearest: (distance: Double, loss: Candidate.Loss)?
    for candidate in merge(forPlace: place)?.candidates ?? []
    where candidate.source == outcome.source && candidate.parameter.map(wanted.contains) ?? false {
      guard case .lost(let loss) = candidate.verdict, case .tooFar(let distance, _) = loss,
        distance < nearest?.distance ?? .infinity
      else { continue }
      nearest = (distance, loss)
    }
    if let nearest { return "\(outcome.source): its nearest site is \(nearest.loss)" }
    let reports = outcome.reports.filter { isFor($0, place) }
    if !reports.isEmpty, reports.allSatisfy({ !query.takes($0.site, forPlace: place) }) {
      return "\(outcome.source): its site is indoor; ask for it with includesIndoor"
    }
    if reports.isEmpty, outcome.reports.contains(where: \.places.isEmpty), outcome.response?.notes == [] {
      return "\(outcome.source): it has reports, but for no place (AirReport.places)"
    }
    return outcome.reason(forPlace: place)
  }

  /// Returns the outcome that best explains why there is no report. A source that the query leaves out only explains it if
  /// the query leaves out all.
  private func decisive(for wanted: Wanted) -> AirAnswer.SourceOutcome? {
    let selected = outcomes.filter { $0.skipReason != .notSelected }
    let asked = selected.isEmpty ? outcomes : selected
    let offering = asked.filter { $0.offers(wanted) }
    let candidates = offering.isEmpty ? asked : offering
    return candidates.min {
      ($0.weight, -Double($0.descriptor.precedence)) < ($1.weight, -Double($1.descriptor.precedence))
    }
  }

  /// Returns the report to show for one of the query's places; see ``best(forPlace:)``.
  ///
  /// - Throws: The most telling error of a source, ``AQError/Code/unavailable`` if the sources have no report, or
  ///   ``AQError/Code/notConfigured`` if there is no source.
  public func report(forPlace place: Int = 0) throws(AQError) -> AirReport {
    try report(for: wanted, forPlace: place)
  }

  func report(for wanted: Wanted, forPlace place: Int) throws(AQError) -> AirReport {
    if let report = best(for: wanted, forPlace: place) { return report }
    guard let decisive = decisive(for: wanted) else {
      throw failure ?? AQError(.notConfigured, "No source is installed.")
    }
    switch decisive.result {
    case .failed(let error): throw error.attributed(to: decisive.source)
    case .skipped(let reason): throw reason.error(of: decisive.source, at: askedAt)
    case .responded(let response):
      let failure = response.notes.first { $0.code == .failed }?.failure
      throw AQError(
        failure ?? .unavailable, reason(of: decisive, for: wanted, forPlace: place), source: decisive.source)
    case .pending:
      throw AQError(.timedOut, decisive.reason(forPlace: place), source: decisive.source)
    }
  }
}

/// An index that may lack pollutants.
protocol PartialIndex {
  var number: Int? { get }
  var dominant: [AirParameter] { get }
  var missing: [AirParameter] { get }
}

extension PartialIndex {
  /// Returns whether it is higher than a partial one because of a pollutant that this one lacks. An index without a number
  /// isn't known to be lower.
  func raises(_ partial: Self) -> Bool {
    dominant.contains(where: partial.missing.contains) && partial.number ?? .max < number ?? .max
  }
}

extension AQIValue: PartialIndex {}

extension [any AirQualityIndex] {
  var inputs: Set<AirParameter> { Set(flatMap { $0.inputs.map(\.parameter) }) }
}

extension AirReport.Freshness {
  /// The rank in which values are shown, best first: ageing ones like fresh ones.
  var shownAs: Int { self < .stale ? 0 : self < .silent ? 1 : 2 }
}

extension SourceDescriptor {
  /// Returns the freshness of the freshest wanted series of a report; nil if it has no wanted value.
  func freshness(of report: AirReport, for wanted: AirAnswer.Wanted, at now: AirTime) -> AirReport.Freshness?
  {
    if wanted == .site { return .fresh }
    return report.series.compactMap { series -> AirReport.Freshness? in
      guard wanted.contains(series.parameter), !series.hasNoValue else { return nil }
      return freshness(of: series, kind: report.kind, at: now)
    }.min()
  }
}

extension AirAnswer.SourceOutcome {
  /// Returns whether the source declares a wanted parameter, or doesn't declare its parameters.
  func offers(_ wanted: AirAnswer.Wanted) -> Bool {
    descriptor.offers.contains { offer in
      (offer.parameters.isEmpty && !offer.isOfNotices) || offer.parameters.contains { wanted.contains($0) }
    }
  }

  /// The rank among explanations of a missing report; the lowest explains most.
  fileprivate var weight: Int {
    switch result {
    case .failed: 0
    case .skipped(.budgetSpent): 1
    case .skipped(.notConfigured): 2
    case .pending: 3
    case .responded: 4
    case .skipped(.disabled): 5
    case .skipped(.rights), .skipped(.retired): 6
    case .skipped(.notCovered): 7
    case .skipped(.notSelected): 9
    case .skipped: 8
    }
  }

  fileprivate func reason(forPlace place: Int) -> String {
    switch result {
    case .failed(let error): return error.attributed(to: source).description
    case .skipped, .pending: return description
    case .responded(let response):
      if !withheld.isEmpty { return "\(source): the licence of what it has isn't known to allow this use" }
      let note = response.notes.first { note in
        note.code != .remark && (note.places.isEmpty || note.places.contains(place))
      }
      return "\(source): \(note.map { "\($0)" } ?? "nothing for this place")"
    }
  }

  /// Returns whether the outcome ends the search for the first success: it has a wanted value, which must not be silent if
  /// current values are requested.
  func isSuccess(for wanted: AirAnswer.Wanted, of query: AirQuery, at now: AirTime) -> Bool {
    reports.contains { report in
      guard
        query.places.isEmpty || report.places.contains(where: { query.takes(report.site, forPlace: $0) }),
        let freshness = descriptor.freshness(of: report, for: wanted, at: now)
      else { return false }
      return query.window != .current || freshness != .silent
    }
  }
}

extension AirAnswer.SourceOutcome.SkipReason {
  func error(of source: SourceID, at now: AirTime) -> AQError {
    switch self {
    case .notConfigured, .disabled: AQError(.notConfigured, description, source: source)
    case .retired: AQError(.unavailable, description, source: source, retry: .never)
    case .budgetSpent(let end):
      AQError(.rateLimited, description, source: source, retry: .after(max(.zero, end.duration(since: now))))
    default: AQError(.unsupported, description, source: source)
    }
  }
}

extension AirQuery {
  /// Returns the values that the query asks for, given what the sources offer.
  func wanted(from outcomes: [AirAnswer.SourceOutcome]) -> AirAnswer.Wanted {
    if detail == .sites { return .site }
    if !parameters.isEmpty { return .named(Set(parameters)) }
    return outcomes.contains { $0.skipReason != .notSelected && $0.offers(.air) } ? .air : .anything
  }
}
