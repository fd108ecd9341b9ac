import AQKit
import AQKitStations
import AQKitTesting
import Testing

@Suite("One container for the networks of stations") struct StationsModuleTests {
  private func container(
    _ keys: StationKeys = StationKeys(), all: Bool = false, clock: ManualClock = ManualClock()
  ) throws -> AQContainer {
    try AQContainer().setting(.clock, to: clock)
      .setting(.httpTransport, to: StubTransport { _ in TransportResponse(status: 503) })
      .installing(StationsModule(keys: keys, registersAll: all))
  }

  @Test("registers what needs no key, and what has its key")
  func keys() throws {
    let free = try container().descriptors.map(\.id)
    #expect(free.contains("uba") && free.contains("sensor-community"))
    #expect(!free.contains("openaq") && !free.contains("waqi") && !free.contains("purpleair-local"))
    let keyed = try container(StationKeys(openAQ: "k", waqi: "t"))
    #expect(keyed.hasOption("apiKey", of: "openaq"))
    #expect(keyed.isEnabled("waqi"))
  }

  @Test("registers all on demand, with WAQI and the sensor at home switched off")
  func all() throws {
    let container = try container(all: true)
    #expect(!container.isEnabled("waqi") && !container.isEnabled("purpleair-local"))
    #expect(container.isEnabled("openaq") && !container.hasOption("apiKey", of: "openaq"))
  }

  @Test(
    "the formats of all services are there, whatever their keys",
    arguments: [
      "airnow", "openaq", "sensor-community", "purpleair", "purpleair-local", "waqi", "uba", "luchtmeetnet",
      "gios", "london-air", "moenv", "nea", "airkorea", "canada-aqhi", "cpcb", "soramame",
    ])
  func formats(name: String) throws {
    #expect(try container().format(name).name == name)
  }

  @Test(
    "every format says of a page of HTML, of half an answer and of nothing that it is none",
    arguments: [
      "airnow", "openaq", "sensor-community", "purpleair", "purpleair-local", "waqi", "uba", "luchtmeetnet",
      "gios", "london-air", "moenv", "nea", "airkorea", "canada-aqhi", "cpcb", "soramame",
    ])
  func garbage(name: String) throws {
    let format = try container().format(name)
    for text in [
      "<html><body>Bad Gateway</body></html>", #"{"results": [{"id": 1, "na"#, "", "[[[[", "null", "7",
    ] {
      #expect(throws: AQError.self, "\(name): \(text)") {
        let response = try format.decode(Array(text.utf8), PayloadContext(receivedAt: ManualClock().time))
        // An answer without anything must say so.
        if !response.reports.isEmpty || response.notes.isEmpty { return }
        throw AQError(.malformed, "said as a note")
      }
    }
  }

  @Test(
    "a hub asks only the networks that can know a place",
    arguments: [
      ("Berlin", 52.52, 13.41, ["uba"]), ("Hamburg", 53.55, 9.99, ["uba"]),
      ("Cologne", 50.94, 6.96, ["uba"]), ("Munich", 48.14, 11.58, ["uba"]),
      ("Amsterdam", 52.37, 4.9, ["luchtmeetnet"]), ("Groningen", 53.22, 6.57, ["luchtmeetnet"]),
      ("Warsaw", 52.23, 21.01, ["gios"]), ("Kraków", 50.06, 19.94, ["gios"]),
      ("Szczecin", 53.43, 14.55, ["gios"]), ("London", 51.51, -0.13, ["london-air"]),
      ("Manchester", 53.48, -2.24, []), ("Paris", 48.86, 2.35, []), ("Madrid", 40.42, -3.7, []),
      ("Prague", 50.08, 14.42, []), ("New York", 40.71, -74.01, ["airnow"]),
      ("Anchorage", 61.22, -149.9, ["airnow"]), ("Honolulu", 21.31, -157.86, ["airnow"]),
      ("Denver", 39.74, -104.99, ["airnow"]), ("Calgary", 51.05, -114.07, ["airnow", "canada-aqhi"]),
      ("Toronto", 43.65, -79.38, ["airnow", "canada-aqhi"]), ("Mexico City", 19.43, -99.13, ["airnow"]),
      ("Singapore", 1.29, 103.85, ["nea"]), ("Tokyo", 35.68, 139.69, ["soramame"]),
      ("Ōsaka", 34.69, 135.5, ["soramame"]), ("Taipei", 25.03, 121.57, []), ("Seoul", 37.57, 126.98, []),
      ("Delhi", 28.61, 77.21, []), ("Sydney", -33.87, 151.21, []), ("São Paulo", -23.55, -46.63, []),
      ("Nairobi", -1.29, 36.82, []),
    ] as [(String, Double, Double, [String])])
  func coverage(place: String, latitude: Double, longitude: Double, expected: [String]) async throws {
    let clock = ManualClock()
    let hub = try AirHub(container(clock: clock))
    let query = AirQuery(near: try Coordinate(latitude, longitude))
    let answer = try await clock.run {
      async let answer = hub.answer(for: query)
      await clock.advance(by: .seconds(60))
      return try await answer
    }
    let asked = answer.outcomes.filter { outcome in
      // One whose limits were reached has been asked before.
      if case .budgetSpent? = outcome.skipReason { true } else { outcome.skipReason == nil }
    }.map(\.source.rawValue)
    // Citizens' sensors may be anywhere.
    #expect(Set(asked) == Set(expected + ["sensor-community"]))
  }
}
