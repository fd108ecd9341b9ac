import AQKit
import Foundation

/// The table of `current`: a block per report.
struct CurrentTable {
  let answer: AirAnswer
  let index: any AirQualityIndex
  let catalog: AirQualityIndexCatalog
  let now: AirTime
  let terminal: Terminal

  func print() {
    if answer.reports.isEmpty, answer.outcomes.contains(where: { $0.response != nil }) {
      Swift.print("No air data here.")
    }
    for (number, report) in answer.reports.enumerated() {
      if number > 0 { Swift.print("") }
      print(report)
    }
    for outcome in answer.outcomes {
      for note in outcome.response?.notes ?? [] { complain("aqkit-cli: \(outcome.source): \(note)") }
    }
    if let recorded { Swift.print("\n\(recorded) For now: aqkit-cli current --at 52.52,13.41") }
  }

  /// What recordings are among what is shown, in a sentence.
  private var recorded: String? {
    let shifted = answer.outcomes.filter { $0.source == "recordings" }.flatMap { $0.response?.notes ?? [] }
      .compactMap(Self.recordingTime)
    let times =
      shifted.isEmpty ? answer.reports.filter { $0.source == "recordings" }.map(\.receivedAt) : shifted
    guard let first = times.min(), let last = times.max() else { return nil }
    let (from, to) = (first.description.prefix(10), last.description.prefix(10))
    let shown = shifted.isEmpty ? "not the air of now" : "shown as if they were of now, not the air of now"
    return "These are recordings from \(from)\(from == to ? "" : " to \(to)"), \(shown)."
  }

  /// When a recording was made whose times were moved, by the note that says so.
  private static func recordingTime(_ note: AirNote) -> AirTime? {
    guard note.message.hasSuffix(", shown as if it were now."),
      let start = note.message.firstRange(of: "recorded at ")
    else { return nil }
    return AirTime(String(note.message[start.upperBound...].prefix { $0 != "," }))
  }

  private func print(_ report: AirReport) {
    Swift.print(terminal.bold(title(of: report.site)))
    let newest = report.newestEnd(notAfter: report.receivedAt)
    if let newest {
      let freshness = answer.freshness(of: report).map { ", \($0.rawValue)" } ?? ""
      Swift.print(
        "  \(Text.local(newest, zone: report.site.timeZone)) (\(Text.age(of: newest, at: now))\(freshness))")
    }
    printValues(of: report)
    printIndex(of: report)
    let origins = Set(report.series.compactMap { $0.origin?.source?.rawValue }).sorted()
    let source = report.source.rawValue + (origins.isEmpty ? "" : " of \(origins.joined(separator: ", "))")
    Swift.print(terminal.dim("  Source: \(source), \(report.kind.rawValue), \(report.site.kind)"))
    for attribution in report.attribution {
      let details = [attribution.link, attribution.licence].compactMap { $0 }.joined(separator: ", ")
      Swift.print(terminal.dim("  \(attribution.text)\(details.isEmpty ? "" : " (\(details))")"))
    }
  }

  private func title(of site: Site) -> String {
    let place = [site.name, site.country].compactMap { $0 }.joined(separator: ", ")
    let coordinate = site.coordinate.map {
      "\(Text.number($0.latitude, digits: 3)), \(Text.number($0.longitude, digits: 3))"
    }
    if place.isEmpty { return coordinate ?? site.id ?? "A site without a name" }
    return coordinate.map { "\(place) (\($0))" } ?? place
  }

  private func printValues(of report: AirReport) {
    let rows = report.series.compactMap { series in
      series.newestReading(notAfter: report.receivedAt).map { row(of: $0, in: series) }
    }
    let widths = (rows.map(\.name.count).max() ?? 0, rows.map(\.value.count).max() ?? 0)
    for row in rows {
      Swift.print("  \(Text.pad(row.name, widths.0))  \(Text.pad(row.value, widths.1))  \(row.bar)")
    }
  }

  /// Name, value with unit, and a bar that is full at the highest value of the series.
  private func row(of reading: AirReading, in series: AirSeries) -> (name: String, value: String, bar: String)
  {
    let highest = series.values.filter { !$0.isNaN }.max() ?? 0
    let parameter = series.parameter
    let averaging = series.averaging == .instant ? "" : " (\(series.averaging))"
    return (
      parameter.isPublishedIndex ? Self.name(ofPublishedIndex: parameter) : parameter.name,
      "\(Text.number(reading.value)) \(series.unit)\(averaging)",
      Text.bar(highest > 0 ? reading.value / highest : 0)
    )
  }

  private static func name(ofPublishedIndex parameter: AirParameter) -> String {
    let pollutant = parameter.indexPollutant.map { " \($0.name)" } ?? ""
    return "Published index\(parameter.indexScale.map { " \($0)" } ?? "")\(pollutant)"
  }

  private func printIndex(of report: AirReport) {
    let outcome = report.index(using: IndexReference(index.edition.identifier), catalog: catalog)
    guard let value = outcome.value else {
      Swift.print("  \(index.edition.title): \(outcome)")
      return
    }
    let label = [value.display, value.band.map(\.name)].compactMap { $0 }.joined(separator: " ")
    let coloured = terminal.label(
      label, on: value.color.map(Self.channels), with: value.textColor.map(Self.channels))
    let beyond = value.isBeyondScale ? ", beyond the scale" : ""
    Swift.print("  \(terminal.bold(index.edition.title)): \(coloured)\(beyond)")
    if !value.dominant.isEmpty {
      Swift.print("  Dominant pollutant: \(value.dominant.map(\.name).joined(separator: ", "))")
    }
    if let leading = value.leading { Swift.print("  Basis: \(leading.basis)") }
    for problem in value.problems { Swift.print("  Left out: \(problem)") }
  }

  private static func channels(_ colour: AQIColor) -> (UInt8, UInt8, UInt8) {
    (colour.red, colour.green, colour.blue)
  }
}
