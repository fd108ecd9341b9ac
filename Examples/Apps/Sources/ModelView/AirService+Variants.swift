import AQKit
import AQKitFixtures
import AQKitOpenMeteo
import AQKitURLSession

extension AirService {
  static func live(in container: AQContainer = .live) throws -> AirService {
    AirService(try .live(container.installing(.openMeteo)))
  }
  static var preview: AirService { AirService(.preview) }
}

// Not compiled on Linux.
#if canImport(SwiftUI)
  import SwiftUI

  extension EnvironmentValues {
    @Entry var airService: AirService?
  }
#endif
