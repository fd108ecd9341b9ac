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

  /// The lines, as many as the terminal has room for, none longer than it is wide.
  var lines: [TerminalText] {
    let foot = self.foot
    let room = max(1, size.rows - 3 - foot.count)
    let series = self.series
    let shown = series.count > room ? room - 1 : series.count
    // Only what is seen is worked out in full.
    let charts = series.prefix(shown).compactMap { history.chart(of: $0, options) }
    let table = WatchLayout(charts, now: now, columns: size.columns, terminal: terminal).table
    let rest = series.count > shown ? [terminal.dim("… and \(series.count - shown) more")] : []
    return [head] + table.lines + rest + foot
  }

  /// All series, sorted by site.
  private var series: [AirChart.ID] {
    var brief = options
    brief.window = .seconds(1)
    brief.banding = .none
    let keys = history.charts(brief).map { chart in
      let name = WatchText.name(of: chart.site).sent
      return (key: (name.lowercased(), name, chart.parameter.rawValue, chart.unit.rawValue), id: chart.id)
    }
    return keys.sorted { $0.key < $1.key }.map(\.id)
  }

  private var head: TerminalText {
    let sites = history.usage.sites
    var counts: TerminalText = "\(Text.count(sites, "site")), \(Text.count(progress.readings, "reading"))"
    let (refused, most) = (history.counts.refusedSites, history.limits.maximumSites)
    if refused > 0 { counts += "; beyond \(most) sites: \(refused)" }
    let state = WatchText.state(progress.state, at: now)
    let left = size.columns - state.width - 4
    let title = Text.cut("\(name)", to: left)
    counts = Text.cut(counts, to: left - title.width - 2)
    return [title.isEmpty ? "" : terminal.bold(title), stateLabel(state), counts]
      .filter { !$0.isEmpty }.joined(separator: "  ")
  }

  private func stateLabel(_ text: TerminalText) -> TerminalText {
    let colour: (UInt8, UInt8, UInt8)? =
      switch progress.state {
      case .live: (0x1B, 0x78, 0x37)
      case .failed: (0xB3, 0x15, 0x15)
      default: (0xB3, 0x6B, 0x00)
      }
    let text = Text.cut(text, to: size.columns - 2)
    return terminal.usesColour ? terminal.label(text, on: colour, with: (255, 255, 255)) : "[\(text)]"
  }

  /// The last notes, where the terminal is high enough for them beside some sites.
  private var foot: [TerminalText] {
    progress.recent.suffix(max(0, size.rows - 6)).map { terminal.dim(Text.cut($0, to: size.columns)) }
  }
}
