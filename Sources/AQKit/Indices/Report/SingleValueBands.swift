/// The bands of single values of one parameter, each taken as the average that an index requires.
package final class SingleValueBands {
  private typealias Table = (input: IndexInput, convert: InputConversion?)

  private let index: any AirQualityIndex
  /// The inputs whose tables are used, the main one first; empty for a published index.
  private let tables: [Table]
  /// The reason why a band isn't an index.
  package let proxy: AQIValue.Basis.Proxy?

  /// Creates the bands of an index for values of a parameter; `nil` if it does not cover them.
  package init?(
    _ index: any AirQualityIndex, _ parameter: AirParameter, _ unit: AirUnit, _ averaging: AveragingPeriod
  ) {
    self.index = index
    if parameter.isPublishedIndex {
      tables = []
      proxy = nil
      return
    }
    let inputs = index.inputs.filter { $0.parameter == parameter && $0.current != nil }
    // Some tables only extend another one upwards, such as that of hourly ozone in the United States.
    let whole = inputs.filter {
      index.value(of: [IndexInput.Concentration($0, 0)], options: Self.options).value != nil
    }
    let main = whole.first { $0.averaging == averaging } ?? whole.first ?? inputs.first
    guard let main else { return nil }
    let own = inputs.filter { $0.averaging == averaging && $0 != main && main.averaging != averaging }
    do throws(AQIOutcome.Unavailable) {
      var tables: [Table] = []
      for input in [main] + own { tables.append((input, try index.conversion(from: unit, to: input))) }
      self.tables = tables
    } catch {
      return nil
    }
    proxy = main.averaging == averaging ? nil : .otherPeriod(averaging)
  }

  private static let options = IndexOptions(proxy: .allowed)

  package var needed: AveragingPeriod? { tables.first?.input.averaging }

  /// Returns the band of a value, which may be flagged as beyond the scale, and whether it lies beyond the end of the index.
  package func lookUp(_ value: Double, isFlagged: Bool) -> (band: AQIBand?, isBeyondScale: Bool) {
    guard !tables.isEmpty else {
      guard let band = index.band(ofPublished: value, isBeyondScale: isFlagged) else { return (nil, false) }
      return (band, value.rounded(.toNearestOrAwayFromZero) > Double(index.topNumber))
    }
    let basis = AQIValue.Basis(origin: .given, proxy: proxy)
    let concentrations = tables.map { input, convert in
      IndexInput.Concentration(input, convert.map { $0(value) } ?? value, basis: basis)
    }
    let outcome = index.value(of: concentrations, options: Self.options).value
    return (outcome?.band, outcome?.isBeyondScale ?? false)
  }

  /// Returns the band of a reading, and whether it lies beyond the end of the index; no band for a suspect one.
  package func lookUp(_ reading: AirReading) -> (band: AQIBand?, isBeyondScale: Bool) {
    reading.flags.contains(.suspect)
      ? (nil, false) : lookUp(reading.value, isFlagged: reading.flags.contains(.beyondScale))
  }
}

/// The bands of single values of one parameter, each in the edition of an index that is in force at its time.
package struct EditionBands {
  private let editions: EditionPeriods
  private let bands: [SingleValueBands?]

  /// Finds the bands of values that end from one moment to another, in the time zone of their place, or in UTC if that
  /// isn't known; `nil` if no edition covers them.
  package init?(
    of reference: IndexEdition.Reference, in catalog: AirQualityIndexCatalog, _ parameter: AirParameter,
    _ unit: AirUnit, _ averaging: AveragingPeriod, from first: AirTime, through last: AirTime, zone: String?
  ) {
    editions = EditionPeriods(of: reference, in: catalog, from: first, through: last) {
      zone.flatMap(AirTime.Zone.init(identifier:)) ?? .utc
    }
    bands = editions.indices.map { index in
      index.flatMap { SingleValueBands($0, parameter, unit, averaging) }
    }
    if bands.allSatisfy({ $0 == nil }) { return nil }
  }

  /// The reason why the bands of the last edition aren't indices.
  package var proxy: AQIValue.Basis.Proxy? { bands.compactMap(\.self).last?.proxy }

  /// Returns the bands of values that end at a moment; `nil` if the edition in force doesn't cover them.
  package func bands(ofValueEnding end: AirTime) -> SingleValueBands? {
    bands[editions.period(ofHourEnding: end)]
  }

  /// Returns the band of a value, which may be flagged as beyond the scale, that ends at a moment.
  package func band(of value: Double, isFlagged: Bool, ending end: AirTime) -> AQIBand? {
    bands(ofValueEnding: end)?.lookUp(value, isFlagged: isFlagged).band
  }
}
