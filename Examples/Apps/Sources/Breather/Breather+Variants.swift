import AQKit
import AQKitFixtures
import AQKitOpenMeteo
import AQKitURLSession
import AirVisual

extension Breather {
  static func live(in container: AQContainer = .live) throws -> Breather {
    Breather(try .live(container.installing(.openMeteo(.airQuality, .weather))))
  }
  /// The service that the original asked.
  static func airVisual(key: AirSecret, in container: AQContainer = .live) throws -> Breather {
    var container = try container.installing(.airVisual)
    try container.setOption("apiKey", of: "airvisual", to: key.exposed)
    return Breather(try .live(container), air: .report(from: "airvisual"))
  }
  static var preview: Breather { Breather(.preview) }
}
