import AQKit
import AQKitTesting
import Testing

@Suite("A finder of places", .timeLimit(.minutes(10))) @MainActor struct PlaceFinderTests {
  private let clock = ManualClock()
  private let asked = Locked<[AirPlace.Search]>([])
  private let cancelled = Locked<[String]>([])

  /// A finder whose searches take a second.
  private func finder(
    limit: Int = 10, _ places: @escaping @Sendable (String) throws -> [String] = { [$0] }
  ) -> PlaceFinder {
    let (clock, asked, cancelled) = (clock, asked, cancelled)
    let client = AirClient(
      clock: clock,
      places: { search in
        asked.withLock { $0.append(search) }
        do {
          try await clock.sleep(for: .seconds(1))
        } catch {
          cancelled.withLock { $0.append(search.name) }
          throw error
        }
        let point = try Coordinate(49.2, 16.6)
        return try places(search.name).map {
          AirPlace(
            name: $0, coordinate: point, adminAreas: ["South Moravian"], countryCode: "CZ",
            country: "Czechia")
        }
      }, fetch: { _ in throw AQError(.unsupported, "Not asked.") })
    return PlaceFinder(client, limit: limit, attribution: [AirAttribution("A gazetteer")])
  }

  /// Types a text, and waits until its search is over.
  private func type(_ text: String, in finder: PlaceFinder) async {
    finder.text = text
    await clock.advance(by: .milliseconds(1400))
  }

  private var askedNames: [String] { asked.withLock { $0.map(\.name) } }

  @Test("it asks once the text has been unchanged for 300 ms")
  func debounce() async throws {
    let finder = finder()
    await clock.runOnMainActor {
      for text in ["B", "Br", "Brn", "Brno"] {
        finder.text = text
        await clock.advance(by: .milliseconds(100))
      }
      #expect(askedNames.isEmpty && finder.isSearching)
      await clock.advance(by: .milliseconds(200))
      #expect(askedNames == ["Brno"])
      await clock.advance(by: .milliseconds(1000))
      #expect(finder.places.map(\.fullName) == ["Brno, South Moravian, Czechia"])
      #expect(!finder.isSearching && finder.searchedName == "Brno")
    }
  }

  @Test("a text of fewer than two characters isn't searched for, and clears the results")
  func minimum() async throws {
    let finder = finder()
    await clock.runOnMainActor {
      await type(" B ", in: finder)
      #expect(askedNames.isEmpty && !finder.isSearching && !finder.foundNothing)
      await type("Brno", in: finder)
      #expect(finder.places.count == 1)
      finder.text = "B"
      #expect(finder.places.isEmpty && finder.searchedName == nil && !finder.foundNothing)
    }
  }

  @Test("a superseded search is cancelled, and its late result never shown")
  func superseded() async throws {
    let finder = finder()
    await clock.runOnMainActor {
      finder.text = "Brno"
      await clock.advance(by: .milliseconds(400))
      finder.text = "Praha"
      await clock.advance(by: .milliseconds(700))
      #expect(cancelled.withLock { $0 } == ["Brno"])
      #expect(finder.places.isEmpty && finder.isSearching)
      await clock.advance(by: .milliseconds(1000))
      #expect(finder.places.map(\.name) == ["Praha"] && askedNames == ["Brno", "Praha"])
    }
  }

  @Test("a place that doesn't exist is distinguished from one that wasn't searched for")
  func nothing() async throws {
    let finder = finder { _ in [] }
    #expect(!finder.foundNothing)
    await clock.runOnMainActor {
      finder.text = "Xyzzy"
      #expect(!finder.foundNothing)
      await clock.advance(by: .milliseconds(1400))
      #expect(finder.foundNothing && finder.searchedName == "Xyzzy")
      finder.text = "Xyzzyx"
      #expect(!finder.foundNothing)
    }
  }

  @Test("a failure is reported, isn't taken for an empty result, and is cleared by an immediate retry")
  func failure() async throws {
    let isDown = Locked(true)
    let finder = finder { name in
      if isDown.withLock({ $0 }) { throw AQError(.unreachable, "No network.") }
      return [name]
    }
    await clock.runOnMainActor {
      await type("Brno", in: finder)
      #expect(finder.error?.code == .unreachable && !finder.foundNothing && !finder.isSearching)
      isDown.withLock { $0 = false }
      finder.search()
      await clock.advance(by: .milliseconds(1000))
      #expect(finder.error == nil && finder.places.map(\.name) == ["Brno"])
    }
  }

  @Test("limit, language and country are sent; results beyond the limit aren't shown")
  func options() async throws {
    let finder = finder(limit: 2) { _ in ["A", "B", "C"] }
    (finder.language, finder.countryCode) = ("cs", "CZ")
    await clock.runOnMainActor {
      await type("Br", in: finder)
      #expect(
        asked.withLock { $0 } == [AirPlace.Search("Br", language: "cs", countryCode: "CZ", limit: 2)])
      #expect(finder.places.map(\.name) == ["A", "B"])
      #expect(finder.attribution.map(\.text) == ["A gazetteer"])
    }
  }

  @Test("spaces around a name aren't part of it")
  func spaces() async throws {
    let finder = finder()
    await clock.runOnMainActor {
      await type("Brno", in: finder)
      await type(" Brno ", in: finder)
      #expect(askedNames == ["Brno"] && finder.places.count == 1)
    }
  }

  @Test("a full name repeats no part, and has a code if the country has no name")
  func fullName() throws {
    let point = try Coordinate(52.5, 13.4)
    let berlin = AirPlace(name: "Berlin", coordinate: point, adminAreas: ["Berlin"], countryCode: "DE")
    #expect(berlin.fullName == "Berlin, DE")
  }
}
