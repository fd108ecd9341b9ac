import AQKit
import AQKitFixtures
import AQKitOpenMeteo
import AQKitURLSession

/// Makes the hub that an application creates once and hands to its views or routes.
func makeHub() throws -> AirHub {
  try AirHub(.live.installing(.openMeteo))
}

/// The same from bundled recordings: no network, for previews and tests.
func makePreviewHub() throws -> AirHub {
  try AirHub(.preview)
}

/// The contents of a screen for a place.
struct AirSummary: Sendable, Equatable {
  var headline: String
  var details: [String]
  var credit: String
}

/// The air at a place in words, with the credits that the licences require.
func summary(of place: Coordinate, in hub: AirHub) async throws -> AirSummary {
  let answer = try await hub.answer(for: AirQuery(near: place, parameters: [.pm25, .pm10, .no2, .o3]))
  var details: [String] = []
  for parameter in [AirParameter.pm25, .pm10, .no2, .o3] {
    guard let reading = answer.best?[parameter]?.newestReading(notAfter: answer.receivedAt) else { continue }
    details.append("\(parameter) \(reading.value) \(reading.unit)")
  }
  return AirSummary(
    headline: answer.index(using: .usEPA).description, details: details, credit: answer.credit.text)
}

/// The routes of a server, which ask one hub; it sends identical concurrent queries to its sources once.
struct AirService: Sendable {
  let hub: AirHub

  func index(latitude: Double, longitude: Double) async throws -> String {
    let place = try Coordinate(latitude, longitude)
    let answer = try await hub.answer(for: AirQuery(near: place), within: .seconds(5))
    return answer.index(using: .usEPA).description
  }

  /// The sources that a health check reports: those that failed in more than half of the recent queries.
  var ailing: [SourceID] {
    hub.health.filter { ($0.successRate ?? 1) < 0.5 }.map(\.source)
  }
}
