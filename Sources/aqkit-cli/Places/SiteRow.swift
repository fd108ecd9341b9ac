import AQKit

/// A site at a place as `compare` and `explain` list it: the newest value, and whether it was chosen.
struct SiteRow: Encodable {
  let source: SourceID
  let parameter: AirParameter?
  let site: String?
  let indoor: Bool?
  var kind: AirReport.Kind?
  /// Whether it is an uncorrected particle value of a low-cost sensor.
  var isUncorrected: Bool?
  var value: Double?
  var unit: AirUnit?
  var averaging: AveragingPeriod?
  /// Metres from the place.
  var distance: Double?
  var end: AirTime?
  /// Seconds since the end of the interval.
  var age: Int64?
  var freshness: AirReport.Freshness?
  /// Whether the site was chosen to represent the place; nil if nothing was chosen.
  var isChosen: Bool?
  var verdict: String?

  /// Creates a row from the newest value of a series of a report with a freshness; nil if it has none.
  init?(
    _ series: AirSeries, of report: AirReport, _ freshness: AirReport.Freshness?, in answer: AirAnswer
  ) {
    guard series.newestReading(notAfter: answer.receivedAt) != nil else { return nil }
    (source, parameter) = (report.source, series.parameter)
    (site, indoor) = (report.site.label, report.site.isIndoor)
    distance = answer.pointDistance(of: report, fromPlace: 0)
    take(series, of: report, freshness, in: answer)
  }

  init(_ candidate: AirAnswer.Candidate, in answer: AirAnswer) {
    (source, parameter) = (candidate.source, candidate.parameter)
    let place = candidate.report?.site
    (site, indoor) = (place?.label, place?.isIndoor)
    distance = candidate.distance
    isChosen = candidate.verdict == .chosen
    verdict = candidate.verdict.description
    if let report = candidate.report, let parameter = candidate.parameter, let series = report[parameter] {
      take(series, of: report, answer.freshness(of: report), in: answer)
    }
  }

  private mutating func take(
    _ series: AirSeries, of report: AirReport, _ freshness: AirReport.Freshness?, in answer: AirAnswer
  ) {
    guard let reading = series.newestReading(notAfter: answer.receivedAt) else { return }
    kind = report.kind
    isUncorrected = report.isUncorrected(series) ? true : nil
    (value, unit, averaging) = (reading.value, series.unit, series.averaging)
    end = reading.interval.end
    age = answer.receivedAt.duration(since: reading.interval.end).components.seconds
    self.freshness = freshness
  }

  /// Returns the remark on a site that has fallen behind; empty for a fresh one.
  static func remark(on freshness: AirReport.Freshness, age: Int64) -> String {
    freshness == .fresh ? "" : "no newer value for \(Text.span(seconds: age))"
  }

  static func table(_ rows: [SiteRow], of answer: AirAnswer) -> TextTable {
    var last: String?
    let lines = rows.map { row -> [TerminalText] in
      let title = row.parameter?.title(in: answer.catalog) ?? ""
      let averaging = row.averaging.map { $0 == .instant ? "" : " (\($0))" } ?? ""
      let marks = [row.indoor == true ? "indoor" : nil, row.isUncorrected == true ? "uncorrected" : nil]
      let behind = row.freshness.map { remark(on: $0, age: row.age ?? 0) }
      defer { last = title }
      return [
        row.isChosen.map { $0 ? "✓" : "·" } ?? "", row.isChosen == nil && title == last ? "" : "\(title)",
        row.value.map { "\(Text.short($0, row.unit ?? .one))\(averaging)" } ?? "", "\(row.source)",
        "\(([row.site ?? row.kind?.rawValue] + marks).compactMap(\.self).joined(separator: ", "))",
        row.distance.map { "\(Text.distance($0))" } ?? "",
        row.age.map { "\(Text.age(seconds: $0))" } ?? "",
        "\(row.verdict ?? behind ?? "")",
      ]
    }
    return TextTable(lines, under: ["", "", "value", "source", "site", "distance", "age", ""])
  }
}

extension AirAnswer.Candidate {
  /// Whether the query names other sources.
  var isLeftOut: Bool { if case .notAsked(.notSelected) = verdict { true } else { false } }
}
