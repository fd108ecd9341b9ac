import AQKit

/// The live table: the connection, a line per series sorted by site, and the last notes. A pure function of its state.
struct WatchTable {
  let name: String
  let charts: [AirChart]
  let progress: WatchProgress
  let now: AirTime
  let size: TerminalSize
  let terminal: Terminal

  /// The lines, as many as the terminal has room for.
  var lines: [String] {
    let sites = Set(charts.map { [$0.source.rawValue, $0.id.siteID, $0.id.siteName] }).count
    var lines = [
      "\(terminal.bold(name))  \(stateLabel)  \(count(sites, "site")), \(count(progress.readings, "reading"))"
    ]
    let sorted = charts.sorted { left, right in
      let (first, second) = (WatchText.name(of: left.site), WatchText.name(of: right.site))
      let order = (first.lowercased(), first, left.parameter.rawValue, left.unit.rawValue)
      return order < (second.lowercased(), second, right.parameter.rawValue, right.unit.rawValue)
    }
    let foot = progress.recent.map { terminal.dim(String($0.prefix(max(20, size.columns)))) }
    let room = max(1, size.rows - 3 - foot.count)
    let shown = sorted.count > room ? room - 1 : sorted.count
    let showsParameter = Set(charts.map(\.parameter)).count > 1
    var columns = TextColumns()
    for chart in sorted.prefix(shown) { columns.add(row(of: chart, showsParameter: showsParameter)) }
    lines += columns.lines
    if sorted.count > shown { lines.append(terminal.dim("… and \(sorted.count - shown) more")) }
    return lines + foot
  }

  private var stateLabel: String {
    let text = WatchText.state(progress.state, at: now)
    let colour: (UInt8, UInt8, UInt8)? =
      switch progress.state {
      case .live: (0x1B, 0x78, 0x37)
      case .failed: (0xB3, 0x15, 0x15)
      default: (0xB3, 0x6B, 0x00)
      }
    return terminal.usesColour ? terminal.label(text, on: colour, with: (255, 255, 255)) : "[\(text)]"
  }

  private func count(_ number: Int, _ word: String) -> String { "\(number) \(word)\(number == 1 ? "" : "s")" }

  private func row(of chart: AirChart, showsParameter: Bool) -> [TextColumns.Cell] {
    let value = WatchText.value(chart.latest.value, of: chart.parameter, chart.unit)
    let band = chart.latestBand
    let label = band?.name ?? ""
    let width = max(0, min(40, size.columns - 80))
    let spark = Sparkline.text(of: chart.points, width: width, terminal: Terminal(usesColour: false))
    return [
      TextColumns.Cell(String(WatchText.name(of: chart.site).prefix(24))),
      TextColumns.Cell(showsParameter ? String(chart.parameter.name.prefix(16)) : ""),
      TextColumns.Cell(value),
      TextColumns.Cell(
        label,
        shown: label.isEmpty
          ? nil
          : terminal.usesColour
            ? terminal.label(label, on: channels(band?.color), with: channels(band?.textColor)) : nil),
      TextColumns.Cell(
        spark,
        shown: terminal.usesColour && !spark.isEmpty
          ? Sparkline.text(of: chart.points, width: width, terminal: terminal) : nil),
      TextColumns.Cell(WatchText.trend(chart.statistics.trend)),
      TextColumns.Cell(Text.roughAge(of: chart.latest.interval.end, at: now)),
    ]
  }

  private func channels(_ colour: AQIColor?) -> (UInt8, UInt8, UInt8)? {
    colour.map { ($0.red, $0.green, $0.blue) }
  }
}
