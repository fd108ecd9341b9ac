import AQKit

/// The result of `forecast`: the index hour by hour on the place's clock.
struct AgentForecast {
  let timeZone: String?
  let hours: [HourChart.Point]
  private let quantity: String
  /// The days with the first of their worst hours, and its end on the place's clock.
  private let days: [(date: String, worst: HourChart.Point, time: String)]
  /// The origins of the values from which the index is formed.
  private let parts: [(parameter: AirParameter, part: AirAnswer.MergedSeries.Part)]

  init(
    _ index: any AirQualityIndex, _ chart: HourChart?, _ merged: AirAnswer.Merged?, within window: AirInterval
  ) {
    quantity = chart?.quantity ?? index.edition.title
    timeZone = chart.flatMap { $0.clock.name == "UTC" ? nil : $0.clock.name }
    hours = chart?.points ?? []
    parts = (merged?.series ?? []).flatMap { series in
      series.parts.filter { $0.interval.end > window.start }.map { (parameter: series.parameter, part: $0) }
    }
    days = (chart?.days ?? []).compactMap { day in
      guard let chart, let worst = day.worst else { return nil }
      return (date: day.name, worst: worst, time: chart.clock.text(worst.end, "HH:mm"))
    }
  }

  var record: Members {
    let days = days.map { day -> Members in
      ["date": day.date, "worst": day.worst.record, "time": day.time]
    }
    let parts = parts.map { parameter, part -> Members in
      [
        "parameter": parameter, "source": part.source, "site": part.site.label, "kind": part.kind,
        "start": part.interval.start, "end": part.interval.end,
      ]
    }
    return [
      "quantity": quantity, "timeZone": timeZone, "days": days, "hours": hours.map(\.record), "parts": parts,
    ]
  }

  var lines: [String] {
    days.map { day in
      let dominant = day.worst.dominant.map { ", \($0.name)" } ?? ""
      return "\(day.date): \(quantity) at worst \(day.worst.text), in the hour until \(day.time)\(dominant)"
    }
  }

  var caveats: [String] {
    let caveats: [String?] = [
      parts.contains { $0.part.kind != .observation } ? "The coming hours are from a model." : nil,
      hours.contains(where: \.isPartial)
        ? "Some hours may be worse: a pollutant of the index isn't known." : nil,
      hours.contains(where: \.isProxy) ? HourChart.remark : nil,
      timeZone == nil && !hours.isEmpty ? "Days and hours are in UTC." : nil,
    ]
    return caveats.compactMap(\.self)
  }
}
