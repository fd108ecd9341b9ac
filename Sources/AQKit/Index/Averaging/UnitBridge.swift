/// The way from a series' unit to another one in which a table is written.
final class UnitBridge: Sendable {
  /// The unit converted from.
  let from: AirUnit
  /// The conditions, where the way leads between mass and mixing ratio.
  let conditions: ReferenceConditions?
  /// What the basis of a converted concentration says of it.
  let particulars: SharedFields<AQIBasis.Particulars>
  private let convert: @Sendable (Double) -> Double

  /// Parts per hundred million, in which New South Wales writes its table.
  private static let pphm = AirUnit("pphm")

  /// Finds the way, `nil` where none is needed, or throws the reason why there is none.
  static func way(
    from unit: AirUnit, to input: IndexInput, under conditions: ReferenceConditions?
  ) throws(IndexUnavailable.Reason) -> UnitBridge? {
    unit == input.unit ? nil : try UnitBridge(from: unit, to: input, under: conditions)
  }

  private init(from unit: AirUnit, to input: IndexInput, under conditions: ReferenceConditions?)
    throws(IndexUnavailable.Reason)
  {
    let pphm = UnitBridge.pphm
    let target = input.unit == pphm ? AirUnit.ppb : input.unit
    let source = unit == pphm ? AirUnit.ppb : unit
    do {
      let inner = try source.conversion(to: target, of: input.parameter, under: conditions)
      // One part per hundred million is ten parts per billion.
      switch (unit == pphm, input.unit == pphm) {
      case (true, false): convert = { inner($0 * 10) }
      case (false, true): convert = { inner($0) / 10 }
      default: convert = inner
      }
    } catch {
      throw .wrongUnit(unit, needed: input.unit)
    }
    from = unit
    self.conditions = source.dimension != target.dimension ? conditions : nil
    particulars = SharedFields(AQIBasis.Particulars(convertedFrom: unit, conditions: self.conditions))
  }

  /// The ways from the units in which concentrations usually come.
  static func usual(to input: IndexInput, under conditions: ReferenceConditions?) -> [UnitBridge] {
    [.microgramsPerCubicMetre, .ppb, .ppm, .milligramsPerCubicMetre].compactMap { unit in
      try? way(from: unit, to: input, under: conditions)
    }
  }

  /// Brings a column into the table's unit.
  func convert(_ values: inout [Double]) {
    for place in values.indices where !values[place].isNaN { values[place] = self(values[place]) }
  }

  /// The value in the table's unit, rounded to nine significant digits.
  func callAsFunction(_ value: Double) -> Double { convert(value).rounded(significantDigits: 9) }
}

extension IndexUnavailable.Reason: Error {}
