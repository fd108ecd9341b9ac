/// The editions of an index that are in force from one moment to another.
///
/// An edition applies from the first hour that begins on or after its date. Without a change of edition, which is nearly
/// always so, there is one period.
package struct EditionPeriods {
  /// The index in force from a time on; `nil` if no edition is.
  private let periods: [(from: AirTime, index: (any AirQualityIndex)?)]

  /// Finds the editions at the hours whose ends lie between two moments.
  init(
    of reference: IndexEdition.Reference, in catalog: AirQualityIndexCatalog, from first: AirTime,
    through last: AirTime
  ) {
    let (start, end) = (Self.start(ofHourEnding: first), Self.start(ofHourEnding: last))
    let changes = start < end ? catalog.changes(of: reference.description, after: start, through: end) : []
    periods = ([start] + changes).map { ($0, reference.resolved(in: catalog, at: $0)) }
  }

  private static func start(ofHourEnding end: AirTime) -> AirTime { end.adding(seconds: -3600) }

  /// The index of each period.
  var indices: [(any AirQualityIndex)?] { periods.map(\.index) }

  /// Returns the number of the period in which the hour that ends at a moment begins.
  func period(ofHourEnding end: AirTime) -> Int {
    guard periods.count > 1 else { return 0 }
    let start = Self.start(ofHourEnding: end)
    return periods.lastIndex { $0.from <= start } ?? 0
  }

  /// Returns the index of the hour that ends at a moment; `nil` if no edition is in force.
  package func index(ofHourEnding end: AirTime) -> (any AirQualityIndex)? {
    periods[period(ofHourEnding: end)].index
  }
}
