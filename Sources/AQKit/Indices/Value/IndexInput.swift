/// A concentration that an index requires: the pollutant, its averaging and its unit.
public struct IndexInput: Hashable, Sendable, CustomStringConvertible {
  struct Fields: Hashable, Sendable, Codable {
    var parameter: AirParameter
    var averaging: AveragingPeriod
    var unit: AirUnit
    var current: AveragingMethod?
    var daily: AveragingMethod?
    var confidence: IndexEdition.Confidence
  }

  private let shared: SharedFields<Fields>

  /// The pollutant.
  public var parameter: AirParameter { shared.fields.parameter }
  /// The averaging period as the standard's table names it.
  public var averaging: AveragingPeriod { shared.fields.averaging }
  /// The unit in which the table is written.
  public var unit: AirUnit { shared.fields.unit }
  /// The method that forms the concentration for the current value; `nil` if the input takes no part in it.
  public var current: AveragingMethod? { shared.fields.current }
  /// The method that forms the concentration for a day's value; `nil` if the input takes no part in it.
  public var daily: AveragingMethod? { shared.fields.daily }
  /// The confidence in the numbers of this input.
  public var confidence: IndexEdition.Confidence { shared.fields.confidence }

  /// Creates an input; without a method it takes no part in that variant of the index.
  public init(
    _ parameter: AirParameter, _ averaging: AveragingPeriod, _ unit: AirUnit, current: AveragingMethod? = nil,
    daily: AveragingMethod? = nil, confidence: IndexEdition.Confidence = .primary
  ) {
    shared = SharedFields(
      Fields(
        parameter: parameter, averaging: averaging, unit: unit, current: current, daily: daily,
        confidence: confidence))
  }

  /// Returns whether the two share their storage, which is a faster check than equality.
  func isIdentical(to other: IndexInput) -> Bool { shared === other.shared }

  /// Returns the method by which the concentration is formed for a variant of the index.
  public func method(for variant: IndexOptions.Variant) -> AveragingMethod? {
    variant == .current ? current : daily
  }

  /// Pollutant and period, such as `pm25 24h`.
  public var description: String { "\(parameter) \(averaging)" }
}

extension IndexInput: Codable {
  /// Reads an input.
  public init(from decoder: any Decoder) throws { shared = try SharedFields(from: decoder) }

  /// Writes an input.
  public func encode(to encoder: any Encoder) throws { try shared.encode(to: encoder) }
}

extension IndexInput {
  /// A concentration that is ready for an index: averaged as the standard requires, in the unit of its table.
  public struct Concentration: Hashable, Sendable {
    /// The input of the concentration.
    public var input: IndexInput
    /// The concentration, in the input's unit.
    public var value: Double
    /// The way in which the concentration was formed.
    public var basis: AQIValue.Basis

    /// Creates a concentration that is averaged and in its input's unit.
    public init(_ input: IndexInput, _ value: Double, basis: AQIValue.Basis = .given) {
      self.input = input
      self.value = value
      self.basis = basis
    }
  }
}
