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
    /// Allows none: the outcome is the reason instead.
    case none
    /// Allows labelled values: averages of too few hours, an instant for an average, fewer pollutants than required.
    case allowed
    /// Allows labelled values only if the standard gives no value, or one without a band
    /// (``AQIValue/isBandUncertain``). If the proxy has no band either, a reason replaces the value, so a number always
    /// has its band. Screens use this (``IndexOptions/shown``); it only concerns values of reports.
    case whereNeeded
  }

  /// Whether a report's index may be given if pollutants that may well be higher are missing.
  public enum Partial: Hashable, Sendable {
    /// Allows none: the outcome is the reason instead.
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
  /// Whether the site is near a road, for standards that require other pollutants there. A report's site whose setting is
  /// ``AirSite/Details/Setting/traffic`` always is.
  public var isTrafficSite: Bool
  /// The time zone of the days of a daily index; `nil` for the site's own, if its rules are available.
  ///
  /// ``AirTime/Zone/init(_:)`` makes one from a `TimeZone`.
  public var timeZone: AirTime.Zone?

  /// Creates options; by default for the current value, partial if necessary, without proxies, at a background site.
  public init(
    variant: IndexOptions.Variant = .current, proxy: Proxy = .none, partial: Partial = .allowed,
    isTrafficSite: Bool = false, timeZone: AirTime.Zone? = nil
  ) {
    self.variant = variant
    self.proxy = proxy
    self.partial = partial
    self.isTrafficSite = isTrafficSite
    self.timeZone = timeZone
  }

  /// The default options.
  public static var standard: IndexOptions { IndexOptions() }

  /// The options for users: a labelled proxy if an average can't be formed (``Proxy/whereNeeded``).
  public static var shown: IndexOptions { IndexOptions(proxy: .whereNeeded) }

  /// The kind of value: many standards compute the current value and the daily one differently.
  public enum Variant: String, Hashable, Sendable, Codable, CaseIterable, Identifiable {
    /// The spelling.
    public var id: String { rawValue }
    /// The value at one moment, renewed every hour.
    case current
    /// The value of a whole calendar day at the site.
    case daily
  }
}
