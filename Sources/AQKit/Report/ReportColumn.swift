/// A value in the rows of a service, as JSON, CSV or XML: its name there, its parameter and unit, and its details.
///
/// ```swift
/// let columns = [
///   ReportColumn("pm2.5", .pm25, "µg/m³"), ReportColumn("o3_8hr", .o3, "ppb", averaging: .eightHours),
/// ]
/// report.add(row, columns, missing: ["-", "NA"], at: time, to: station)
/// ```
///
/// A CSV file that is read without code has a ``PayloadFormat/CSVLayout`` instead.
public struct ReportColumn: Hashable, Sendable {
  /// The name of the member of an object, or of the column of a table.
  public var name: String
  /// The parameter.
  public var parameter: AirParameter
  /// The provider's unit.
  public var unit: AirUnit
  /// The details that all its values have in common.
  public var details: ReportBuilder.Details

  /// Creates a column from its name, parameter and unit.
  ///
  /// - Parameters:
  ///   - name: The name of the member of an object, or of the column of a table.
  ///   - parameter: The parameter.
  ///   - unit: The provider's unit.
  ///   - averaging: The averaging period; nil as in ``ReportBuilder/Details/averaging``.
  ///   - timeConvention: The meaning of a time; nil to use the parameter's offer.
  ///   - origin: The model, instrument or channel, if it differs from the report's.
  public init(
    _ name: String, _ parameter: AirParameter, _ unit: AirUnit, averaging: AveragingPeriod? = nil,
    timeConvention: SourceDescriptor.TimeConvention? = nil, origin: AirOrigin? = nil
  ) {
    self.name = name
    self.parameter = parameter
    self.unit = unit
    details = ReportBuilder.Details(timeConvention: timeConvention, averaging: averaging, origin: origin)
  }
}
