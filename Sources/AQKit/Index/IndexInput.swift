/// One concentration that an index asks for: which pollutant, averaged how, in which unit.
public struct IndexInput: Hashable, Sendable {
  struct Fields: Hashable, Sendable {
    var parameter: AirParameter
    var averaging: AveragingPeriod
    var unit: AirUnit
    var current: AveragingMethod?
    var daily: AveragingMethod?
    var confidence: IndexConfidence
  }

  private var shared: SharedFields<Fields>

  /// The members; setting one makes a copy of all.
  private var fields: Fields {
    get { shared.fields }
    set { shared = SharedFields(newValue) }
  }

  /// The pollutant.
  public var parameter: AirParameter {
    get { shared.fields.parameter }
    set { fields.parameter = newValue }
  }
  /// The averaging period as the standard's table names it.
  public var averaging: AveragingPeriod {
    get { shared.fields.averaging }
    set { fields.averaging = newValue }
  }
  /// The unit in which the table is written.
  public var unit: AirUnit {
    get { shared.fields.unit }
    set { fields.unit = newValue }
  }
  /// How the concentration is formed for the current value, `nil` where the input takes no part in it.
  public var current: AveragingMethod? {
    get { shared.fields.current }
    set { fields.current = newValue }
  }
  /// How the concentration is formed for a day's value, `nil` where the input takes no part in it.
  public var daily: AveragingMethod? {
    get { shared.fields.daily }
    set { fields.daily = newValue }
  }
  /// How well the numbers of this input are known.
  public var confidence: IndexConfidence {
    get { shared.fields.confidence }
    set { fields.confidence = newValue }
  }

  /// Makes an input.
  public init(
    _ parameter: AirParameter, _ averaging: AveragingPeriod, _ unit: AirUnit, current: AveragingMethod? = nil,
    daily: AveragingMethod? = nil, confidence: IndexConfidence = .primary
  ) {
    shared = SharedFields(
      Fields(
        parameter: parameter, averaging: averaging, unit: unit, current: current, daily: daily,
        confidence: confidence))
  }

  /// Whether the two are copies of one, which is found faster than whether they are equal.
  func isIdentical(to other: IndexInput) -> Bool { shared === other.shared }

  /// How the concentration is formed for a variant of the index.
  public func method(for variant: IndexVariant) -> AveragingMethod? {
    switch variant {
    case .current: current
    case .daily: daily
    }
  }
}

extension IndexInput: CustomStringConvertible {
  /// Pollutant and period, such as `pm25 24h`.
  public var description: String { "\(parameter) \(averaging)" }
}
