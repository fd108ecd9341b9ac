internal import AQKit

/// A trial of an input of an index at many concentrations.
struct IndexTrial {
  enum State: Equatable {
    /// A number (nil if only the band is defined) and its band.
    case value(Int?, AQIBand?)
    case undefined
    /// Refused, because it isn't a concentration.
    case invalid
    /// Refused for another reason.
    case refused
  }

  typealias Point = (concentration: Double, state: State)

  let index: any AirQualityIndex
  let input: IndexInput
  /// The input's table; nil for a formula index.
  let scale: BreakpointIndex.Scale?
  let statedNumbers: [(concentration: Double, number: Int)]
  let statedGaps: [Range<Double>]
  /// Negative concentrations count as zero down to minus this number.
  let tolerance: Double
  /// The concentrations that are tried, ascending.
  let grid: [Double]
  private(set) var violations: [IndexContract.Violation] = []

  init(_ index: any AirQualityIndex, _ input: IndexInput, statements: [IndexContract.Statement] = []) {
    self.index = index
    self.input = input
    scale = (index as? BreakpointIndex)?.scales.first { $0.input == input }
    var numbers: [(concentration: Double, number: Int)] = []
    var gaps: [Range<Double>] = []
    var tolerance = scale?.rules.negativeTolerance ?? 0
    for statement in statements {
      switch statement {
      case .number(let number, let concentration, input): numbers.append((concentration, number))
      case .noIndex(let from, let below, input) where from < below: gaps.append(from..<below)
      case .countsAsZero(let least, input): tolerance = least
      default: break
      }
    }
    if let scale {
      numbers += IndexTrial.printedEdges(of: scale)
      gaps += IndexTrial.printedGaps(of: scale)
    }
    statedNumbers = numbers
    statedGaps = gaps
    self.tolerance = tolerance
    grid = IndexTrial.grid(scale, input)
  }

  mutating func fail(_ rule: IndexContract.Rule, _ detail: String) {
    guard violations.count(where: { $0.rule == rule }) < 3 else { return }
    violations.append(IndexContract.Violation(rule: rule, detail: "\(input): \(detail)"))
  }

  // MARK: Looking

  /// Returns the value for a concentration, or for none, with zero for the other inputs unless it is alone.
  func outcome(of concentration: Double?, alone isAlone: Bool = false) -> AQIOutcome {
    let own = concentration.map { [IndexInput.Concentration(input, $0)] } ?? []
    let others = index.inputs.filter { $0 != input }.map { IndexInput.Concentration($0, 0) }
    return index.value(of: own + (isAlone ? [] : others), options: IndexOptions(proxy: .allowed))
  }

  func subIndex(of concentration: Double) -> AQIValue.SubIndex? {
    if let table = index as? BreakpointIndex, let scale {
      return try? table.subIndex(of: concentration, on: scale)
    }
    return outcome(of: concentration).value?.subIndices.first { $0.input == input }
  }

  /// Returns the result for a concentration: the input's sub-index if there is one, else the value.
  func state(at concentration: Double) -> State {
    if let table = index as? BreakpointIndex, let scale {
      do throws(AQIOutcome.Unavailable) {
        let sub = try table.subIndex(of: concentration, on: scale)
        return .value(sub.number, sub.band)
      } catch {
        return IndexTrial.state(of: error.reason)
      }
    }
    switch outcome(of: concentration) {
    case .value(let value):
      if let problem = value.problems.first(where: { $0.input == input }) {
        return IndexTrial.state(of: problem.reason)
      }
      if let sub = value.subIndices.first(where: { $0.input == input }), sub.band != nil || sub.number != nil
      {
        return .value(sub.number, sub.band)
      }
      return .value(value.number, value.band)
    case .unavailable(let reason):
      let own = reason.problems.first { $0.input == input }?.reason
      return IndexTrial.state(of: own ?? reason.reason)
    }
  }

  private static func state(of reason: AQIOutcome.Unavailable.Reason) -> State {
    switch reason {
    case .undefined: .undefined
    case .invalid: .invalid
    default: .refused
    }
  }
}

extension IndexTrial {
  static func grid(_ scale: BreakpointIndex.Scale?, _ input: IndexInput) -> [Double] {
    var grid: [Double] = [0]
    if let scale {
      for (index, row) in scale.rows.enumerated() {
        let top = row.upper ?? row.lower * 2 + 1
        for edge in [row.lower, top] { grid += [edge.nextDown, edge, edge.nextUp] }
        for part in 1..<200 { grid.append(row.lower + (top - row.lower) * Double(part) / 200) }
        if index > 0, let end = scale.rows[index - 1].upper { grid.append((end + row.lower) / 2) }
      }
      grid.append((scale.rows.last?.upper ?? scale.rows.last?.lower ?? 1) * 3)
    } else {
      // Steps of the usual printed precision with halves between them, then coarser ones.
      let perUnit: Double = input.unit == .ppm || input.unit == .milligramsPerCubicMetre ? 1000 : 10
      for step in 1...1200 { grid.append(Double(step) / (2 * perUnit)) }
      for step in 61...600 { grid.append(Double(step) * 10 / perUnit) }
      for step in 61...200 { grid.append(Double(step) * 100 / perUnit) }
    }
    return grid.filter { $0 >= 0 }.sorted()
  }

  /// Returns the numbers that a table prints at the ends of its rows, each end in its own row.
  static func printedEdges(of scale: BreakpointIndex.Scale) -> [(concentration: Double, number: Int)] {
    var edges: [(concentration: Double, number: Int)] = []
    for (index, row) in scale.rows.enumerated() {
      let sharesLower = index > 0 && scale.rows[index - 1].upper == row.lower
      let isClosed = row.upperIndex != nil || row.upper != nil
      if isClosed, !sharesLower || scale.rules.edges == .lowerInclusive {
        edges.append((row.lower, row.lowerIndex))
      }
      guard let upper = row.upper, let upperIndex = row.upperIndex else { continue }
      let isLast = index == scale.rows.count - 1
      let sharesUpper = !isLast && scale.rows[index + 1].lower == upper
      if scale.rules.edges == .upperInclusive || !sharesUpper && !isLast {
        edges.append((upper, upperIndex))
      }
    }
    return edges
  }

  /// Returns the ranges between the rows of a table that may have gaps, from the first step outside both.
  static func printedGaps(of scale: BreakpointIndex.Scale) -> [Range<Double>] {
    guard scale.rules.allowsGaps else { return [] }
    return zip(scale.rows, scale.rows.dropFirst()).compactMap { row, next in
      row.upper.flatMap { $0 < next.lower ? $0.nextUp..<next.lower : nil }
    }
  }
}
