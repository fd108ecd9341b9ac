/// What the values of a report are.
public enum ReportKind: String, Hashable, Sendable, Codable, CaseIterable {
  /// Measured.
  case observation
  /// A model's picture of a time that has passed, with measurements taken in.
  case analysis
  /// A model's picture, made ahead.
  case forecast
}
