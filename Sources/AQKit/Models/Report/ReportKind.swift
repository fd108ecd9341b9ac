/// The kind of a report's values: measured, analysed or forecast.
public enum ReportKind: String, Hashable, Sendable, Codable, CaseIterable {
  /// Measured.
  case observation
  /// A model's picture of the past, with measurements assimilated.
  case analysis
  /// A model's picture of the future.
  case forecast
}
