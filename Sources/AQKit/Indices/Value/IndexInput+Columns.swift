extension IndexInput {
  /// A column of concentrations for an input, averaged as the standard requires and in the unit of its table.
  public struct Column: Hashable, Sendable {
    /// The input it is for.
    public let input: IndexInput
    /// The concentrations, in the input's unit; NaN is a gap.
    public let values: [Double]
    /// A flag per row, true if the concentration is a proxy for the standard's average; empty if none is.
    public let proxies: [Bool]

    /// Creates a column; by default of averages as the standard requires.
    public init(_ input: IndexInput, _ values: [Double], proxies: [Bool] = []) {
      self.input = input
      self.values = values
      self.proxies = proxies
    }

    /// Returns whether the concentration of a row is only a proxy.
    func isProxy(at i: Int) -> Bool { i < proxies.count && proxies[i] }
  }

  /// The columns of the inputs of an index; the concentrations in a row are of the same time.
  public struct Columns: Hashable, Sendable {
    /// The columns, one for each available input. Of two for the same input the first counts.
    public let columns: [Column]
    /// The number of rows.
    public let count: Int
    /// The variant, and whether rules may be waived.
    public let options: IndexOptions

    /// Creates columns with a number of rows; columns of another length are left out.
    public init(_ columns: [Column], count: Int, options: IndexOptions = .standard) {
      self.columns = columns.filter { $0.values.count == count }
      self.count = max(0, count)
      self.options = options
    }
  }
}
