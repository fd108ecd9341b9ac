/// What is wrong with a breakpoint table, and where.
public struct BreakpointIndexError: Error, Hashable, Sendable {
  /// What is wrong.
  public enum Problem: String, Hashable, Sendable {
    /// The table has no rows, or the index no scales, no bands or an empty identifier.
    case empty
    /// A row ends before it begins, or begins before the row above.
    case descending
    /// A row begins before the row above ends.
    case overlap
    /// Concentrations between the row above and this one have no index.
    case gap
    /// The index falls from one row to the next, or within a row.
    case descendingIndex
    /// No band holds an index that the row gives.
    case missingBand
    /// A number that is negative, not finite, has too many digits, or is an index and not whole.
    case badNumber
    /// Only the last row may be open.
    case openRow
    /// The same pollutant and averaging period twice, or the same key twice.
    case duplicate
    /// The index requires pollutants that its scales do not cover, so that it could never have a value.
    case requirement
    /// The text is not the JSON that the schema describes.
    case malformed
  }

  /// What is wrong.
  public var problem: Problem
  /// The scale it is wrong in, such as `pm25 24h`; `nil` where the index itself is wrong.
  public var scale: String?
  /// The row or band, counted from 1; `nil` where no single one is wrong.
  public var row: Int?
  /// One sentence that says what stands there.
  public var detail: String

  /// Makes an error.
  public init(_ problem: Problem, scale: String? = nil, row: Int? = nil, _ detail: String) {
    self.problem = problem
    self.scale = scale
    self.row = row
    self.detail = detail
  }
}

extension BreakpointIndexError: CustomStringConvertible {
  /// Scale, row and problem in one line.
  public var description: String {
    let place = [scale, row.map { "row \($0)" }].compactMap { $0 }.joined(separator: ", ")
    return "\(place.isEmpty ? "" : "\(place): ")\(problem.rawValue): \(detail)"
  }
}
