/// The way from a series' unit to the unit of a table.
struct UnitBridge: Sendable {
  /// The unit converted from; `nil` where none is needed.
  var from: AirUnit?
  /// The conditions, where the way leads between mass and mixing ratio.
  var conditions: ReferenceConditions?
  private var convert: (@Sendable (Double) -> Double)?

  /// Parts per hundred million, in which New South Wales writes its table.
  private static let pphm = AirUnit("pphm")

  /// Finds the way, or throws the reason why there is none.
  init(from unit: AirUnit, to input: IndexInput, under conditions: ReferenceConditions?)
    throws(IndexUnavailable.Reason)
  {
    guard unit != input.unit else { return }
    from = unit
    let pphm = UnitBridge.pphm
    do {
      let target = input.unit == pphm ? AirUnit.ppb : input.unit
      let source = unit == pphm ? AirUnit.ppb : unit
      let inner = try source.conversion(to: target, of: input.parameter, under: conditions)
      // One part per hundred million is ten parts per billion.
      switch (unit == pphm, input.unit == pphm) {
      case (true, false): convert = { inner($0 * 10) }
      case (false, true): convert = { inner($0) / 10 }
      default: convert = inner
      }
      if source.dimension != target.dimension { self.conditions = conditions }
    } catch {
      throw .wrongUnit(unit, needed: input.unit)
    }
  }

  /// Brings a column into the table's unit, where it is not in it.
  func convert(_ values: inout [Double]) {
    guard convert != nil else { return }
    for place in values.indices where !values[place].isNaN { values[place] = self(values[place]) }
  }

  /// The value in the table's unit, rounded to nine significant digits where it was converted.
  func callAsFunction(_ value: Double) -> Double {
    guard let convert else { return value }
    return convert(value).rounded(significantDigits: 9)
  }
}

extension IndexUnavailable.Reason: Error {}
