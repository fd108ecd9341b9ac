/// The bands of single values of one parameter, each taken as the average that an index requires.
package final class SingleValueBands {
  private let index: any AirQualityIndex
  /// The input whose table is used, and the conversion of values to its unit; `nil` for a published index.
  private let table: (input: IndexInput, convert: (Double) -> Double)?
  /// The reason why a band isn't an index.
  package let proxy: AQIValue.Basis.Proxy?

  /// Creates the bands of an index for values of a parameter; `nil` if it does not cover them.
  package init?(
    _ index: any AirQualityIndex, _ parameter: AirParameter, _ unit: AirUnit, _ averaging: AveragingPeriod
  ) {
    self.index = index
    if parameter.isPublishedIndex {
      table = nil
      proxy = nil
      return
    }
    let inputs = index.inputs.filter { $0.parameter == parameter && $0.current != nil }
    guard let input = inputs.first(where: { $0.averaging == averaging }) ?? inputs.first,
      let convert = try? unit.conversion(to: input.unit, of: parameter, under: index.edition.conditions)
    else { return nil }
    table = (input, convert)
    proxy = input.averaging == averaging ? nil : .otherPeriod(averaging)
  }

  /// The averaging period of the table.
  package var needed: AveragingPeriod? { table?.input.averaging }

  package func band(of value: Double) -> AQIBand? { lookUp(value).band }

  /// Returns the band of a value, and whether the value lies beyond the end of the index.
  package func lookUp(_ value: Double) -> (band: AQIBand?, isBeyondScale: Bool) {
    guard let table else {
      guard let band = index.band(ofPublished: value) else { return (nil, false) }
      return (band, value.rounded(.toNearestOrAwayFromZero) > Double(index.topNumber))
    }
    let basis = AQIValue.Basis(origin: .given, proxy: proxy)
    let concentration = IndexInput.Concentration(table.input, table.convert(value), basis: basis)
    let outcome = index.value(of: [concentration], options: IndexOptions(proxy: .allowed)).value
    return (outcome?.band, outcome?.isBeyondScale ?? false)
  }
}
