import AQKit
import AQKitTesting
import Foundation
import Testing

@testable import Favourites

@Suite("Favourites", .timeLimit(.minutes(10))) @MainActor struct FavouritesTests {
  private let stage = Stage()
  private let folder = FileManager.default.temporaryDirectory.appending(path: "favourites-\(UUID())")

  @Test("two places cost one request for each topic, and are restored after a relaunch without network")
  func relaunch() async throws {
    defer { try? FileManager.default.removeItem(at: folder) }
    let app = try Favourites.live(in: folder, container: stage.container)
    try await stage.clock.runOnMainActor {
      app.add(try .brno)
      app.add(try .berlin)
      let following = Task { await app.follow() }
      await stage.clock.advance(by: .seconds(10))
      #expect(app.list.stores.allSatisfy { $0.aqi?.value != nil })
      #expect(stage.service.requests.count == 2)
      following.cancel()
      await following.value
      app.save()

      let next = Favourites(.failing(.offline, clock: stage.clock), in: folder)
      #expect(next.list.places.map(\.name) == ["Brno", "Berlin"])
      await next.list.show()
      #expect(
        next.list.stores.allSatisfy { $0[.air].isCached && $0[.air].error != nil && $0.aqi?.value != nil })
    }
  }

  @Test("a preview has recordings, without network")
  func preview() async throws {
    defer { try? FileManager.default.removeItem(at: folder) }
    let app = Favourites.preview(in: folder)
    app.add(try .brno)
    await app.list.show()
    #expect(app.list.stores.first?[.air].value != nil)
  }
}
