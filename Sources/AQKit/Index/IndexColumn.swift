/// A column of concentrations that are ready for an index.
public struct IndexColumn: Sendable {
  /// The input it is for.
  public var input: IndexInput
  /// The concentrations, in the input's unit; NaN is a gap.
  public var values: [Double]
  /// Which of the concentrations are only proxies for what the standard asks; empty where none is.
  public var proxies: [Bool]

  /// Makes a column.
  public init(_ input: IndexInput, _ values: [Double], proxies: [Bool] = []) {
    self.input = input
    self.values = values
    self.proxies = proxies
  }

  /// Whether the concentration at a place is only a proxy.
  func isProxy(at place: Int) -> Bool { place < proxies.count && proxies[place] }
}
