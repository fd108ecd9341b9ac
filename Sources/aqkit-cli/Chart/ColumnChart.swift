import AQKit

/// A chart of columns on a terminal, with axes; each column is the highest value of its hours.
struct ColumnChart {
  let chart: HourChart
  let terminal: Terminal
  var height = 8

  var lines: [TerminalText] {
    guard let first = chart.points.first, let last = chart.points.last else { return [] }
    let ticks = chart.ticks
    guard let bottom = ticks.first, let top = ticks.last, top > bottom else { return [] }
    let labels = ticks.map { Text.short($0) }
    let margin = (labels.map { Text.width($0) }.max() ?? 0) + 2
    let room = max(8, terminal.columns - margin)
    let span = last.end.secondsSince1970 - first.end.secondsSince1970 + chart.step
    // A column covers as many hours as necessary; if there are few hours, each is drawn wider.
    let perColumn = max(1, (span / chart.step + Int64(room) - 1) / Int64(room))
    let wanted = Int((span / chart.step + perColumn - 1) / perColumn)
    let wide = max(1, min(4, room / max(1, wanted)))
    var columns = [HourChart.Point?](repeating: nil, count: wanted)
    for point in chart.points {
      let place = Int((point.end.secondsSince1970 - first.end.secondsSince1970) / (chart.step * perColumn))
      guard columns.indices.contains(place) else { continue }
      if columns[place].map({ $0.value < point.value }) ?? true { columns[place] = point }
    }
    let unit = chart.unit.isEmpty ? "" : ", \(chart.unit)"
    var lines: [TerminalText] = [terminal.bold("\(chart.place) · \(chart.quantity)\(unit)")]
    for row in (0..<height).reversed() {
      let (low, high) = (level(row, bottom, top), level(row + 1, bottom, top))
      // A row has a label if it contains a tick.
      let tick = ticks.firstIndex { $0 >= low && $0 < high }.map { labels[$0] } ?? ""
      var line =
        Text.pad("", margin - 2 - Text.width(tick)) + TerminalText(tick) + (tick.isEmpty ? " │" : " ┤")
      for column in columns {
        line += cell(column, low, high, isFirst: row == 0, wide)
      }
      lines.append(line)
    }
    lines += axis(from: first, count: wanted, seconds: chart.step * perColumn, margin: margin, wide)
    lines.append(terminal.dim(summary(perColumn)))
    if let remark = chart.remark { lines.append(terminal.dim(remark)) }
    if terminal.usesColour, let legend = chart.legend(terminal) { lines.append(legend) }
    return lines
  }

  private func level(_ row: Int, _ bottom: Double, _ top: Double) -> Double {
    bottom + (top - bottom) * (Double(row) / Double(height))
  }

  /// The part of a column in one row.
  private func cell(_ point: HourChart.Point?, _ low: Double, _ high: Double, isFirst: Bool, _ wide: Int)
    -> TerminalText
  {
    let blank = TerminalText(unescaped: String(repeating: " ", count: wide))
    guard let point else { return blank }
    let share = (point.value - low) / (high - low)
    guard share.isFinite else { return blank }
    let eighths = Int((min(1, max(0, share)) * 8).rounded())
    // The lowest row shows that there is a value at all.
    let shown = isFirst ? max(1, eighths) : eighths
    if shown <= 0 { return blank }
    let block = Array("▁▂▃▄▅▆▇█")[min(8, shown) - 1]
    return terminal.coloured(TerminalText(String(repeating: block, count: wide)), point.color)
  }

  /// Returns the line of days, or of hours for a day or less.
  private func axis(from first: HourChart.Point, count: Int, seconds: Int64, margin: Int, _ wide: Int)
    -> [TerminalText]
  {
    var marks = String(repeating: " ", count: margin - 1) + "└"
    var names = String(repeating: " ", count: margin)
    let isShort = Int64(count) * seconds <= 2 * 86_400
    var last: Int64?
    for column in 0..<count {
      let start = first.end.adding(seconds: Int64(column) * seconds - min(3600, chart.step))
      let day = chart.clock.day(start)
      let key = isShort ? day * 4 + Int64(chart.clock.hour(start) / 6) : day
      let name = isShort ? chart.clock.text(start, "EEE HH:mm") : chart.clock.text(start, "EEE d")
      let isMark = last != nil && key != last
      last = key
      marks += (isMark ? "┬" : "─") + String(repeating: "─", count: wide - 1)
      let place = margin + column * wide
      if isMark || column == 0, names.count <= place, place + name.count <= margin + count * wide {
        names += String(repeating: " ", count: place - names.count) + name + " "
      }
    }
    return [TerminalText(unescaped: marks), TerminalText(names)]
  }

  private func summary(_ perColumn: Int64) -> TerminalText {
    let unit = chart.step >= 86_400 ? "day" : chart.step == 3600 ? "hour" : "value"
    let each =
      perColumn == 1
      ? "Each column is \(unit == "hour" ? "an" : "a") \(unit)"
      : "Each column is the highest of \(perColumn) \(unit)s"
    guard let low = chart.lowest, let high = chart.highest else { return "" }
    let mean =
      chart.points.contains { $0.band != nil } ? "" : ", mean \(Text.short(chart.mean))"
    return
      "\(each). Lowest \(low.text)\(mean), highest \(high.text) (\(chart.time(high)), \(chart.clock.name))."
  }
}
