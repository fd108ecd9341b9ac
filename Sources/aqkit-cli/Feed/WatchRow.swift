import AQKit

/// One reading as `watch` prints it, as JSON or for people.
struct WatchRow: Encodable, Equatable {
  /// The site as the feed names it.
  let site: String
  let siteID: String?
  let source: String
  let parameter: String
  let value: Double
  let unit: String
  let interval: AirInterval
  let averaging: String
  let flags: [String]
  let receivedAt: AirTime
  /// The site for people.
  private let name: TerminalText

  private enum CodingKeys: String, CodingKey {
    case site, siteID, source, parameter, value, unit, interval, averaging, flags, receivedAt
  }

  init(_ reading: AirReading, in report: AirReport) {
    name = WatchText.name(of: report.site)
    site = report.site.name ?? report.site.id ?? name.sent
    siteID = report.site.id
    source = report.source.rawValue
    parameter = reading.parameter.rawValue
    value = reading.value
    unit = reading.unit.rawValue
    interval = reading.interval
    averaging = "\(reading.averaging)"
    flags = reading.flags.sorted().map(\.rawValue)
    receivedAt = report.receivedAt
  }

  /// The reading on one line of JSON.
  var json: TerminalText { get throws { try JSONText.line(of: self) } }

  /// The reading on one line for people.
  var line: TerminalText {
    let amount = WatchText.value(value, of: AirParameter(parameter), AirUnit(unit))
    let marks = flags.filter { $0 != AirReading.QualityFlag.timeOfReceipt.rawValue }
    let remark: TerminalText = marks.isEmpty ? "" : "  (\(marks.joined(separator: ", ")))"
    return "\(interval.end)  \(Text.pad(name, 20))  \(parameter)  \(amount)\(remark)"
  }
}
