import AQKit
import AQKitOpenMeteo
import AQKitOpenMeteoStandIn
import AQKitTesting
import Foundation
import Testing

@Suite("A list of favourite places", .timeLimit(.minutes(10))) @MainActor struct FavoritesTests {
  private let clock = ManualClock()
  private let air: SampleAir
  private let three = (1...3).map { AirPlace.sample($0) }

  init() { air = SampleAir(clock) }

  /// A client that has no answer for the place with a number.
  private func client(without number: Double) -> AirClient {
    var client = air.client
    client.fetch = { [fetch = client.fetch] query in
      if query.places.first?.coordinate?.latitude == number { throw AQError.down }
      return try await fetch(query)
    }
    return client
  }

  private func summaries(_ favorites: AirQualityStore.Favorites) -> [String] {
    favorites.stores.map { $0[.air].summary }
  }

  @Test("costs one request if the provider takes many places, and each place has its own air")
  func oneRequest() async throws {
    let service = OpenMeteoStandIn(clock: clock)
    let container = try AQContainer().setting(.httpTransport, to: service).setting(.clock, to: clock)
      .installing(.openMeteo(.airQuality))
    let client = try AirClient.live(container)
    let favorites = AirQualityStore.Favorites(client, places: (1...20).map { .sample($0) })
    await clock.runOnMainActor {
      async let showing: Void = favorites.show()
      await clock.advanceUntilNobodySleeps()
      await showing
      #expect(service.requests.count == 1)
      #expect(favorites.stores.allSatisfy { $0.aqi?.value != nil && !$0.isLoading })
      let sites = Set(favorites.stores.compactMap { $0[.air].value?.site.coordinate })
      #expect(sites.count == 20)
      // A place alone is asked about at once, and what is known needs no request.
      let screen = AirQualityStore(client)
      await screen.show(.sample(7))
      #expect(screen.aqi == favorites[.sample(7)]?.aqi && service.requests.count == 1)
    }
  }

  @Test("a place that fails leaves the others")
  func apart() async {
    let favorites = AirQualityStore.Favorites(client(without: 2), places: three)
    await clock.runOnMainActor {
      await favorites.show()
      #expect(summaries(favorites) == ["10", "unreachable", "30"])
      #expect(!favorites.isLoading && favorites.credit.text == "Sample")
    }
  }

  @Test(
    "a changed list keeps what is shown; a new place is empty until loaded, and none appears twice")
  func changes() async {
    let favorites = AirQualityStore.Favorites(air.client, places: three)
    await clock.runOnMainActor {
      await favorites.show()
      favorites.places = [three[2], .sample(4), three[0], three[2]]
      #expect(favorites.places == [three[2], .sample(4), three[0]])
      #expect(summaries(favorites) == ["30", "empty", "10"])
      var renamed = three[0]
      renamed.name = "Home"
      favorites.places[2] = renamed
      #expect(favorites[three[0]]?.place?.name == "Home" && favorites[three[1]] == nil)
      await favorites.show()
      #expect(summaries(favorites) == ["30", "40", "10"])
      favorites.index = .euEAQI
      #expect(favorites.stores.allSatisfy { $0.aqi?.value?.edition.family == "eu-eaqi" })
      favorites.places = []
      await favorites.follow()
      #expect(favorites.stores.isEmpty && favorites.dueAt == nil)
    }
  }

  @Test("is restored after a relaunch without network, in order, and survives a failed load")
  func relaunch() async throws {
    try await clock.runOnMainActor {
      let favorites = AirQualityStore.Favorites(client(without: 2), index: .euEAQI, places: three)
      await favorites.show()
      for _ in 1...2 {
        let saved = try JSONEncoder().encode(favorites.snapshots)
        let next = AirQualityStore.Favorites(.failing(.down, clock: clock))
        next.restore(try JSONDecoder().decode([AirQualityStore.Snapshot].self, from: saved))
        #expect(next.places == three && next.index == .euEAQI)
        #expect(summaries(next) == ["10 cached", "empty", "30 cached"])
        await next.show()
        #expect(summaries(next) == ["10 cached unreachable", "unreachable", "30 cached unreachable"])
        #expect(next.snapshots.map(\.topics) == [["air"], [], ["air"]])
        favorites.restore(next.snapshots)
      }
    }
  }

  @Test("a list that another version of AQKit wrote keeps its places and its index")
  func otherSchema() throws {
    let snapshot = AirQualityStore(air.client, index: .cnAQI, place: three[0], loading: .air).snapshot
    let text = String(decoding: try JSONEncoder().encode([#require(snapshot)]), as: UTF8.self)
      .replacing(/"schema":\d+/, with: #""schema":999"#)
    let read = try JSONDecoder().decode([AirQualityStore.Snapshot].self, from: Data(text.utf8))
    #expect(text.contains("999") && read.map(\.place) == [three[0]] && read.map(\.index) == ["cn-aqi"])
  }

  @Test("a place stays in the list even if its data mustn't be cached or are too old")
  func withoutData() async throws {
    await clock.runOnMainActor {
      var client = air.client
      client.fetch = { [clock] query in
        try SampleAir.answer(
          to: query, receivedAt: clock.time, at: clock.time, rights: AirRights(caching: .forbidden))
      }
      let favorites = AirQualityStore.Favorites(client, places: three)
      await favorites.show()
      #expect(favorites.snapshots.map(\.place) == three && favorites.snapshots.allSatisfy(\.topics.isEmpty))

      let kept = AirQualityStore.Favorites(air.client, places: three)
      await kept.show()
      let saved = kept.snapshots
      await clock.advance(by: .seconds(2 * 86_400))
      kept.restore(saved)
      let next = AirQualityStore.Favorites(air.client)
      next.restore(saved)
      #expect(next.places == three && summaries(next) == ["empty", "empty", "empty"])
    }
  }

  @Test("is renewed when a source can have new values, as long as its task lasts")
  func follow() async {
    let favorites = AirQualityStore.Favorites(
      air.client, places: three, randomNumbers: AQRandomNumbers { 0 })
    await clock.runOnMainActor {
      let following = Task { await favorites.follow() }
      await clock.advance(by: .seconds(3))
      #expect(summaries(favorites) == ["10", "20", "30"])
      let first = air.queries.count
      let due = favorites.dueAt
      #expect(due.map { $0 > clock.time } == true && due == favorites.stores.first?.dueAt)
      await clock.advance(by: .seconds(3 * 3600))
      let renewed = Set(air.queries.dropFirst(first).flatMap(\.places))
      #expect(renewed == Set(three.map { .near($0.coordinate) }))
      following.cancel()
      await following.value
      let asked = air.queries.count
      await clock.advance(by: .seconds(6 * 3600))
      #expect(air.queries.count == asked && clock.sleeperCount == 0)
    }
  }

  @Test("following ends with the list, even during a pause")
  func emptied() async {
    let favorites = AirQualityStore.Favorites(
      air.client, places: three, randomNumbers: AQRandomNumbers { 0 })
    await clock.runOnMainActor {
      let following = Task { await favorites.follow() }
      await clock.advance(by: .seconds(3))
      #expect(clock.sleeperCount > 0)
      favorites.places = []
      await clock.advance(by: .zero)
      #expect(clock.sleeperCount == 0)
      following.cancel()
      await following.value
    }
  }

  @Test("a place that its own screen has refreshed is renewed in its own rhythm")
  func refreshedApart() async {
    air.set { $0.errors = Array(repeating: .closedForHours, count: 3) }
    let favorites = AirQualityStore.Favorites(
      air.client, places: three, loading: .quarterly, randomNumbers: AQRandomNumbers { 0 })
    await clock.runOnMainActor {
      let following = Task { await favorites.follow() }
      await clock.advance(by: .seconds(3))
      #expect(favorites.stores.allSatisfy { $0[.quarterly].error != nil })
      await favorites[three[1]]?.refresh()
      await clock.advance(by: .seconds(1200))
      let asked = air.queries.dropFirst(3).flatMap(\.places)
      #expect(asked == [.near(three[1].coordinate), .near(three[1].coordinate)])
      following.cancel()
      await following.value
    }
  }
}
