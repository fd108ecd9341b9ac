/// Forms the concentrations that an index requires, over the whole of a report.
final class SeriesFormation: Sendable {
  let inputs: [InputFormation]
  /// The indices of the inputs that take part, in order.
  let columns: [Int]
  /// The index of the first formation of each input that takes part.
  private let firstFormations: [Int]
  let problems: [AQIOutcome.Unavailable.Problem]
  /// The moments; `nil` if there are none.
  let grid: FormationGrid?
  private let allowsProxy: Bool
  /// The formation of each input with its values that are flagged as suspect, if it has any.
  private let doubted: [InputFormation?]

  /// Forms the concentrations; with the moments at which there are only proxies, too, if the rows of both are compared.
  init(_ formation: ConcentrationFormation, withMomentsOfProxies: Bool = false) {
    doubted = formation.plan.inputs.indices.map { formation.doubted($0) }
    let allowsProxy = formation.options.proxy == .allowed
    var inputs = formation.plan.inputs.indices.map { InputFormation(formation, forInput: $0) }
    let usable = inputs.flatMap { $0.usable(allowsProxy: allowsProxy || withMomentsOfProxies) }
    grid =
      formation.plan.variant == .daily
      ? FormationGrid.days(of: usable, formation.days) : FormationGrid.hours(of: usable)
    var problems: [AQIOutcome.Unavailable.Problem] = []
    var (columns, firstFormations, formationCount) = ([Int](), [Int](), 0)
    for i in inputs.indices {
      if let grid, !inputs[i].usable(allowsProxy: allowsProxy).isEmpty {
        inputs[i].fill(grid, allowsProxy: allowsProxy)
      }
      if inputs[i].values.allSatisfy(\.isNaN), let problem = inputs[i].problem ?? doubted[i]?.doubt() {
        problems.append(problem)
      }
      guard !inputs[i].used.isEmpty else { continue }
      columns.append(i)
      firstFormations.append(formationCount)
      formationCount += inputs[i].used.count
    }
    self.inputs = inputs
    self.problems = problems
    (self.columns, self.firstFormations, self.allowsProxy) = (columns, firstFormations, allowsProxy)
  }

  /// Returns the index of the formation of a column's concentration in a row.
  func formation(ofColumn column: Int, at i: Int) -> Int {
    guard columns.indices.contains(column) else { return -1 }
    return firstFormations[column] + inputs[columns[column]].rank(at: i)
  }

  /// Returns whether a row is certainly complete: each input has a concentration, or the report has no values of it and
  /// doesn't need any. False if a closer check is needed. `ends` has, for each input, the concentration from which on there
  /// may be no index.
  func isWhole(at i: Int, _ held: [AirParameter], below ends: [Double]) -> Bool {
    // Whether an input certainly has a concentration with an index.
    func hasValue(_ place: Int) -> Bool {
      let values = inputs[place].values
      return i < values.count && values[i] >= 0 && values[i] < ends[place]
    }
    let hasParticles = inputs.indices.contains {
      AirParameter.particles.contains(inputs[$0].input.parameter) && hasValue($0)
    }
    return inputs.indices.allSatisfy { place in
      let pollutant = inputs[place].input.parameter
      return hasValue(place)
        || !pollutant.isMissed(isHeld: held.contains(pollutant), hasParticles: hasParticles)
    }
  }

  /// Returns the concentrations of one row, and the reasons for missing ones.
  func concentrations(at i: Int) -> (
    given: [IndexInput.Concentration], problems: [AQIOutcome.Unavailable.Problem]
  ) {
    var given: [IndexInput.Concentration] = []
    var problems: [AQIOutcome.Unavailable.Problem] = []
    guard let grid, (0..<grid.count).contains(i) else { return (given, problems) }
    for (input, doubtful) in zip(inputs, doubted) {
      do throws(AQIOutcome.Unavailable.Reason) {
        given.append(try input.concentration(at: grid.moment(at: i), inRow: i, allowsProxy: allowsProxy))
      } catch {
        if error != .nothingToGoOn {
          problems.append(.init(input: input.input, reason: error))
        } else if let doubt = doubtful?.doubt(at: grid.moment(at: i)) {
          problems.append(doubt)
        }
      }
    }
    return (given, problems)
  }

  /// Returns the basis of the concentration that a formation gives in a row.
  func basis(ofFormation formation: Int, at i: Int) -> AQIValue.Basis? {
    guard let grid, (0..<grid.count).contains(i),
      let column = firstFormations.lastIndex(where: { $0 <= formation })
    else { return nil }
    return try? inputs[columns[column]].concentration(
      at: grid.moment(at: i), inRow: i, allowsProxy: allowsProxy
    ).basis
  }
}

/// Everything that a report has for one input of an index, over its whole time.
struct InputFormation: Sendable {
  let input: IndexInput
  /// The report's series of the pollutant, corrected ones first, or the reason why one can't be used.
  let candidates: [Result<InputSeries, AQIOutcome.Unavailable.Reason>]
  /// The concentrations at the moments of the grid, NaN for missing ones.
  private(set) var values: [Double] = []
  /// Whether each concentration is a proxy; empty if none is.
  private(set) var proxies: [Bool] = []
  /// The candidate that gives each concentration.
  private(set) var chosen: [Int32] = []
  /// The candidates that give any, in order.
  private(set) var used: [Int] = []

  init(_ formation: ConcentrationFormation, forInput i: Int) {
    input = formation.plan.inputs[i]
    candidates = formation.candidates(forInput: i).map { candidate in
      Result { () throws(AQIOutcome.Unavailable.Reason) in
        try InputSeries(candidate, of: formation, forInput: i)
      }
    }
  }

  /// Returns the candidates that may have concentrations.
  func usable(allowsProxy: Bool) -> [InputSeries] {
    candidates.compactMap { candidate in
      guard case .success(let series) = candidate, allowsProxy || !series.isProxyOnly else { return nil }
      return series
    }
  }

  /// The reason why the input has no concentration at any moment: that at the last end of its first series.
  var problem: AQIOutcome.Unavailable.Problem? {
    let last = usable(allowsProxy: true).first?.ends?.last ?? 0
    guard case .failure(let reason) = formed(at: last), reason != .nothingToGoOn else { return nil }
    return .init(input: input, reason: reason)
  }

  /// Explains why the input has no concentration without the suspect values that this one has; nil if it has none for a
  /// moment.
  func doubt(at moment: Int64? = nil) -> AQIOutcome.Unavailable.Problem? {
    if let moment, case .failure(.nothingToGoOn) = formed(at: moment) { return nil }
    return .init(input: input, reason: .stated("its values are flagged as suspect"))
  }

  private func formed(at moment: Int64) -> Result<IndexInput.Concentration, AQIOutcome.Unavailable.Reason> {
    Result { () throws(AQIOutcome.Unavailable.Reason) in
      try concentration(at: moment, allowsProxy: false)
    }
  }

  /// Returns the concentration at a moment; in a row that has one, its candidate is known.
  func concentration(at moment: Int64, inRow i: Int? = nil, allowsProxy: Bool)
    throws(AQIOutcome.Unavailable.Reason) -> IndexInput.Concentration
  {
    if let i, values.indices.contains(i), !values[i].isNaN {
      return try candidates[Int(chosen[i])].get().concentration(at: moment, allowsProxy: allowsProxy)
    }
    return try IndexInput.Concentration.first(of: candidates.count) {
      candidate throws(AQIOutcome.Unavailable.Reason) in
      try candidates[candidate].get().concentration(at: moment, allowsProxy: allowsProxy)
    }
  }

  /// Forms the concentrations at all moments of a grid: at each from the first candidate that meets the rule there, else, if
  /// allowed, from the first that gives a proxy.
  mutating func fill(_ grid: FormationGrid, allowsProxy: Bool) {
    values = [Double](repeating: .nan, count: grid.count)
    chosen = [Int32](repeating: 0, count: grid.count)
    var (partial, partialChosen) = (values, chosen)
    for (i, candidate) in candidates.enumerated() {
      guard case .success(let series) = candidate, allowsProxy || !series.isProxyOnly else { continue }
      let filled = series.filled(grid, allowsProxy: allowsProxy)
      Self.merge(filled.complete, from: filled.row, of: i, into: &values, &chosen)
      Self.merge(filled.partial, from: filled.row, of: i, into: &partial, &partialChosen)
      used.append(i)
      // A later candidate is only looked at for the hours that are still without a value.
      if !values.contains(where: \.isNaN) { break }
    }
    for i in values.indices where values[i].isNaN && !partial[i].isNaN {
      if proxies.isEmpty { proxies = [Bool](repeating: false, count: values.count) }
      (values[i], chosen[i], proxies[i]) = (partial[i], partialChosen[i], true)
    }
    // Candidates that gave no value are dropped; if none gave any, the first stays.
    var givesValue = [Bool](repeating: false, count: candidates.count)
    for i in values.indices where !values[i].isNaN { givesValue[Int(chosen[i])] = true }
    let giving = used.filter { givesValue[$0] }
    used = giving.isEmpty ? Array(used.prefix(1)) : giving
  }

  /// Fills gaps from a candidate's values, the first of which is for a row.
  private static func merge(
    _ own: [Double], from row: Int, of candidate: Int, into values: inout [Double], _ chosen: inout [Int32]
  ) {
    for i in own.indices where values[row + i].isNaN && !own[i].isNaN {
      (values[row + i], chosen[row + i]) = (own[i], Int32(truncatingIfNeeded: candidate))
    }
  }

  /// Returns the index in ``used`` of the candidate that gives a row's concentration.
  func rank(at i: Int) -> Int { used.firstIndex(of: Int(chosen[i])) ?? 0 }

  var column: IndexInput.Column { IndexInput.Column(input, values, proxies: proxies) }
}

/// The moments of a series of indices.
enum FormationGrid: Sendable {
  /// Hours: the end of the first one, and their number.
  case hourly(first: Int64, count: Int)
  /// Calendar days of a site, or intervals as a source states them.
  case spans([(start: Int64, end: Int64)])

  var count: Int {
    switch self {
    case .hourly(_, let count): count
    case .spans(let spans): spans.count
    }
  }

  /// Returns the moment of a row, which must be in range: the end of the hour or the day.
  func moment(at i: Int) -> Int64 {
    switch self {
    case .hourly(let first, _): first + Int64(i) * 3600
    case .spans(let spans): spans[i].end
    }
  }

  /// The intervals of the indices: instants at the ends of hours, or days.
  var timeline: AirTimeline? {
    switch self {
    case .hourly(let first, let count): try? AirTimeline(start: first, step: 3600, length: 0, count: count)
    case .spans(let spans):
      try? AirTimeline(
        starts: ContiguousArray(spans.map(\.start)), ends: ContiguousArray(spans.map(\.end)))
    }
  }

  /// Returns the hours that contain all values of some series, at the minute of the first hourly one; `nil` if there are
  /// none, or more than a thousand years of them.
  static func hours(of series: [InputSeries]) -> FormationGrid? {
    var (earliest, earliestHourly, latest) = (Int64.max, Int64.max, Int64.min)
    for series in series {
      guard let ends = series.ends else { continue }
      earliest = min(earliest, ends.first)
      latest = max(latest, ends.last)
      if series.isHourly { earliestHourly = min(earliestHourly, ends.first) }
    }
    guard earliest <= latest else { return nil }
    let phase = earliestHourly == .max ? earliest : earliestHourly
    let first = phase - (phase - earliest).dividedDown(by: 3600) * 3600
    let last = phase - (phase - latest).dividedDown(by: 3600) * 3600
    guard first <= last, (last - first) / 3600 < HourlySeries.longest else { return nil }
    return .hourly(first: first, count: Int((last - first) / 3600) + 1)
  }

  /// Returns the days on which some series have values or, if the site's calendar days are not known, the intervals
  /// that the source states.
  static func days(
    of series: [InputSeries], _ days: Result<LocalDays, AQIOutcome.Unavailable.Reason>
  ) -> FormationGrid? {
    guard case .success(let days) = days else {
      let spans = series.flatMap(\.statedIntervals).unique { [$0.start, $0.end] }.ordered { $0 < $1 }
      return spans.isEmpty ? nil : .spans(spans)
    }
    let numbers = InputSeries.days(of: series, days)
    guard !numbers.isEmpty else { return nil }
    let bounds = numbers.map { days.bounds(ofDay: $0) }
    return .spans(bounds.map { ($0.lowerBound, $0.upperBound) })
  }
}
