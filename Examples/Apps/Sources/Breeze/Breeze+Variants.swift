import AQKit
import AQKitFixtures
import AQKitOpenMeteo
import AQKitURLSession

extension Breeze {
  static func live(in container: AQContainer = .live) throws -> Breeze {
    Breeze(try .live(container.installing(.openMeteo(.airQuality, .weather, .archive))))
  }
  static var preview: Breeze { Breeze(.preview) }
}
