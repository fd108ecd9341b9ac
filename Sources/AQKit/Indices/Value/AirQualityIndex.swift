/// An air-quality index.
///
/// ## Use one
/// `report.index(using: .usEPA)` for an edition in force, ``AirQualityIndexCatalog`` for the rest.
///
/// ## Write one
/// An index that is a table is data: decode a ``BreakpointIndex`` from JSON. An index that is a formula is a `struct`
/// with four members: what is published about it, its bands, the concentrations it asks for, and the value of
/// those. The engine forms the concentrations from a report; ``value(of:options:)`` never averages or converts.
///
/// ## Test one
/// `IndexContract` in AQKitTesting.
public protocol AirQualityIndex: Sendable {
  /// The published facts about the index.
  var edition: IndexEdition { get }
  /// The bands, best air first.
  var bands: [AQIBand] { get }
  /// The concentrations that it asks for, in the order of its table.
  var inputs: [IndexInput] { get }

  /// Returns the value of some concentrations, each averaged and in its input's unit.
  ///
  /// - Parameters:
  ///   - concentrations: The available concentrations; inputs may be missing.
  ///   - options: The variant, and whether rules may be waived.
  /// - Returns: The value, or the reason why the standard gives none.
  func value(of concentrations: [IndexInput.Concentration], options: IndexOptions) -> AQIOutcome
}

extension AirQualityIndex {
  /// Returns the value of some concentrations, with the usual options.
  public func value(of concentrations: [IndexInput.Concentration]) -> AQIOutcome {
    value(of: concentrations, options: .standard)
  }

  /// Returns the band of a number: the first whose upper end is not below it; `nil` below the first band.
  public func band(of number: Int) -> AQIBand? { bands.band(of: number) }

  /// Sorts an index value that a source publishes on this index's scale into its band.
  ///
  /// The caller's choice of the index is the scale of the value, which isn't computed.
  ///
  /// - Returns: `nil` if the value is not on the scale: negative, or above the last level of an index of levels or
  ///   categories (such as 45 for the European AQI, which has six).
  public func band(ofPublished value: Double) -> AQIBand? {
    guard value.isFinite, value >= 0, value < 1e9 else { return nil }
    let number = Int(value.rounded(.toNearestOrAwayFromZero))
    if edition.kind != .number, let last = bands.last, number > last.lowerIndex { return nil }
    return bands.band(of: number)
  }
}

extension [AQIBand] {
  /// Returns the first band whose upper end is not below a number.
  func band(of number: Int) -> AQIBand? { bandIndex(of: number).map { self[$0] } }

  /// Returns the index of that band.
  func bandIndex(of number: Int) -> Int? {
    guard let first, number >= first.lowerIndex else { return nil }
    for i in indices where number <= self[i].upperIndex ?? .max { return i }
    return indices.last
  }
}

/// A concentration that an index asks for: the pollutant, its averaging and its unit.
public struct IndexInput: Hashable, Sendable {
  struct Fields: Hashable, Sendable, Codable {
    var parameter: AirParameter
    var averaging: AveragingPeriod
    var unit: AirUnit
    var current: AveragingMethod?
    var daily: AveragingMethod?
    var confidence: IndexEdition.Confidence
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
  /// How the concentration is formed for the current value, `nil` if the input takes no part in it.
  public var current: AveragingMethod? {
    get { shared.fields.current }
    set { fields.current = newValue }
  }
  /// How the concentration is formed for a day's value, `nil` if the input takes no part in it.
  public var daily: AveragingMethod? {
    get { shared.fields.daily }
    set { fields.daily = newValue }
  }
  /// The confidence in the numbers of this input.
  public var confidence: IndexEdition.Confidence {
    get { shared.fields.confidence }
    set { fields.confidence = newValue }
  }

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

  /// Returns whether the two are copies of one, which is found faster than whether they are equal.
  func isIdentical(to other: IndexInput) -> Bool { shared === other.shared }

  /// Returns the method by which the concentration is formed for a variant of the index.
  public func method(for variant: IndexOptions.Variant) -> AveragingMethod? {
    switch variant {
    case .current: current
    case .daily: daily
    }
  }
}

extension IndexInput: Codable {
  /// Reads an input.
  public init(from decoder: any Decoder) throws { shared = try SharedFields(from: decoder) }

  /// Writes an input.
  public func encode(to encoder: any Encoder) throws { try shared.encode(to: encoder) }
}

extension IndexInput: CustomStringConvertible {
  /// Pollutant and period, such as `pm25 24h`.
  public var description: String { "\(parameter) \(averaging)" }
}

extension IndexInput {
  /// A concentration that is ready for an index: averaged as the standard asks, in the unit of its table.
  public struct Concentration: Hashable, Sendable {
    /// The input of the concentration.
    public var input: IndexInput
    /// The concentration, in the input's unit.
    public var value: Double
    /// The way in which the concentration was formed.
    public var basis: AQIValue.Basis
  }
}

extension IndexInput.Concentration {
  /// Creates a concentration that is averaged and in its input's unit.
  public init(_ input: IndexInput, _ value: Double, basis: AQIValue.Basis = .given) {
    self.init(input: input, value: value, basis: basis)
  }
}

/// Options for computing an index if the standard leaves a choice, or the data are insufficient.
///
/// ```swift
/// var options = IndexOptions(variant: .daily, proxy: .allowed)  // labelled where hours are missing
/// options.partial = .none  // no value without a pollutant that may be higher
/// let outcome = report.index(using: .usEPA, options: options)
/// ```
public struct IndexOptions: Hashable, Sendable {
  /// Whether a value may be given that the standard would not.
  public enum Proxy: Hashable, Sendable {
    /// Allows none: a reason replaces the value.
    case none
    /// Allows labelled values: averages of too few hours, an instant for an average, fewer pollutants than required.
    case allowed
    /// Allows labelled values only if the standard gives no value, or one without a band (``AQIValue/isBandUncertain``). If
    /// the proxy has no band either, a reason replaces the value, so a number always has its band. Used for values of
    /// reports and on screens.
    case whereNeeded
  }

  /// Whether a report's index may be given without pollutants that may well be higher.
  public enum Partial: Hashable, Sendable {
    /// Allows none: a reason replaces the value.
    case none
    /// Allows partial values, marked with ``AQIValue/isPartial``.
    case allowed
  }

  /// The value of the moment, or the day's.
  public var variant: IndexOptions.Variant
  /// Whether a labelled proxy is acceptable.
  public var proxy: Proxy
  /// Whether a marked partial value is acceptable.
  public var partial: Partial
  /// Whether the site is at a street, where a standard asks for other pollutants there.
  public var isTrafficSite: Bool
  /// The time zone of the days of a daily index; `nil` for the site's own, if its rules are available.
  ///
  /// ``AirTimeZone/init(_:)`` makes one of a `TimeZone`.
  public var timeZone: AirTimeZone?

  /// By default: the current value, partial if necessary, without proxies, at a background site.
  public init(
    variant: IndexOptions.Variant = .current, proxy: Proxy = .none, partial: Partial = .allowed,
    isTrafficSite: Bool = false, timeZone: AirTimeZone? = nil
  ) {
    self.variant = variant
    self.proxy = proxy
    self.partial = partial
    self.isTrafficSite = isTrafficSite
    self.timeZone = timeZone
  }

  /// The default options.
  public static let standard = IndexOptions()

  /// The options for people: a labelled proxy if an average can't be formed (``Proxy/whereNeeded``).
  public static let shown = IndexOptions(proxy: .whereNeeded)
}

extension IndexOptions {
  /// The kind of value: many standards compute the current value and the day's differently.
  public enum Variant: String, Hashable, Sendable, Codable, CaseIterable, Identifiable {
    /// The spelling.
    public var id: String { rawValue }
    /// The value at one moment, renewed every hour.
    case current
    /// The value of a whole calendar day at the site.
    case daily
  }
}
