import AQKit

/// A search for places that fails once, and then finds a place by any name.
struct FlakyPlaceSearch: PlaceSearching {
  private let asked = Tally()
  let place: AirPlace

  init(place: AirPlace) { self.place = place }

  func places(matching search: AirPlace.Search) async throws -> [AirPlace] {
    asked.increment()
    if asked.count == 1 { throw AQError(.unavailable, "Down.") }
    return [place]
  }
}
