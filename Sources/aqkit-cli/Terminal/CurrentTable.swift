import AQKit
import Foundation

/// The table of `current`: a block per report.
struct CurrentTable {
  let answer: AirAnswer
  let index: any AirQualityIndex
  let catalog: AirQualityIndexCatalog
  let now: AirTime
  let terminal: Terminal

  var lines: [TerminalText] {
    var lines: [TerminalText] = []
    if answer.reports.isEmpty, answer.outcomes.contains(where: { $0.response != nil }) {
      lines.append("No air data here.")
    }
    for report in answer.reports {
      if !lines.isEmpty { lines.append("") }
      lines += block(of: report)
    }
    if let recorded { lines += ["", "\(recorded) For now: aqkit-cli current --at 52.52,13.41"] }
    return lines
  }

  /// What recordings are among what is shown, in a sentence.
  private var recorded: String? {
    let shifted = answer.outcomes.filter { $0.source == "recordings" }.flatMap { $0.response?.notes ?? [] }
      .compactMap(\.time)
    let times =
      shifted.isEmpty ? answer.reports.filter { $0.source == "recordings" }.map(\.receivedAt) : shifted
    guard let first = times.min(), let last = times.max() else { return nil }
    let (from, to) = (first.description.prefix(10), last.description.prefix(10))
    let shown = shifted.isEmpty ? "not the air of now" : "shown as if they were of now, not the air of now"
    return "These are recordings from \(from)\(from == to ? "" : " to \(to)"), \(shown)."
  }

  private func block(of report: AirReport) -> [TerminalText] {
    var lines = [terminal.bold("\(title(of: report.site))")]
    if let newest = report.newestEnd(notAfter: report.receivedAt) {
      let freshness = answer.freshness(of: report).map { ", \($0.rawValue)" } ?? ""
      lines.append(
        "  \(Text.local(newest, zone: report.site.timeZone)) (\(Text.age(of: newest, at: now))\(freshness))")
    }
    lines += values(of: report) + index(of: report)
    let origins = Set(report.series.compactMap { $0.origin?.source?.rawValue }).sorted()
    let source = report.source.rawValue + (origins.isEmpty ? "" : " of \(origins.joined(separator: ", "))")
    lines.append(terminal.dim("  Source: \(source), \(report.kind.rawValue), \(report.site.kind)"))
    for attribution in report.attribution {
      let details = [attribution.link, attribution.licence].compactMap { $0 }.joined(separator: ", ")
      lines.append(terminal.dim("  \(attribution.text)\(details.isEmpty ? "" : " (\(details))")"))
    }
    return lines
  }

  private func title(of site: AirSite) -> String {
    let place = [site.name, site.country].compactMap { $0 }.joined(separator: ", ")
    let coordinate = site.coordinate.map {
      "\(Text.number($0.latitude, digits: 3)), \(Text.number($0.longitude, digits: 3))"
    }
    if place.isEmpty { return coordinate ?? site.id ?? "A site without a name" }
    return coordinate.map { "\(place) (\($0))" } ?? place
  }

  /// Name, value with unit, and a bar that is full at the highest value of the series.
  private func values(of report: AirReport) -> [TerminalText] {
    var table = TextTable()
    for series in report.series {
      guard let reading = series.newestReading(notAfter: report.receivedAt) else { continue }
      let highest = series.values.filter { !$0.isNaN }.max() ?? 0
      let parameter = series.parameter
      let name = parameter.isPublishedIndex ? Self.name(ofPublishedIndex: parameter) : parameter.name
      let averaging = series.averaging == .instant ? "" : " (\(series.averaging))"
      table.add([
        "\(name)", "\(Text.number(reading.value)) \(series.unit)\(averaging)",
        "\(Text.bar(highest > 0 ? reading.value / highest : 0))",
      ])
    }
    return table.lines.map { "  \($0)" }
  }

  private static func name(ofPublishedIndex parameter: AirParameter) -> String {
    let pollutant = parameter.indexPollutant.map { " \($0.name)" } ?? ""
    return "Published index\(parameter.indexScale.map { " \($0)" } ?? "")\(pollutant)"
  }

  private func index(of report: AirReport) -> [TerminalText] {
    let outcome = report.index(using: IndexEdition.Reference(index.edition.identifier), catalog: catalog)
    guard let value = outcome.value else { return ["  \(index.edition.title): \(outcome)"] }
    let beyond = value.isBeyondScale ? ", beyond the scale" : ""
    let title = terminal.bold("\(index.edition.title)")
    let bound = value.isPartial ? "at least " : ""
    var lines: [TerminalText] = [
      "  \(title): \(bound)\(terminal.label("\(value.title)", value.color))\(beyond)"
    ]
    if value.isPartial {
      lines.append("  Partial: without \(value.missing.map(\.name).joined(separator: ", "))")
    }
    if !value.dominant.isEmpty {
      lines.append("  Dominant pollutant: \(value.dominant.map(\.name).joined(separator: ", "))")
    }
    if let leading = value.leading { lines.append("  Basis: \(leading.basis)") }
    return lines + value.problems.map { "  Left out: \($0)" }
  }
}
