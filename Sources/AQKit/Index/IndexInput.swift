/// One concentration that an index asks for: which pollutant, averaged how, in which unit.
public struct IndexInput: Hashable, Sendable {
  /// The pollutant.
  public var parameter: AirParameter
  /// The averaging period as the standard's table names it.
  public var averaging: AveragingPeriod
  /// The unit in which the table is written.
  public var unit: AirUnit
  /// How the concentration is formed for the current value, `nil` where the input takes no part in it.
  public var current: AveragingMethod?
  /// How the concentration is formed for a day's value, `nil` where the input takes no part in it.
  public var daily: AveragingMethod?
  /// How well the numbers of this input are known.
  public var confidence: IndexConfidence

  /// Makes an input.
  public init(
    _ parameter: AirParameter, _ averaging: AveragingPeriod, _ unit: AirUnit, current: AveragingMethod? = nil,
    daily: AveragingMethod? = nil, confidence: IndexConfidence = .primary
  ) {
    self.parameter = parameter
    self.averaging = averaging
    self.unit = unit
    self.current = current
    self.daily = daily
    self.confidence = confidence
  }

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
