import AQKit
public import Foundation

/// Texts for users in the language of a locale, with its numbers and times.
///
/// A text that the regional language (`de-AT`) lacks comes from the language (`de`), else from English, so that every locale
/// has all texts.
///
/// ```swift
/// let texts = AirTexts(locale: Locale(identifier: "de_AT"))
/// if let band = value.band {
///   lines.append(texts.name(of: band, in: value.edition))  // "Ungesund für empfindliche Gruppen"
/// }
/// lines.append(texts.ago(report.receivedAt, now: now))  // "vor 20 Minuten"
/// ```
public struct AirTexts: Hashable, Sendable {
  /// The locale of numbers, times and the names of countries; its language is the texts' language.
  public let locale: Locale
  /// The application's own languages.
  public let added: [AirLanguage]
  /// The languages in which a text is looked up, in order.
  public let languages: [AirLanguage]
  /// The scale of temperatures: the locale's, unless it is set.
  public var temperatureScale: TemperatureScale

  /// Creates the texts in the language of a locale.
  ///
  /// - Parameters:
  ///   - locale: Any locale; the system's by default.
  ///   - added: Languages of the application. They take precedence over AQKit's with the same tag.
  public init(locale: Locale = .autoupdatingCurrent, adding added: [AirLanguage] = []) {
    self.locale = locale
    self.added = added
    let known = added + AirLanguage.shipped
    let chain = Self.tags(of: locale).flatMap { tag in known.filter { $0.identifier.lowercased() == tag } }
    languages = chain + known.filter { $0.identifier == "en" && !chain.contains($0) }
    temperatureScale = TemperatureScale(locale)
  }

  /// Returns the texts in another locale, in the same temperature scale if it isn't that of the present locale.
  func inLocale(_ other: Locale) -> AirTexts {
    var texts = AirTexts(locale: other, adding: added)
    if temperatureScale != TemperatureScale(locale) { texts.temperatureScale = temperatureScale }
    return texts
  }

  /// Returns the tags of a locale from the narrowest to the widest, in lower case, with the script that its language usually
  /// has there: `zh-tw`, `zh-hant`, `zh`.
  static func tags(of locale: Locale) -> [String] {
    let parts = locale.identifier.prefix { $0 != "@" }.lowercased().split { $0 == "_" || $0 == "-" }
    var tags = parts.indices.reversed().map { parts[...$0].joined(separator: "-") }
    guard let widest = tags.last, let script = locale.language.script else { return tags }
    let written = "\(widest)-\(script.identifier.lowercased())"
    if !tags.contains(written) { tags.insert(written, at: tags.count - 1) }
    return tags
  }

  /// Returns the text of a key and the source of its wording, in the first language of the chain that has it.
  public func lookUp(_ key: String) -> AirLanguage.Text? { lookUp([key]) }

  /// Returns the best text for some keys, in order of preference: a later key in the reader's language is better than
  /// another language.
  func lookUp(_ keys: [String]) -> AirLanguage.Text? {
    languages.lazy.compactMap { language in keys.lazy.compactMap { language[$0] }.first }.first
  }

  /// Returns the text of a key, with the parts in braces filled in; the key itself if no language has it.
  func text(_ key: String, _ values: KeyValuePairs<String, String> = [:]) -> String {
    Self.fill(lookUp(key)?.text ?? key, values)
  }

  /// Returns the text in the plural form for a number, which fills in `{count}`.
  func text(_ key: String, count: Int) -> String {
    for language in languages {
      let form = language.plurals.form(of: count)
      if let text = language["\(key).\(form.rawValue)"] ?? language["\(key).other"] {
        return Self.fill(text.text, ["count": number(Double(count), digits: 0...0)])
      }
    }
    return "\(count)"
  }

  static func fill(_ text: String, _ values: KeyValuePairs<String, String>) -> String {
    guard !values.isEmpty else { return text }
    var filled = ""
    var rest = text[...]
    // In one pass, so that a name that contains braces stays unchanged.
    while let open = rest.firstIndex(of: "{"), let close = rest[open...].firstIndex(of: "}") {
      let name = rest[rest.index(after: open)..<close]
      filled += rest[..<open]
      filled += values.first { $0.key == name }?.value ?? String(rest[open...close])
      rest = rest[rest.index(after: close)...]
    }
    return filled + rest
  }

  /// Returns a number with a maximum number of fraction digits.
  func number(_ value: Double, digits: ClosedRange<Int>) -> String {
    guard value.isFinite else { return "–" }
    let text = value.formatted(.number.precision(.fractionLength(digits)).locale(locale))
    // A number that is rounded to zero has no sign.
    let isZero = !text.contains { $0.isWholeNumber && $0.wholeNumberValue != 0 }
    return isZero ? 0.0.formatted(.number.precision(.fractionLength(digits)).locale(locale)) : text
  }

  /// Returns some names as a list, such as `Ozone and PM2.5`.
  func list(_ names: [String]) -> String {
    guard names.count > 1, let last = names.last else { return names.first ?? "" }
    return text("list", ["first": names.dropLast().joined(separator: ", "), "last": last])
  }
}

extension AirTexts: Codable {
  private enum CodingKeys: String, CodingKey { case locale, added, temperatureScale }

  /// Reads the locale, the application's own languages and the scale of temperatures.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    try self.init(locale: container.value(.locale), adding: container.optional(.added) ?? [])
    temperatureScale = try container.optional(.temperatureScale) ?? temperatureScale
  }
}
