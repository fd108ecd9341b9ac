import AQKit

/// A quantity hour by hour (or day by day) at one place, as strips and charts draw it: an index with its bands, or a
/// parameter.
struct HourChart {
  /// An hour.
  struct Point: Equatable {
    /// The end of the hour, or of the day.
    let end: AirTime
    /// The value to draw: the number, or a category's rank.
    let value: Double
    /// The text for people, such as `37 Good`.
    let text: String
    /// The band.
    var band: AQIBand?
    /// The band's official colour.
    var color: AQIColor?
    /// The pollutant that leads the index.
    var dominant: AirParameter?
    /// Whether the index is only a lower bound.
    var isPartial = false
    /// Whether its average was formed from fewer hours than the standard asks for.
    var isProxy = false
  }

  /// The remark for hours that are proxies.
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
  /// The credits to show, each with its licence.
  let credits: [AirAttribution]

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
    credits = AirAttribution.Credit(of: [report]).parts
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
    credits = report.attribution(of: series)
  }

  /// The first of the highest points.
  var highest: Point? { points.max { $0.value < $1.value } }
  /// The first of the lowest points.
  var lowest: Point? { points.min { $0.value < $1.value } }
  /// The mean of all points.
  var mean: Double { points.isEmpty ? 0 : points.reduce(0) { $0 + $1.value } / Double(points.count) }

  /// The bands that occur, lowest first, each with its colour.
  var legend: [(name: String, color: AQIColor?)] {
    var ranks: [Int: (String, AQIColor?)] = [:]
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

  /// The remark on its hours; nil if all meet the standard's rules.
  var remark: TerminalText? { points.contains(where: \.isProxy) ? "\(Self.remark)" : nil }

  /// Returns the time of a point, such as `Thu 14:00`; for a day `Thu`.
  func time(_ point: Point) -> String {
    step >= 86_400
      ? clock.text(point.end.adding(seconds: -step / 2), "EEE d MMM") : clock.text(point.end, "EEE HH:mm")
  }

  /// Steps for an axis: round numbers from zero, or below the lowest, to above the highest value.
  var ticks: [Double] {
    let low = min(0, lowest?.value ?? 0)
    let high = max(0, highest?.value ?? 1, low + 1e-9)
    let rough = (high - low) / 4
    let power = pow10(Int(log10Floor(rough)))
    let step = [1, 2, 2.5, 5, 10].map { $0 * power }.first { $0 >= rough } ?? rough
    let first = (low / step).rounded(.down)
    return (0...6).map { (first + Double($0)) * step }.reversed().drop { $0 - step >= high }.reversed()
  }

  private func pow10(_ power: Int) -> Double {
    var result = 1.0
    for _ in 0..<power.magnitude { result *= 10 }
    return power < 0 ? 1 / result : result
  }

  private func log10Floor(_ value: Double) -> Double {
    var (rest, power) = (value.isFinite && value > 0 ? value : 1, 0.0)
    while rest >= 10 { (rest, power) = (rest / 10, power + 1) }
    while rest < 1 { (rest, power) = (rest * 10, power - 1) }
    return power
  }
}
