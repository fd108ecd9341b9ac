import AQKit
import AQKitSocketFeed

/// A line of the table: the city, its newest number with its band, and its trend.
func line(_ chart: AirChart) -> String {
  let trend = chart.statistics.trend.map { "\($0.direction)" } ?? ""
  return "\(chart.site.name ?? "?"): \(Int(chart.latest.value)) \(chart.latestBand?.name ?? "") \(trend)"
}

let address = CommandLine.arguments.dropFirst().first ?? "ws://127.0.0.1:40123/feed"
let container = try AQContainer().installing(.cityFeed(at: address, scale: "in-naqi"))
let hub = try AirHub(container)
let history = AirHistory(interval: .seconds(5))

for try await update in hub.updates(for: AirQuery(places: [])) {
  history.record(update)
  if let state = update.state { print("feed: \(state)") }
  let charts = history.charts(AirChart.Options(window: .seconds(600)))
  for chart in charts.sorted(by: { ($0.site.name ?? "") < ($1.site.name ?? "") }) { print(line(chart)) }
}
