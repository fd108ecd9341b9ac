import AQKit
import AQKitFixtures
import AQKitOpenMeteo
import AQKitURLSession
import Foundation

extension Favourites {
  static func live(in folder: URL, container: AQContainer = .live) throws -> Favourites {
    Favourites(try .live(container.installing(.openMeteo(.airQuality))), in: folder)
  }
  static func preview(in folder: URL) -> Favourites { Favourites(.preview, in: folder) }
}
