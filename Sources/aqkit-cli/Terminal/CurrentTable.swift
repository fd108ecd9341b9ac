import AQKit

/// The output of `current`, a block for each report: the index, the pollutants that enter it, pollen and UV; everything else
/// on request. If the answer has three or more reports, blocks are short.
struct CurrentTable {
  let answer: AirAnswer
  let index: any AirQualityIndex
  /// The index, in the edition of each report's time if it is a family.
  let reference: IndexEdition.Reference
  let now: AirTime
  let terminal: Terminal
  /// The reports to show.
  let reports: [AirReport]
  var showsAll = false

  private var text: ReportText { ReportText(answer: answer, now: now) }

  var lines: [TerminalText] {
    var lines: [TerminalText] = answer.reports.isEmpty && answer.hasResponse ? ["No air data here."] : []
    let notices = NoticeText(answer: answer, terminal: terminal, showsAll: showsAll)
    lines += notices.lines
    for report in reports {
      if !lines.isEmpty { lines.append("") }
      lines += block(of: report)
    }
    if answer.reports.isEmpty, notices.shown.isEmpty { return lines }
    lines.append("")
    lines += text.credits(of: reports, notices.shown, withLinks: showsAll).map { terminal.dim($0) }
    let more = [
      (answer.reports.count - reports.count, "more place"),
      (reports.map(restCount).reduce(0, +), "more value"),
    ].filter { $0.0 > 0 }.map(Text.count)
    if !more.isEmpty, !showsAll {
      lines.append(terminal.dim("\(more.joined(separator: ", ")): --all"))
    }
    if let recorded = text.recorded(of: reports) {
      lines.append("\(recorded) Now: \(toolName) current --at 52.52,13.41")
    }
    return lines
  }

  private var extent: IndexLine.Extent {
    showsAll ? .full : answer.reports.count > 2 ? .short : .usual
  }

  private func block(of report: AirReport) -> [TerminalText] {
    let outcome = report.index(using: reference, options: .shown, catalog: answer.catalog)
    let values = showsAll ? newest(report, report.series) : entering(report)
    var lines = heading(of: report)
    lines += IndexLine(outcome: outcome, index: index, report: report, terminal: terminal).lines(extent)
    lines += extent == .short ? short(values) : table(of: values, in: report)
    guard showsAll else { return lines + [pollen(of: report)].compactMap(\.self) }
    let origins = Set(report.series.compactMap { $0.origin?.source?.rawValue }).sorted()
    let source = report.source.rawValue + (origins.isEmpty ? "" : " of \(origins.joined(separator: ", "))")
    return lines + [terminal.dim("  Source: \(source), \(report.kind.rawValue), \(report.site.kind)")]
  }

  /// Returns the place on the left and the time on the right, or on two lines.
  private func heading(of report: AirReport) -> [TerminalText] {
    let title = text.title(of: report)
    guard let time = text.time(of: report) else { return [terminal.bold(title)] }
    let gap = terminal.columns - title.width - time.width
    if gap < 2 { return [terminal.bold(title), "  \(time)"] }
    return [terminal.bold(title) + Text.blanks(gap) + time]
  }

  private func newest(_ report: AirReport, _ series: [AirSeries]) -> [(AirSeries, AirReading)] {
    series.compactMap { series in
      series.newestReading(notAfter: report.receivedAt).map { (series, $0) }
    }
  }

  /// Returns the pollutants that enter the index; for a report without any of them, its published indices or other values.
  private func entering(_ report: AirReport) -> [(AirSeries, AirReading)] {
    let inputs = index.inputs.map(\.parameter)
    let own = report.series.filter { inputs.contains($0.parameter) }
    if !own.isEmpty { return newest(report, own) }
    let published = report.series.filter(\.parameter.isPublishedIndex)
    return newest(report, published.isEmpty ? report.series.filter { !$0.parameter.isAside } : published)
  }

  private func restCount(_ report: AirReport) -> Int {
    let shown = Set(entering(report).map(\.0.parameter))
    return newest(report, report.series).count { !shown.contains($0.0.parameter) && !$0.0.parameter.isAside }
  }

  /// Returns names, values, and the course of the last day with its lowest and highest value.
  private func table(of values: [(AirSeries, AirReading)], in report: AirReport) -> [TerminalText] {
    var saidHours: Int?
    let rows = values.map { series, reading -> [TerminalText] in
      let averaging =
        series.averaging == .instant || series.averaging == .oneHour ? "" : " (\(series.averaging))"
      let start = reading.interval.end.adding(seconds: -86_400)
      let day = series.readings.filter {
        $0.interval.end > start && $0.interval.end <= reading.interval.end
      }
      var (bars, range): (TerminalText, TerminalText) = ("", "")
      if day.count > 2, let first = day.first, let lowest = day.map(\.value).min(),
        let highest = day.map(\.value).max(), lowest < highest
      {
        func hoursAgo(_ other: AirReading) -> Int {
          Int(reading.interval.end.duration(since: other.interval.end).components.seconds / 3600)
        }
        let hours = hoursAgo(first) + 1
        let most = Dictionary(day.map { (hoursAgo($0), $0.value) }, uniquingKeysWith: max)
        bars = Sparkline.text(of: (0..<hours).reversed().map { most[$0] })
        range = "\(Text.short(lowest))–\(Text.short(highest))\(hours == saidHours ? "" : " in \(hours) h")"
        saidHours = hours
      }
      let uncorrected = report.isUncorrected(series) ? " (uncorrected)" : ""
      return [
        "\(series.parameter.title(in: answer.catalog))\(uncorrected)",
        "\(Text.short(reading.value, series.unit))\(averaging)", bars, range,
      ]
    }
    return TextTable(rows).lines(within: terminal.columns, indent: 2)
  }

  /// Returns the pollutants on one line, each unit once.
  private func short(_ values: [(AirSeries, AirReading)]) -> [TerminalText] {
    let texts = values.map(\.0.unit).unique.map { unit in
      let values = values.filter { $0.0.unit == unit }.map { series, reading in
        // A gas has its formula, such as NO2.
        let isGas = series.parameter.molarMass != nil
        let name = isGas ? series.parameter.rawValue.uppercased() : series.parameter.title(in: answer.catalog)
        return "\(name) \(Text.short(reading.value))"
      }
      return "\(values.joined(separator: " · ")) \(unit)"
    }
    return texts.isEmpty ? [] : ["  \(texts.joined(separator: " · "))"]
  }

  /// Returns pollen, most first, and the UV index.
  private func pollen(of report: AirReport) -> TerminalText? {
    let values = newest(report, report.series.filter(\.parameter.isAside))
    let kinds = values.filter { $0.0.parameter.family == .pollen }.sorted { $0.1.value > $1.1.value }
    let some = kinds.filter { $0.1.value > 0 }.map { series, reading in
      let name = series.parameter.name.lowercased().replacing(" pollen", with: "")
      return "\(name) \(Text.short(reading.value))"
    }
    let pollen = (kinds.first?.0.unit).map { unit in
      some.isEmpty ? "Pollen none" : "Pollen \(some.joined(separator: " · ")) \(unit)"
    }
    let uv = values.first { $0.0.parameter == .uvIndex }.map { "UV \(Text.short($0.1.value))" }
    let parts = [pollen, uv].compactMap(\.self)
    return parts.isEmpty ? nil : "  \(parts.joined(separator: "   "))"
  }
}

extension AirParameter {
  /// Whether it is shown on the last line of a block.
  fileprivate var isAside: Bool { family == .pollen || self == .uvIndex }
}

extension AirAnswer {
  /// Returns the reports with all inputs of an index; all reports if none is complete.
  func wholeReports(by index: any AirQualityIndex) -> [AirReport] {
    let whole = reports.filter { report in
      report.index(using: index).value.map { !$0.isPartial && !$0.isProxy } ?? false
    }
    return whole.isEmpty ? reports : whole
  }
}

/// The lines for an index of a report: number and band, leading pollutant, and missing pollutants.
struct IndexLine {
  enum Extent { case short, usual, full }

  let outcome: AQIOutcome
  let index: any AirQualityIndex
  let report: AirReport
  let terminal: Terminal

  func lines(_ extent: Extent) -> [TerminalText] {
    let title = terminal.bold("\((outcome.value?.edition ?? index.edition).title)")
    guard let value = outcome.value, !value.isBandUncertain else {
      return ["  \(title)  none\(whyNone)"] + leftOut(extent)
    }
    let basis = value.leading.flatMap { self.basis(of: $0, extent) }.map { ", \($0)" } ?? ""
    let parts: [String?] = [
      value.proxyText,
      value.dominant.isEmpty ? nil : "led by \(Self.list(value.dominant))\(basis)",
      value.isPartial ? "without \(Self.list(value.missing))" : nil,
      value.provenance?.isUncorrected == true ? "sensor not corrected" : nil,
    ]
    var label = terminal.label(TerminalText(value.title), value.color)
    if value.isProxy { label = "about \(label)" } else if value.isPartial { label = "at least \(label)" }
    if value.isBeyondScale { label += ", beyond the scale" }
    let remarks = parts.compactMap(\.self).joined(separator: "; ")
    return ["  \(title)  \(label)  \(remarks)"] + leftOut(extent)
  }

  /// Explains a missing value: names the pollutants that the report has with too few hours.
  private var whyNone: String {
    let measured = Set(report.series.map(\.parameter))
    let tooFew = outcome.problems.filter(\.reason.isShortage).map(\.input.parameter).filter(measured.contains)
      .unique
    if !tooFew.isEmpty { return ", because there are too few hours of \(Self.list(tooFew))" }
    return outcome.reason.map { ": \($0.reason)" } ?? ""
  }

  private func leftOut(_ extent: Extent) -> [TerminalText] {
    extent == .full ? outcome.problems.map { "  Left out: \($0)" } : []
  }

  /// Returns the way in which a concentration was formed; the conversion of its unit is only in full output.
  private func basis(of sub: AQIValue.SubIndex, _ extent: Extent) -> String? {
    if extent == .short { return nil }
    var basis = sub.basis
    if extent == .usual { basis.convertedFrom = nil }
    return "\(basis)"
  }

  private static func list(_ parameters: [AirParameter]) -> String {
    parameters.map(\.name).joined(separator: ", ")
  }
}
