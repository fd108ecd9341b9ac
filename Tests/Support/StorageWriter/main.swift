import AQKit
import AQKitStorage
import Foundation

// Stores responses one after the other until it is killed, and says the number of each when it is stored: the values of
// response n are all n, and its query is about the site n mod 8. Run by the tests of the storage.
//
// usage: StorageWriter FOLDER FIRST-NUMBER
let arguments = CommandLine.arguments
guard arguments.count == 3, var number = Int(arguments[2]) else { exit(2) }
let storage = AirStorage(folder: URL(fileURLWithPath: arguments[1]))
let clock = AQSystemClock()

while true {
  let now = clock.time
  let timeline = try AirTimeline(
    start: now - .seconds(3600 * 1000), step: .seconds(3600), length: .seconds(3600), count: 1000)
  let series = try AirSeries(
    .pm25, unit: .microgramsPerCubicMetre, timeline: timeline,
    values: Array(repeating: Double(number), count: 1000))
  let report = AirReport(
    source: "sample", site: AirSite(id: "\(number % 8)", kind: .referenceStation), kind: .observation,
    series: [series], receivedAt: now, places: [0])
  storage.store(
    AirResponse.Stored(AirResponse(reports: [report]), storedAt: now),
    to: AirQuery(places: [.site("\(number % 8)")], parameters: [.pm25]), from: "sample")
  guard storage.problems.isEmpty else { exit(3) }
  try FileHandle.standardOutput.write(contentsOf: Data("\(number)\n".utf8))
  number += 1
}
