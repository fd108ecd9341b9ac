import AQKit
import AQKitTesting
import Testing

@Suite("Places that were found before", .timeLimit(.minutes(10))) @MainActor struct PlacesOfflineTests {
  private let clock = ManualClock()

  /// A search for places that can be switched off.
  private struct Gazetteer: PlaceSearching {
    let isDown: Locked<Bool>
    let attribution: [AirAttribution] = []

    func places(matching search: AirPlace.Search) async throws -> [AirPlace] {
      if isDown.withLock({ $0 }) { throw AQError(.unreachable, "There is no network.") }
      return [
        AirPlace(
          name: "Brno", coordinate: try Coordinate(49.195, 16.606), serviceID: "3078610",
          adminAreas: ["South Moravian", "Brno-City"], countryCode: "CZ", country: "Czechia", elevation: 240,
          timeZone: "Europe/Prague", population: 369_559),
        AirPlace(name: "Brno-střed", coordinate: try Coordinate(49.19, 16.6)),
      ].filter { $0.name.hasPrefix(search.name) }
    }
  }

  @Test("are found complete without a network; others say that there is none")
  func offline() async throws {
    let isDown = Locked(false)
    let store = MemoryResponses()
    let container = AQContainer().setting(.clock, to: clock).setting(.responseStore, to: store)
      .setting(.placeSearch, to: Gazetteer(isDown: isDown))
    let client = try AirClient.live(container)
    let search = AirPlace.Search("Brno", limit: 5)
    let found = try await client.places(search)
    isDown.withLock { $0 = true }
    #expect(try await client.places(search) == found && found.count == 2)
    // Another process with the same store.
    #expect(try await AirClient.live(container).places(search) == found)
    let error = await #expect(throws: AQError.self) { try await client.places(AirPlace.Search("Praha")) }
    #expect(error?.code == .unreachable)
  }
}
