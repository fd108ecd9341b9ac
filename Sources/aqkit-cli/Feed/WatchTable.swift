import AQKit

/// The live table: the connection, a line per series sorted by site, and the last notes. A pure function of its state.
struct WatchTable {
  let name: String
  let history: AirHistory
  let options: AirChart.Options
  let progress: WatchProgress
  let now: AirTime
  let size: TerminalSize
  let terminal: Terminal

  /// The lines, as many as fit on the terminal, none longer than its width.
  var lines: [TerminalText] {
    let foot = self.foot
    let room = max(1, size.rows - 3 - foot.count)
    let series = self.series
    let shown = series.count > room ? room - 1 : series.count
    // Only the visible part is computed completely.
    let charts = series.prefix(shown).compactMap { history.chart(of: $0, options) }
    let table = WatchLayout(charts, now: now, columns: size.columns, terminal: terminal).table
    let rest = series.count > shown ? [terminal.dim("… and \(series.count - shown) more")] : []
    return [head(of: series)] + table.lines + rest + foot
  }

  /// All series, sorted by site.
  private var series: [AirChart.ID] {
    let keys = history.newest.map { newest in
      let (name, id) = (WatchText.name(of: newest.site).sent, newest.id)
      return (key: (name.lowercased(), name, id.parameter.rawValue, id.unit.rawValue), id: id)
    }
    return keys.sorted { $0.key < $1.key }.map(\.id)
  }

  /// Returns the feed, its state, the scale of its indices, and the number of readings.
  private func head(of series: [AirChart.ID]) -> TerminalText {
    let sites = history.usage.sites
    var counts: TerminalText = "\(Text.count(sites, "site")), \(Text.count(progress.readings, "reading"))"
    let (refused, most) = (history.counts.refusedSites, history.limits.maximumSites)
    if refused > 0 { counts += "; beyond \(most) sites: \(refused)" }
    let scales = Set(series.filter(\.parameter.isPublishedIndex).compactMap(\.parameter.indexScale))
    if let scale = scales.first, scales.count == 1 { counts = "index \(scale), \(counts)" }
    let state = WatchText.state(progress.state, at: now)
    let left = size.columns - state.width - 4
    let title = Text.cut("\(name)", to: left)
    counts = Text.cut(counts, to: left - title.width - 2)
    return [title.isEmpty ? "" : terminal.bold(title), stateLabel(state), counts]
      .filter { !$0.isEmpty }.joined(separator: "  ")
  }

  private func stateLabel(_ text: TerminalText) -> TerminalText {
    let colour =
      switch progress.state {
      case .live: AQIColor(red: 0x1B, green: 0x78, blue: 0x37)
      case .failed: AQIColor(red: 0xB3, green: 0x15, blue: 0x15)
      default: AQIColor(red: 0x99, green: 0x5A, blue: 0x00)
      }
    let text = Text.cut(text, to: size.columns - 2)
    return terminal.usesColour ? terminal.label(text, colour, with: .white) : "[\(text)]"
  }

  /// The last notes, if the terminal is high enough for them and some sites.
  private var foot: [TerminalText] {
    progress.recent.suffix(max(0, size.rows - 6)).map { terminal.dim(Text.cut($0, to: size.columns)) }
  }
}

/// The cells of the live table's lines, so chosen and so short that each line fits the terminal's width.
struct WatchLayout {
  /// The full content of a line.
  private struct Line {
    let chart: AirChart
    let name: TerminalText
    let parameter: TerminalText
    let value: TerminalText
    let band: TerminalText
    let trend: TerminalText
    let age: TerminalText
    let shortAge: TerminalText
  }

  /// The layout for which there is room.
  private struct Plan {
    var name = 24
    var band = 40
    var spark = 0
    var showsTrend = true
    var showsAge = true
    var agesAreShort = false
  }

  private let lines: [Line]
  private let columns: Int
  private let terminal: Terminal

  init(_ charts: [AirChart], now: AirTime, columns: Int, terminal: Terminal) {
    self.columns = columns
    self.terminal = terminal
    let showsParameter = Set(charts.map(\.parameter)).count > 1
    lines = charts.map { chart in
      let end = chart.latest.interval.end
      return Line(
        chart: chart, name: Text.cut(WatchText.name(of: chart.site), to: 24),
        parameter: showsParameter ? Text.cut("\(chart.parameter.name)", to: 16) : "",
        value: WatchText.value(chart.latest.value, of: chart.parameter, chart.unit),
        band: "\(chart.latestBand?.name ?? "")",
        trend: "\(WatchText.trend(chart.statistics.trend))",
        age: "\(Text.roughAge(of: end, at: now))", shortAge: "\(Text.shortAge(of: end, at: now))")
    }
  }

  /// The lines' cells.
  var table: TextTable {
    let plan = self.plan
    var table = TextTable()
    for line in lines {
      table.add([
        Text.cut(line.name, to: plan.name), line.parameter, line.value,
        terminal.label(Text.cut(line.band, to: plan.band), line.chart.latestBand?.color),
        Sparkline.text(of: line.chart.points, width: plan.spark, terminal: terminal),
        plan.showsTrend ? line.trend : "",
        plan.showsAge ? plan.agesAreShort ? line.shortAge : line.age : "",
      ])
    }
    return table
  }

  /// The number of samples in the longest chart, counted from its first value.
  private var samples: Int {
    lines.map { line in line.chart.points.drop { $0.value == nil }.count }.max() ?? 0
  }

  /// The layout that fits. On a narrow terminal first the age is shortened, then the chart, down to a few characters; then the
  /// trend and the chart are dropped, and at last names and bands are shortened.
  private var plan: Plan {
    var plan = Plan(spark: columns < 60 ? 0 : min(40, samples))
    if excess(plan) > 0 { plan.agesAreShort = true }
    if excess(plan) > 0 { plan.spark = max(min(8, plan.spark), plan.spark - excess(plan)) }
    if excess(plan) > 0 { plan.showsTrend = false }
    if excess(plan) > 0 { plan.spark = plan.spark - excess(plan) < 4 ? 0 : plan.spark - excess(plan) }
    if excess(plan) > 0 { plan.name = max(12, width(\.name) - excess(plan)) }
    if excess(plan) > 0 { plan.band = max(4, width(\.band) - excess(plan)) }
    if excess(plan) > 0 { plan.name = max(4, plan.name - excess(plan)) }
    if excess(plan) > 0 { plan.showsAge = false }
    if excess(plan) > 0 { plan.band = 0 }
    return plan
  }

  /// Returns the number of columns by which the lines are too long.
  private func excess(_ plan: Plan) -> Int {
    let band = min(plan.band, width(\.band))
    let widths = [
      min(plan.name, width(\.name)), width(\.parameter), width(\.value),
      band == 0 ? 0 : band + (terminal.usesColour ? 2 : 0),
      lines.contains { !$0.chart.points.isEmpty } ? plan.spark : 0, plan.showsTrend ? width(\.trend) : 0,
      plan.showsAge ? width(plan.agesAreShort ? \.shortAge : \.age) : 0,
    ]
    let shown = widths.filter { $0 > 0 }
    return shown.reduce(0, +) + 2 * max(0, shown.count - 1) - columns
  }

  private func width(_ part: KeyPath<Line, TerminalText>) -> Int {
    lines.map { $0[keyPath: part].width }.max() ?? 0
  }
}
