extension AirSeries {
  /// The largest number that means a missing value of the series.
  package var missingSign: Double { parameter.missingSign(in: unit) }

  /// Returns the values of whole hours on a grid whose first hour ends at `first`, made from the usable
  /// values; NaN in gaps, nil for another averaging period. Hourly means and instants are taken unchanged,
  /// shorter means if they cover three quarters of an hour. An hour that ends between two ends of the grid
  /// counts for the earlier one, not for the future.
  package func hours(
    endingFrom first: AirTime, count: Int, where isUsed: (_ index: Int, _ value: Double) -> Bool
  ) -> [Double]? {
    guard averaging.isHourOrLess else { return nil }
    let used = values.indices.map { isUsed($0, values[$0]) ? values[$0] : .nan }
    let start = first.secondsSince1970 &- 3600
    let end = first.secondsSince1970 &+ Int64(count) &* 3600
    return HourlySeries(used, above: missingSign, over: timeline, after: start, through: end)?
      .laid(from: first.secondsSince1970 &+ 3599, count: count)
  }
}
