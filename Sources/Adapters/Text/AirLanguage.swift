public import AQKit

/// The texts of one language by key, such as `band.good`, each with the document that uses this wording.
///
/// English, German, Spanish, French and Czech are complete. An application can add another language, or another wording,
/// with the same keys (``keys``): missing texts come from the next language in the chain
/// (``AirTexts/init(locale:adding:)``).
///
/// ```swift
/// let italian = try AirLanguage(
///   "it",
///   reading: """
///     band.good = buona
///     parameter.o3 = Ozono
///     ago.minute.one = {count} minuto fa
///     ago.minute.other = {count} minuti fa
///     """)
/// return AirTexts(locale: locale, adding: [italian])
/// ```
public struct AirLanguage: Hashable, Sendable, Codable {
  /// A text and the source of its wording.
  public struct Text: Hashable, Sendable, Codable {
    /// The text, with names in braces, such as `{count}`, for the parts to fill in.
    public let text: String
    /// The document that uses this wording; nil if it is AQKit's own.
    public let source: String?
  }

  /// The language as a BCP 47 tag: `de`, or `de-AT` for the wording of a region.
  public let identifier: String
  /// The rule that gives the form of a text for a number.
  public let plurals: PluralRule
  private let texts: [String: Text]
}

extension AirLanguage {
  /// Creates a language from its texts.
  ///
  /// Each line is `key = text`. A line in brackets names the document of the wording of the lines below it, or `[own]` for
  /// none. Empty lines and lines that begin with `#` are ignored.
  ///
  /// - Throws: ``AQError/Code/invalidRequest`` for a line that isn't one of these, or a key that occurs twice.
  public init(_ identifier: String, plurals: PluralRule = .one, reading lines: String) throws(AQError) {
    var texts: [String: Text] = [:]
    var source: String?
    // A file from Windows begins with a mark of its byte order, and CR LF is a single character.
    let all = lines.drop { $0 == "\u{FEFF}" }
      .split(omittingEmptySubsequences: false, whereSeparator: \.isNewline)
    for (index, line) in all.enumerated() {
      let line = line.trimmed
      if line.isEmpty || line.hasPrefix("#") { continue }
      if line.hasPrefix("["), line.hasSuffix("]") {
        let name = line.dropFirst().dropLast()
        source = name == "own" ? nil : String(name)
        continue
      }
      guard let equals = line.firstIndex(of: "=") else {
        throw AQError(.invalidRequest, "Line \(index + 1) of the language “\(identifier)” has no “=”.")
      }
      let key = line[..<equals].trimmed
      let text = Text(text: line[line.index(after: equals)...].trimmed, source: source)
      guard texts.updateValue(text, forKey: key) == nil else {
        throw AQError(.invalidRequest, "The language “\(identifier)” has “\(key)” twice.")
      }
    }
    self.init(identifier: identifier, plurals: plurals, texts: texts)
  }

  /// Returns a language that AQKit ships; it lacks texts only if they can't be read, which a test rules out.
  static func shipped(_ identifier: String, _ plurals: PluralRule, _ lines: String...) -> AirLanguage {
    (try? AirLanguage(identifier, plurals: plurals, reading: lines.joined(separator: "\n")))
      ?? AirLanguage(identifier: identifier, plurals: plurals, texts: [:])
  }

  /// The text of a key and the source of its wording; nil if the language doesn't have it.
  public subscript(key: String) -> Text? { texts[key] }

  /// The keys that the language has.
  public var ownKeys: Set<String> { Set(texts.keys) }

  /// The keys among ``keys`` that the language lacks. The forms of numbers differ from language to language: of `ago.hour.one`
  /// and similar keys only those that its ``plurals`` requires count.
  public var missingKeys: [String] {
    let wanted = Self.keys.flatMap { key -> [String] in
      guard let dot = key.lastIndex(of: "."),
        PluralRule.Form(rawValue: String(key[key.index(after: dot)...])) != nil
      else { return [key] }
      return plurals.forms.map { "\(key[..<dot]).\($0.rawValue)" }
    }
    let known = identifier == "en" ? Self.coreKeys.union(texts.keys) : Set(texts.keys)
    return Set(wanted).subtracting(known).sorted()
  }

  /// The languages that AQKit ships.
  public static let shipped: [AirLanguage] = [english, german, spanish, french, czech]

  /// All keys: those of English, and one for each parameter, UV band and piece of advice, whose English is in the core.
  /// Bands may have further keys for regulators' wordings, such as `band.us-epa.good`.
  public static let keys: [String] = coreKeys.union(english.texts.filter { $0.value.source == nil }.keys)
    .sorted()

  private static let coreKeys: Set<String> = {
    let messages = AirQualityIndexCatalog.standard.indices.flatMap(\.bands).flatMap(\.messages)
    let ultraviolet = AirParameter.UVIndexBand.allCases
    return Set(
      AirParameter.known.map { "parameter.\($0.rawValue)" } + ultraviolet.map { "uv.\($0.rawValue)" }
        + (messages.map(\.text) + ultraviolet.map(\.advice)).map { "advice \($0)" })
  }()
}

extension AirLanguage: CustomStringConvertible {
  /// The identifier.
  public var description: String { identifier }
}

extension AirLanguage {
  /// A rule that gives the form of a text for a whole number, after Unicode CLDR for cardinal numbers.
  public enum PluralRule: String, Hashable, Sendable, Codable, CaseIterable {
    /// A single form for all numbers: Chinese, Indonesian, Japanese, Korean, Thai, Vietnamese.
    case none
    /// `one` for 1: English, German, Italian, Spanish, Dutch, Swedish…
    case one
    /// `one` for 0 and 1: French, Brazilian Portuguese.
    case zeroAndOne
    /// `one` for 1, `few` for 2 to 4: Czech, Slovak.
    case twoToFour
    /// `one` for 1, `few` for 2 to 4, 22 to 24 and so on, but not for 12 to 14: Polish.
    case polish
    /// `one` for 1, 21 and so on, `few` for 2 to 4, 22 to 24 and so on, but not for 11 to 14: Russian, Ukrainian.
    case eastSlavic

    /// A plural form of a text, the last part of its key.
    public enum Form: String, Hashable, Sendable, CaseIterable {
      /// The form for one.
      case one
      /// The form for a few.
      case few
      /// The form for any other number.
      case other
    }

    /// Returns the form that goes with a number.
    public func form(of number: Int) -> Form {
      let ones = number % 10
      let tens = number % 100 - ones
      return switch self {
      case .none: .other
      case .one: number == 1 ? .one : .other
      case .zeroAndOne: number == 0 || number == 1 ? .one : .other
      case .twoToFour: number == 1 ? .one : (2...4).contains(number) ? .few : .other
      case .polish: number == 1 ? .one : (2...4).contains(ones) && tens != 10 ? .few : .other
      case .eastSlavic:
        tens == 10 ? .other : ones == 1 ? .one : (2...4).contains(ones) ? .few : .other
      }
    }

    /// The plural forms that it distinguishes.
    var forms: [Form] { Form.allCases.filter { form in (0...9).contains { self.form(of: $0) == form } } }
  }
}
