extension AQIValue {
  /// The way in which the concentration of an index was formed.
  public struct Basis: Hashable, Sendable, Codable {
    /// The origin of the concentration.
    public enum Origin: String, Hashable, Sendable, Codable {
      /// Given by the caller, already averaged.
      case given
      /// The concentration is given by the source, already averaged over the period that the standard requires.
      case published
      /// Formed here from hourly means.
      case hourlyMeans
      /// Formed here from a model's values: instants one hour apart, each counting as one hour.
      case hourlyModelValues
    }

    /// The reason why a value is only a proxy.
    public enum Proxy: Hashable, Sendable {
      /// Too few hours for the standard's rule.
      case tooFewHours
      /// An instant or a mean of another period instead of the standard's average.
      case otherPeriod(AveragingPeriod)
    }

    /// The members that few concentrations have, stored separately so that the others are copied cheaply.
    struct Particulars: Hashable, Sendable, Codable {
      var convertedFrom: AirUnit?
      var conditions: AirUnit.ReferenceConditions?
      var correction: String?

      /// The members in shared storage; `nil` if all have their defaults.
      var shared: SharedFields<Particulars>? { self == Particulars() ? nil : SharedFields(self) }
    }

    private enum CodingKeys: String, CodingKey {
      case origin, method, hours, hoursPossible, proxy, end
      case shared = "particulars"
    }

    /// The origin of the concentration.
    public let origin: Origin
    /// The method by which the concentration was averaged; `nil` if it was given.
    public internal(set) var method: AveragingMethod?
    /// The number of hours present; for a daily maximum of running means, the number of means.
    public internal(set) var hours: Int
    /// The number of possible hours.
    public internal(set) var hoursPossible: Int
    /// The reason why the value is only a proxy; `nil` if it meets the standard's rule.
    public var proxy: Proxy?
    /// The end of the newest interval that went into the concentration.
    public let end: AirTime?
    /// The members that few concentrations have; `nil` if all have their defaults.
    var shared: SharedFields<Particulars>?

    /// The members that few concentrations have; setting one copies all of them.
    private var particulars: Particulars {
      get { shared?.fields ?? Particulars() }
      set { shared = newValue.shared }
    }

    /// The unit from which the concentration was converted, `nil` if it was not.
    public var convertedFrom: AirUnit? {
      get { shared?.fields.convertedFrom }
      set { particulars.convertedFrom = newValue }
    }
    /// The conditions of the conversion, if it was between mass and mixing ratio.
    public var conditions: AirUnit.ReferenceConditions? {
      get { shared?.fields.conditions }
      set { particulars.conditions = newValue }
    }
    /// The correction applied to the series, such as Barkjohn's for low-cost sensors.
    public var correction: String? {
      get { shared?.fields.correction }
      set { particulars.correction = newValue }
    }
  }
}

extension AQIValue.Basis {
  /// Creates a basis; by default the concentration is neither converted nor corrected.
  public init(
    origin: Origin, method: AveragingMethod? = nil, hours: Int = 0, hoursPossible: Int = 0,
    convertedFrom: AirUnit? = nil, conditions: AirUnit.ReferenceConditions? = nil, proxy: Proxy? = nil,
    correction: String? = nil, end: AirTime? = nil
  ) {
    let particulars = Particulars(
      convertedFrom: convertedFrom, conditions: conditions, correction: correction)
    self.init(
      origin: origin, method: method, hours: hours, hoursPossible: hoursPossible, proxy: proxy, end: end,
      shared: particulars.shared)
  }

  /// A concentration that the caller gives.
  public static let given = AQIValue.Basis(origin: .given)
}

extension AQIValue.Basis.Proxy: Codable {
  /// Reads `"tooFewHours"` or `{"otherPeriod": "1h"}`.
  public init(from decoder: any Decoder) throws {
    let coded = try CodedCase(from: decoder)
    switch coded.name {
    case "tooFewHours": self = .tooFewHours
    case "otherPeriod": self = .otherPeriod(try coded.held())
    default: throw coded.unknown
    }
  }

  /// Writes the reason.
  public func encode(to encoder: any Encoder) throws {
    switch self {
    case .tooFewHours: try CodedCase.encode("tooFewHours", to: encoder)
    case .otherPeriod(let period): try CodedCase.encode("otherPeriod", period, to: encoder)
    }
  }
}

extension AQIValue.Basis: CustomStringConvertible {
  /// The basis in words, such as `NowCast of 12 of 12 hourly means`.
  public var description: String {
    var text: String
    let name = method?.name ?? "mean"
    var kind = origin == .hourlyModelValues ? "hourly model values" : "hourly means"
    if let method, method.runningHours > 1 { kind = "running means of \(kind)" }
    switch (origin, proxy) {
    case (.given, _): text = "concentration as given"
    case (_, .otherPeriod(let period)): text = "\(period) value as published"
    case (.published, _): text = "\(name) as published"
    case (_, .tooFewHours):
      // A NowCast without its newest hours is only a mean.
      let average = if case .nowCast = method?.rule { "mean" } else { name }
      text = "\(average) of \(hours) of \(hoursPossible) \(kind)"
    case (_, nil):
      text = name
      if case .latest = method?.rule { break }
      text += " of \(hours) of \(hoursPossible) \(kind)"
    }
    if let convertedFrom {
      text += ", converted from \(convertedFrom)"
      if let conditions { text += " at \(conditions)" }
    }
    if let correction { text += ", corrected (\(correction))" }
    switch proxy {
    case nil: break
    case .tooFewHours: text += ", PROXY: too few hours for the \(name)"
    case .otherPeriod: text += ", PROXY in place of the \(name)"
    }
    return text
  }
}
