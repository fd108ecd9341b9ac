/// One rule for the pure part of an adapter, for any bytes.
public enum AdapterRule: String, CaseIterable, Sendable, Codable, CustomStringConvertible {
  /// Every recording is read without an error, and at least one gives a value.
  case readsItsRecordings = "adapter.recordings"
  /// The same bytes give the same answer twice.
  case isPure = "adapter.pure"
  /// A truncated body is refused, or gives only values that are in it.
  case survivesTruncation = "adapter.truncated"
  /// An object without any one member is refused, or gives only values that are in it.
  case survivesMissingMembers = "adapter.member-removed"
  /// A null instead of any number means absence, and never another value.
  case survivesNull = "adapter.number-null"
  /// A text instead of any number is refused and counted, and never becomes another value.
  case survivesText = "adapter.number-text"
  /// NaN instead of any number is refused or absent, and never another value.
  case survivesNaN = "adapter.number-nan"
  /// Reading a body with changed bytes ends with an error or an answer.
  case survivesCorruption = "adapter.corrupted"

  /// The rule, as a sentence.
  public var sentence: String {
    switch self {
    case .readsItsRecordings: "Every recording is read without an error, and at least one gives a value."
    case .isPure: "The same bytes give the same answer twice."
    case .survivesTruncation: "A body that is cut anywhere is refused, or gives only values that are in it."
    case .survivesMissingMembers:
      "An object that lacks any one member is refused, or gives only values that are in it."
    case .survivesNull: "A null in the place of any number is absent, and never another value."
    case .survivesText: "A text in the place of any number is refused and counted, and never another value."
    case .survivesNaN: "NaN in the place of any number is refused or absent, and never another value."
    case .survivesCorruption: "A body with some bytes changed comes to an end, by an error or an answer."
    }
  }

  /// Identifier and sentence.
  public var description: String { "\(rawValue): \(sentence)" }
}
