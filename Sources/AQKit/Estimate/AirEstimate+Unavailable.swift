extension AirEstimate {
  /// The reason why the air at a place can't be estimated.
  public struct Unavailable: Error, Hashable, Sendable {
    /// The reason.
    public enum Reason: Hashable, Sendable {
      /// The estimator has no constants for the parameter.
      case noConstants(AirParameter)
      /// There is no usable station within this many metres, and no model.
      case nothingNear(reach: Double)
      /// The newest values are this many hours old: too old to carry forward without a model.
      case outOfDate(hours: Int)
      /// Stations and models have no value for the hour.
      case noValue
      /// The requested period is longer than two years.
      case tooLong
      /// The place has no coordinate.
      case noCoordinate
      /// A probability must be above 0 and below 1.
      case impossibleProbability(Double)
      /// A constant of the estimator is out of its range.
      case impossibleConstants
    }

    /// The reason.
    public let reason: Reason

    /// Creates a failure with its reason.
    public init(_ reason: Reason) { self.reason = reason }
  }
}

extension AirEstimate.Unavailable: CustomStringConvertible {
  /// The reason in an English sentence.
  public var description: String {
    switch reason {
    case .noConstants(let parameter):
      "\(parameter.name) can't be estimated: the method has no constants for it."
    case .nothingNear(let reach):
      "No station within \((reach / 1000).rounded().plainText) km has a usable value, and there is no model."
    case .outOfDate(let hours):
      "The newest values of the stations are \(hours) h old, and there is no model to carry them forward."
    case .noValue: "Neither the stations nor the model have a value for this hour."
    case .tooLong: "The time is longer than two years: ask for it in parts."
    case .noCoordinate: "The place has no coordinate: ask about a point."
    case .impossibleProbability(let probability):
      "The probability of an interval must be above 0 and below 1, not \(probability.plainText)."
    case .impossibleConstants:
      "A constant of the estimator is out of its range: use the standard ones or correct it."
    }
  }
}
