public import AQKit
public import Foundation

extension AirTexts {
  /// Returns an index as VoiceOver reads it: `Air quality 126, unhealthy for sensitive groups, fine particles,
  /// measured 20 minutes ago at Riverside`.
  ///
  /// A value that lacks pollutants says `at least` and names the missing ones; a proxy says `about` and its basis; for
  /// a value that is only a bound (`AQIValue/isBandUncertain`) the text gives the reason. Values that are beyond the
  /// scale, indoors or from an uncorrected sensor are marked.
  ///
  /// - Parameters:
  ///   - value: The index.
  ///   - place: The name of the place; left out if nil.
  ///   - kind: The kind of the values, if the index doesn't know it (`AQIValue/provenance`); left out if nil.
  ///   - now: The moment at which the text is read.
  public func accessibilityText(
    of value: AQIValue, at place: String? = nil, kind: AirReport.Kind? = nil, now: AirTime
  ) -> String {
    if value.isBandUncertain { return Self.sentence(unaveraged(value.unaveraged), at: place) }
    let band = value.band.map { spokenName(of: $0, in: value.edition) }
    let lead = number(of: value)
    let shown = bound(lead ?? band ?? value.display, isProxy: value.isProxy, isPartial: value.isPartial)
    var parts = [text("spoken-index", ["value": shown])]
    if lead != nil, let band { parts.append(band) }
    if value.isBeyondScale { parts.append(text("spoken-beyond")) }
    parts += value.dominant.isEmpty ? [] : [list(value.dominant.map(spokenName(of:)))]
    if let proxy = proxy(of: value) { parts.append(proxy) }
    if value.isPartial { parts.append(without(value.missing)) }
    parts += remarks(on: value.provenance)
    let known = value.provenance?.kind ?? kind
    parts += value.time.map { [whence(known, $0, at: place, now: now)] } ?? place.map { [$0] } ?? []
    return parts.joined(separator: ", ")
  }

  /// Returns the index, or the reason for a missing one, as VoiceOver reads it.
  public func accessibilityText(
    of outcome: AQIOutcome, at place: String? = nil, kind: AirReport.Kind? = nil, now: AirTime
  ) -> String {
    switch outcome {
    case .value(let value): accessibilityText(of: value, at: place, kind: kind, now: now)
    case .unavailable(let reason): Self.sentence(sentence(reason.reason), at: place)
    }
  }

  private static func sentence(_ sentence: String, at place: String?) -> String {
    ([sentence] + [place].compactMap { $0 }).joined(separator: " ")
  }

  /// Returns an hour's index as VoiceOver reads it, without its time:
  /// `at least 126, unhealthy for sensitive groups, without ozone, expected`, or the reason for a missing one.
  public func accessibilityText(of hour: HourlyIndex) -> String {
    if let reason = hour.reason { return sentence(reason) }
    if hour.isBandUncertain { return unaveraged(hour.unaveraged ?? hour.missing) }
    let band = hour.band.map { spokenName(of: $0, in: hour.index.resolved(at: hour.time)?.edition) }
    let number = number(of: hour)
    var parts = [bound(number ?? band ?? "", isProxy: hour.isProxy, isPartial: hour.isPartial)]
    if number != nil, let band { parts.append(band) }
    if hour.isBeyondScale { parts.append(text("spoken-beyond")) }
    if let proxy = hour.proxyText { parts.append(self.proxy(saying: proxy)) }
    if hour.isPartial { parts.append(without(hour.missing)) }
    parts += remarks(on: hour.provenance)
    parts.append(text("spoken-\(hour.kind.rawValue)", ["time": ""]).trimmingCharacters(in: .whitespaces))
    return parts.joined(separator: ", ")
  }

  /// Translates the English reason that makes an index a proxy.
  private func proxy(saying reason: String) -> String {
    if let hours = reason.wholeMatch(of: #/from ([0-9]+) hours/#).flatMap({ Int($0.1) }) {
      return text("proxy.hours", count: hours)
    }
    if let period = reason.wholeMatch(of: #/from a value of (.+)/#) {
      return text("proxy.period", ["period": String(period.1)])
    }
    let key = ["proxy.last-hour", "proxy.instant"].first { AirLanguage.english[$0]?.text == reason }
    return text(key ?? "proxy.pollutants")
  }

  private func remarks(on provenance: AQIValue.Provenance?) -> [String] {
    [
      provenance?.isUncorrected == true ? text("spoken-uncorrected") : nil,
      provenance?.isIndoor == true ? text("spoken-indoors") : nil,
    ].compactMap { $0 }
  }

  private func without(_ parameters: [AirParameter]) -> String {
    text("spoken-without", ["parameters": list(parameters.map(spokenName(of:)))])
  }

  /// Explains why a value that is only a bound isn't shown.
  private func unaveraged(_ parameters: [AirParameter]) -> String {
    text("no-index.unaveraged", ["parameters": list(parameters.map(spokenName(of:)))])
  }

  private func bound(_ text: String, isProxy: Bool, isPartial: Bool) -> String {
    isProxy ? self.text("about", ["value": text]) : isPartial ? self.text("at-least", ["value": text]) : text
  }

  /// Returns the reason that makes an index a proxy, such as `from the last hour`; nil if it meets the standard's rules.
  public func proxy(of value: AQIValue) -> String? { value.proxyText.map(proxy(saying:)) }

  /// Returns a reading as VoiceOver reads it: `Ozone 84 µg/m³, measured 20 minutes ago at Riverside`. Uncorrected particle
  /// values are marked.
  ///
  /// - Parameters:
  ///   - reading: The reading.
  ///   - place: The name of the place; left out if nil.
  ///   - timeZone: The place's time zone, for moments such as a sunrise; the system's by default.
  ///   - kind: The kind of the values, from their report (`AirReport/kind`); left out if nil.
  ///   - now: The moment at which the text is read.
  public func accessibilityText(
    of reading: AirReading, at place: String? = nil, in timeZone: TimeZone = .autoupdatingCurrent,
    kind: AirReport.Kind?, now: AirTime
  ) -> String {
    let name = spokenName(of: reading.parameter).raisedFirst
    let when = whence(kind, reading.interval.end, at: place, now: now)
    let isUncorrected = reading.flags.contains(.raw) && [.pm1, .pm25, .pm10].contains(reading.parameter)
    let parts = [
      "\(name) \(value(of: reading, in: timeZone))", isUncorrected ? text("spoken-uncorrected") : nil, when,
    ]
    return parts.compactMap { $0 }.joined(separator: ", ")
  }

  /// Returns a reading as VoiceOver reads it, with the name of its place and the local time there, or the system's if
  /// the place's time zone isn't known.
  public func accessibilityText(
    of reading: AirReading, at place: AirPlace, kind: AirReport.Kind?, now: AirTime
  ) -> String {
    let zone = place.timeZone.flatMap(TimeZone.init(identifier:)) ?? .autoupdatingCurrent
    return accessibilityText(of: reading, at: place.name, in: zone, kind: kind, now: now)
  }

  /// Returns time, manner and place: `measured 20 minutes ago at Riverside`, `expected in 3 hours`; the time alone without a
  /// kind.
  private func whence(_ kind: AirReport.Kind?, _ time: AirTime, at place: String?, now: AirTime) -> String {
    let time = ago(time, now: now)
    let when = kind.map { text("spoken-\($0.rawValue)", ["time": time]) } ?? time
    return place.map { text("spoken-at", ["when": when, "place": $0]) } ?? when
  }

  /// Returns an estimate in a sentence: `PM2.5 about 12 µg/m³ (8 to 17), from 6 stations within 14 km and the model`.
  public func sentence(_ estimate: AirEstimate) -> String {
    func concentration(_ value: Double) -> String { number(value, digits: value < 9.95 ? 0...1 : 0...0) }
    return text(
      "estimate",
      [
        "parameter": name(of: estimate.parameter),
        "value": "\(concentration(estimate.value))\u{A0}\(symbol(of: estimate.unit))",
        "low": concentration(estimate.low), "high": concentration(estimate.high),
        "origin": origin(of: estimate),
      ])
  }

  private func origin(of estimate: AirEstimate) -> String {
    guard let reach = estimate.reach else { return text("estimate-model") }
    let distance = number(max(1, (reach / 1000).rounded(.up)), digits: 0...0)
    let count = estimate.contributions.count
    let stations = Self.fill(text("estimate-stations", count: count), ["distance": distance])
    return estimate.basis == .stationsAndModel ? text("estimate-both", ["stations": stations]) : stations
  }

  /// Returns a text for sharing, with the index, the time at the place, and the credit that licences require.
  ///
  /// - Parameters:
  ///   - value: The index.
  ///   - place: The name of the place.
  ///   - credit: The text that must be shown with the value: `AirAnswer/credit`, or `AirAttribution.Credit(of:)` the reports
  ///     used.
  ///   - timeZone: The place's time zone.
  public func shareText(
    for value: AQIValue, at place: String, credit: AirAttribution.Credit, in timeZone: TimeZone
  ) -> String {
    var lines = [
      text("share", ["place": place, "value": summary(of: value), "index": value.edition.title])
    ]
    if let time = value.time {
      let kind = value.provenance.map { ", \(name(of: $0.kind).loweredFirst)" } ?? ""
      let remarks = remarks(on: value.provenance).map { ", \($0)" }.joined()
      lines.append("\(self.time(time, in: timeZone))\(kind)\(remarks)")
    }
    if !credit.parts.isEmpty { lines.append(text("credit", ["credit": creditText(credit.parts)])) }
    return lines.joined(separator: "\n")
  }

  /// Returns attributions on one line, such as those of an `HourlyIndex` or the parts of a credit, each with its licence and
  /// its address.
  public func creditText(_ attribution: [AirAttribution]) -> String {
    attribution.map { part in
      let details = [part.licence, part.link].compactMap { $0 }.joined(separator: ", ")
      return details.isEmpty ? part.text : "\(part.text) (\(details))"
    }.joined(separator: "; ")
  }

  /// Returns an index in a few words: `126 – Unhealthy for Sensitive Groups`, `at least 126 – …` if pollutants are missing,
  /// `about 126 – …, from the last hour` for a proxy, and the category alone for an index of categories. For a value
  /// that is only a bound it returns the sentence that explains the missing index. For estimated values it adds the
  /// index at both ends of their intervals: `62 – Moderate (48 to 79)`.
  public func summary(of value: AQIValue) -> String {
    if value.isBandUncertain { return unaveraged(value.unaveraged) }
    let band = value.band.map { name(of: $0, in: value.edition) }
    let parts = [number(of: value), band].compactMap { $0 }
    var summary = parts.isEmpty ? value.display : parts.joined(separator: " – ")
    if let bounds = value.bounds {
      let bands = AirQualityIndexCatalog.standard.index(value.edition.identifier)?.bands ?? []
      func end(_ number: Int?, shownAs display: String) -> String {
        let band = bands.first { $0.name == display }.map { name(of: $0, in: value.edition) }
        return band ?? self.number(number, shownAs: display) ?? display
      }
      summary = text(
        "bounds",
        [
          "value": summary, "low": end(bounds.low, shownAs: bounds.lowDisplay),
          "high": end(bounds.high, shownAs: bounds.highDisplay),
        ])
    }
    summary = bound(summary, isProxy: value.isProxy, isPartial: value.isPartial)
    return ([summary] + [proxy(of: value)].compactMap { $0 }).joined(separator: ", ")
  }

  /// Returns an index in a few words with its origin and age: `126 – Unhealthy for Sensitive Groups, measured 20 minutes ago`;
  /// or the sentence that explains a missing one.
  ///
  /// - Parameters:
  ///   - outcome: The index, or the reason for a missing one.
  ///   - kind: The kind of the values, if the index doesn't know it (`AQIValue/provenance`); left out if nil.
  ///   - now: The moment at which the text is read.
  public func summary(of outcome: AQIOutcome, kind: AirReport.Kind? = nil, now: AirTime) -> String {
    guard let value = outcome.value, !value.isBandUncertain, let time = value.time else {
      return sentence(outcome)
    }
    return "\(summary(of: value)), \(whence(value.provenance?.kind ?? kind, time, at: nil, now: now))"
  }

  /// Returns `AQIValue/numberText` with the locale's digits, such as `126` or `10+`; nil if only the band should be shown.
  public func number(of value: AQIValue) -> String? {
    number(value.number, shownAs: value.numberText)
  }

  func number(of hour: HourlyIndex) -> String? {
    number(hour.number, shownAs: hour.display == hour.band?.name ? nil : hour.display)
  }

  private func number(_ number: Int?, shownAs text: String?) -> String? {
    guard let number, String(number) == text else { return text }
    return self.number(Double(number), digits: 0...0)
  }

  /// Returns a reading's value with its unit: `12.3 µg/m³`; for an instant, the time, in UTC unless a zone is given. A
  /// temperature is in the reader's scale (``temperatureScale``).
  public func value(of reading: AirReading, in timeZone: TimeZone = .gmt) -> String {
    if let instant = reading.instant { return time(instant, in: timeZone, withDate: false) }
    if reading.parameter == .isDay { return text(reading.value == 0 ? "value.no" : "value.yes") }
    switch reading.unit {
    case .seconds: return length(seconds: reading.value)
    case .percent:
      let style = FloatingPointFormatStyle<Double>.Percent(locale: locale).precision(.fractionLength(0))
      return (reading.value / 100).formatted(style)
    case .degrees: return "\(number(reading.value, digits: 0...0))°"
    case .celsius, .fahrenheit, .kelvin:
      let unit: AirUnit = temperatureScale == .fahrenheit ? .fahrenheit : .celsius
      let value = (try? reading.unit.convert(reading.value, to: unit)) ?? .nan
      // A degree Fahrenheit is smaller, so whole degrees are exact enough.
      return "\(number(value, digits: unit == .fahrenheit ? 0...0 : 0...1))\u{A0}\(symbol(of: unit))"
    default:
      let symbol = symbol(of: reading.unit)
      let number = amount(reading.value, digits: Self.digits(of: reading.unit))
      return symbol.isEmpty ? number : "\(number)\u{A0}\(symbol)"
    }
  }

  /// Returns a number with a maximum number of fraction digits, or one significant digit if it would be shown as zero and
  /// isn't, such as 0.02 µg/m³ of lead.
  private func amount(_ value: Double, digits: ClosedRange<Int>) -> String {
    let text = number(value, digits: digits)
    guard value > 1e-9, text == number(0, digits: digits) else { return text }
    return value.formatted(.number.precision(.significantDigits(1)).locale(locale))
  }

  /// Returns the number of meaningful fraction digits of a value in a unit: no more than instruments and services give.
  private static func digits(of unit: AirUnit) -> ClosedRange<Int> {
    switch unit {
    case .ppm: 0...3
    case .milligramsPerCubicMetre, .inches, .inchesOfMercury, .one, .cubicMetresPerCubicMetre: 0...2
    case .hectopascal, .pascal, .metres, .feet, .particlesPerCubicCentimetre: 0...0
    default: unit.isKnown ? 0...1 : 0...2
    }
  }
}
