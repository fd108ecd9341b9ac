import AQKit
import AQKitFixtures
import AQKitOpenMeteo
import AQKitURLSession

extension AirProvider {
  static func live(in container: AQContainer = .live) throws -> AirProvider {
    AirProvider(dependencies: try .live(container.installing(.openMeteo)))
  }
  static var mock: AirProvider { AirProvider(dependencies: .preview) }
}
