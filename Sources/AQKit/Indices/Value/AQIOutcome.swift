/// The result of computing an index: a value, or the reason for a missing one.
public enum AQIOutcome: Hashable, Sendable, CustomStringConvertible {
  /// The value.
  case value(AQIValue)
  /// The reason.
  case unavailable(AQIOutcome.Unavailable)

  /// The value, or `nil`.
  public var value: AQIValue? { if case .value(let value) = self { value } else { nil } }

  /// The reason, or `nil`.
  public var reason: Unavailable? { if case .unavailable(let reason) = self { reason } else { nil } }

  /// Returns the value, or the reason thrown.
  public func get() throws(AQIOutcome.Unavailable) -> AQIValue {
    switch self {
    case .value(let value): return value
    case .unavailable(let reason): throw reason
    }
  }

  /// Changes the value, if there is one, without copying its members.
  @inline(__always)
  mutating func changeValue(_ change: (inout AQIValue) -> Void) {
    switch consume self {
    case .value(var value):
      change(&value)
      self = .value(consume value)
    case .unavailable(let reason): self = .unavailable(reason)
    }
  }

  /// The value or the reason on one line.
  public var description: String {
    switch self {
    case .value(let value): value.description
    case .unavailable(let reason): reason.description
    }
  }
}

extension AQIOutcome {
  /// The reason why an index is absent.
  public struct Unavailable: Error, Hashable, Sendable, Codable {
    /// The kinds of reason.
    public enum Reason: Hashable, Sendable {
      /// The report has no value at that moment of any pollutant that the index requires.
      case nothingToGoOn
      /// Only `have` of `of` hours are available; the standard needs `need`.
      case tooFewHours(have: Int, of: Int, need: Int)
      /// Only `have` of `of` running means of the day are available; the standard needs `need`.
      case tooFewMeans(have: Int, of: Int, need: Int)
      /// The overall rule is not met; the text says what is missing.
      case tooFewPollutants(String)
      /// The source gives a value whose averaging period isn't the one that the standard requires.
      case otherPeriod(AveragingPeriod, needed: AveragingPeriod)
      /// The source gives a mean, but the standard requires its own average of hourly values, such as a NowCast.
      case otherAverage(AveragingPeriod, needed: AveragingMethod)
      /// The unit can't be converted to the standard's.
      case wrongUnit(AirUnit, needed: AirUnit)
      /// The standard defines no index for the concentration.
      case undefined(Double)
      /// The standard counts the input only if the same pollutant's value of this period is beyond its table.
      case countsOnlyBeyond(AveragingPeriod)
      /// Not a concentration: negative beyond the tolerance, not finite, or absurdly large.
      case invalid(Double)
      /// The index does not cover the pollutant, or not with that averaging period.
      case notCovered(AirParameter)
      /// The parameter is not an index that a source publishes.
      case notPublished(AirParameter)
      /// The standard has no such variant.
      case noSuchVariant(IndexOptions.Variant)
      /// The site's calendar days are not known: the rules of its time zone are missing.
      case noTimeZone(String?)
      /// The identifier matches no index and no edition.
      case unknownIndex(String)
      /// A reason in the caller's own words.
      case stated(String)
    }

    /// The reason why an input has no concentration or no index.
    public struct Problem: Hashable, Sendable, Codable, CustomStringConvertible {
      // The order differs from the arguments of the public initialiser, so that the memberwise one, which copies nothing,
      // stays.
      /// The reason.
      public let reason: Reason
      /// The input.
      public let input: IndexInput
      /// Interpretations of the standard by which the concentration does have an index.
      public let alternatives: [AQIValue.SubIndex.Alternative]

      /// The input and the reason, such as `pm25 24h: 14 of 24 h (at least 18 needed)`.
      public var description: String {
        switch reason {
        case .undefined, .invalid: "\(input): \(reason) (in \(input.unit))"
        default: "\(input): \(reason)"
        }
      }
    }

    /// The kind of reason.
    public internal(set) var reason: Reason
    /// The requested edition, if it was found.
    public let edition: String?
    /// The reasons why single inputs are missing.
    public internal(set) var problems: [Problem]
    /// The sub-indices that could still be computed.
    public let subIndices: [AQIValue.SubIndex]
    /// Interpretations of the standard by which the single requested concentration does have an index.
    public let alternatives: [AQIValue.SubIndex.Alternative]

    /// Creates a reason, with details about single inputs if there are any.
    public init(
      _ reason: Reason, edition: String? = nil, problems: [Problem] = [],
      subIndices: [AQIValue.SubIndex] = [],
      alternatives: [AQIValue.SubIndex.Alternative] = []
    ) {
      self.reason = reason
      self.edition = edition
      self.problems = problems
      self.subIndices = subIndices
      self.alternatives = alternatives
    }
  }
}

extension AQIOutcome.Unavailable.Problem {
  /// Creates a problem of one input.
  public init(
    input: IndexInput, reason: AQIOutcome.Unavailable.Reason,
    alternatives: [AQIValue.SubIndex.Alternative] = []
  ) {
    self.init(reason: reason, input: input, alternatives: alternatives)
  }
}

extension AQIOutcome.Unavailable.Reason: CustomStringConvertible {
  /// The reason in one short English phrase, such as `14 of 24 h`.
  public var description: String {
    switch self {
    case .nothingToGoOn: "no concentration of a pollutant that the index requires"
    case .tooFewHours(let have, let possible, let need): "\(have) of \(possible) h (at least \(need) needed)"
    case .tooFewMeans(let have, let possible, let need):
      "\(have) of \(possible) running means (at least \(need) needed)"
    case .tooFewPollutants(let what): what
    case .otherPeriod(let period, let needed): "\(Self.article(period)) \(period) value, \(needed) needed"
    case .otherAverage(let period, let needed):
      "\(Self.article(period)) \(period) value can't replace the \(needed.name): hourly values needed"
    case .wrongUnit(let unit, let needed): "\(unit) can't be converted to \(needed)"
    case .undefined(let concentration): "no index is defined at \(concentration.plainText)"
    case .countsOnlyBeyond(let period): "counts only where the \(period) value is beyond its table"
    case .invalid(let concentration):
      "\(concentration.plainText) isn't a concentration\(AQIOutcome.Unavailable.flaw(of: concentration))"
    case .notCovered(let parameter): "\(parameter) is not covered"
    case .notPublished(let parameter): "\(parameter) is not an index that a source publishes"
    case .noSuchVariant(let variant): "the standard has no \(variant.rawValue) value"
    case .noTimeZone(let zone): "the time zone \(zone ?? "of the site") isn't available"
    case .unknownIndex(let name): "there is no index “\(name)”"
    case .stated(let text): text
    }
  }

  /// Returns a period with its indefinite article as spoken: “an 8h”, “an instant”, “a 24h”.
  private static func article(_ period: AveragingPeriod) -> String {
    let text = period.description
    return text.hasPrefix("8") || text.hasPrefix("i") || text.hasPrefix("a") ? "an" : "a"
  }
}

extension AQIOutcome.Unavailable {
  /// Returns the flaw of a number that isn't a concentration, as a text to append to it.
  package static func flaw(of concentration: Double) -> String {
    concentration < 0 ? ": it is negative" : concentration.isFinite ? ": it is too large" : ""
  }
}

extension AQIOutcome.Unavailable: CustomStringConvertible {
  /// The reason, and the problems of single inputs.
  public var description: String {
    if case .stated(let text) = reason { return text }
    let details = problems.map(\.description).joined(separator: "; ")
    return "no \(edition ?? "index"): \(reason)\(details.isEmpty ? "" : " (\(details))")"
  }
}

extension [AQIOutcome.Unavailable.Problem] {
  /// The reason for a missing index: that of the only input, or of the first with too few hours or means, since this one is
  /// closest to having a value.
  var mainReason: AQIOutcome.Unavailable.Reason? {
    count == 1 ? first?.reason : lazy.map(\.reason).first(where: \.isShortage)
  }
}

extension AQIOutcome.Unavailable.Reason: Error {
  /// Whether there are values, but too few hours or means of them.
  package var isShortage: Bool {
    switch self {
    case .tooFewHours, .tooFewMeans: true
    default: false
    }
  }
}
