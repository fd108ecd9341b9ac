/// A concentration that is ready for an index: averaged as the standard asks, in the unit of its table.
public struct IndexConcentration: Hashable, Sendable {
  /// The input it is for.
  public var input: IndexInput
  /// The concentration, in the input's unit.
  public var value: Double
  /// How it was formed.
  public var basis: AQIBasis
}

extension IndexConcentration {
  /// Makes a concentration.
  public init(_ input: IndexInput, _ value: Double, basis: AQIBasis = .given) {
    self.init(input: input, value: value, basis: basis)
  }
}
