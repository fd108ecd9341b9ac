import AQKit

/// A line for each day: a bar for every hour in the colour of its band, and the highest hour.
struct HourStrip {
  let chart: HourChart
  let terminal: Terminal

  var lines: [TerminalText] {
    let unit = chart.unit.map { ", \($0)" } ?? ""
    let name = "\(chart.place) · \(chart.quantity)\(unit)"
    let zone = chart.clock.name == "UTC" ? "hours in UTC" : "hours at the place"
    var lines: [TerminalText] = ["\(terminal.bold("\(name)")) (\(zone))"]
    let days = chart.days
    let label = days.map { Text.width($0.name) }.max() ?? 0
    let indent = Text.blanks(label + 2)
    let isHourly = chart.step < 86_400
    // From the lowest to the highest bar; zero is among the values.
    let values = chart.points.map(\.value)
    let low = min(0, values.min() ?? 0)
    let range = low...max(chart.unit == nil ? 1 : 0, values.max() ?? 1, low + 1e-9)
    if isHourly { lines.append(indent + "0  3  6  9  12 15 18 21   worst") }
    for day in days {
      let bars = isHourly ? day.hours.map { bar($0, in: range) }.joined() + "  " : ""
      var line = Text.pad("\(day.name)", label) + "  " + bars
      if let worst = day.worst {
        line += terminal.label("\(worst.text)", worst.color)
        if isHourly {
          line += " at \(chart.clock.text(chart.start(of: worst), "HH:mm"))"
        }
        if let dominant = worst.dominant { line += ", \(dominant.name)" }
      }
      lines.append(line)
    }
    if isHourly {
      let heights =
        "\(unit.isEmpty ? "the index, " : "")\(Text.short(range.lowerBound)) (▁) to \(Text.short(range.upperBound)) (█)"
      lines.append(terminal.dim("Bars: \(heights), one for each hour, at its start; · no value"))
    }
    if chart.points.contains(where: \.isProxy) { lines.append(terminal.dim("\(HourChart.remark)")) }
    let legend = chart.legend.map { terminal.coloured("■", $0.color) + " \($0.band.name)" }
    if terminal.usesColour, !legend.isEmpty { lines.append(legend.joined(separator: "  ")) }
    return lines
  }

  private func bar(_ point: HourChart.Point?, in range: ClosedRange<Double>) -> TerminalText {
    guard let point else { return terminal.dim("·") }
    return terminal.coloured("\(Sparkline.block(of: point.value, in: range))", point.color)
  }
}
