#if canImport(FoundationEssentials)
  public import FoundationEssentials
#else
  public import Foundation
#endif

/// How an index is to be computed where the standard leaves a choice, or the data fall short.
public struct IndexOptions: Hashable, Sendable {
  /// Whether a value may be given that the standard would not.
  public enum Proxy: Hashable, Sendable {
    /// No: there is a reason in place of a value.
    case none
    /// Yes, labelled: averages of too few hours, an instant for an average, fewer pollutants than required.
    case allowed
  }

  /// The value of the moment, or the day's.
  public var variant: IndexVariant
  /// Whether a labelled proxy is acceptable.
  public var proxy: Proxy
  /// Whether the site stands at a street, where a standard asks for other pollutants there.
  public var isTrafficSite: Bool
  /// The time zone of the days of a daily index; `nil` takes the site's own where its rules can be had.
  ///
  /// A process that links Foundation knows the rules of all zones; FoundationEssentials alone knows fixed offsets,
  /// `TimeZone(secondsFromGMT:)`.
  public var timeZone: TimeZone?

  /// Makes options; the default is the current value, without proxies, at a background site.
  public init(
    variant: IndexVariant = .current, proxy: Proxy = .none, isTrafficSite: Bool = false,
    timeZone: TimeZone? = nil
  ) {
    self.variant = variant
    self.proxy = proxy
    self.isTrafficSite = isTrafficSite
    self.timeZone = timeZone
  }

  /// The default options.
  public static let standard = IndexOptions()
}
