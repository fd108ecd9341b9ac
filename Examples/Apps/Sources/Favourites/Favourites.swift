import AQKit
import AQKitStorage
import Foundation
import Observation

/// The data of a list of favourites: the air at all of them at once, and a search for further ones. The list and what was last
/// known survive a relaunch.
@Observable final class Favourites {
  let list: AirQualityStore.Favorites
  let finder: PlaceFinder
  private let storage: AirStorage

  init(_ client: AirClient, in folder: URL) {
    storage = AirStorage(folder: folder)
    finder = PlaceFinder(client)
    list = AirQualityStore.Favorites(client, loading: .air, .pollen)
    list.restore(storage.load("favourites") ?? [])
  }

  func follow() async { await list.follow() }
  func add(_ place: AirPlace) { list.places.append(place) }
  func save() { storage.save(list.snapshots, as: "favourites") }
}
