/// The editions of an index that are in force from one moment to another at a place, each from midnight of
/// its date on the clock by which its days run. Nearly always there is one, and the clock isn't looked up.
package struct EditionPeriods {
  /// The index in force from a time of the place's clock on, written as if it were UTC; `nil` if no edition is.
  private let periods: [(from: AirTime, index: (any AirQualityIndex)?)]
  private let zone: AirTime.Zone

  /// Finds the editions at the hours whose ends lie between two moments.
  package init(
    of reference: IndexEdition.Reference, in catalog: AirQualityIndexCatalog, from first: AirTime,
    through last: AirTime, zone: () -> AirTime.Zone
  ) {
    // Hours begin an hour before their end, and no clock is more than a day ahead of UTC or behind it.
    let (start, end) = (first.adding(seconds: -3600 - 86_400), last.adding(seconds: -3600 + 86_400))
    let changes = catalog.changes(of: reference.description, after: start, through: end)
    periods = ([start] + changes).map { ($0, reference.resolved(in: catalog, at: $0)) }
    self.zone = changes.isEmpty ? .utc : zone()
  }

  package var indices: [(any AirQualityIndex)?] { periods.map(\.index) }
  var newest: (any AirQualityIndex)? { indices.compactMap(\.self).last }

  /// Returns the number of the period in which the hour that ends at a moment begins.
  func period(ofHourEnding end: AirTime) -> Int {
    guard periods.count > 1 else { return 0 }
    let start = end.secondsSince1970 - 3600
    return periods.lastIndex { from, index in
      let isStandard = index?.edition.day == .standardTime
      let offset = isStandard ? zone.standardOffset(at: start) : zone.offset(at: start)
      return from.secondsSince1970 <= start + offset
    } ?? 0
  }

  /// Returns the index of the hour that ends at a moment; `nil` if no edition is in force.
  package func index(ofHourEnding end: AirTime) -> (any AirQualityIndex)? {
    periods[period(ofHourEnding: end)].index
  }
}
