/// A rule that the pure part of an adapter must keep for any bytes.
public enum AdapterRule: String, CaseIterable, Sendable, Codable, CustomStringConvertible {
  /// Every recording is read without an error, and at least one gives a value or a notice.
  case readsItsRecordings = "adapter.recordings"
  /// The same bytes give the same result twice.
  case isPure = "adapter.pure"
  /// A truncated body is refused, or gives only values that are in it.
  case survivesTruncation = "adapter.truncated"
  /// An object that lacks any one member is refused, or gives only values that are in it.
  case survivesMissingMembers = "adapter.member-removed"
  /// A null instead of any number means absence, and never another value.
  case survivesNull = "adapter.number-null"
  /// Text instead of any number is refused and counted, and never becomes another value.
  case survivesText = "adapter.number-text"
  /// NaN instead of any number is refused or absent, and never another value.
  case survivesNaN = "adapter.number-nan"
  /// 1e300, −0 or the smallest number instead of any number is that number, absent or refused.
  case survivesExtremes = "adapter.number-extreme"
  /// A whole number at or beyond the ends of 32 and 64 bits instead of any number is that number, absent or refused.
  case survivesBoundaries = "adapter.number-boundary"
  /// Reading a body with changed bytes ends with an error or a result.
  case survivesCorruption = "adapter.corrupted"

  /// The rule, as a sentence.
  public var sentence: String {
    switch self {
    case .readsItsRecordings:
      "Every recording is read without an error, and at least one gives a value or a notice."
    case .isPure: "The same bytes give the same result twice."
    case .survivesTruncation: "A body that is cut anywhere is refused, or gives only values that are in it."
    case .survivesMissingMembers:
      "An object that lacks any one member is refused, or gives only values that are in it."
    case .survivesNull: "A null in place of any number is absent, and never another value."
    case .survivesText: "A text in place of any number is refused and counted, and never another value."
    case .survivesNaN: "NaN in place of any number is refused or absent, and never another value."
    case .survivesExtremes:
      "1e300, −0 or the smallest number in place of any number is that number, absent or refused."
    case .survivesBoundaries:
      "A whole number at or beyond the ends of 32 and 64 bits in place of any number is that number, absent or refused."
    case .survivesCorruption: "A body with some bytes changed comes to an end, by an error or a result."
    }
  }

  /// The advice when the rule is broken, as a sentence. It ends the message of every violation.
  public var remedy: String {
    switch self {
    case .readsItsRecordings:
      "Fix what the message names, or give the recording the query, step and time that it was made with."
    case .isPure: "Use nothing but the reply: no clock, no random number, no state, no order of a dictionary."
    case .survivesTruncation:
      "Read the whole body before adding values, and don't catch what the reader throws."
    case .survivesMissingMembers:
      "Use `require` for what a value can't be understood without, such as its unit and time, and no default in its place."
    case .survivesNull:
      "Pass the value of JSON, CSV or XML itself to `report.add(…)`, or `ifPresent?.double()`: no `?? 0`."
    case .survivesText:
      "Let the reader throw within `report.each`, or pass the value of JSON, CSV or XML itself to `report.add(…)`: no `try?`."
    case .survivesNaN: "Let the reader throw, or pass NaN as nil: no `?? 0`."
    case .survivesExtremes:
      "Add the number as it is; `ReportBuilder` refuses what the unit doesn't allow. Where a comma is the decimal separator, set `decimalSeparator`."
    case .survivesBoundaries:
      "Convert with `Int(exactly:)` or `Int(clamping:)`, and calculate with `multipliedReportingOverflow(by:)`; `Int(x)` and `*` trap."
    case .survivesCorruption: "Advance in every loop, and bound what the bytes say about lengths and counts."
    }
  }

  /// Identifier and sentence.
  public var description: String { "\(rawValue): \(sentence)" }
}
