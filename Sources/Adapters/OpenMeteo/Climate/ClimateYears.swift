public import AQKit

/// A long daily series by calendar year: yearly means and sums, anomalies against a reference period, and one calendar
/// day in all years.
///
/// ```swift
/// let years = try ClimateYears(report[.daily(.mean, of: .temperature)])
/// let warming = try years.anomalies(against: 1961...1990)
/// let leapDays = try years.calendarDay(month: 2, day: 29)
/// ```
///
/// A day belongs to the calendar date of its middle, in UTC or a given zone: climate models have days in UTC;
/// historical weather has the place's own days (``OpenMeteoArchive``), which need its zone. A year that lacks too many
/// days is left out; missing values are never filled in.
public struct ClimateYears: Hashable, Sendable {
  /// The parameter of the values.
  public let parameter: AirParameter
  /// The unit of the values.
  public let unit: AirUnit
  /// The model; nil if the series names none.
  public let origin: AirOrigin?
  /// The values by the number of the day since 1970.
  private let values: [Int: Double]
  /// The years that have at least one day, in order.
  public let years: [Int]

  /// Creates the values of a series by date.
  ///
  /// - Parameters:
  ///   - series: The series, one value per day, as a report's subscript returns it.
  ///   - zone: The zone of its days; by default UTC.
  /// - Throws: ``AQError/Code/invalidRequest`` when there is no series, an interval isn't about a day long (23 to 25
  ///   hours), or two values have the same date.
  public init(_ series: AirSeries?, in zone: AirTime.Zone? = nil) throws(AQError) {
    guard let series else {
      throw AQError(.invalidRequest, "There is no series to form years from.")
    }
    parameter = series.parameter
    unit = series.unit
    origin = series.origin
    var values: [Int: Double] = [:]
    var years: Set<Int> = []
    for index in 0..<series.count where !series.values[index].isNaN {
      let (start, end) = (series.timeline.startSeconds(at: index), series.timeline.endSeconds(at: index))
      guard (82_800...90_000).contains(end - start) else {
        throw AQError(
          .invalidRequest,
          "A climate series has one value a day; an interval of \(parameter) isn't about a day long.")
      }
      let middle = AirTime(secondsSince1970: start + (end - start) / 2)
      let offset = zone?.offset(at: middle.secondsSince1970) ?? 0
      let day = middle.adding(seconds: offset).floored(toMultipleOf: 86_400).secondsSince1970 / 86_400
      guard values.updateValue(series.values[index], forKey: Int(day)) == nil else {
        throw AQError(
          .invalidRequest, "A climate series has one value a day; \(parameter) has two for one date.")
      }
      years.insert(CivilDate(daysSinceEpoch: Int(day)).year)
    }
    self.values = values
    self.years = years.sorted()
  }

  /// Returns a number for each year whose values suffice for its number of days.
  private func years(
    where suffices: (_ values: [Double], _ days: Int) -> Bool, _ number: ([Double]) -> Double
  ) -> [ClimateYear] {
    years.compactMap { year in
      guard let first = CivilDate(year: year, month: 1, day: 1)?.daysSinceEpoch else { return nil }
      let days = CivilDate.isLeap(year) ? 366 : 365
      let values = (first..<first + days).compactMap { self.values[$0] }
      guard suffices(values, days) else { return nil }
      return ClimateYear(year: year, value: number(values), days: values.count, possibleDays: days)
    }
  }

  /// Returns the mean of each year that has enough days.
  ///
  /// - Parameter share: The required fraction of a year's days with values, from 0 to 1.
  public func means(atLeast share: Double = 0.9) -> [ClimateYear] {
    years(where: { Double($0.count) >= share * Double($1) }) { $0.reduce(0, +) / Double($0.count) }
  }

  /// Returns the sum of each year with all its days, such as a year's precipitation.
  public func sums() -> [ClimateYear] {
    years(where: { $0.count == $1 }) { $0.reduce(0, +) }
  }

  /// Returns the difference of each year's mean from a reference period's, in the unit of the series.
  ///
  /// The period's mean is the mean of its years' means. At least four fifths of its years must have one, as WMO requires
  /// for climate normals (WMO-No. 1203, Guidelines on the Calculation of Climate Normals, 2017, section 4.4.1).
  ///
  /// - Parameters:
  ///   - reference: The years of the period, such as 1961 to 1990.
  ///   - share: The required fraction of a year's days with values, from 0 to 1.
  /// - Throws: ``AQError/Code/invalidRequest`` when too many years of the period are missing; the message states their
  ///   number.
  public func anomalies(against reference: ClosedRange<Int>, atLeast share: Double = 0.9) throws(AQError)
    -> ClimateAnomalies
  {
    let means = means(atLeast: share)
    let normal = means.filter { reference.contains($0.year) }
    // The count of a range can be too large for an `Int`.
    let further = UInt(bitPattern: reference.upperBound &- reference.lowerBound)
    guard normal.count * 5 / 4 > further else {
      throw AQError(
        .invalidRequest,
        "Of the years from \(reference.lowerBound) to \(reference.upperBound), \(normal.count) of \(max(further, further &+ 1)) have enough days; four fifths are needed."
      )
    }
    let base = normal.reduce(0) { $0 + $1.value } / Double(normal.count)
    return ClimateAnomalies(
      reference: reference, referenceMean: base,
      years: means.map { changed($0) { $0.value -= base } })
  }

  /// Returns a calendar day in all years that have it: 29 February in leap years only, without a substitute.
  ///
  /// - Parameters:
  ///   - month: The month, 1 to 12.
  ///   - day: The day of the month.
  ///   - range: The years; by default all years of the series.
  /// - Throws: ``AQError/Code/invalidRequest`` for a day that no year has.
  public func calendarDay(month: Int, day: Int, in range: ClosedRange<Int>? = nil) throws(AQError)
    -> [CalendarDayValue]
  {
    guard CivilDate(year: 2000, month: month, day: day) != nil else {
      throw AQError(.invalidRequest, "No year has a day \(day) in month \(month).")
    }
    return years.filter { range?.contains($0) ?? true }.compactMap { year in
      CivilDate(year: year, month: month, day: day).map {
        CalendarDayValue(year: year, month: month, day: day, value: values[$0.daysSinceEpoch])
      }
    }
  }
}
