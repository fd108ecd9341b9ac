import AQKit

/// A query of one index for the concentrations in the command line.
struct IndexQuestion {
  let arguments: [ConcentrationArgument]
  let allowsProxy: Bool

  /// Throws the first reason why the index can't be computed at all: a wrong unit, a pollutant that it does not cover, a
  /// number that isn't a concentration.
  func result(of index: any AirQualityIndex, skipsUncovered: Bool) throws(WrongUsage) -> IndexResult {
    var concentrations: [IndexInput.Concentration] = []
    var remarks: [String] = []
    var uncovered: WrongUsage?
    for argument in arguments {
      guard argument.value.isFinite else {
        throw WrongUsage("“\(argument.text)” isn't a concentration.")
      }
      let input: IndexInput
      do throws(WrongUsage) {
        input = try self.input(for: argument, of: index)
      } catch {
        if !skipsUncovered { throw error }
        uncovered = error
        remarks.append("without \(argument.parameter)")
        continue
      }
      if concentrations.contains(where: { $0.input == input }) {
        throw WrongUsage("\(input.parameter) over \(input.averaging) is given twice.")
      }
      concentrations.append(try concentration(argument, input, of: index))
    }
    if concentrations.isEmpty, let uncovered { throw uncovered }
    let outcome = index.value(
      of: concentrations, options: IndexOptions(proxy: allowsProxy ? .allowed : .none))
    let problems = outcome.problems
    if case .invalid(let value)? = outcome.reason?.reason, let only = concentrations.first {
      throw WrongUsage("\(only.input.parameter): \(AQIOutcome.Unavailable.Reason.invalid(value)).")
    }
    if let wrong = problems.first(where: { if case .invalid = $0.reason { true } else { false } }) {
      throw WrongUsage("\(wrong).")
    }
    return IndexResult(index: index, outcome: outcome, remarks: remarks + problems.map(\.description))
  }

  func input(
    for argument: ConcentrationArgument, of index: any AirQualityIndex
  ) throws(WrongUsage) -> IndexInput {
    let identifier = index.edition.identifier
    let known = index.inputs.filter { $0.parameter == argument.parameter }
    guard let first = known.first(where: { $0.current != nil }) ?? known.first else {
      let covered = index.inputs.map(\.parameter.rawValue).unique.joined(separator: ", ")
      let near = AirParameter.suggestion(for: argument.parameter.rawValue)
      throw WrongUsage("\(identifier) does not cover \(argument.parameter)\(near); it covers \(covered).")
    }
    guard let averaging = argument.averaging else { return first }
    guard let input = known.first(where: { $0.averaging == averaging }) else {
      let periods = known.map(\.averaging.description).joined(separator: " and ")
      throw WrongUsage("\(identifier) requires \(argument.parameter) over \(periods), not over \(averaging).")
    }
    return input
  }

  private func concentration(
    _ argument: ConcentrationArgument, _ input: IndexInput, of index: any AirQualityIndex
  ) throws(WrongUsage) -> IndexInput.Concentration {
    let unit = argument.unit ?? input.unit
    do throws(AQIOutcome.Unavailable) {
      return try index.concentration(
        of: input.parameter, argument.value, unit: unit, averaging: input.averaging)
    } catch {
      let volume = AirUnit("\(unit)/m3")
      let hint = !unit.isKnown && volume.isKnown ? " Did you mean \(unit)/m3?" : ""
      throw WrongUsage(
        "\(unit) of \(input.parameter) can't be converted to \(input.unit), the unit of \(index.edition.identifier).\(hint)"
      )
    }
  }
}

struct IndexResult {
  let index: any AirQualityIndex
  let outcome: AQIOutcome
  /// The concentrations that were left out, with the reasons.
  let remarks: [String]

  /// The reason for a missing value, as one sentence.
  var complaint: String? {
    guard let reason = outcome.reason else { return nil }
    let others = reason.alternatives.map { " Another reading gives \($0)." }.joined()
    return "\(index.edition.identifier) gives no index: \(reason.reason).\(others)"
  }
}

/// The parts that are known even if the standard gives no overall value.
extension AQIOutcome {
  var subIndices: [AQIValue.SubIndex] { value?.subIndices ?? reason?.subIndices ?? [] }
  var problems: [Unavailable.Problem] { value?.problems ?? reason?.problems ?? [] }
}
