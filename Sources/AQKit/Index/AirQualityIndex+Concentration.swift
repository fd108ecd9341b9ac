extension AirQualityIndex {
  /// A concentration that the caller has averaged, made ready: its input found, its unit converted.
  ///
  /// - Parameters:
  ///   - parameter: The pollutant.
  ///   - value: The concentration.
  ///   - unit: Its unit; gases convert under the standard's reference conditions, and the basis says so.
  ///   - averaging: Over what it was averaged; if left out, the first period that the index's current value asks of the
  ///     pollutant, else the first of its table.
  /// - Throws: The reason: the index does not cover the pollutant with that period, or the unit can't be converted.
  public func concentration(
    of parameter: AirParameter, _ value: Double, unit: AirUnit, averaging: AveragingPeriod? = nil
  ) throws(IndexUnavailable) -> IndexConcentration {
    let known = inputs.filter { $0.parameter == parameter }
    let input =
      averaging.map { period in known.first { $0.averaging == period } }
      ?? (known.first { $0.current != nil } ?? known.first)
    guard let input else { throw IndexUnavailable(.notCovered(parameter), edition: edition.identifier) }
    do throws(IndexUnavailable.Reason) {
      guard let bridge = try UnitBridge.way(from: unit, to: input, under: edition.conditions) else {
        return IndexConcentration(input, value)
      }
      return IndexConcentration(
        input, bridge(value),
        basis: AQIBasis(origin: .given, convertedFrom: bridge.from, conditions: bridge.conditions))
    } catch {
      throw IndexUnavailable(error, edition: edition.identifier)
    }
  }
}
