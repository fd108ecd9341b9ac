/// Why a source was not asked.
public enum SkipReason: Hashable, Sendable {
  /// It covers none of the places.
  case notCovered
  /// It doesn't offer the requested parameters, time, kind of place or kind of report.
  case notOffered
  /// Its rights don't allow these purposes.
  case rights([AirQuery.Purpose])
  /// A service, option or credential is missing; the text says which.
  case notConfigured(String)
  /// The configuration has switched it off.
  case disabled
  /// The provider has switched its addresses off.
  case retired
  /// A source of higher precedence has answered.
  case notNeeded(answeredBy: SourceID)
}

extension SkipReason: CustomStringConvertible {
  /// One English sentence.
  public var description: String {
    switch self {
    case .notCovered: "It doesn't cover the place."
    case .notOffered: "It doesn't offer what was asked."
    case .rights(let purposes):
      "Its licence isn't known to allow \(purposes.map(\.rawValue).joined(separator: ", "))."
    case .notConfigured(let what): what
    case .disabled: "It is switched off in the configuration."
    case .retired: "Its provider has switched it off."
    case .notNeeded(let source): "\(source) has answered already."
    }
  }
}
