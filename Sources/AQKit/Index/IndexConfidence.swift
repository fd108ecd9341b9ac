/// How well a table's numbers are known to be the standard's.
public enum IndexConfidence: String, Hashable, Sendable, Codable, Comparable, CaseIterable {
  /// Read in one document or one implementation.
  case oneImplementation = "one-impl"
  /// Not read in the original, but at least two independent implementations or documents carry the same numbers.
  case twoImplementations = "two-impl"
  /// Read in the regulator's own document or page, or a full transcription of it.
  case primary

  /// In order of trust.
  public static func < (lhs: IndexConfidence, rhs: IndexConfidence) -> Bool { lhs.rank < rhs.rank }

  private var rank: Int {
    switch self {
    case .oneImplementation: 0
    case .twoImplementations: 1
    case .primary: 2
    }
  }
}
