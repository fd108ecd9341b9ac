extension AirQualityIndex {
  /// The way from a unit to the unit of an input, for many concentrations: found once, the result rounded to nine
  /// significant digits; `nil` where the units are one.
  ///
  /// - Throws: The reason why the unit can't be converted.
  package func conversion(from unit: AirUnit, to input: IndexInput) throws(IndexUnavailable)
    -> ((Double) -> Double)?
  {
    do throws(IndexUnavailable.Reason) {
      guard let bridge = try UnitBridge.way(from: unit, to: input, under: edition.conditions) else {
        return nil
      }
      return { bridge($0) }
    } catch {
      throw IndexUnavailable(error, edition: edition.identifier)
    }
  }
}
