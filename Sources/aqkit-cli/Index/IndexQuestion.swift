import AQKit

/// A question to one index about the concentrations of the command line.
struct IndexQuestion {
  /// The concentrations.
  let arguments: [ConcentrationArgument]
  /// Whether a value of fewer pollutants than the standard requires may be given, labelled.
  let allowsProxy: Bool

  /// The first reason why an index could not be asked at all: a wrong unit, a pollutant that it does not cover, a
  /// number that isn't a concentration.
  struct Refusal: Error {
    let message: String
  }

  /// The index of the concentrations.
  ///
  /// - Parameter skipsUncovered: Whether pollutants that the index does not cover are left out, as long as it covers
  ///   one.
  func answer(of index: any AirQualityIndex, skipsUncovered: Bool) throws(Refusal) -> IndexAnswer {
    var concentrations: [IndexInput.Concentration] = []
    var remarks: [String] = []
    var firstUncovered: Refusal?
    for argument in arguments {
      guard argument.value.isFinite else {
        throw Refusal(message: "“\(argument.text)” is no concentration.")
      }
      let input: IndexInput
      do throws(Refusal) {
        input = try self.input(for: argument, of: index)
      } catch {
        if !skipsUncovered { throw error }
        if arguments.count == 1 { firstUncovered = error }
        remarks.append("without \(argument.parameter)")
        continue
      }
      let ready = try concentration(argument, input, of: index)
      if concentrations.contains(where: { $0.input == input }) {
        throw Refusal(message: "\(input.parameter) over \(input.averaging) is given twice.")
      }
      concentrations.append(ready)
    }
    guard !concentrations.isEmpty else {
      let names = arguments.map(\.parameter.rawValue).joined(separator: ", ")
      throw firstUncovered ?? Refusal(message: "\(index.edition.identifier) covers none of \(names).")
    }
    let outcome = index.value(
      of: concentrations, options: IndexOptions(proxy: allowsProxy ? .allowed : .none))
    let problems = outcome.value?.problems ?? outcome.reason?.problems ?? []
    for problem in problems { remarks.append(Self.remark(on: problem, of: index)) }
    if case .unavailable(let reason) = outcome {
      if case .invalid(let value) = reason.reason, let only = concentrations.first {
        throw Refusal(message: Self.invalid(value, only.input))
      }
      if let problem = problems.first(where: { $0.reason.isInvalid }) {
        throw Refusal(message: Self.invalid(problem, in: concentrations))
      }
      if reason.reason.isWaiting, let only = concentrations.first {
        let waiting = AQIOutcome.Unavailable.Problem(input: only.input, reason: reason.reason)
        throw Refusal(
          message: "\(index.edition.identifier) gives no index: \(Self.remark(on: waiting, of: index)).")
      }
    } else if !skipsUncovered, let problem = problems.first(where: { $0.reason.isInvalid }) {
      throw Refusal(message: Self.invalid(problem, in: concentrations))
    }
    return IndexAnswer(
      index: index, concentrations: concentrations, outcome: outcome, remarks: remarks,
      meant: outcome.value == nil ? meant(of: index) : nil)
  }

  /// Returns the only concentration in the unit that was probably meant, if none was stated and the index then has a value:
  /// `o3=71ppb` for `o3=71`, which is read in ppm.
  private func meant(of index: any AirQualityIndex) -> String? {
    guard arguments.count == 1, let argument = arguments.first, argument.unit == nil,
      let input = try? input(for: argument, of: index)
    else { return nil }
    let pairs: [(AirUnit, AirUnit)] = [(.ppm, .ppb), (.milligramsPerCubicMetre, .microgramsPerCubicMetre)]
    for (large, small) in pairs where input.unit == large || input.unit == small {
      let unit = input.unit == large ? small : large
      guard
        let other = try? index.concentration(
          of: input.parameter, argument.value, unit: unit, averaging: input.averaging),
        index.value(of: [other], options: IndexOptions(proxy: allowsProxy ? .allowed : .none)).value != nil
      else { continue }
      let (concentration, averaging) = argument.parts
      return "\(concentration)\(unit)\(averaging)"
    }
    return nil
  }

  private static func invalid(_ problem: AQIOutcome.Unavailable.Problem, in given: [IndexInput.Concentration])
    -> String
  {
    invalid(given.first { $0.input == problem.input }?.value ?? .nan, problem.input)
  }

  private static func invalid(_ value: Double, _ input: IndexInput) -> String {
    "\(value.plainText) \(input.unit) of \(input.parameter) is no concentration\(AQIOutcome.Unavailable.flaw(of: value))."
  }

  /// The input of an index that a concentration is meant for.
  func input(for argument: ConcentrationArgument, of index: any AirQualityIndex) throws(Refusal) -> IndexInput
  {
    let identifier = index.edition.identifier
    let known = index.inputs.filter { $0.parameter == argument.parameter }
    guard !known.isEmpty else {
      var covered: [String] = []
      for input in index.inputs where !covered.contains(input.parameter.rawValue) {
        covered.append(input.parameter.rawValue)
      }
      throw Refusal(
        message:
          "\(identifier) does not cover \(argument.parameter); it covers \(covered.joined(separator: ", ")).")
    }
    guard let averaging = argument.averaging else {
      return known.first { $0.current != nil } ?? known[0]
    }
    guard let input = known.first(where: { $0.averaging == averaging }) else {
      let periods = known.map(\.averaging.description).joined(separator: " and ")
      throw Refusal(
        message: "\(identifier) asks for \(argument.parameter) over \(periods), not over \(averaging).")
    }
    return input
  }

  private func concentration(
    _ argument: ConcentrationArgument, _ input: IndexInput, of index: any AirQualityIndex
  ) throws(Refusal) -> IndexInput.Concentration {
    do throws(AQIOutcome.Unavailable) {
      return try index.concentration(
        of: input.parameter, argument.value, unit: argument.unit ?? input.unit, averaging: input.averaging)
    } catch {
      let unit = argument.unit ?? input.unit
      let volume = AirUnit("\(unit)/m3")
      let hint = !unit.isKnown && volume.isKnown ? " Did you mean \(unit)/m3?" : ""
      throw Refusal(
        message:
          "\(unit) of \(input.parameter) can't become \(input.unit), the unit of \(index.edition.identifier).\(hint)"
      )
    }
  }

  /// Returns why a concentration gave no sub-index. A table that begins higher up is no fault.
  private static func remark(on problem: AQIOutcome.Unavailable.Problem, of index: any AirQualityIndex)
    -> String
  {
    let input = problem.input
    switch problem.reason {
    case .undefined(let value):
      let scale = (index as? BreakpointIndex)?.scale(of: input.parameter, averaging: input.averaging)
      guard let first = scale?.rows.first, value < first.lower else { break }
      return "\(input) counts only from \(first.lower.plainText) \(input.unit) on"
    case .countsOnlyBeyond(let period):
      return "\(input) counts only where \(input.parameter) \(period) is beyond its table"
    default: break
    }
    return "without \(input): \(problem.reason)"
  }
}

extension AQIOutcome.Unavailable.Reason {
  /// Whether the reason is a number that isn't a concentration.
  fileprivate var isInvalid: Bool {
    if case .invalid = self { true } else { false }
  }

  /// Whether the input counts only together with another one.
  fileprivate var isWaiting: Bool {
    if case .countsOnlyBeyond = self { true } else { false }
  }
}
