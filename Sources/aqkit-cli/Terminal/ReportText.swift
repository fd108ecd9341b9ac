import AQKit

struct ReportText {
  let answer: AirAnswer
  let now: AirTime

  /// Returns the place's name, else its coordinates.
  func place(of report: AirReport) -> String {
    let (name, point) = place(report)
    let place = name ?? point ?? report.site.id ?? "A site without a name"
    return report.site.isIndoor == true ? "\(place), indoor" : place
  }

  /// Returns the place: the site's name, else the requested place, with the coordinates, the kind of site, and a mark if it is
  /// indoors.
  func title(of report: AirReport) -> TerminalText {
    let site = report.site
    let (name, point) = place(report)
    let distance = answer.pointDistance(of: report, fromPlace: report.places.first ?? 0)
      .map { "\(Text.distance($0)) away" }
    let kind = site.kind == .modelCell ? "model" : site.kind.rawValue
    let place = name == nil && point == nil ? site.id ?? "A site without a name" : name
    let indoor = site.isIndoor == true ? "indoor" : nil
    return TerminalText([place, point, distance, kind, indoor].compactMap { $0 }.joined(separator: " · "))
  }

  private func place(_ report: AirReport) -> (name: String?, point: String?) {
    let site = report.site
    let asked = report.places.first
    let found = asked.flatMap { answer.foundPlaces[$0] }
    let query = asked.flatMap { answer.query.places.indices.contains($0) ? answer.query.places[$0] : nil }
    let name = [site.name ?? found?.name, site.country ?? found?.countryCode].compactMap { $0 }
    let isArea = site.kind != .referenceStation && site.kind != .lowCostSensor
    let coordinate = isArea ? found?.coordinate ?? query?.coordinate ?? site.coordinate : site.coordinate
    return (
      name.isEmpty ? nil : name.joined(separator: ", "), coordinate.map { Text.coordinate($0, digits: 2) }
    )
  }

  /// Returns the time of the newest values, on the place's clock, and their age.
  func time(of report: AirReport) -> TerminalText? {
    guard let newest = report.newestEnd(notAfter: report.receivedAt) else { return nil }
    let local = LocalTime(report.site.timeZone)
    let zone = report.site.timeZone == nil || local.name == "UTC" ? " UTC" : ""
    let age = Text.age(seconds: now.duration(since: newest).components.seconds)
    let remark =
      report.source == "recordings"
      ? "recording, \(age)" : answer.freshness(of: report) == .fresh ? age : "out of date, \(age)"
    let isLongAgo = now.duration(since: newest) > .seconds(366 * 86_400)
    let format = isLongAgo ? "EEE d MMM yyyy HH:mm" : "EEE d MMM HH:mm"
    return "\(local.text(newest, format))\(zone) (\(remark))"
  }

  func credits(of reports: [AirReport], _ notices: [AirNotice] = [], withLinks: Bool) -> [TerminalText] {
    let credit = AirAttribution.Credit(of: reports, notices)
    if !withLinks { return credit.parts.isEmpty ? [] : [TerminalText(credit.text)] }
    return credit.parts.map(\.line)
  }

  /// Returns a sentence on the recordings among the shown reports; nil if there are none. Those that are shown
  /// as if they were current are only known by the notes on all of them.
  func recorded(of reports: [AirReport]) -> TerminalText? {
    let shifted = answer.notes.filter { $0.source == "recordings" }.compactMap(\.note.time)
    let times =
      shifted.isEmpty ? reports.filter { $0.source == "recordings" }.map(\.receivedAt) : shifted
    guard let first = times.min(), let last = times.max() else { return nil }
    let (from, to) = (first.description.prefix(10), last.description.prefix(10))
    let shown =
      shifted.isEmpty
      ? "not the current air" : "shown as if they were current; this is not the current air"
    return "These are recordings from \(from)\(from == to ? "" : " to \(to)"), \(shown)."
  }
}

extension AirSite {
  /// The name, else the identifier.
  var label: String? { name ?? id }
}

extension AirAttribution {
  var line: TerminalText {
    let details = [link, licence].compactMap(\.self).joined(separator: ", ")
    return details.isEmpty ? "\(text)" : "\(text) (\(details))"
  }
}

extension AirParameter {
  /// Returns the name in a list of values; for a published index the title of its scale.
  func title(in catalog: AirQualityIndexCatalog) -> String {
    guard isPublishedIndex else { return name }
    let scale = indexScale.map { catalog.index($0)?.edition.title ?? "Index of the scale “\($0)”" }
    let pollutant = indexPollutant.map { " of \($0.name)" } ?? ""
    return "\(scale ?? "Index")\(pollutant), as published"
  }
}
