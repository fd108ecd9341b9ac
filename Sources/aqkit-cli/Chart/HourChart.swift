import AQKit

/// A quantity hour by hour (or day by day) at one place, as `forecast` and `history` draw it: an index with its bands, or a
/// parameter.
struct HourChart {
  /// An hour.
  struct Point: Equatable {
    /// The end of the hour, or of the day.
    let end: AirTime
    /// The height of the bar: the number, or the place of a category.
    let value: Double
    /// The value for people, such as `37 Good`.
    let text: String
    /// The band.
    var band: AQIBand?
    /// The band's official colour.
    var color: AQIBand.Color?
    /// The pollutant that leads to the index.
    var dominant: AirParameter?
    /// Whether the index is only a lower bound.
    var isPartial = false
    /// Whether its average was formed from fewer hours than the standard asks for.
    var isProxy = false
  }

  /// The remark on hours that are proxies.
  static let remark = "About: an average of fewer hours than the standard asks for."

  /// The place, for people.
  let place: String
  /// The quantity, such as `US EPA AQI 2024` or `PM2.5`.
  let quantity: String
  /// The unit; empty for an index.
  let unit: String
  /// Seconds between two points.
  let step: Int64
  let points: [Point]
  let clock: LocalTime
  /// The index of a report's hours within a time; nil if there is none.
  init?(_ index: any AirQualityIndex, of report: AirReport, at place: String, within time: AirInterval) {
    guard let series = try? report.indexSeries(using: index, options: .shown) else { return nil }
    // Beyond the open end of a scale an hour has no number, and is drawn at the start of its band.
    let isGraded = index.edition.kind != .category
    points = series.entries.filter { $0.interval.end > time.start && $0.interval.end <= time.end }.map {
      entry in
      let name = entry.band.name == entry.display ? nil : entry.band.name
      let bound = entry.isProxy ? "about" : entry.isPartial ? "at least" : nil
      return Point(
        end: entry.interval.end,
        value: Double(entry.number ?? (isGraded ? entry.band.lowerIndex : entry.band.rank)),
        text: [bound, entry.display, name].compactMap { $0 }.joined(separator: " "),
        band: entry.band, color: entry.color, dominant: entry.dominant, isPartial: entry.isPartial,
        isProxy: entry.isProxy)
    }
    if points.isEmpty { return nil }
    quantity = index.edition.title
    unit = ""
    step = Int64(series.timeline.regularStep.map { $0 / .seconds(1) } ?? 3600)
    self.place = place
    clock = LocalTime(report.site.timeZone)
  }

  /// A series of a report within a time; nil if it has no value.
  init?(
    _ series: AirSeries, of report: AirReport, at place: String, within time: AirInterval,
    catalog: AirQualityIndexCatalog
  ) {
    points = series.readings.filter {
      $0.interval.end > time.start && $0.interval.end <= time.end
        && !$0.parameter.isMissing($0.value, in: $0.unit)
    }
    .map { Point(end: $0.interval.end, value: $0.value, text: "\(Text.short($0.value)) \(series.unit)") }
    if points.isEmpty { return nil }
    quantity = series.parameter.title(in: catalog)
    unit = series.unit.rawValue
    step = Int64(series.timeline.regularStep.map { $0 / .seconds(1) } ?? 3600)
    self.place = place
    clock = LocalTime(report.site.timeZone)
  }

  /// The first of the highest points.
  var highest: Point? { points.max { $0.value < $1.value } }

  /// The bands that occur, lowest first, each with its colour.
  var legend: [(name: String, color: AQIBand.Color?)] {
    var ranks: [Int: (String, AQIBand.Color?)] = [:]
    for point in points {
      if let band = point.band { ranks[band.rank] = (band.name, point.color) }
    }
    return ranks.sorted { $0.key < $1.key }.map { (name: $0.value.0, color: $0.value.1) }
  }

  /// The legend in one line; nil without bands.
  func legend(_ terminal: Terminal) -> TerminalText? {
    let parts = legend.map { terminal.coloured("■", $0.color) + " \($0.name)" }
    return parts.isEmpty ? nil : parts.joined(separator: "  ")
  }

  /// A remark on its hours; nil if all meet the standard's rules.
  var remark: TerminalText? { points.contains(where: \.isProxy) ? "\(Self.remark)" : nil }
}
