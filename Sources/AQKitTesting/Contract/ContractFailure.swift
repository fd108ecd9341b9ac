/// The error of a broken contract, with all violations at once.
public struct ContractFailure: Error, Sendable, CustomStringConvertible {
  /// The violations, in the order of the rules.
  public let violations: [ContractViolation]

  /// Creates a failure with its violations.
  public init(_ violations: [ContractViolation]) { self.violations = violations }

  /// A line for each violation.
  public var description: String {
    let lines = violations.map { "  \($0)" }.joined(separator: "\n")
    return
      "The contract is broken in \(violations.count) \(violations.count == 1 ? "place" : "places"):\n\(lines)"
  }
}
