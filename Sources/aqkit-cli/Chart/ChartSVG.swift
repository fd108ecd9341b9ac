import AQKit

/// Charts as a self-contained SVG file: title and description for screen readers, dark text on white, axes, a legend of
/// bands, source and licence.
struct ChartSVG {
  let charts: [HourChart]
  /// The remark on all charts, for example that they show recordings.
  var remark: String?

  private static let width = 800.0
  /// Characters of the small text that fit in a line.
  private static let lineLength = 115
  private static let plot = (left: 56.0, right: 784.0, top: 52.0, height: 220.0)
  /// 16:1 on white (WCAG 2.2 asks for 4.5:1).
  private static let ink = "#1A1A1A"
  /// 7.5:1 on white.
  private static let faint = "#555555"

  /// The file.
  var text: String {
    var body: [String] = []
    var top = 0.0
    for chart in charts {
      let (lines, height) = Self.panel(chart, at: top)
      body += lines
      top += height
    }
    if let remark {
      body.append(Self.label(remark, Self.plot.left, top + 12, size: 11))
      top += 24
    }
    let more = charts.count > 1 ? ", and \(charts.count - 1) more" : ""
    let title = charts.first.map { "\($0.quantity), \($0.place)\(more)" } ?? "No values"
    let (width, height) = (Self.number(Self.width), Self.number(max(top, 40)))
    let content = [
      Self.element("title", ["id": "title"], Self.escaped(title)),
      Self.element(
        "desc", ["id": "description"],
        Self.escaped((charts.map(Self.description) + [remark ?? ""]).joined(separator: " "))),
      Self.element("rect", ["width": "100%", "height": "100%", "fill": "#FFFFFF"]),
    ]
    let attributes: KeyValuePairs = [
      "xmlns": "http://www.w3.org/2000/svg", "viewBox": "0 0 \(width) \(height)", "width": width,
      "height": height,
      "role": "img", "aria-labelledby": "title description", "font-family": "system-ui, sans-serif",
      "font-size": "13",
    ]
    return "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n"
      + Self.element("svg", attributes, "\n" + (content + body).joined(separator: "\n") + "\n") + "\n"
  }

  /// An element; its attributes are escaped, its content is markup.
  private static func element(
    _ name: String, _ attributes: KeyValuePairs<String, String>, _ content: String? = nil
  ) -> String {
    let list = attributes.map { " \($0.key)=\"\(escaped($0.value))\"" }.joined()
    return content.map { "<\(name)\(list)>\($0)</\(name)>" } ?? "<\(name)\(list)/>"
  }

  private static func line(
    _ x1: Double, _ y1: Double, _ x2: Double, _ y2: Double, _ color: String, dash: String = "none"
  )
    -> String
  {
    element(
      "line",
      [
        "x1": number(x1), "y1": number(y1), "x2": number(x2), "y2": number(y2), "stroke": color,
        "stroke-dasharray": dash,
      ])
  }

  /// Describes the chart in sentences.
  static func description(_ chart: HourChart) -> String {
    guard let first = chart.points.first, let last = chart.points.last, let low = chart.lowest,
      let high = chart.highest
    else { return "No values." }
    let range = "\(time(first.end, chart)) to \(time(last.end, chart)), \(chart.clock.name)"
    let bands = chart.legend.map(\.name).joined(separator: ", ")
    return
      "\(chart.quantity) at \(chart.place), \(range), \(Text.count(chart.points.count, "value")): lowest "
      + "\(low.text), highest \(high.text) at \(time(high.end, chart))."
      + (bands.isEmpty ? "" : " Bands that occur: \(bands).")
  }

  private static func time(_ time: AirTime, _ chart: HourChart) -> String {
    chart.clock.text(time, "EEE d MMM yyyy HH:mm")
  }

  /// Returns a chart's elements and its height.
  private static func panel(_ chart: HourChart, at top: Double) -> ([String], Double) {
    guard let first = chart.points.first, let last = chart.points.last, let bottom = chart.ticks.first,
      let ceiling = chart.ticks.last, ceiling > bottom
    else { return ([], 0) }
    let plotTop = top + plot.top
    let floor = plotTop + plot.height
    func y(_ value: Double) -> Double { floor - (value - bottom) / (ceiling - bottom) * plot.height }
    let start = first.end.secondsSince1970 - chart.step
    let span = Double(max(1, last.end.secondsSince1970 - start))
    func x(_ seconds: Int64) -> Double {
      plot.left + Double(seconds - start) / span * (plot.right - plot.left)
    }

    let unit = chart.unit.isEmpty ? "" : " (\(chart.unit))"
    var lines = [
      label("\(chart.quantity)\(unit)", plot.left, top + 24, size: 17),
      label(
        "\(chart.place), \(time(first.end, chart)) to \(time(last.end, chart)), \(chart.clock.name)",
        plot.left, top + 42, color: faint),
    ]
    for tick in chart.ticks {
      lines.append(line(plot.left, y(tick), plot.right, y(tick), "#D0D0D0"))
      lines.append(label(Text.short(tick), plot.left - 6, y(tick) + 4, color: faint, anchor: "end"))
    }
    for point in chart.points {
      let left = x(point.end.secondsSince1970 - chart.step)
      let right = x(point.end.secondsSince1970)
      let (high, low) = (y(max(point.value, 0)), y(min(point.value, 0)))
      // An edge sets light bands, such as yellow, apart from the background.
      lines.append(
        element(
          "rect",
          [
            "x": number(left), "y": number(high), "width": number(max(0.5, right - left)),
            "height": number(max(1, low - high)), "fill": point.color?.hex ?? "#3B6EA5", "stroke": "#595959",
            "stroke-width": "0.4",
          ], element("title", [:], escaped("\(time(point.end, chart)): \(point.text)"))))
    }
    lines += days(chart, x, floor, plotTop)
    var at = floor + 42
    if !chart.legend.isEmpty {
      var left = plot.left
      for band in chart.legend {
        let size = 36 + 8 * Double(Text.width(band.name))
        if left + size > plot.right { (left, at) = (plot.left, at + 20) }
        lines.append(
          element(
            "rect",
            [
              "x": number(left), "y": number(at - 11), "width": "13", "height": "13",
              "fill": band.color?.hex ?? "#FFFFFF", "stroke": "#595959",
            ]))
        lines.append(label(band.name, left + 19, at))
        left += size
      }
      at += 22
    }
    var foot = chart.credits.map { credit in
      let details = [credit.licence, credit.link].compactMap { $0 }.joined(separator: ", ")
      return "Source: \(credit.text)\(details.isEmpty ? "" : " (\(details))")"
    }
    if chart.points.contains(where: \.isPartial) {
      foot.append("“At least”: the index without all of its pollutants, which may well be higher.")
    }
    if chart.points.contains(where: \.isProxy) { foot.append(HourChart.remark) }
    for text in foot {
      var rest = Substring(text)
      while !rest.isEmpty {
        lines.append(label(String(rest.prefix(lineLength)), plot.left, at, size: 11, color: faint))
        rest = rest.dropFirst(lineLength)
        at += 16
      }
    }
    return (lines, at + 8 - top)
  }

  /// The beginnings of days on the axis.
  private static func days(_ chart: HourChart, _ x: (Int64) -> Double, _ floor: Double, _ top: Double)
    -> [String]
  {
    var lines: [String] = []
    var last: Int64?
    var free = 0.0
    for point in chart.points {
      let start = point.end.adding(seconds: -min(3600, chart.step))
      let day = chart.clock.day(start)
      defer { last = day }
      guard day != last else { continue }
      let left = x(start.secondsSince1970)
      if last != nil {
        lines.append(line(left, top, left, floor + 6, "#8A8A8A", dash: "2 3"))
      }
      if left >= free {
        lines.append(label(chart.clock.text(start, "EEE d MMM"), left + 3, floor + 18, color: faint))
        free = left + 78
      }
    }
    return lines
  }

  private static func label(
    _ text: String, _ x: Double, _ y: Double, size: Int = 13, color: String = ink, anchor: String = "start"
  ) -> String {
    element(
      "text",
      ["x": number(x), "y": number(y), "fill": color, "font-size": "\(size)", "text-anchor": anchor],
      escaped(text))
  }

  private static func number(_ value: Double) -> String { Text.number(value, digits: 1) }

  /// Returns a text for XML 1.0: its five characters escaped, and disallowed ones removed.
  static func escaped(_ text: String) -> String {
    var result = ""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "&": result += "&amp;"
      case "<": result += "&lt;"
      case ">": result += "&gt;"
      case "\"": result += "&quot;"
      case "'": result += "&#39;"
      case _ where scalar.value < 0x20 || scalar.steers || (0xFFFE...0xFFFF).contains(scalar.value):
        result += "\u{FFFD}"
      default: result.unicodeScalars.append(scalar)
      }
    }
    return result
  }
}
