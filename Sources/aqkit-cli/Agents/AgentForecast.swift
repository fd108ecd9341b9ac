import AQKit

/// The result of `forecast`: the index hour by hour on the place's clock.
struct AgentForecast: Encodable {
  /// A day with the first of its worst hours.
  struct Day: Encodable {
    /// The day on the place's calendar, such as `Thu 26 Nov`.
    let date: String
    let worst: HourChart.Point
    /// The end of the worst hour on the place's clock.
    let time: String
  }

  /// The origin of some of the values from which the index is formed.
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
  let hours: [HourChart.Point]
  let parts: [Part]

  init(
    _ index: any AirQualityIndex, _ chart: HourChart?, _ merged: AirAnswer.Merged?, within window: AirInterval
  ) {
    quantity = chart?.quantity ?? index.edition.title
    timeZone = chart.flatMap { $0.clock.name == "UTC" ? nil : $0.clock.name }
    hours = chart?.points ?? []
    parts = (merged?.series ?? []).flatMap { series in
      series.parts.filter { $0.interval.end > window.start }.map {
        Part(
          parameter: series.parameter, source: $0.source, site: $0.site.name ?? $0.site.id, kind: $0.kind,
          start: $0.interval.start, end: $0.interval.end)
      }
    }
    days = (chart?.days ?? []).compactMap { day in
      guard let chart, let worst = day.worst else { return nil }
      return Day(date: day.name, worst: worst, time: chart.clock.text(worst.end, "HH:mm"))
    }
  }

  var lines: [String] {
    days.map { day in
      let dominant = day.worst.dominant.map { ", \($0.name)" } ?? ""
      return "\(day.date): \(quantity) at worst \(day.worst.text), in the hour until \(day.time)\(dominant)"
    }
  }

  var caveats: [String] {
    let caveats: [String?] = [
      parts.contains { $0.kind != .observation } ? "The coming hours are from a model." : nil,
      hours.contains(where: \.isPartial)
        ? "Some hours may be worse: a pollutant of the index isn't known." : nil,
      hours.contains(where: \.isProxy) ? HourChart.remark : nil,
      timeZone == nil && !hours.isEmpty ? "Days and hours are in UTC." : nil,
    ]
    return caveats.compactMap(\.self)
  }
}
