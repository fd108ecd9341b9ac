public import AQKit
public import Foundation

extension AirTexts {
  /// An index as VoiceOver reads it: `Air quality 126, unhealthy for sensitive groups, fine particles, measured 20
  /// minutes ago at Riverside`.
  ///
  /// A value that lacks pollutants says `at least`, and which are missing; where its band is uncertain
  /// (`AQIValue/isBandUncertain`) it names none. One beyond the scale says so.
  ///
  /// - Parameters:
  ///   - value: The index.
  ///   - place: The name of the place; left out if nil.
  ///   - kind: What the report's values are; a forecast is not `measured`.
  ///   - now: The moment at which the text is read.
  public func accessibilityText(
    of value: AQIValue, at place: String? = nil, kind: AirReport.Kind = .observation, now: AirTime
  ) -> String {
    var parts: [String] = []
    let band = value.band.map { spokenName(of: $0, in: value.edition) }
    let lead = number(of: value)
    let atLeast = value.isPartial ? "-at-least" : ""
    parts.append(text("spoken-index\(atLeast)", ["value": lead ?? band ?? value.display]))
    if lead != nil, let band, !value.isBandUncertain { parts.append(band) }
    if value.isBeyondScale { parts.append(text("spoken-beyond")) }
    parts += value.dominant.isEmpty ? [] : [list(value.dominant.map(spokenName(of:)))]
    if value.isPartial {
      parts.append(text("spoken-without", ["parameters": list(value.missing.map(spokenName(of:)))]))
    }
    parts += value.time.map { [whence(kind, $0, at: place, now: now)] } ?? place.map { [$0] } ?? []
    return parts.joined(separator: ", ")
  }

  /// Why there is no index, or the index, as VoiceOver reads it.
  public func accessibilityText(
    of outcome: AQIOutcome, at place: String? = nil, kind: AirReport.Kind = .observation, now: AirTime
  ) -> String {
    switch outcome {
    case .value(let value): accessibilityText(of: value, at: place, kind: kind, now: now)
    case .unavailable(let reason):
      ([sentence(reason.reason)] + [place].compactMap { $0 }).joined(separator: " ")
    }
  }

  /// An hour's index as VoiceOver reads it, without its time: `at least 126, unhealthy for sensitive groups, without
  /// ozone`, or why there is none.
  public func accessibilityText(of moment: AirMoment) -> String {
    if let reason = moment.reason { return sentence(reason) }
    let band = moment.band.map { spokenName(of: $0, in: moment.index.resolved(at: moment.time)?.edition) }
    let number = moment.display == moment.band?.name ? nil : moment.display
    let lead = number ?? band ?? ""
    var parts = [moment.isPartial ? text("at-least", ["value": lead]) : lead]
    if number != nil, let band, !moment.isBandUncertain { parts.append(band) }
    if moment.isPartial {
      parts.append(text("spoken-without", ["parameters": list(moment.missing.map(spokenName(of:)))]))
    }
    return parts.joined(separator: ", ")
  }

  /// A reading as VoiceOver reads it: `Ozone 84 µg/m³, measured 20 minutes ago at Riverside`.
  ///
  /// - Parameters:
  ///   - reading: The reading.
  ///   - place: The name of the place; left out if nil.
  ///   - timeZone: The place's time zone, on whose clock a moment such as a sunrise is said; the system's by default.
  ///   - kind: What the report's values are.
  ///   - now: The moment at which the text is read.
  public func accessibilityText(
    of reading: AirReading, at place: String? = nil, in timeZone: TimeZone = .autoupdatingCurrent,
    kind: AirReport.Kind = .observation, now: AirTime
  ) -> String {
    let name = spokenName(of: reading.parameter).raisedFirst
    let when = whence(kind, reading.interval.end, at: place, now: now)
    return "\(name) \(value(of: reading, in: timeZone)), \(when)"
  }

  /// A reading as VoiceOver reads it, with the name of its place and on the clock there; on the system's where the
  /// place's time zone isn't known.
  public func accessibilityText(
    of reading: AirReading, at place: AirPlace, kind: AirReport.Kind = .observation, now: AirTime
  ) -> String {
    let zone = place.timeZone.flatMap(TimeZone.init(identifier:)) ?? .autoupdatingCurrent
    return accessibilityText(of: reading, at: place.name, in: zone, kind: kind, now: now)
  }

  /// When, how and where: `measured 20 minutes ago at Riverside`, `forecast for in 3 hours`.
  private func whence(_ kind: AirReport.Kind, _ time: AirTime, at place: String?, now: AirTime) -> String {
    let when = text("spoken-\(kind.rawValue)", ["time": ago(time, now: now)])
    return place.map { text("spoken-at", ["when": when, "place": $0]) } ?? when
  }

  /// A value to share as text, with the index, the time at the place, and the credit that licences ask for.
  ///
  /// - Parameters:
  ///   - value: The index.
  ///   - place: The name of the place.
  ///   - credit: What must be shown beside the value: `AirAnswer/credit`, or `AirAttribution.Credit(of:)` the reports
  ///     used.
  ///   - timeZone: The place's time zone.
  public func shareText(
    for value: AQIValue, at place: String, credit: AirAttribution.Credit, in timeZone: TimeZone
  )
    -> String
  {
    var lines = [
      text("share", ["place": place, "value": summary(of: value), "index": value.edition.title])
    ]
    if let time = value.time { lines.append(self.time(time, in: timeZone)) }
    if !credit.parts.isEmpty { lines.append(text("credit", ["credit": creditText(credit)])) }
    return lines.joined(separator: "\n")
  }

  /// All attributions in one line, each with its licence and its address.
  public func creditText(_ credit: AirAttribution.Credit) -> String {
    credit.parts.map { part in
      let details = [part.licence, part.link].compactMap { $0 }.joined(separator: ", ")
      return details.isEmpty ? part.text : "\(part.text) (\(details))"
    }.joined(separator: "; ")
  }

  /// An index in a few words: `126 – Unhealthy for Sensitive Groups`, `at least 126 – …` where pollutants are missing,
  /// `at least 126` where the band is uncertain, and of an index of categories the category alone. Of estimated values with
  /// the index at both ends of their intervals: `62 – Moderate (48 to 79)`.
  public func summary(of value: AQIValue) -> String {
    let band = value.band.map { name(of: $0, in: value.edition) }
    let number = number(of: value)
    let parts = [number, number != nil && value.isBandUncertain ? nil : band].compactMap { $0 }
    var summary = parts.isEmpty ? value.display : parts.joined(separator: " – ")
    if let bounds = value.bounds {
      summary = text(
        "bounds", ["value": summary, "low": bounds.lowDisplay, "high": bounds.highDisplay])
    }
    return value.isPartial ? text("at-least", ["value": summary]) : summary
  }

  /// `AQIValue/numberText` with the locale's digits, such as `126` or `10+`; nil where only the band is to be shown.
  public func number(of value: AQIValue) -> String? {
    guard let text = value.numberText, let number = value.number, String(number) == text else {
      return value.numberText
    }
    return self.number(Double(number), digits: 0...0)
  }

  /// A reading's value with its unit: `12.3 µg/m³`; of an instant, the time in UTC unless a zone is given.
  public func value(of reading: AirReading, in timeZone: TimeZone = .gmt) -> String {
    if let instant = reading.instant { return time(instant, in: timeZone, withDate: false) }
    if reading.parameter == .isDay { return text(reading.value == 0 ? "value.no" : "value.yes") }
    switch reading.unit {
    case .seconds: return length(seconds: reading.value)
    case .percent:
      let style = FloatingPointFormatStyle<Double>.Percent(locale: locale).precision(.fractionLength(0))
      return (reading.value / 100).formatted(style)
    case .degrees: return "\(number(reading.value, digits: 0...0))°"
    default:
      let symbol = symbol(of: reading.unit)
      let number = number(reading.value, digits: Self.digits(of: reading.unit))
      return symbol.isEmpty ? number : "\(number)\u{A0}\(symbol)"
    }
  }

  /// How many fraction digits a value in a unit is worth: no more than what instruments and services state.
  private static func digits(of unit: AirUnit) -> ClosedRange<Int> {
    switch unit {
    case .ppm: 0...3
    case .milligramsPerCubicMetre, .inches, .one, .cubicMetresPerCubicMetre: 0...2
    case .hectopascal, .pascal, .metres, .grainsPerCubicMetre, .particlesPerCubicCentimetre: 0...0
    default: unit.isKnown ? 0...1 : 0...2
    }
  }
}
