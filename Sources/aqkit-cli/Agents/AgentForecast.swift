import AQKit

/// The answer of `forecast`: the index hour by hour on the place's own clock.
struct AgentForecast: Encodable {
  struct Hour: Encodable {
    let end: AirTime
    let value: Double
    let text: String
    let band: String?
    let dominant: AirParameter?
    /// Whether the index is only at least this.
    let isPartial: Bool
    /// Whether an average was formed of fewer hours than the standard asks for.
    let isProxy: Bool

    init(_ point: HourChart.Point) {
      (end, value, text) = (point.end, point.value, point.text)
      (band, dominant) = (point.band?.key, point.dominant)
      (isPartial, isProxy) = (point.isPartial, point.isProxy)
    }
  }

  /// A day with its first worst hour.
  struct Day: Encodable {
    /// The day on the place's calendar, such as `Thu 26 Nov`.
    let date: String
    var worst: Hour
    /// The end of the worst hour on the place's clock.
    var time: String
  }

  /// The origin of a part of the values that the index is formed from.
  struct Part: Encodable {
    let parameter: AirParameter
    let source: SourceID
    let site: String?
    let kind: AirReport.Kind
    let start: AirTime
    let end: AirTime
  }

  let quantity: String
  let timeZone: String?
  let days: [Day]
  let hours: [Hour]
  let parts: [Part]

  /// - Parameters:
  ///   - index: The index.
  ///   - chart: Its hours; nil where there are none.
  ///   - merged: What they are formed from.
  ///   - window: The time that is asked about.
  init(
    _ index: any AirQualityIndex, _ chart: HourChart?, _ merged: AirAnswer.Merged?, within window: AirInterval
  ) {
    quantity = index.edition.title
    timeZone = merged?.report.site.timeZone
    hours = chart?.points.map(Hour.init) ?? []
    parts = (merged?.series ?? []).flatMap { series in
      series.parts.filter { $0.interval.end > window.start }.map {
        Part(
          parameter: series.parameter, source: $0.source, site: $0.site.name ?? $0.site.id, kind: $0.kind,
          start: $0.interval.start, end: $0.interval.end)
      }
    }
    var days: [(number: Int64, day: Day)] = []
    for point in chart?.points ?? [] {
      guard let chart else { break }
      // An hour belongs to the day in which it begins.
      let start = point.end.adding(seconds: -min(3600, chart.step))
      let day = Day(
        date: chart.clock.text(start, "EEE d MMM"), worst: Hour(point),
        time: chart.clock.text(point.end, "HH:mm"))
      let number = chart.clock.dayAndHour(start).day
      if let last = days.indices.last, days[last].number == number {
        if point.value > days[last].day.worst.value { days[last].day = day }
      } else {
        days.append((number, day))
      }
    }
    self.days = days.map(\.day)
  }

  var lines: [String] {
    days.map { day in
      let dominant = day.worst.dominant.map { ", \($0.name)" } ?? ""
      return "\(day.date): \(quantity) at worst \(day.worst.text), in the hour until \(day.time)\(dominant)"
    }
  }

  var caveats: [String] {
    var caveats: [String] = []
    if parts.contains(where: { $0.kind != .observation }) {
      caveats.append("The coming hours are of a model.")
    }
    if hours.contains(where: \.isPartial) {
      caveats.append("Some hours may be worse: a pollutant of the index isn't known.")
    }
    if hours.contains(where: \.isProxy) { caveats.append(HourChart.remark) }
    if timeZone == nil, !hours.isEmpty { caveats.append("Days and hours are those of UTC.") }
    return caveats
  }
}
