/// How the concentration that went into an index was formed.
public struct AQIBasis: Hashable, Sendable {
  /// Where the concentration came from.
  public enum Origin: Hashable, Sendable {
    /// Given by the caller, already averaged.
    case given
    /// Given by the source, already averaged over the period that the standard asks for.
    case published
    /// Formed here from hourly means.
    case hourlyMeans
    /// Formed here from a model's values, instants one hour apart, each of which counts as one hour.
    case hourlyModelValues
  }

  /// Why a value is only a proxy.
  public enum Proxy: Hashable, Sendable {
    /// Too few hours for the standard's rule.
    case tooFewHours
    /// An instant or a mean of another period in place of the standard's average.
    case otherPeriod(AveragingPeriod)
  }

  /// Where the concentration came from.
  public var origin: Origin
  /// How it was averaged; `nil` where it was given.
  public var method: AveragingMethod?
  /// How many hours were there.
  public var hours: Int
  /// How many hours there could have been.
  public var hoursPossible: Int
  /// The unit from which it was converted, `nil` where it was not.
  public var convertedFrom: AirUnit?
  /// The conditions of the conversion, where it went between mass and mixing ratio.
  public var conditions: ReferenceConditions?
  /// Why the value is only a proxy; `nil` where it meets the standard's rule.
  public var proxy: Proxy?
  /// The correction that the series had before, such as Barkjohn's for low-cost sensors.
  public var correction: String?
  /// The end of the newest interval that went in.
  public var end: AirTime?

  /// Makes a basis.
  public init(
    origin: Origin, method: AveragingMethod? = nil, hours: Int = 0, hoursPossible: Int = 0,
    convertedFrom: AirUnit? = nil, conditions: ReferenceConditions? = nil, proxy: Proxy? = nil,
    correction: String? = nil, end: AirTime? = nil
  ) {
    self.origin = origin
    self.method = method
    self.hours = hours
    self.hoursPossible = hoursPossible
    self.convertedFrom = convertedFrom
    self.conditions = conditions
    self.proxy = proxy
    self.correction = correction
    self.end = end
  }

  /// A concentration that the caller gives.
  public static let given = AQIBasis(origin: .given)
}

extension AQIBasis: CustomStringConvertible {
  /// The basis in words, such as `NowCast of 12 of 12 hourly means`.
  public var description: String {
    var text: String
    switch origin {
    case .given: text = "concentration as given"
    case .published: text = "\(method?.name ?? "mean") as published"
    case .hourlyMeans: text = "\(method?.name ?? "mean") of \(hours) of \(hoursPossible) hourly means"
    case .hourlyModelValues:
      text = "\(method?.name ?? "mean") of \(hours) of \(hoursPossible) hourly model values"
    }
    if let convertedFrom {
      text += ", converted from \(convertedFrom)"
      if let conditions { text += " at \(conditions)" }
    }
    if let correction { text += ", corrected (\(correction))" }
    switch proxy {
    case nil: break
    case .tooFewHours: text += ", PROXY: too few hours"
    case .otherPeriod(let period): text += ", PROXY: \(period) value in place of the average"
    }
    return text
  }
}

extension AveragingMethod {
  /// The method in words.
  var name: String {
    switch self {
    case .latest(60): "1 h value"
    case .latest(let minutes): "\(minutes) min value"
    case .mean(let hours, _): "\(hours) h mean"
    case .dayMean: "daily mean"
    case .dayMaximum(let hours, _): "daily maximum \(hours) h mean"
    case .nowCast: "NowCast"
    case .twelveAndFour: "12 h and 4 h mean"
    case .c24e: "24 h estimate (C24E)"
    }
  }
}
