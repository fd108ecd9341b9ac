/// Which of a standard's values is meant: many compute the value of the moment otherwise than the day's.
public enum IndexVariant: String, Hashable, Sendable, Codable, CaseIterable {
  /// The value at one moment, renewed every hour.
  case current
  /// The value of a whole calendar day at the place.
  case daily
}
