import AQKit
import AQKitText
import Foundation
import Testing

@Suite("Languages")
struct LanguageTests {
  /// The names in braces of a text.
  private func placeholders(_ text: String) -> [String] {
    text.matches(of: /\{(\w+)\}/).map { String($0.1) }.sorted()
  }

  @Test("no key is missing in any language", arguments: AirLanguage.shipped)
  func complete(language: AirLanguage) {
    #expect(language.missingKeys == [])
  }

  @Test("a language has no key that nothing asks for", arguments: AirLanguage.shipped)
  func noOthers(language: AirLanguage) {
    // Regulators' wordings are for one language only, and `few` is a form that English hasn't.
    let families = Set(AirQualityIndexCatalog.standard.editions.map(\.family))
    let others = language.ownKeys.subtracting(AirLanguage.keys).filter { key in
      !key.hasSuffix(".few") && !families.contains { key.hasPrefix("band.\($0).") }
    }
    #expect(others == [])
  }

  @Test("a translation has the placeholders of the English text", arguments: AirLanguage.shipped)
  func samePlaceholders(language: AirLanguage) {
    for key in AirLanguage.keys {
      guard let english = AirLanguage.english[key], let text = language[key] else { continue }
      #expect(placeholders(text.text) == placeholders(english.text), "\(language.identifier): \(key)")
    }
  }

  @Test("no text is empty", arguments: AirLanguage.shipped)
  func nothingEmpty(language: AirLanguage) {
    #expect(language.ownKeys.filter { language[$0]?.text.isEmpty != false } == [])
  }

  @Test("regulators' wordings name their document, and only apply to bands", arguments: AirLanguage.shipped)
  func sources(language: AirLanguage) {
    let official = language.ownKeys.filter { language[$0]?.source != nil }
    #expect(official.allSatisfy { $0.hasPrefix("band.") })
    #expect(official.allSatisfy { language[$0]?.source?.isEmpty == false })
    #expect(official.isEmpty == (language.identifier == "cs"))
  }

  @Test("every index's bands have distinct names", arguments: AirLanguage.shipped)
  func bands(language: AirLanguage) {
    let texts = AirTexts(locale: Locale(identifier: language.identifier))
    for index in AirQualityIndexCatalog.standard.indices {
      let names = index.bands.map { texts.name(of: $0, in: index.edition) }
      #expect(Set(names).count == names.count, "\(index.edition.identifier): \(names)")
      for band in index.bands {
        let family = "band.\(index.edition.family).\(band.key)"
        #expect(language[family] ?? language["band.\(band.key)"] != nil, "\(language.identifier): \(family)")
      }
    }
  }

  @Test("every known parameter, advice and group has a name", arguments: AirLanguage.shipped)
  func names(language: AirLanguage) {
    let texts = AirTexts(locale: Locale(identifier: language.identifier))
    for parameter in AirParameter.known {
      #expect(!texts.name(of: parameter).isEmpty)
      #expect(language.identifier == "en" || language["parameter.\(parameter.rawValue)"] != nil)
    }
    for group in ["unusually sensitive", "heart disease", "lung disease", "children", "older adults"] {
      #expect(language["group \(group)"] != nil, "\(group)")
    }
    for message in AirQualityIndexCatalog.standard.indices.flatMap(\.bands).flatMap(\.messages) {
      #expect(language.identifier == "en" || texts.advice(message) != message.text, "\(message.text)")
      let english = AirTexts(locale: Locale(identifier: "en")).group(message.group)
      #expect(language.identifier == "en" || texts.group(message.group) != english, "\(message.group)")
      // Some words of standards mean a group that has a text under another word.
      #expect(
        english == AirLanguage.english["group \(message.group)"]?.text
          || ["Everyone", "People with heart disease", "People with lung disease"].contains(english),
        "\(english)")
    }
  }

  @Test("every error code has its own sentence and action", arguments: AirLanguage.shipped)
  func errors(language: AirLanguage) {
    let texts = AirTexts(locale: Locale(identifier: language.identifier))
    let codes: [AQError.Code] = [
      .invalidRequest, .unauthorized, .timedOut, .rateLimited, .unavailable, .unreachable, .malformed,
      .tooLarge, .untrusted, .notConfigured, .unsupported,
    ]
    let sentences = codes.map { texts.explanation(of: $0).sentence }
    #expect(Set(sentences).count == codes.count)
    for code in codes {
      #expect(language["error.\(code.rawValue)"] != nil, "\(code)")
      #expect(language["error-action.\(code.rawValue)"] != nil, "\(code)")
    }
    #expect(!sentences.contains(texts.explanation(of: AQError.Code(rawValue: "own")).sentence))
  }

  @Test("UV bands, pollen levels and states have names", arguments: AirLanguage.shipped)
  func scales(language: AirLanguage) {
    // The core has these in English.
    for band in AirParameter.UVIndexBand.allCases where language.identifier != "en" {
      #expect(language["uv.\(band.rawValue)"] != nil)
      #expect(language["advice \(band.advice)"] != nil)
    }
    for scheme in AirParameter.PollenScheme.all {
      for level in AirParameter.known.flatMap(scheme.levels(of:)) {
        let key = level.name.lowercased().prefix { !$0.isNumber }.trimmingCharacters(in: .whitespaces)
        #expect(language["pollen.\(key)"] != nil, "\(level.name)")
      }
    }
    for state in ["empty", "loading", "renewing", "loaded", "cached", "stale", "live", "failed"] {
      #expect(language["state.\(state)"] != nil)
    }
    for kind in AirReport.Kind.allCases { #expect(language["kind.\(kind.rawValue)"] != nil) }
    for statistic in AirParameter.DayStatistic.allCases {
      #expect(language["day.\(statistic.rawValue)"] != nil)
    }
  }

  @Test("an unreadable line is reported by number, and a key occurs only once")
  func badLines() {
    let broken = #expect(throws: AQError.self) { try AirLanguage("it", reading: "a = b\nwithout") }
    #expect(broken?.code == .invalidRequest)
    #expect(broken?.message.contains("Line 2") == true)
    #expect(throws: AQError.self) { try AirLanguage("it", reading: "a = b\na = c") }
  }

  @Test("a file with Windows' line ends and a byte order mark is read like any other")
  func windowsFile() throws {
    let lines = ["# Italian", "band.good = buona", "list = x"]
    let file = try AirLanguage("it", reading: "\u{FEFF}" + lines.joined(separator: "\r\n"))
    #expect(try file == AirLanguage("it", reading: lines.joined(separator: "\n")))
  }

  @Test("comments, empty lines and sources are read as such")
  func lines() throws {
    let language = try AirLanguage(
      "it", reading: "# a\n\n[ARPA]\nband.good =  buona = ottima \n[own]\nlist = x")
    #expect(language["band.good"]?.text == "buona = ottima")
    #expect(language["band.good"]?.source == "ARPA")
    #expect(language["list"]?.source == nil)
    #expect(language.ownKeys == ["band.good", "list"])
  }

  @Test("numbers choose their form by the language's rule")
  func plurals() {
    func forms(_ rule: AirLanguage.PluralRule) -> String {
      [0, 1, 2, 5, 11, 12, 21, 22, 25, 112].map { rule.form(of: $0).rawValue.prefix(1) }.joined()
    }
    #expect(forms(.none) == "oooooooooo")
    #expect(AirLanguage.PluralRule.one.form(of: 1) == .one)
    #expect(AirLanguage.PluralRule.one.form(of: 0) == .other)
    #expect(AirLanguage.PluralRule.zeroAndOne.form(of: 0) == .one)
    #expect(
      [1, 2, 4, 5, 22].map(AirLanguage.PluralRule.twoToFour.form(of:)) == [.one, .few, .few, .other, .other])
    #expect(
      [1, 2, 12, 21, 22].map(AirLanguage.PluralRule.polish.form(of:)) == [.one, .few, .other, .other, .few])
    #expect(
      [1, 2, 11, 12, 21, 22].map(AirLanguage.PluralRule.eastSlavic.form(of:))
        == [.one, .few, .other, .other, .one, .few])
  }
}
