import AQKit

/// Days of hours, a line for each: a bar for every hour in the colour of its band, and the highest hour.
struct HourStrip {
  let chart: HourChart
  let terminal: Terminal

  var lines: [TerminalText] {
    let unit = chart.unit.isEmpty ? "" : ", \(chart.unit)"
    let name = "\(chart.place) · \(chart.quantity)\(unit)"
    let zone = chart.clock.name == "UTC" ? "hours in UTC" : "hours at the place"
    var lines: [TerminalText] = ["\(terminal.bold("\(name)")) (\(zone))"]
    let days = days
    let label = days.map { Text.width($0.name) }.max() ?? 0
    let indent = TerminalText(unescaped: String(repeating: " ", count: label + 2))
    if chart.step < 86_400 { lines.append(indent + "0  3  6  9  12 15 18 21   worst") }
    for day in days {
      let bars = chart.step < 86_400 ? day.hours.map(bar).joined() + "  " : ""
      var line = Text.pad("\(day.name)", label) + "  " + bars
      if let worst = day.worst {
        line += terminal.label("\(worst.text)", worst.color)
        if chart.step < 86_400 {
          line += " at \(chart.clock.text(worst.end.adding(seconds: -3600), "HH:mm"))"
        }
        if let dominant = worst.dominant { line += ", \(dominant.name)" }
      }
      lines.append(line)
    }
    if chart.step < 86_400 {
      lines.append(
        terminal.dim(
          "Bars: \(unit.isEmpty ? "the index, " : "")0 (▁) to \(Text.short(top)) (█), of the hour from there on; · no value"
        ))
    }
    if chart.points.contains(where: \.isProxy) { lines.append(terminal.dim("\(HourChart.remark)")) }
    let legend = chart.legend.map { terminal.coloured("■", $0.color) + " \($0.name)" }
    if terminal.usesColour, !legend.isEmpty { lines.append(legend.joined(separator: "  ")) }
    return lines
  }

  /// A day on the place's calendar.
  private struct Day {
    let name: String
    /// The highest of each hour of the clock, 24 of them.
    var hours: [HourChart.Point?]
    /// The first of the highest points.
    var worst: HourChart.Point? {
      hours.compactMap(\.self).reduce(nil) { $0.map { $0.value } ?? -.infinity < $1.value ? $1 : $0 }
    }
  }

  private var top: Double { max(chart.unit.isEmpty ? 1 : 1e-9, chart.highest?.value ?? 1) }

  private var days: [Day] {
    var days: [(number: Int64, day: Day)] = []
    for point in chart.points {
      // An hour is drawn at its start.
      let start = point.end.adding(seconds: -min(3600, chart.step))
      let (day, hour) = chart.clock.dayAndHour(start)
      if days.last?.number != day {
        let name = chart.clock.text(start, "EEE d MMM")
        days.append((day, Day(name: name, hours: Array(repeating: nil, count: 24))))
      }
      // For the hour that occurs twice in autumn, the higher value counts.
      if days[days.count - 1].day.hours[hour].map({ $0.value < point.value }) ?? true {
        days[days.count - 1].day.hours[hour] = point
      }
    }
    return days.map(\.day)
  }

  private func bar(_ point: HourChart.Point?) -> TerminalText {
    guard let point else { return terminal.dim("·") }
    return terminal.coloured("\(Sparkline.block(of: point.value, in: 0...top))", point.color)
  }
}
