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

  /// Returns the conversion from a unit to an input's; `before` is the conversion of the values to their unit.
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

/// Converts a series' unit into the unit of an index table.
package final class InputConversion: Sendable {
  let from: AirUnit
  /// The conditions, if it converts between mass and mixing ratio.
  let conditions: AirUnit.ReferenceConditions?
  /// The details that the basis of a converted concentration records.
  let particulars: SharedFields<AQIValue.Basis.Particulars>
  private let convert: @Sendable (Double) -> Double

  /// Creates the conversion from another unit. Throws an error that says why it can't be converted.
  init(from unit: AirUnit, to input: IndexInput, under conditions: AirUnit.ReferenceConditions?)
    throws(AQIOutcome.Unavailable.Reason)
  {
    do {
      convert = try unit.conversion(to: input.unit, of: input.parameter, under: conditions)
    } catch {
      throw .wrongUnit(unit, needed: input.unit)
    }
    from = unit
    self.conditions = unit.dimension != input.unit.dimension ? conditions : nil
    particulars = SharedFields(AQIValue.Basis.Particulars(convertedFrom: unit, conditions: self.conditions))
  }

  /// Creates the conversion of values that were converted to a unit before: back to the unit in which they were given, and
  /// on from there.
  init(
    from unit: AirUnit, after before: AirUnit.Conversion, to input: IndexInput,
    under conditions: AirUnit.ReferenceConditions?
  ) throws(AQIOutcome.Unavailable.Reason) {
    let given = IndexInput(input.parameter, input.averaging, before.from)
    let back = try InputConversion(from: unit, to: given, under: before.conditions)
    let onwards: InputConversion? =
      before.from == input.unit ? nil : try InputConversion(from: before.from, to: input, under: conditions)
    convert = { onwards?(back($0)) ?? back($0) }
    let stated = onwards?.conditions == nil ? back : onwards ?? back
    (from, self.conditions, particulars) = (stated.from, stated.conditions, stated.particulars)
  }

  /// Returns the conversions from the usual units of concentrations.
  static func usual(to input: IndexInput, under conditions: AirUnit.ReferenceConditions?) -> [InputConversion]
  {
    let units: [AirUnit] = [.microgramsPerCubicMetre, .ppb, .ppm, .milligramsPerCubicMetre]
    return units.filter { $0 != input.unit }.compactMap {
      try? InputConversion(from: $0, to: input, under: conditions)
    }
  }

  func convert(_ values: inout [Double]) {
    for i in values.indices where !values[i].isNaN { values[i] = self(values[i]) }
  }

  /// Returns the value in the table's unit, rounded to nine significant digits.
  package func callAsFunction(_ value: Double) -> Double { convert(value).rounded(significantDigits: 9) }
}

extension AirQualityIndex {
  /// Returns a concentration that the caller has averaged, with its input found and its unit converted.
  ///
  /// - Parameters:
  ///   - parameter: The pollutant.
  ///   - value: The concentration.
  ///   - unit: Its unit; gases convert under the standard's reference conditions, which the basis names.
  ///   - averaging: Its averaging period; by default the first period that the index's current value requires of the
  ///     pollutant, else the first in its table.
  /// - Throws: The reason: the index does not cover the pollutant with that period, or the unit can't be converted.
  public func concentration(
    of parameter: AirParameter, _ value: Double, unit: AirUnit, averaging: AveragingPeriod? = nil
  ) throws(AQIOutcome.Unavailable) -> IndexInput.Concentration {
    let known = inputs.filter { $0.parameter == parameter }
    let input =
      averaging.map { period in known.first { $0.averaging == period } }
      ?? (known.first { $0.current != nil } ?? known.first)
    guard let input else { throw AQIOutcome.Unavailable(.notCovered(parameter), edition: edition.identifier) }
    guard let conversion = try self.conversion(from: unit, to: input) else {
      return IndexInput.Concentration(input, value)
    }
    return IndexInput.Concentration(
      input, conversion(value),
      basis: AQIValue.Basis(
        origin: .given, convertedFrom: conversion.from, conditions: conversion.conditions))
  }

  /// Returns the conversion of concentrations from a unit to an input's; `nil` if the units are the same.
  package func conversion(from unit: AirUnit, to input: IndexInput) throws(AQIOutcome.Unavailable)
    -> InputConversion?
  {
    do throws(AQIOutcome.Unavailable.Reason) {
      return unit == input.unit
        ? nil : try InputConversion(from: unit, to: input, under: edition.conditions)
    } catch {
      throw AQIOutcome.Unavailable(error, edition: edition.identifier)
    }
  }
}
