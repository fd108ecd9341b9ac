import AQKit

/// A reading as `watch` prints it, as JSON or as text.
struct WatchRow: Encodable, Equatable {
  /// The site as the feed names it.
  let site: String
  let siteID: String?
  let source: String
  let parameter: AirParameter
  let value: Double
  let unit: AirUnit
  let interval: AirInterval
  let averaging: String
  let flags: [String]
  let receivedAt: AirTime
  let band: IndexRecord.Band?

  init(_ reading: AirReading, in report: AirReport, band: AQIBand? = nil) {
    self.band = band.map(IndexRecord.Band.init)
    let point = report.site.coordinate.map { Text.coordinate($0, digits: 3) }
    (site, siteID) = (report.site.name ?? report.site.id ?? point ?? "a site without a name", report.site.id)
    source = report.source.rawValue
    (parameter, value, unit, interval) = (reading.parameter, reading.value, reading.unit, reading.interval)
    averaging = "\(reading.averaging)"
    flags = reading.flags.sorted().map(\.rawValue)
    receivedAt = report.receivedAt
  }

  var json: TerminalText { get throws { try TerminalJSON.line(of: self) } }

  /// The reading as one line of text; an index has no decimals.
  var line: TerminalText {
    let number = parameter.isPublishedIndex ? Text.number(value, digits: 0) : Text.short(value)
    let amount = unit.rawValue.isEmpty ? number : "\(number) \(unit)"
    let marks = flags.filter { $0 != AirReading.QualityFlag.timeOfReceipt.rawValue }
    let remark: TerminalText = marks.isEmpty ? "" : "  (\(marks.joined(separator: ", ")))"
    let band: TerminalText = band.map { "  \($0.name)" } ?? ""
    return "\(interval.end)  \(Text.pad("\(site)", 20))  \(parameter)  \(amount)\(band)\(remark)"
  }
}
