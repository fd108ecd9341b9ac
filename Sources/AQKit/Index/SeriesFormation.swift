/// Forms the concentrations that an index asks for, over the whole of a report.
struct SeriesFormation: Sendable {
  /// What there is for each input.
  private(set) var inputs: [InputFormation]
  /// The places of the inputs that take part, in order.
  private(set) var columns: [Int] = []
  /// For each input that takes part the place of its first source.
  private(set) var firstSources: [Int] = []
  private(set) var sources: [AQISeries.Source] = []
  private(set) var problems: [IndexUnavailable.Problem] = []
  /// The moments; `nil` where there are none.
  let grid: FormationGrid?
  private let days: Result<LocalDays, IndexUnavailable.Reason>
  private let options: IndexOptions

  init(_ formation: ConcentrationFormation) {
    days = formation.days
    options = formation.options
    let allowsProxy = options.proxy == .allowed
    inputs = formation.plan.inputs.indices.map { InputFormation(formation, forInput: $0) }
    let usable = inputs.flatMap { $0.usable(allowsProxy: allowsProxy) }
    grid =
      formation.plan.variant == .daily
      ? FormationGrid.days(of: usable, days) : FormationGrid.hours(of: usable)
    guard let grid else {
      problems = inputs.compactMap { problem(of: $0) }
      return
    }
    for place in inputs.indices {
      guard !inputs[place].usable(allowsProxy: allowsProxy).isEmpty else {
        if let problem = problem(of: inputs[place]) { problems.append(problem) }
        continue
      }
      inputs[place].fill(grid, days, allowsProxy: allowsProxy)
      if !inputs[place].values.contains(where: { !$0.isNaN }), let problem = problem(of: inputs[place]) {
        problems.append(problem)
      }
    }
    for place in inputs.indices where !inputs[place].used.isEmpty {
      columns.append(place)
      firstSources.append(sources.count)
      sources += inputs[place].sources
    }
  }

  /// Why an input has no concentration at any moment: the reason at the last end of its first series.
  private func problem(of input: InputFormation) -> IndexUnavailable.Problem? {
    let last = input.usable(allowsProxy: true).first?.ends?.last ?? 0
    do throws(IndexUnavailable.Reason) {
      _ = try input.concentration(at: last, days, allowsProxy: false)
    } catch {
      if error != .nothingToGoOn { return .init(input: input.input, reason: error) }
    }
    return nil
  }

  /// The source of a column's concentration at a place.
  func source(ofColumn column: Int, at place: Int) -> Int {
    guard columns.indices.contains(column) else { return -1 }
    return firstSources[column] + inputs[columns[column]].rank(at: place)
  }

  /// The concentrations at one place, and what stands in the way of the others.
  func concentrations(at place: Int) -> (given: [IndexConcentration], problems: [IndexUnavailable.Problem]) {
    var given: [IndexConcentration] = []
    var problems: [IndexUnavailable.Problem] = []
    guard let grid, (0..<grid.count).contains(place) else { return (given, problems) }
    for input in inputs {
      do throws(IndexUnavailable.Reason) {
        given.append(
          try input.concentration(
            at: grid.moment(at: place), days, allowsProxy: options.proxy == .allowed))
      } catch {
        if error != .nothingToGoOn { problems.append(.init(input: input.input, reason: error)) }
      }
    }
    return (given, problems)
  }

  /// How the concentration was formed that a source gives at a place.
  func basis(ofSource source: Int, at place: Int) -> AQIBasis? {
    guard let grid, (0..<grid.count).contains(place),
      let column = firstSources.lastIndex(where: { $0 <= source })
    else { return nil }
    return try? inputs[columns[column]].concentration(
      at: grid.moment(at: place), days, allowsProxy: options.proxy == .allowed
    ).basis
  }
}
