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
  public func named() -> AirReadingStyle { changed(self) { $0.isNamed = true } }

  /// Returns the style in another locale.
  public func locale(_ locale: Locale) -> AirReadingStyle {
    changed(self) { $0.texts = texts.inLocale(locale) }
  }
}

extension FormatStyle where Self == AirReadingStyle {
  /// A reading's value and unit.
  public static var air: AirReadingStyle { AirReadingStyle() }
}

extension AirReading {
  /// Returns the value and its unit in the system's locale.
  public func formatted() -> String { formatted(.air) }
  /// Returns the reading in a style.
  public func formatted<Style: FormatStyle>(_ style: Style) -> Style.FormatOutput
  where Style.FormatInput == AirReading { style.format(self) }
}
