import AQKit
import Observation

/// A service for the environment, without view models: views read its state, and `.task(id: place)` follows a place.
@Observable final class AirService {
  let store: AirQualityStore

  init(_ client: AirClient) { store = AirQualityStore(client) }

  var state: AirTopic<AirReport>.Load.Phase { store[.air].phase }
  func follow(_ place: AirPlace) async { await store.follow(place) }
}
