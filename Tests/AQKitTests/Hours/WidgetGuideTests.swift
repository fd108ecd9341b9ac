import AQKit
import AQKitTesting
import Foundation
import Testing

// What Docs/Widgets.md describes; the guide quotes parts of this file.

func hourlyIndex(at place: AirPlace, from now: AirTime, in hub: AirHub) async throws -> [HourlyIndex] {
  let query = AirQuery(
    places: [.near(place.coordinate)], parameters: [.pm25, .pm10, .o3, .no2],
    window: .hourlyIndex(from: now, hours: 12))
  return try await hub.answer(for: query).hourlyIndex(using: .usEPA, from: now, hours: 12, place: place)
}

func line(_ hour: HourlyIndex) -> String {
  guard let title = hour.title else { return "No index: \(hour.reason?.description ?? "")" }
  return hour.isProxy ? "About \(title)" : hour.isPartial ? "At least \(title)" : title
}

/// An alert for a US AQI above 100 that lasts for an hour, except at night.
func alert() -> AirAlert {
  AirAlert(
    id: "home", .above(100), index: .usEPA, holding: .seconds(3600), hysteresis: 10,
    quietHours: AirAlert.QuietHours(from: 22 * 60, to: 7 * 60))
}

struct Bell: Codable {
  var alert: AirAlert
  var state = AirAlert.State()

  mutating func ring(for hour: HourlyIndex, now: AirTime, in zone: AirTime.Zone) -> String? {
    alert.check(hour, state: &state, now: now, in: zone).map { event in
      "\(event.band?.name ?? "") since \(event.since)"
    }
  }
}

func marks(_ hours: [HourlyIndex]) -> [String] {
  AirChart.Plot(hours).points.map { "\($0.segment) \($0.date) \($0.value) \($0.color?.hex ?? "")" }
}

@Suite("The guide to widgets, notifications and charts")
struct WidgetGuideTests {
  @Test("requests the hours before, shows the hours after, and alerts once")
  func guide() async throws {
    let report = try HourlyIndexTests.report([(.pm25, "µg/m³"), (.o3, "µg/m³")], before: 25, after: 13)
    let source = ScriptedSource(.sample("model"), outcomes: [.response(AirResponse(reports: [report]))])
    let hub = try AirHub(sources: [source], clock: ManualClock())
    let place = AirPlace(name: "Praha", coordinate: try Coordinate(50.08, 14.42))
    let hours = try await hourlyIndex(at: place, from: .noon, in: hub)
    #expect(hours.count == 12 && hours.allSatisfy { $0.placeName == "Praha" })
    #expect(hours.allSatisfy { !line($0).hasPrefix("No index") })
    #expect(marks(hours).count == 12)
    let good = try #require(AirQualityIndexCatalog.standard.index("us_epa_2024")?.bands.first)
    var bell = Bell(alert: AirAlert(id: "any", .reaches(good), index: .usEPA))
    let rings = hours.compactMap { bell.ring(for: $0, now: $0.time, in: .utc) }
    #expect(rings.count == 1)
    var high = Bell(alert: alert())
    #expect(hours.compactMap { high.ring(for: $0, now: $0.time, in: .utc) }.count <= 1)
    #expect(try roundTripped(bell).state == bell.state)
  }
}
