import AQKit

/// A quantity hour by hour (or day by day) at one place, as `forecast` and `history` draw it: an index with its bands, or a
/// parameter.
struct HourChart {
  struct Point {
    let start: AirTime
    /// The end of the hour, or of the day.
    let end: AirTime
    /// The height of the bar: the number, or the rank of a category.
    let value: Double
    /// The value as text, such as `37 Good`.
    let text: String
    var band: AQIBand?
    var color: AQIBand.Color?
    /// The pollutant that leads to the index.
    var dominant: AirParameter?
    /// Whether the index is only a lower bound.
    var isPartial = false
    /// Whether its average was formed from fewer hours than the standard requires.
    var isProxy = false

    var record: Members {
      [
        "end": end, "value": value, "text": text, "band": band.map { Members($0) }, "color": color,
        "dominant": dominant, "isPartial": isPartial, "isProxy": isProxy,
      ]
    }
  }

  static let remark = "About: an average of fewer hours than the standard requires."

  let place: String
  /// The quantity, such as `US EPA AQI 2024` or `PM2.5`.
  let quantity: String
  /// The unit; nil for an index.
  let unit: String?
  /// Seconds between two points.
  let step: Int64
  let points: [Point]
  let clock: LocalTime
  /// The report of the values, whose attribution must be shown with them.
  let report: AirReport

  /// Creates the chart of a report's index within an interval; nil if there is none.
  init?(
    _ index: IndexEdition.Reference, of report: AirReport, at place: String, within time: AirInterval,
    catalog: AirQualityIndexCatalog
  ) {
    guard let series = try? report.indexSeries(using: index, options: .shown, catalog: catalog) else {
      return nil
    }
    // Beyond the open end of a scale an hour has no number, and is drawn at the start of its band.
    let isGraded = series.edition.kind != .category
    let points = series.entries.filter { $0.interval.end > time.start && $0.interval.end <= time.end }.map {
      entry in
      let bound = entry.isProxy ? "about " : entry.isPartial ? "at least " : ""
      // An index is that of the hour that ends at its moment.
      return Point(
        start: entry.interval.end.adding(seconds: -3600), end: entry.interval.end,
        value: Double(entry.number ?? (isGraded ? entry.band.lowerIndex : entry.band.rank)),
        text: bound + AQIBand.title(entry.display, entry.band),
        band: entry.band, color: entry.color, dominant: entry.dominant,
        isPartial: entry.isPartial, isProxy: entry.isProxy)
    }
    self.init(points, series.edition.title, .one, series.timeline, of: report, at: place)
  }

  /// Creates the chart of a report's series within an interval; nil if it has no value.
  init?(
    _ series: AirSeries, of report: AirReport, at place: String, within time: AirInterval,
    catalog: AirQualityIndexCatalog
  ) {
    let points = series.readings.filter {
      $0.interval.end > time.start && $0.interval.end <= time.end
        && !$0.parameter.isMissing($0.value, in: $0.unit)
    }
    .map {
      Point(
        start: $0.interval.start, end: $0.interval.end, value: $0.value,
        text: Text.short($0.value, series.unit))
    }
    self.init(
      points, series.parameter.title(in: catalog), series.unit, series.timeline, of: report,
      at: place)
  }

  private init?(
    _ points: [Point], _ quantity: String, _ unit: AirUnit, _ timeline: AirTimeline, of report: AirReport,
    at place: String
  ) {
    if points.isEmpty { return nil }
    self.report = report
    (self.points, self.quantity, self.place) = (points, quantity, place)
    self.unit = unit == .one ? nil : unit.rawValue
    // A single day has no step, and days of 23 and 25 hours have no regular one. A mean of 24 hours may end every hour.
    let half = Duration.seconds(43_200)
    let areDays =
      timeline.first.map { $0.length > half } ?? false
      && zip(points, points.dropFirst()).allSatisfy { $1.end.duration(since: $0.end) > half }
    step = timeline.regularStep?.components.seconds ?? (areDays ? 86_400 : 3600)
    clock = LocalTime(report.site.timeZone)
  }

  var record: Members {
    [
      "source": report.source, "site": report.site.label, "quantity": quantity, "unit": unit,
      "hours": points.map(\.record),
    ]
  }

  struct Day {
    /// The date, such as `Thu 26 Nov`.
    let name: String
    /// The highest of each hour of the clock, 24 of them.
    var hours = [Point?](repeating: nil, count: 24)
    /// The first of the highest points.
    var worst: Point? {
      hours.compactMap(\.self).max { $0.value < $1.value }
    }
  }

  /// Returns the moment at which a point is drawn: its start, or that of its last hour. An instant starts an hour.
  func start(of point: Point) -> AirTime { max(point.start, point.end.adding(seconds: -min(3600, step))) }

  var days: [Day] {
    var days: [(number: Int64, day: Day)] = []
    for point in points {
      // An hour belongs to the day in which it begins.
      let start = start(of: point)
      let (day, hour) = clock.dayAndHour(start)
      if days.last?.number != day { days.append((day, Day(name: clock.text(start, "EEE d MMM")))) }
      // For the hour that occurs twice in autumn, the higher value counts.
      if days[days.count - 1].day.hours[hour].map({ $0.value < point.value }) ?? true {
        days[days.count - 1].day.hours[hour] = point
      }
    }
    return days.map(\.day)
  }

  /// The bands that occur, lowest first, each with its colour.
  var legend: [(band: AQIBand, color: AQIBand.Color?)] {
    points.compactMap { point in point.band.map { (band: $0, color: point.color) } }
      .unique { $0.band.rank }.sorted { $0.band.rank < $1.band.rank }
  }
}
