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
