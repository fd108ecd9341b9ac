import AQKitIndices

let start = AirTime(secondsSince1970: 1_790_805_600)
let hours = try AirTimeline(start: start, step: .seconds(3600), length: .seconds(3600), count: 24)
let series = try AirSeries(
  .pm25, unit: .microgramsPerCubicMetre, timeline: hours, values: Array(repeating: 35.4, count: 24))
let report = AirReport(
  source: "example", site: AirSite(name: "A station", kind: .referenceStation), kind: .observation,
  series: [series],
  receivedAt: start + .seconds(24 * 3600))
print(report.index(using: .usEPA))
