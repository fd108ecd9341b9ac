/// The inputs of an index that take part in one of its values, and the way in which their concentrations are formed.
final class FormationPlan: Sendable {
  /// The current value or the day's; for an index without a current value (a daily one) always the day's.
  let variant: IndexOptions.Variant
  /// The inputs that take part, in order.
  let inputs: [IndexInput]
  let methods: [AveragingMethod]
  /// The first input with the same pollutant, for each input.
  let firsts: [Int]
  /// The name of each pollutant, and the index of its first input.
  private let names: [(name: String, i: Int)]
  /// Whether an input needs the site's calendar days.
  let needsDays: Bool
  /// The clock by which these days run.
  let day: IndexEdition.Day
  /// The conditions under which gases are converted.
  private let conditions: AirUnit.ReferenceConditions?
  /// Precomputed unit conversions per input; empty for one-off plans.
  private let conversions: [[InputConversion]]

  /// Creates a plan, which converts faster if it is kept and used again and again.
  init(
    of inputs: [IndexInput], for wanted: IndexOptions.Variant, under conditions: AirUnit.ReferenceConditions?,
    day: IndexEdition.Day = .civil, isKept: Bool = false
  ) {
    let isDailyOnly = inputs.allSatisfy { $0.current == nil } && inputs.contains { $0.daily != nil }
    let variant = isDailyOnly ? .daily : wanted
    self.variant = variant
    let taking = inputs.filter { $0.method(for: variant) != nil }
    self.inputs = taking
    methods = taking.compactMap { $0.method(for: variant) }
    let byPollutant = Dictionary(taking.indices.map { (taking[$0].parameter, $0) }) { first, _ in first }
    let firsts = taking.map { byPollutant[$0.parameter] ?? 0 }
    self.firsts = firsts
    names = taking.indices.filter { firsts[$0] == $0 }.map { (taking[$0].parameter.rawValue, $0) }
    needsDays = variant == .daily || methods.contains(where: \.isDaily)
    self.conditions = conditions
    self.day = day
    conversions = taking.map { isKept ? InputConversion.usual(to: $0, under: conditions) : [] }
  }

  /// The reason for a missing index of a report without values for it.
  var absence: AQIOutcome.Unavailable.Reason { inputs.isEmpty ? .noSuchVariant(variant) : .nothingToGoOn }

  /// Returns the conversion from a unit to an input's; `nil` if the units are the same. A gas that was converted under other
  /// conditions than the standard's is converted back first, if its first unit is known. Throws an error that says why it
  /// can't be converted.
  @inline(__always)
  func conversion(of series: borrowing AirSeries, forInput i: Int) throws(AQIOutcome.Unavailable.Reason)
    -> InputConversion?
  {
    inputs[i].unit == series.unit && series.rare == nil
      ? nil : try conversion(from: series.unit, after: series.conversion, forInput: i)
  }

  /// Returns the conversion from a unit to an input's, `nil` if none is needed; `before` is the values' own to their unit.
  private func conversion(from unit: AirUnit, after before: AirUnit.Conversion?, forInput i: Int)
    throws(AQIOutcome.Unavailable.Reason) -> InputConversion?
  {
    let stated = before?.conditions ?? conditions
    if stated != conditions, let before, let conditions, before.from.dimension != unit.dimension,
      let back = try? InputConversion(from: unit, after: before, to: inputs[i], under: conditions)
    {
      return back
    }
    if inputs[i].unit == unit { return nil }
    if stated != conditions { return try InputConversion(from: unit, to: inputs[i], under: stated) }
    let length = unit.rawValue.utf8.count
    for conversion in conversions[i]
    where conversion.from.rawValue.utf8.count == length && conversion.from == unit {
      return conversion
    }
    return try InputConversion(from: unit, to: inputs[i], under: conditions)
  }

  /// Returns the first of the inputs that ask for a pollutant. `next` is the position at which the search begins: after the
  /// last pollutant found, since reports often have them in the order of the table.
  func firstInput(of parameter: AirParameter, from next: inout Int) -> Int? {
    let length = parameter.rawValue.utf8.count
    for _ in names.indices {
      if next >= names.count { next = 0 }
      let (name, i) = names[next]
      next += 1
      if name.utf8.count == length, name == parameter.rawValue { return i }
    }
    return nil
  }
}
