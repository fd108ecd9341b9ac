import AQKit
import AQKitTesting
import AQKitText
import Foundation
import Testing

/// Texts, whose spaces that don't break are ordinary ones here.
private func plain(_ text: String) -> String {
  String(text.map { $0 == "\u{A0}" || $0 == "\u{202F}" ? " " : $0 })
}

private func texts(_ locale: String, adding languages: [AirLanguage] = []) -> AirTexts {
  AirTexts(locale: Locale(identifier: locale), adding: languages)
}

private let now = AirTime(secondsSince1970: 1_800_000_000)  // 2027-01-15T08:00:00Z
private let prague = TimeZone(identifier: "Europe/Prague") ?? .gmt

/// The US index of a PM2.5 concentration, 20 minutes old.
private func usValue(pm25: Double = 45) throws -> AQIValue {
  let index = try #require(AirQualityIndexCatalog.standard.index("us_epa_2024"))
  let input = try #require(index.inputs.first { $0.parameter == .pm25 })
  var value = try index.value(of: [IndexInput.Concentration(input, pm25)]).get()
  value.time = now - .seconds(1200)
  return value
}

private func reading(
  _ parameter: AirParameter, _ value: Double, _ unit: AirUnit, end: AirTime = now - .seconds(1200)
) throws -> AirReading {
  let interval = try AirInterval(start: end - .seconds(3600), end: end)
  let series = try AirSeries(parameter, value, unit: unit, over: interval)
  return try #require(series.newestReading(notAfter: end))
}

@Suite("Accessibility texts")
struct AccessibilityTextTests {
  @Test("an index is spoken with its band, pollutant, age and place")
  func index() throws {
    let value = try usValue()
    #expect(
      texts("en_US").accessibilityText(of: value, at: "Riverside", kind: .observation, now: now)
        == "Air quality 124, unhealthy for sensitive groups, fine particles, measured 20 minutes ago at Riverside"
    )
  }

  @Test(
    "the sentence is whole in every language",
    arguments: [
      (
        "de_DE",
        "Luftqualität 124, ungesund für empfindliche Gruppen, Feinstaub, gemessen vor 20 Minuten, Ulm"
      ),
      (
        "es_ES",
        "Calidad del aire: 124, insalubre para grupos sensibles, partículas finas, medido hace 20 minutos, Ulm"
      ),
      (
        "fr_FR",
        "Qualité de l’air : 124, malsain pour les groupes sensibles, particules fines, mesuré il y a 20 minutes, Ulm"
      ),
      (
        "cs_CZ",
        "Kvalita ovzduší 124, nezdravá pro citlivé skupiny, jemné prachové částice, měřeno před 20 minutami, Ulm"
      ),
    ])
  func languages(locale: String, text: String) throws {
    #expect(
      plain(texts(locale).accessibilityText(of: try usValue(), at: "Ulm", kind: .observation, now: now))
        == text)
  }

  @Test("a partial index says “at least”, and what is missing")
  func partial() throws {
    var value = try usValue()
    value.missing = [.o3, .pm10]
    let text = texts("en").accessibilityText(of: value, now: now)
    #expect(text.hasPrefix("Air quality at least 124, "))
    #expect(text.contains("without ozone and particles up to 10 micrometres"))
  }

  @Test("an hour of a forecast says “at least”, too, or why it has no index")
  func partialHour() throws {
    let start = now.adding(seconds: -3600)
    let report = AirReport(
      source: "text", site: AirSite(id: "s", kind: .referenceStation), kind: .observation,
      series: [try AirSeries(.no2, 30, unit: .ppb, over: AirInterval(start: start, end: now))],
      receivedAt: now)
    let hours = report.hourlyIndex(using: .usEPA, from: start, hours: 3)
    let known = try #require(hours.first { $0.isKnown })
    let text = texts("en").accessibilityText(of: known)
    #expect(known.isPartial && text.hasPrefix("at least "), "\(text)")
    #expect(text.contains("without ") && text.contains("ozone") && text.hasSuffix(", measured"), "\(text)")
    let unknown = try #require(hours.first { !$0.isKnown })
    #expect(!texts("en").accessibilityText(of: unknown).isEmpty)
  }

  /// A report with a day of NO2, and PM2.5 in the last hours only.
  private func report(
    particleHours: Int, kind: AirReport.Kind = .observation, site: AirSite? = nil
  ) throws -> AirReport {
    let timeline = try AirTimeline(
      start: now.adding(seconds: -86_400), step: .seconds(3600), length: .seconds(3600), count: 24)
    func series(_ parameter: AirParameter, _ values: [Double]) throws -> AirSeries {
      try AirSeries(
        parameter, unit: .microgramsPerCubicMetre, averaging: .oneHour, timeline: timeline, values: values)
    }
    let particles =
      Array(repeating: Double.nan, count: 24 - particleHours) + Array(repeating: 22, count: particleHours)
    return AirReport(
      source: "text", site: site ?? AirSite(id: "s", kind: .referenceStation), kind: kind,
      series: [try series(.no2, Array(repeating: 10, count: 24)), try series(.pm25, particles)],
      receivedAt: now)
  }

  @Test("“at least 5” with PM2.5 of 22 is about 73, from the last hour: in words, in a summary, of an hour")
  func proxyInPlaceOfABound() throws {
    let report = try report(particleHours: 1)
    let value = try report.index(using: .usEPA, options: .shown).get()
    let texts = texts("en")
    #expect(value.dominant == [.pm25] && value.isProxy)
    let spoken = texts.accessibilityText(of: value, now: now)
    #expect(spoken.hasPrefix("Air quality about \(value.display), moderate, fine particles, "), "\(spoken)")
    #expect(spoken.contains("from the last hour"))
    let summary = texts.summary(of: value)
    #expect(summary.hasPrefix("about \(value.display) – Moderate") && summary.hasSuffix("from the last hour"))
    let hour = try #require(report.hourlyIndex(using: .usEPA, from: now, hours: 1).first)
    #expect(hour.isProxy && hour.number == value.number && !hour.isBandUncertain)
    #expect(
      texts.accessibilityText(of: hour).hasPrefix("about \(value.display), moderate, from the last hour, "))
  }

  @Test(
    "an hour says whether it is measured or expected, beyond the scale, and why it is “about”",
    arguments: [
      ("en", "about 500, hazardous, beyond the scale, from 7 hours, expected"),
      ("de", "etwa 500, gefährlich, jenseits der Skala, aus 7 Stunden, erwartet"),
      ("es", "aproximadamente 500, peligroso, fuera de la escala, con 7 horas, previsto"),
      ("fr", "environ 500, dangereux, au-delà de l’échelle, d’après 7 heures, prévu"),
      ("cs", "asi 500, nebezpečná, mimo stupnici, podle 7 hodin, očekáváno"),
    ])
  func hour(language: String, text: String) throws {
    func hour(_ proxy: String, beyond: Bool = true, kind: AirReport.Kind = .forecast) throws -> HourlyIndex {
      HourlyIndex(
        time: now, number: 500, display: "500", band: try usValue(pm25: 400).band,
        isBeyondScale: beyond, isProxy: true, kind: kind, index: .usEPA, edition: "us_epa_2024",
        site: AirSite(kind: .modelCell), proxyText: proxy)
    }
    let texts = texts(language)
    #expect(texts.accessibilityText(of: try hour("from 7 hours")) == text)
    for (proxy, key) in [
      ("from the last hour", "proxy.last-hour"), ("from a single reading", "proxy.instant"),
      ("something else", "proxy.pollutants"),
    ] {
      let spoken = texts.accessibilityText(of: try hour(proxy, beyond: false, kind: .analysis))
      let reason = try #require(texts.lookUp(key)?.text)
      let kind = try #require(texts.lookUp("spoken-analysis")?.text).replacing(" {time}", with: "")
      #expect(spoken.hasSuffix(", \(reason), \(kind)"), "\(spoken)")
    }
    #expect(texts.accessibilityText(of: try hour("from a value of 24h")).contains("24h"))
  }

  @Test(
    "“about” fits a category, too, and a list of pollutants fits into its sentence",
    arguments: [
      ("en", "about moderate, from 6 hours, expected", "No index yet: too few hours of ozone."),
      ("de", "etwa mäßig, aus 6 Stunden, erwartet", "Noch kein Index: zu wenige Stunden von Ozon."),
      (
        "es", "aproximadamente regular, con 6 horas, previsto",
        "Todavía sin índice: muy pocas horas de ozono."
      ),
      (
        "fr", "environ acceptable, d’après 6 heures, prévu",
        "Pas encore d’indice : trop peu d’heures (ozone)."
      ),
      ("cs", "asi střední, podle 6 hodin, očekáváno", "Zatím bez indexu: příliš málo hodin, ozon."),
    ])
  func categoryOfAnHour(language: String, about: String, bound: String) throws {
    let index = try #require(AirQualityIndexCatalog.standard.index("eu_eaqi_2024"))
    let band = try #require(index.bands.first { $0.key == "moderate" })
    func hour(isProxy: Bool) -> HourlyIndex {
      HourlyIndex(
        time: now, number: 3, display: band.name, band: band, missing: isProxy ? [] : [.o3],
        isBandUncertain: !isProxy, isProxy: isProxy, kind: .forecast, index: "eu_eaqi_2024",
        edition: "eu_eaqi_2024", site: AirSite(kind: .modelCell), proxyText: isProxy ? "from 6 hours" : nil)
    }
    #expect(texts(language).accessibilityText(of: hour(isProxy: true)) == about)
    #expect(texts(language).accessibilityText(of: hour(isProxy: false)) == bound)
  }

  @Test("an hour shows its number, or its category in the language, and nothing if that is only a bound")
  func display() throws {
    let band = try #require(try usValue().band)
    func hour(_ display: String?, isBound: Bool = false) -> HourlyIndex {
      HourlyIndex(
        time: now, number: 3, display: display, band: display == nil ? nil : band, isBandUncertain: isBound,
        kind: .forecast, index: .usEPA, site: AirSite(kind: .modelCell))
    }
    let texts = texts("de")
    #expect(texts.display(of: hour("126")) == "126")
    #expect(texts.display(of: hour(band.name)) == "Ungesund für empfindliche Gruppen")
    for bare in [hour(nil), hour("126", isBound: true), hour(band.name, isBound: true)] {
      #expect(texts.display(of: bare) == nil)
    }
  }

  @Test("an hour's number has the locale's digits, like that of a value")
  func digitsOfAnHour() throws {
    let report = try report(particleHours: 1)
    let value = try report.index(using: .usEPA, options: .shown).get()
    let hour = try #require(report.hourlyIndex(using: .usEPA, from: now, hours: 1).first)
    let texts = texts("fa_IR")
    let digits = String(value.display.compactMap { $0.wholeNumberValue.map { Array("۰۱۲۳۴۵۶۷۸۹")[$0] } })
    #expect(texts.number(of: value) == digits && texts.display(of: hour) == digits)
    #expect(texts.accessibilityText(of: hour).contains(digits))
  }

  @Test("a number without a band is never spoken: without a proxy, the reason is")
  func noBareNumber() throws {
    let bare = try report(particleHours: 0).index(using: .usEPA).get()
    let texts = texts("en")
    #expect(bare.isBandUncertain)
    for text in [texts.summary(of: bare), texts.accessibilityText(of: bare, now: now)] {
      #expect(text == "No index yet: too few hours of fine particles.", "\(text)")
    }
    #expect(bare.formatted(.airQuality(.narrow)) == "–")
    let shown = try report(particleHours: 0).index(using: .usEPA, options: .shown)
    #expect(shown.value == nil)
    #expect(texts.sentence(shown).hasPrefix("No index"))
    let whole = try report(particleHours: 24).index(using: .usEPA, options: .shown)
    #expect(texts.sentence(whole) == texts.summary(of: try whole.get()))
  }

  @Test("an hour that is only a bound names the pollutants with too few hours, as a value does")
  func boundOfAnHour() throws {
    let report = try report(particleHours: 1)
    let hour = try #require(
      report.hourlyIndex(using: .usEPA, from: now, hours: 1, options: .standard).first)
    #expect(hour.isBandUncertain && hour.missing.contains(.o3))
    let stored = try JSONDecoder().decode(HourlyIndex.self, from: JSONEncoder().encode(hour))
    let texts = texts("en")
    let ofValue = texts.accessibilityText(of: report.index(using: .usEPA), now: now)
    for text in [ofValue, texts.accessibilityText(of: hour), texts.accessibilityText(of: stored)] {
      #expect(text == "No index yet: too few hours of fine particles.", "\(text)")
    }
  }

  @Test(
    "the kind comes from the report: a forecast isn't spoken as measured, and an analysis is modelled",
    arguments: [
      (AirReport.Kind.observation, "measured just now", "gemessen"),
      (.analysis, "modelled just now", "analysiert"), (.forecast, "expected just now", "vorhergesagt"),
    ])
  func kind(kind: AirReport.Kind, text: String, german: String) throws {
    let report = try report(particleHours: 24, kind: kind)
    let outcome = report.index(using: .usEPA)
    #expect(texts("en").accessibilityText(of: outcome, at: "Brno", now: now).hasSuffix("\(text) at Brno"))
    let value = try outcome.get()
    let coded = try JSONDecoder().decode(AQIValue.self, from: JSONEncoder().encode(value))
    #expect(texts("en").accessibilityText(of: coded, now: now).hasSuffix(text))
    let shared = texts("en").shareText(
      for: value, at: "Brno", credit: AirAttribution.Credit(of: [report]), in: .gmt)
    #expect(shared.lowercased().contains(texts("en").name(of: kind).lowercased()))
    let inGerman = texts("de").shareText(
      for: value, at: "Brno", credit: AirAttribution.Credit(of: [report]), in: .gmt)
    #expect(inGerman.contains(", \(german)\n") || inGerman.hasSuffix(", \(german)"), "\(inGerman)")
  }

  @Test("a value of unknown kind has only its age")
  func unknownKind() throws {
    #expect(texts("en").accessibilityText(of: try usValue(), now: now).hasSuffix(", 20 minutes ago"))
  }

  @Test("a sensor in a living room says that it is indoors, and that it isn't corrected")
  func indoorSensor() throws {
    let site = AirSite(id: "s", name: "Kitchen", kind: .lowCostSensor, isIndoor: true)
    let report = try report(particleHours: 24, site: site)
    let value = try report.index(using: .usEPA).get()
    #expect(value.provenance?.isIndoor == true && value.provenance?.isUncorrected == true)
    let spoken = texts("en").accessibilityText(of: value, now: now)
    #expect(spoken.contains("uncorrected sensor, indoors, measured"), "\(spoken)")
    #expect(texts("en").title(of: site) == "Kitchen, indoors")
    let hour = try #require(report.hourlyIndex(using: .usEPA, from: now, hours: 1).first)
    #expect(texts("en").accessibilityText(of: hour).hasSuffix("uncorrected sensor, indoors, measured"))
    let station = try self.report(particleHours: 24).index(using: .usEPA).get()
    #expect(station.provenance == AQIValue.Provenance(kind: .observation))
  }

  @Test("a cached value shows its age")
  func cachedAge() {
    let load = AirTopic<Int>.Load(value: 1, receivedAt: now - .seconds(36_000), isCached: true)
    #expect(texts("en").name(of: load, now: now) == "Saved 10 hours ago")
    #expect(texts("de").name(of: load, now: now) == "Stand: vor 10 Stunden")
  }

  @Test("an index beyond its scale says so")
  func beyond() throws {
    let value = try usValue(pm25: 900)
    #expect(
      texts("en").accessibilityText(of: value, now: now).contains("beyond the scale") == value.isBeyondScale)
  }

  @Test("an index of categories is spoken without a number")
  func category() throws {
    let index = try #require(AirQualityIndexCatalog.standard.index("eu_eaqi_2024"))
    let input = try #require(index.inputs.first { $0.parameter == .o3 })
    let value = try index.value(of: [IndexInput.Concentration(input, 110)]).get()
    #expect(texts("en").accessibilityText(of: value, now: now) == "Air quality moderate, ozone")
    #expect(texts("en").summary(of: value) == "Moderate")
    #expect(value.formatted(.airQuality(.narrow).locale(Locale(identifier: "es"))) == "Regular")
  }

  @Test("a forecast is expected, not measured")
  func forecast() throws {
    var value = try usValue()
    value.time = now + .seconds(10_800)
    #expect(
      texts("en").accessibilityText(of: value, kind: .forecast, now: now).hasSuffix("expected in 3 hours"))
  }

  @Test("a missing index is spoken as its reason")
  func unavailable() {
    let outcome = AQIOutcome.unavailable(AQIOutcome.Unavailable(.tooFewHours(have: 14, of: 24, need: 18)))
    #expect(
      texts("en").accessibilityText(of: outcome, now: now)
        == "No index yet: 14 of 24 values available, 18 needed.")
  }

  @Test(
    "too few hours are told in words that fit one and many",
    arguments: [
      ("en", "No index yet: 1 of 3 values available, 2 needed."),
      ("de", "Noch kein Index: 1 von 3 Werten vorhanden, 2 nötig."),
      ("es", "Todavía sin índice: hay 1 de 3 valores y hacen falta 2."),
      ("fr", "Pas encore d’indice : il faut 2 valeurs sur 3, il y en a 1."),
      ("cs", "Zatím bez indexu: dostupných hodnot 1, možných 3, potřebných 2."),
    ])
  func oneHour(language: String, text: String) {
    let reason = AQIOutcome.Unavailable.Reason.tooFewHours(have: 1, of: 3, need: 2)
    #expect(texts(language).sentence(reason) == text)
  }

  @Test("without a network, or before an index was in force, no text claims that the sources have no data")
  func statedReason() throws {
    let before = AirTime(secondsSince1970: 0)
    let report = AirReport(
      source: "text", site: AirSite(id: "s", kind: .referenceStation), kind: .observation,
      series: [
        try AirSeries(
          .pm25, 12, unit: .microgramsPerCubicMetre,
          over: AirInterval(start: before, end: before + .seconds(3600)))
      ], receivedAt: before + .seconds(3600))
    let failed = AirAnswer.SourceOutcome(
      descriptor: SourceDescriptor(id: "text", name: "Text", offers: []),
      result: .failed(AQError(.unreachable, "There is no network.")))
    let answer = AirAnswer(
      query: AirQuery(near: try Coordinate(49.2, 16.6)), outcomes: [failed], askedAt: now)
    for outcome in [report.index(using: "eu-eaqi"), answer.index(using: .usEPA)] {
      let unavailable = try #require(outcome.reason)
      if case .stated = unavailable.reason {} else { Issue.record("\(unavailable)") }
      #expect(texts("en").sentence(outcome) == "No index is available for this place and time.")
      #expect(
        texts("de").sentence(outcome) == "Kein Index: Für diesen Ort und diese Zeit ist keiner verfügbar.")
    }
  }

  @Test("a reading is spoken with its name, unit and age")
  func ofReading() throws {
    let ozone = try reading(.o3, 84.25, .microgramsPerCubicMetre)
    #expect(
      plain(texts("de").accessibilityText(of: ozone, kind: .observation, now: now))
        == "Ozon 84,2 µg/m³, gemessen vor 20 Minuten")
  }

  @Test("a sunrise is spoken in its place's time")
  func sunrise() throws {
    let sunrise = try reading(.sunrise, 1_800_000_000, .unixTime)
    let brno = AirPlace(
      name: "Brno", coordinate: try Coordinate(49.2, 16.6), timeZone: "Europe/Prague")
    let texts = texts("en_GB")
    #expect(plain(texts.accessibilityText(of: sunrise, at: brno, kind: .forecast, now: now)).contains("9:00"))
    #expect(plain(texts.accessibilityText(of: sunrise, in: .gmt, kind: .forecast, now: now)).contains("8:00"))
    #expect(texts.accessibilityText(of: sunrise, at: brno, kind: .forecast, now: now).hasSuffix("at Brno"))
  }

  @Test("a text to share has value, index, time at the place and credit")
  func share() throws {
    let credit = AirAttribution.Credit(of: [
      AirReport(
        source: "test", site: AirSite(kind: .city), kind: .observation, series: [], receivedAt: now,
        attribution: [AirAttribution("CHMI", link: "https://chmi.cz", licence: "CC BY 4.0")])
    ])
    let lines = texts("en_GB").shareText(for: try usValue(), at: "Brno", credit: credit, in: prague)
      .split(separator: "\n").map { plain(String($0)) }
    #expect(lines.first == "Air quality, Brno: 124 – Unhealthy for Sensitive Groups (US EPA AQI 2024)")
    #expect(lines.dropFirst().first?.contains("8:40") == true)
    #expect(lines.last == "Source: CHMI (CC BY 4.0, https://chmi.cz)")
  }
}

@Suite("Formats")
struct FormatTests {
  @Test(
    "a reading has the locale's digits and the unit's precision",
    arguments: [
      ("en_US", "12.3 µg/m³", "45%", "1,234 hPa"), ("de_DE", "12,3 µg/m³", "45 %", "1.234 hPa"),
      ("fr_FR", "12,3 µg/m³", "45 %", "1 234 hPa"), ("cs_CZ", "12,3 µg/m³", "45 %", "1 234 hPa"),
    ])
  func readings(locale: String, particles: String, humidity: String, pressure: String) throws {
    let style = AirReading.style(locale)
    #expect(try plain(style.format(reading(.pm25, 12.34, .microgramsPerCubicMetre))) == particles)
    #expect(try plain(style.format(reading(.humidity, 45.4, .percent))) == humidity)
    #expect(try plain(style.format(reading(.pressure, 1234.2, .hectopascal))) == pressure)
  }

  @Test("a hundredth of an inch of mercury, a third of a hectopascal, is shown")
  func inchesOfMercury() throws {
    let style = AirReading.style("en_US")
    #expect(try plain(style.format(reading(.pressure, 29.92, .inchesOfMercury))) == "29.92 inHg")
  }

  @Test("what rounds to zero has no sign, and a number without a unit none")
  func zero() throws {
    let style = AirReading.style("en")
    #expect(try plain(style.format(reading(.pm25, -0.01, .microgramsPerCubicMetre))) == "0 µg/m³")
    #expect(try style.format(reading(.uvIndex, 5.25, .one)) == "5.25")
    #expect(try style.format(reading(.windDirection, 270.2, .degrees)) == "270°")
  }

  @Test("durations, moments and daylight aren't bare numbers")
  func special() throws {
    let style = AirReadingStyle(texts: texts("en_GB"), timeZone: prague)
    #expect(try plain(style.format(reading(.daylightDuration, 29_520, .seconds))) == "8 h 12 min")
    #expect(try plain(style.format(reading(.daylightDuration, 30, .seconds))) == "1 min")
    #expect(try plain(style.format(reading(.sunrise, 1_800_000_000, .unixTime))).contains("9:00"))
    #expect(try style.format(reading(.isDay, 1, .one)) == "yes")
  }

  @Test("a named reading has the parameter's name before it")
  func named() throws {
    let style = AirReading.style("de").named()
    #expect(
      try plain(style.format(reading(.pm25, 3, .microgramsPerCubicMetre))) == "Feinstaub (PM2,5) 3 µg/m³")
  }

  @Test("an index has number and band, or as much as the width allows")
  func values() throws {
    let value = try usValue()
    let german = Locale(identifier: "de_AT")
    #expect(value.formatted(.airQuality(.narrow).locale(german)) == "124")
    #expect(value.formatted(.airQuality.locale(german)) == "124 – Ungesund für empfindliche Gruppen")
    #expect(
      value.formatted(.airQuality(.wide).locale(german))
        == "124 – Ungesund für empfindliche Gruppen (US EPA AQI 2024)")
  }

  @Test("an interval is on the clock of its time zone")
  func intervals() throws {
    func text(_ interval: AirInterval) -> String {
      plain(texts("en_GB").interval(interval, in: prague, withDate: false))
    }
    let hour = try AirInterval(start: now, end: now + .seconds(3600))
    #expect(text(hour) == "9:00–10:00" || text(hour) == "09:00–10:00")
    let day = try AirInterval(start: now - .seconds(32_400), end: now + .seconds(54_000))
    #expect(text(day) == "15 Jan 2027")
    let night = try AirInterval(start: now - .seconds(36_000), end: now)
    #expect(text(night).contains("14 Jan 2027"))
    #expect(text(night).contains("15 Jan 2027"))
    #expect(text(AirInterval(instant: now)).hasSuffix("9:00"))
  }

  @Test("a style survives being stored, with the application's own language")
  func codable() throws {
    let language = try AirLanguage("de", reading: "band.us-epa.unhealthy-for-sensitive-groups = nicht gut")
    let style = AQIValueStyle(texts: texts("de_DE", adding: [language]), width: .abbreviated)
    let copy = try JSONDecoder().decode(AQIValueStyle.self, from: JSONEncoder().encode(style))
    #expect(copy == style)
    #expect(copy.format(try usValue()) == "124 – Nicht gut")
  }
}

extension AirReading {
  fileprivate static func style(_ locale: String) -> AirReadingStyle { AirReadingStyle(texts: texts(locale)) }
}

@Suite("Names")
struct NameTests {
  @Test(
    "times are counted in the language's plural forms",
    arguments: [
      ("en", 60, "1 minute ago"), ("en", 59, "just now"), ("en", 7200, "2 hours ago"),
      ("de", 172_800, "vor 2 Tagen"), ("fr", 3600, "il y a 1 heure"), ("es", -86_400, "dentro de 1 día"),
      ("cs", -60, "za 1 minutu"), ("cs", -180, "za 3 minuty"), ("cs", -300, "za 5 minut"),
      ("cs", 3600, "před 1 hodinou"), ("cs", -7200, "za 2 hodiny"), ("cs", -432_000, "za 5 dní"),
    ])
  func times(locale: String, age: Int64, text: String) {
    #expect(texts(locale).ago(now.adding(seconds: -age), now: now) == text)
  }

  @Test("a region has its language's texts, an unknown language the English ones")
  func chain() {
    #expect(texts("de_AT").name(of: .o3) == "Ozon")
    #expect(texts("de_AT").languages.map(\.identifier) == ["de", "en"])
    for locale in [
      "ar_EG", "he", "xx_YY", "", "zh-Hant-TW", "sr_Latn_RS@calendar=japanese", "tlh", "-", "__",
    ] {
      let texts = texts(locale)
      #expect(texts.name(of: .o3) == "Ozone")
      #expect(!texts.ago(now - .seconds(600), now: now).isEmpty)
      #expect(!texts.time(now, in: prague).isEmpty)
    }
  }

  @Test("an application's own language comes first, and falls back for missing texts")
  func own() throws {
    let italian = try AirLanguage(
      "it",
      reading:
        "parameter.o3 = Ozono\nago.minute.one = {count} minuto fa\nago.minute.other = {count} minuti fa")
    let texts = texts("it_IT", adding: [italian])
    #expect(texts.name(of: .o3) == "Ozono")
    #expect(texts.ago(now - .seconds(120), now: now) == "2 minuti fa")
    #expect(texts.name(of: .no2) == "Nitrogen dioxide")
  }

  @Test("a name in the reader's language is spoken, even if another language has one for sentences")
  func spokenInOwnLanguage() throws {
    let italian = try AirLanguage("it", reading: "parameter.pm25 = Particolato fine (PM2,5)")
    let texts = texts("it_IT", adding: [italian])
    #expect(texts.spokenName(of: .pm25) == "particolato fine (PM2,5)")
    #expect(texts.spokenName(of: .pm10) == "particles up to 10 micrometres")
  }

  @Test("a region's wording overrides single texts of its language")
  func region() throws {
    let austrian = try AirLanguage("de-AT", reading: "parameter.no2 = Stickstoffdioxid (NO₂)")
    let texts = texts("de_AT", adding: [austrian])
    #expect(texts.name(of: .no2) == "Stickstoffdioxid (NO₂)")
    #expect(texts.name(of: .o3) == "Ozon")
    #expect(texts.spokenName(of: .o3) == "Ozon")
  }

  @Test("the bands of a standard have its authority's words, with their source")
  func official() throws {
    let german = try #require(AirQualityIndexCatalog.standard.index("de_lqi_2025"))
    let french = try #require(AirQualityIndexCatalog.standard.index("fr_atmo_2021"))
    let band = try #require(german.bands.last)
    #expect(texts("de").name(of: band, in: german.edition) == "Sehr schlecht")
    #expect(texts("de").source(of: band, in: german.edition)?.contains("Umweltbundesamt") == true)
    #expect(texts("cs").source(of: band, in: german.edition) == nil)
    let worst = try #require(french.bands.last)
    #expect(texts("fr_BE").name(of: worst, in: french.edition) == "Extrêmement mauvais")
  }

  @Test("the US bands keep their capitals in English")
  func capitals() throws {
    let value = try usValue()
    let band = try #require(value.band)
    #expect(texts("en_GB").name(of: band, in: value.edition) == "Unhealthy for Sensitive Groups")
    #expect(texts("en_GB").spokenName(of: band, in: value.edition) == "unhealthy for sensitive groups")
  }

  @Test("a band of a custom index keeps its name, the local one in its language")
  func ownIndex() {
    let band = AQIBand(
      rank: 0, key: "fresh", name: "Fresh", localName: "Svěží", localLanguage: "cs", lowerIndex: 0,
      upperIndex: 1)
    #expect(texts("de").name(of: band) == "Fresh")
    #expect(texts("cs").name(of: band) == "Svěží")
    #expect(texts("cs_CZ").spokenName(of: band) == "svěží")
  }

  @Test("a band has its local name even in a language without texts")
  func local() throws {
    let index = try #require(AirQualityIndexCatalog.standard.index("hk_aqhi_2025"))
    let band = try #require(index.bands.first)
    #expect(texts("zh_Hant_HK").name(of: band, in: index.edition) == "低")
    #expect(texts("ja").name(of: band, in: index.edition) == "Low")
  }

  @Test("a locale without a script has the usual one of its region")
  func script() throws {
    let best = try #require(AirQualityIndexCatalog.standard.index("cn_hj633_2026")?.bands.first)
    for (locale, isSimplified) in [("zh_CN", true), ("zh-Hans-CN", true), ("zh_TW", false), ("zh_HK", false)]
    {
      #expect((texts(locale).name(of: best) == best.localName) == isSimplified, "\(locale)")
    }
    let traditional = try AirLanguage("zh-Hant", plurals: .none, reading: "band.excellent = 優")
    for (locale, text) in [("zh_TW", "優"), ("zh_CN", "excellent")] {
      let texts = AirTexts(locale: Locale(identifier: locale), adding: [traditional])
      #expect(texts.lookUp("band.excellent")?.text == text, "\(locale)")
    }
  }

  @Test("daily statistics and published indices have names")
  func composed() {
    #expect(texts("de").name(of: .daily(.maximum, of: .temperature)) == "Temperatur, Höchstwert des Tages")
    #expect(texts("es").name(of: .publishedIndex(scale: "us-epa")) == "Índice de calidad del aire (us-epa)")
    #expect(
      texts("en").name(of: .publishedIndex(scale: "us-epa", pollutant: .o3))
        == "Air quality index (us-epa), Ozone")
    #expect(texts("fr").name(of: "something_new") == "something_new")
  }

  @Test("a place's title has its name, area and country, each once")
  func places() throws {
    let springfield = AirPlace(
      name: "Springfield", coordinate: try Coordinate(39.8, -89.6), adminAreas: ["Illinois", "Sangamon"],
      countryCode: "US")
    #expect(texts("en_US").title(of: springfield) == "Springfield, Illinois, United States")
    #expect(texts("de_DE").title(of: springfield) == "Springfield, Illinois, Vereinigte Staaten")
    let berlin = AirPlace(
      name: "Berlin", coordinate: try Coordinate(52.5, 13.4), adminAreas: ["Berlin"], countryCode: "DE")
    #expect(texts("cs_CZ").title(of: berlin) == "Berlin, Německo")
    let unknown = AirPlace(
      name: "Atlantis", coordinate: try Coordinate(0, 0), adminAreas: [""], country: "Sea")
    #expect(texts("cs_CZ").title(of: unknown) == "Atlantis, Sea")
  }

  @Test("a site without a name has its coordinate as title")
  func sites() throws {
    let site = AirSite(coordinate: try Coordinate(-33.456, 13.4), kind: .modelCell)
    #expect(texts("en").title(of: site) == "33.46° S, 13.40° E")
    #expect(texts("en").title(of: AirSite(name: "Brno-Tuřany", kind: .city)) == "Brno-Tuřany")
    #expect(texts("de").title(of: AirSite(kind: .city)) == "Unbekannter Ort")
  }

  @Test("an error says what happened and what to do, after a wait, when")
  func errors() {
    let limited = AQError(.rateLimited, "Too many.", retry: .after(.seconds(300)))
    #expect(texts("en").explanation(of: limited).action == "Try again in 5 minutes.")
    #expect(texts("de").explanation(of: limited).action == "Versuchen Sie es in 5 Minuten noch einmal.")
    let long = AQError(.rateLimited, "Too many.", retry: .after(.seconds(7140)))
    #expect(texts("en").explanation(of: long).action == "Try again in 2 hours.")
    #expect(texts("cs").explanation(of: limited).action == "Zkuste to znovu za 5 minut.")
    #expect(texts("en").explanation(of: AQError(.unavailable, "Down.")).action == "Try again later.")
    let missing = texts("en").explanation(
      of: AQIOutcome.Unavailable(.tooFewHours(have: 14, of: 24, need: 18)))
    #expect(missing.sentence == "No index yet: 14 of 24 values available, 18 needed.")
    struct Other: Error {}
    #expect(
      texts("fr").explanation(of: Other()).sentence == "Le service n’est pas disponible pour le moment.")
  }

  @Test("the states of a feed have texts, with when and why")
  func states() {
    let texts = texts("en")
    #expect(texts.name(of: AirUpdate.FeedState.live, now: now) == "Live")
    #expect(
      texts.name(of: .silent(since: now - .seconds(180)), now: now) == "Connected, last value 3 minutes ago")
    #expect(
      texts.name(of: .waiting(until: now + .seconds(120)), now: now)
        == "Connection lost, next attempt in 2 minutes")
    #expect(
      texts.name(of: .failed(.unauthorized), now: now)
        == "Connection failed. The service did not accept the access key.")
  }

  @Test("a load has one state, and a value comes before an error")
  func loads() {
    let texts = texts("en")
    let error = AQError(.unreachable, "No route.")
    let cached = texts.name(of: AirTopic<Int>.Load(value: 1, isCached: true))
    #expect(texts.name(of: AirTopic<Int>.Load()) == texts.lookUp("state.empty")?.text)
    #expect(
      texts.name(of: AirTopic<Int>.Load(error: error, isLoading: true)) == texts.lookUp("state.loading")?.text
    )
    #expect(
      texts.name(of: AirTopic<Int>.Load(value: 1, isLoading: true)) == texts.lookUp("state.renewing")?.text)
    #expect(texts.name(of: AirTopic<Int>.Load(value: 1)) == texts.lookUp("state.loaded")?.text)
    #expect(cached == texts.lookUp("state.cached")?.text)
    #expect(texts.name(of: AirTopic<Int>.Load(value: 1, error: error)) == cached)
    #expect(texts.name(of: AirTopic<Int>.Load(error: error)) == texts.lookUp("state.failed")?.text)
  }

  @Test("UV bands are those of the core, in the reader's language")
  func ultraviolet() {
    #expect(texts("en").name(of: AirParameter.UVIndexBand.veryHigh) == AirParameter.UVIndexBand.veryHigh.name)
    #expect(texts("en").advice(for: .high) == AirParameter.UVIndexBand.high.advice)
    #expect(texts("de").name(of: AirParameter.UVIndexBand.veryHigh) == "Sehr hoch")
    #expect(texts("de").advice(for: .low) == "Sie können ohne Schutz draußen bleiben.")
  }

  @Test("a name with braces is filled in unchanged")
  func braces() throws {
    let text = texts("en").accessibilityText(
      of: try usValue(), at: "{time} {place}", kind: .observation, now: now)
    #expect(text.hasSuffix("measured 20 minutes ago at {time} {place}"))
  }
}

@Suite("Texts by the reader's habits") struct HabitTextTests {
  @Test(
    "a temperature is in the scale of the user's region, or in the one that was set",
    arguments: [
      ("en_US", "68 °F"), ("es_PR", "68 °F"), ("en_GB", "20.1 °C"), ("de_DE", "20,1 °C"),
      ("en_LR", "20.1 °C"),
      ("en", "20.1 °C"), ("en_US@mu=celsius", "20.1 °C"), ("en_GB@mu=fahrenhe", "68 °F"),
    ])
  func temperature(locale: String, text: String) throws {
    let reading = try reading(.temperature, 20.1, .celsius)
    #expect(plain(texts(locale).value(of: reading)) == text)
    var chosen = texts(locale)
    chosen.temperatureScale = .fahrenheit
    #expect(plain(chosen.value(of: reading)).hasPrefix("68"))
    let stored = try JSONDecoder().decode(AirTexts.self, from: JSONEncoder().encode(chosen))
    #expect(stored == chosen)
    // Texts that were stored without languages of the application.
    let short = try JSONDecoder().decode(AirTexts.self, from: JSONEncoder().encode(["locale": chosen.locale]))
    #expect(short == texts(locale))
  }

  @Test("a temperature in another scale is in the reader's, and a chosen one stays in another locale")
  func otherScales() throws {
    #expect(plain(texts("de_DE").value(of: try reading(.temperature, 68, .fahrenheit))) == "20 °C")
    #expect(plain(texts("de_DE").value(of: try reading(.temperature, 293.15, .kelvin))) == "20 °C")
    var chosen = texts("en_US")
    chosen.temperatureScale = .celsius
    let style = AirReadingStyle(texts: chosen).locale(Locale(identifier: "en_US"))
    #expect(plain(style.format(try reading(.temperature, 20, .celsius))) == "20 °C")
    let plainStyle = AirReadingStyle(texts: texts("en_GB")).locale(Locale(identifier: "en_US"))
    #expect(plain(plainStyle.format(try reading(.temperature, 20, .celsius))) == "68 °F")
  }

  @Test(
    "a small value isn't shown as zero",
    arguments: [
      (AirParameter.grassPollen, 0.4, AirUnit.grainsPerCubicMetre, "0.4 grains/m³"),
      ("lead", 0.02, .microgramsPerCubicMetre, "0.02 µg/m³"), (.pm25, 0, .microgramsPerCubicMetre, "0 µg/m³"),
      (.pm25, -0.02, .microgramsPerCubicMetre, "0 µg/m³"),
    ] as [(AirParameter, Double, AirUnit, String)])
  func small(parameter: AirParameter, value: Double, unit: AirUnit, text: String) throws {
    #expect(plain(texts("en").value(of: try reading(parameter, value, unit))) == text)
  }

  @Test("a summary says how old the index is, or why there is none")
  func summary() throws {
    let value = try usValue()
    #expect(
      texts("en_US").summary(of: .value(value), kind: .observation, now: now)
        == "124 – Unhealthy for Sensitive Groups, measured 20 minutes ago")
    #expect(
      texts("de_DE").summary(of: .value(value), now: now)
        == "124 – Ungesund für empfindliche Gruppen, vor 20 Minuten")
    let missing = AQIOutcome.unavailable(AQIOutcome.Unavailable(.nothingToGoOn))
    #expect(texts("en").summary(of: missing, now: now) == texts("en").sentence(missing))
  }
}
