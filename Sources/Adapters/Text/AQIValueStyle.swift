public import AQKit
public import Foundation

/// Formats an index value by locale: `126 – Unhealthy for Sensitive Groups`.
public struct AQIValueStyle: FormatStyle {
  /// The parts of a value that are written.
  public enum Width: String, Hashable, Sendable, Codable, CaseIterable {
    /// The number, or the category if the standard has no number; a dash for a value that is only a bound.
    case narrow
    /// Number and band.
    case abbreviated
    /// Number, band and the index's title.
    case wide
  }

  /// The texts and the locale.
  public var texts: AirTexts
  /// The parts that are written.
  public var width: Width

  /// Creates a style; number and band by default.
  public init(texts: AirTexts = AirTexts(), width: Width = .abbreviated) {
    self.texts = texts
    self.width = width
  }

  /// Returns the value's text.
  public func format(_ value: AQIValue) -> String {
    switch width {
    case .narrow where value.isBandUncertain: "–"
    case .narrow:
      texts.number(of: value) ?? value.band.map { texts.name(of: $0, in: value.edition) }
        ?? value.display
    case .abbreviated: texts.summary(of: value)
    case .wide: "\(texts.summary(of: value)) (\(value.edition.title))"
    }
  }

  /// Returns the style in another locale.
  public func locale(_ locale: Locale) -> AQIValueStyle {
    changed(self) { $0.texts = texts.inLocale(locale) }
  }
}

extension FormatStyle where Self == AQIValueStyle {
  /// A value's number and band.
  public static var airQuality: AQIValueStyle { AQIValueStyle() }
  /// Returns the style that shows as much of a value as the width says.
  public static func airQuality(_ width: AQIValueStyle.Width) -> AQIValueStyle { AQIValueStyle(width: width) }
}

extension AQIValue {
  /// Returns number and band in the system's locale.
  public func formatted() -> String { formatted(.airQuality) }
  /// Returns the value in a style.
  public func formatted<Style: FormatStyle>(_ style: Style) -> Style.FormatOutput
  where Style.FormatInput == AQIValue { style.format(self) }
}
