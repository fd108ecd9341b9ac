/// A concentration that an index requires: the pollutant, its averaging and its unit.
public struct IndexInput: Hashable, Sendable, CustomStringConvertible {
  /// The members, shared by all copies.
  private final class Fields: Sendable, Codable {
    let parameter: AirParameter
    let averaging: AveragingPeriod
    let unit: AirUnit
    let current: AveragingMethod?
    let daily: AveragingMethod?
    let confidence: IndexEdition.Confidence

    init(
      _ parameter: AirParameter, _ averaging: AveragingPeriod, _ unit: AirUnit, _ current: AveragingMethod?,
      _ daily: AveragingMethod?, _ confidence: IndexEdition.Confidence
    ) {
      self.parameter = parameter
      self.averaging = averaging
      self.unit = unit
      self.current = current
      self.daily = daily
      self.confidence = confidence
    }
  }

  private let fields: Fields

  /// The pollutant.
  public var parameter: AirParameter { fields.parameter }
  /// The averaging period as the standard's table names it.
  public var averaging: AveragingPeriod { fields.averaging }
  /// The unit in which the table is written.
  public var unit: AirUnit { fields.unit }
  /// The method that forms the concentration for the current value; `nil` if the input takes no part in it.
  public var current: AveragingMethod? { fields.current }
  /// The method that forms the concentration for a day's value; `nil` if the input takes no part in it.
  public var daily: AveragingMethod? { fields.daily }
  /// The confidence in the numbers of this input.
  public var confidence: IndexEdition.Confidence { fields.confidence }

  /// Creates an input; without a method it takes no part in that variant of the index.
  public init(
    _ parameter: AirParameter, _ averaging: AveragingPeriod, _ unit: AirUnit, current: AveragingMethod? = nil,
    daily: AveragingMethod? = nil, confidence: IndexEdition.Confidence = .primary
  ) {
    fields = Fields(parameter, averaging, unit, current, daily, confidence)
  }

  /// Returns whether the two share their storage, which is a faster check than equality.
  func isIdentical(to other: IndexInput) -> Bool { fields === other.fields }

  /// Compares all members.
  public static func == (lhs: IndexInput, rhs: IndexInput) -> Bool {
    lhs.isIdentical(to: rhs)
      || lhs.parameter == rhs.parameter && lhs.averaging == rhs.averaging && lhs.unit == rhs.unit
        && lhs.current == rhs.current && lhs.daily == rhs.daily && lhs.confidence == rhs.confidence
  }

  /// Returns the method by which the concentration is formed for a variant of the index.
  public func method(for variant: IndexOptions.Variant) -> AveragingMethod? {
    switch variant {
    case .current: current
    case .daily: daily
    }
  }

  /// Hashes pollutant and period.
  public func hash(into hasher: inout Hasher) {
    hasher.combine(parameter)
    hasher.combine(averaging)
  }

  /// Pollutant and period, such as `pm25 24h`.
  public var description: String { "\(parameter) \(averaging)" }
}

extension IndexInput: Codable {
  /// Reads an input.
  public init(from decoder: any Decoder) throws { fields = try Fields(from: decoder) }

  /// Writes an input.
  public func encode(to encoder: any Encoder) throws { try fields.encode(to: encoder) }
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
