import AQKit

/// A reading as `watch` prints it, as JSON or as text.
struct WatchRow {
  let reading: AirReading
  let report: AirReport
  let band: AQIBand?

  /// The site as the feed names it.
  var site: String {
    let point = report.site.coordinate.map { Text.coordinate($0, digits: 3) }
    return report.site.label ?? point ?? "a site without a name"
  }

  private var record: Members {
    [
      "site": site, "siteID": report.site.id, "source": report.source, "parameter": reading.parameter,
      "value": reading.value, "unit": reading.unit, "interval": reading.interval,
      "averaging": reading.averaging, "flags": reading.flags.sorted(), "receivedAt": report.receivedAt,
      "band": band.map { Members($0) },
    ]
  }

  var json: TerminalText { get throws { try TerminalJSON.line(of: record) } }

  /// The reading as one line of text; an index has no decimals.
  var line: TerminalText {
    let isIndex = reading.parameter.isPublishedIndex
    let number = isIndex ? Text.number(reading.value, digits: 0) : Text.short(reading.value)
    let amount = reading.unit.rawValue.isEmpty ? number : "\(number) \(reading.unit)"
    let marks = reading.flags.sorted().filter { $0 != .timeOfReceipt }.map(\.rawValue)
    let remark: TerminalText = marks.isEmpty ? "" : "  (\(marks.joined(separator: ", ")))"
    let name: TerminalText = band.map { "  \($0.name)" } ?? ""
    let end = reading.interval.end
    return "\(end)  \(Text.pad("\(site)", 20))  \(reading.parameter)  \(amount)\(name)\(remark)"
  }
}
