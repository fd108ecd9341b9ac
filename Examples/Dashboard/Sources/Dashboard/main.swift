import AQKit
import AQKitSocketFeed
import AQKitURLSession

/// A transport and a clock that need no network, so that the example runs anywhere. Without them, `.live` asks
/// the real service.
struct Canned: HTTPTransport, AQClock {
  let now = AirTime(secondsSince1970: 1_793_531_400).date

  func send(_ request: TransportRequest) async throws -> TransportResponse {
    let time = "2026-11-01T12:00:00+01:00"
    return TransportResponse(
      status: 200,
      text: """
        {"stations": [
          {"id": "S1", "name": "Harbour", "lat": 53.54, "lon": 9.98, "time": "\(time)", "pm25": 12.5, "no2": 31},
          {"id": "S2", "name": "Park", "lat": 53.58, "lon": 10.02, "time": "\(time)", "pm25": null},
          {"id": "S3", "name": "Broken", "lat": "north"}
        ]}
        """)
  }

  func sleep(for duration: Duration) async throws { try await Task.sleep(for: duration) }
}

var container = AQContainer.live.setting(.httpTransport, to: Canned()).setting(.clock, to: Canned())
try container.register(StationAdapter.descriptor) { container, options in
  let transport = try container.transport(for: StationAdapter.descriptor)
  return try HTTPSource(StationAdapter(), transport: transport, clock: container[.clock])
}
try container.install(.socketFeed)
let hub = try AirHub(container)
let query = try AirQuery(near: Coordinate(53.55, 9.99))

// Fetch.
let answer = try await hub.answer(for: query)
for report in answer.reports {
  for reading in report.series.flatMap(\.readings) {
    print(
      "\(report.site.name ?? "?"): \(reading.parameter) \(reading.value) \(reading.unit) \(reading.interval)")
  }
}
print(answer.credit.text)
for outcome in answer.outcomes {
  for note in outcome.response?.notes ?? [] { print("\(outcome.source): \(note)") }
  if let reason = outcome.skipReason { print("\(outcome.source) was not asked: \(reason)") }
}

// Stream: a source without live updates, like this one, sends its response and ends.
for try await update in try hub.source("stations").updates(for: query) {
  print("update with \(update.reports.count) reports")
}
