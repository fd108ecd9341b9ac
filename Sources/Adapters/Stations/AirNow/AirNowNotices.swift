import AQKit

extension AirNowStations {
  /// Adds what a row of a forecast says besides values: that an agency has declared an action day, and the forecaster's
  /// discussion, which all rows of an issue repeat.
  ///
  /// Source: docs.airnowapi.org, web service `forecast/current` and fact sheet of `reportingarea.dat`: `ActionDay` is true
  /// where the agency has called for action on that day, `Discussion` is a text or a link.
  ///
  /// - Parameters:
  ///   - start: When the day begins; nil if it can't be read.
  ///   - site: The reporting area.
  func addNotices(
    of pollutant: AirParameter, isActionDay: Bool, from start: AirTime?, discussion: String?,
    by agency: String?, issuedAt: AirTime?, about site: ReportBuilder.SiteReference, _ area: String?,
    _ report: inout ReportBuilder
  ) {
    func add(
      _ id: String, _ kind: AirNotice.Kind, _ title: String, _ text: String, from: AirTime?, until: AirTime?
    ) {
      let isLink = text.hasPrefix("https://") || text.hasPrefix("http://")
      report.add(
        AirNotice(
          id: "\(id),\(area ?? ""),\(from.map { "\($0)" } ?? "")", source: Self.descriptor.id,
          publisher: agency ?? "AirNow", kind: kind, title: title, text: isLink ? "" : text,
          // AirNow writes its forecasts in English.
          language: "en", area: .init(names: [area].compactMap(\.self)), issuedAt: issuedAt, from: from,
          until: until, link: isLink ? text : nil, attribution: Self.credit(agency)), of: site)
    }
    let end = start.map { $0.adding(seconds: 86_400) }
    if isActionDay {
      add(
        "action day,\(pollutant)", .actionDay,
        "Action day for \(pollutant.name)\(area.map { " in \($0)" } ?? "")",
        "", from: start, until: end)
    }
    if let discussion {
      add(
        "discussion", .discussion, "Forecast discussion\(area.map { " for \($0)" } ?? "")", discussion,
        from: issuedAt, until: end)
    }
  }
}
