import AQKit

/// A source from a closure: a sensor on a window-sill, a table of a database, another library.
func windowSill(
  clock: any AQClock = AQSystemClock(),
  read: @escaping @Sendable () async throws -> (pm25: Double?, at: Int64)
) -> some AirDataSource {
  let descriptor = SourceDescriptor(
    id: "window-sill", name: "Window-sill", summary: "One sensor outside the kitchen.",
    offers: [
      SourceDescriptor.Offer(
        capabilities: [.current], placeKinds: [.site], parameters: [.pm25], kinds: [.observation],
        timeConvention: .instant, averaging: .instant, cadence: .seconds(60))
    ],
    siteKinds: [.lowCostSensor], rights: .own, testPlaces: [.site("sill")])
  return WindowSill(descriptor: descriptor, read: read, clock: clock)
}

/// The two members of a source. `response` does everything in a fetch except reading the values.
struct WindowSill: AirDataSource {
  let descriptor: SourceDescriptor
  let read: @Sendable () async throws -> (pm25: Double?, at: Int64)
  var clock: any AQClock = AQSystemClock()

  func fetch(_ query: AirQuery) async throws -> AirResponse {
    try await response(to: query, clock: clock) { _, report in
      let now = try await read()
      let sill = report.site(AirSite(id: "sill", name: "Window-sill", kind: .lowCostSensor))
      report.add(.pm25, now.pm25, unit: "µg/m³", at: .unix(now.at), to: sill)
    }
  }
}
