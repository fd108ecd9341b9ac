import AQKit

/// The words of `watch`.
enum WatchText {
  /// The state of the connection.
  static func state(_ state: AirUpdate.FeedState?, at now: AirTime) -> TerminalText {
    switch state {
    case .live: "live"
    case .silent(let since): "silent since \(time(since))"
    case .waiting(let until):
      "waiting, next try in \(max(0, until.duration(since: now).components.seconds)) s"
    case .paused: "paused"
    case .failed(let code): "failed: \(code)"
    default: "connecting"
    }
  }

  /// The time of day in UTC.
  static func time(_ time: AirTime) -> String { "\(time.description.dropFirst(11))" }

  /// The site for people: its name, else its identifier, else its coordinate.
  static func name(of site: AirSite) -> TerminalText {
    if let name = site.name ?? site.id { return TerminalText(name) }
    return site.coordinate.map {
      "\(Text.number($0.latitude, digits: 3)), \(Text.number($0.longitude, digits: 3))"
    } ?? "a site without a name"
  }

  /// A value as its quantity is usually shown: an index without decimals.
  static func value(_ value: Double, of parameter: AirParameter, _ unit: AirUnit) -> TerminalText {
    let number = Text.number(value, digits: parameter.isPublishedIndex ? 0 : 2)
    return unit.rawValue.isEmpty ? "\(number)" : "\(number) \(unit)"
  }
}

/// A reading as `watch` prints it, as JSON or for people.
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
  /// The band of a published index on its scale.
  let band: IndexRecord.Band?
  /// The site for people.
  private let name: TerminalText

  private enum CodingKeys: String, CodingKey {
    case site, siteID, source, parameter, value, unit, interval, averaging, flags, receivedAt, band
  }

  init(_ reading: AirReading, in report: AirReport, band: AQIBand? = nil) {
    self.band = band.map(IndexRecord.Band.init)
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
    let band: TerminalText = band.map { "  \($0.name)" } ?? ""
    return "\(interval.end)  \(Text.pad(name, 20))  \(parameter)  \(amount)\(band)\(remark)"
  }
}
