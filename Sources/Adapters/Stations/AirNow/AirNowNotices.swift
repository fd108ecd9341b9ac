import AQKit

extension AirNowStations {
  /// Adds the notices in a row of a forecast: an action day that an agency has declared, and the forecaster's
  /// discussion, which all rows of an issue repeat.
  ///
  /// Source: docs.airnowapi.org, web service `forecast/current` and fact sheet of `reportingarea.dat`: `ActionDay` is
  /// true if the agency has called for action on that day, `Discussion` is text or a link.
  func addNotices(
    of pollutant: AirParameter, isActionDay: Bool, from start: AirTime?, discussion: String?,
    by agency: String?, issuedAt: AirTime?, about site: ReportBuilder.SiteReference, _ area: AirSite,
    _ report: inout ReportBuilder
  ) {
    func add(
      _ id: String, _ kind: AirNotice.Kind, _ title: String, _ text: String, from: AirTime?, until: AirTime?
    ) {
      let isLink = text.hasPrefix("https://") || text.hasPrefix("http://")
      report.issue(
        AirNotice(
          // Areas of different states share names.
          id: "\(id),\(area.id ?? area.name ?? ""),\(from.map { "\($0)" } ?? "")", source: Self.descriptor.id,
          publisher: agency ?? "AirNow", kind: kind, title: title, text: isLink ? "" : text,
          // AirNow writes its forecasts in English.
          language: "en", area: .init(names: [area.name].compactMap(\.self)), issuedAt: issuedAt, from: from,
          until: until, link: isLink ? text : nil, attribution: Self.credit(agency)), of: site)
    }
    let end = start.map { $0.adding(seconds: 86_400) }
    if isActionDay {
      add(
        "action day,\(pollutant)", .actionDay,
        "Action day for \(pollutant.name)\(area.name.map { " in \($0)" } ?? "")",
        "", from: start, until: end)
    }
    if let discussion {
      add(
        "discussion", .discussion, "Forecast discussion\(area.name.map { " for \($0)" } ?? "")", discussion,
        from: issuedAt, until: end)
    }
  }
}
