/// A column of concentrations that are ready for an index.
public struct IndexColumn: Sendable {
  /// The input it is for.
  public var input: IndexInput
  /// The concentrations, in the input's unit; NaN is a gap.
  public var values: [Double]

  /// Makes a column.
  public init(_ input: IndexInput, _ values: [Double]) {
    self.input = input
    self.values = values
  }
}
