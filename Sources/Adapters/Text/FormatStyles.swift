public import AQKit
public import Foundation

/// Formats a reading by locale: `12.3 µg/m³`, or with its name `PM2.5 12.3 µg/m³`.
///
/// ```swift
/// let short = reading.formatted()  // the system's locale
/// let german = Locale(identifier: "de_DE")
/// let named = reading.formatted(.air.named().locale(german))  // "Feinstaub (PM2,5) 12,3 µg/m³"
/// ```
public struct AirReadingStyle: FormatStyle {
  /// The texts and the locale.
  public var texts: AirTexts
  /// The time zone of readings that are moments, such as a sunrise.
  public var timeZone: TimeZone
  /// Whether the parameter's name comes before the value.
  public var isNamed: Bool

  /// Creates a style; the value alone by default, moments in the system's time zone.
  public init(texts: AirTexts = AirTexts(), timeZone: TimeZone = .autoupdatingCurrent, isNamed: Bool = false)
  {
    self.texts = texts
    self.timeZone = timeZone
    self.isNamed = isNamed
  }

  /// Returns the reading's text.
  public func format(_ reading: AirReading) -> String {
    let value = texts.value(of: reading, in: timeZone)
    return isNamed ? "\(texts.name(of: reading.parameter)) \(value)" : value
  }

  /// Returns the style with the parameter's name before the value.
  public func named() -> AirReadingStyle {
    AirReadingStyle(texts: texts, timeZone: timeZone, isNamed: true)
  }

  /// Returns the style in another locale.
  public func locale(_ locale: Locale) -> AirReadingStyle {
    let texts = AirTexts(locale: locale, adding: texts.added)
    return AirReadingStyle(texts: texts, timeZone: timeZone, isNamed: isNamed)
  }
}

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
    AQIValueStyle(texts: AirTexts(locale: locale, adding: texts.added), width: width)
  }
}

extension FormatStyle where Self == AirReadingStyle {
  /// A reading's value and unit.
  public static var air: AirReadingStyle { AirReadingStyle() }
}

extension FormatStyle where Self == AQIValueStyle {
  /// A value's number and band.
  public static var airQuality: AQIValueStyle { AQIValueStyle() }
  /// Returns the style that shows as much of a value as the width says.
  public static func airQuality(_ width: AQIValueStyle.Width) -> AQIValueStyle { AQIValueStyle(width: width) }
}

extension AirReading {
  /// Returns the value and its unit in the system's locale.
  public func formatted() -> String { formatted(.air) }
  /// Returns the reading in a style.
  public func formatted<Style: FormatStyle>(_ style: Style) -> Style.FormatOutput
  where Style.FormatInput == AirReading { style.format(self) }
}

extension AQIValue {
  /// Returns number and band in the system's locale.
  public func formatted() -> String { formatted(.airQuality) }
  /// Returns the value in a style.
  public func formatted<Style: FormatStyle>(_ style: Style) -> Style.FormatOutput
  where Style.FormatInput == AQIValue { style.format(self) }
}
