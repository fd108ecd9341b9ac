import AQKit
import AQKitText
import Foundation

// The examples of doc comments: texts for people.

func inGerman(_ value: AQIValue, _ report: AirReport, now: AirTime) -> [String] {
  var lines: [String] = []
  let texts = AirTexts(locale: Locale(identifier: "de_AT"))
  if let band = value.band {
    lines.append(texts.name(of: band, in: value.edition))  // "Ungesund für empfindliche Gruppen"
  }
  lines.append(texts.ago(report.receivedAt, now: now))  // "vor 20 Minuten"
  return lines
}

func formatted(_ reading: AirReading) -> [String] {
  let short = reading.formatted()  // the system's locale
  let german = Locale(identifier: "de_DE")
  let named = reading.formatted(.air.named().locale(german))  // "Feinstaub (PM2,5) 12,3 µg/m³"
  return [short, named]
}
