import AQKit
import AQKitFixtures
import AQKitTesting
import Testing

// What Docs/Store.md and doc comments describe; they quote parts of this file.

/// The clients of an application, as values.
enum Clients {
  static let preview = AirClient.preview
  static let offline = AirClient.failing(AQError(.unreachable, "No route to the host."))
  static let slow = AirClient.preview.delayed(by: .seconds(2))
  static let ownData = AirClient { query in
    AirAnswer([try ownReport(for: query)], to: query, at: AQSystemClock().time)
  }
}

/// A custom topic: the UV index.
extension AirTopic<AirReading> {
  static var uv: AirTopic { AirTopic("uv", of: [.uvIndex]) { try $0.reading(of: .uvIndex) } }
}

/// Returns the text of a screen.
@MainActor func text(of store: AirQualityStore) -> String {
  switch store[.air].phase {
  case .idle: "Choose a place."
  case .loading: "One moment…"
  case .failed(let error): error.message
  case .loaded: store.aqi?.description ?? ""
  }
}

private func ownReport(for query: AirQuery) throws -> AirReport {
  try .sample(at: query.places.first?.coordinate ?? .nullIsland, receivedAt: AQSystemClock().time)
}

@MainActor struct StoreGuideTests {
  @Test func aScreenLoadsSwitchesAndSurvives() async throws {
    let clock = ManualClock()
    try await clock.runOnMainActor {
      let store = AirQualityStore(.preview(clock: clock), loading: .air, .forecast(hours: 48), .uv)
      #expect(text(of: store) == "Choose a place.")
      let brno = try #require(try await store.client.places(AirPlace.Search("Brno")).first)
      let screen = Task { await store.follow(brno) }
      await clock.advance(by: .seconds(1))
      #expect(text(of: store).contains("US EPA"))
      store.index = .euEAQI
      #expect(text(of: store).contains("European"))
      screen.cancel()
      await screen.value
      #expect(store.snapshot?.topics == ["air", "forecast-48", "uv"])
    }
  }

  @Test func favoritesAndWidgetsShareAClient() async throws {
    let clock = ManualClock()
    try await clock.runOnMainActor {
      let client = AirClient.preview(clock: clock)
      let brno = AirPlace(name: "Brno", coordinate: try Coordinate(49.19, 16.61))
      let oslo = AirPlace(name: "Oslo", coordinate: try Coordinate(59.91, 10.75))
      async let passing: Void = clock.advance(by: .seconds(1))
      let favorites = AirQualityStore.Favorites(client, places: [brno, oslo], loading: .air, .pollen)
      await favorites.show()  // one request for both, if the provider allows it
      for store in favorites.stores { print(store.place?.name ?? "", store.aqi?.value?.display ?? "–") }
      favorites.places.removeLast()
      await passing
      #expect(favorites.places == [brno])
      #expect(favorites[brno]?.aqi?.value != nil)

      let timeline = try await client.timeline(at: brno, hours: 6)
      for hour in timeline.hours { print(hour) }  // this hour, the next one…
      print(timeline.dueAt)
      #expect(timeline.hours.count == 6)
    }
  }

  @Test func clientsAreValues() async throws {
    let query = AirQuery(near: AirPlace.one.coordinate)
    #expect(try await Clients.ownData.fetch(query).best != nil)
    await #expect(throws: AQError.self) { try await Clients.offline.fetch(query) }
  }
}
