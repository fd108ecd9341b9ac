import AQKit
import AQKitOpenMeteo
import AQKitOpenMeteoStandIn
import AQKitTesting
import Synchronization

/// The environment in which an application is tested without the internet: Open-Meteo's stand-in, on a manual clock.
struct Stage {
  let clock = ManualClock()
  let service: OpenMeteoStandIn
  let container: AQContainer

  init() {
    service = OpenMeteoStandIn(clock: clock)
    container = AQContainer().setting(.httpTransport, to: service).setting(.clock, to: clock)
  }
}

extension AirPlace {
  static func named(_ name: String, _ latitude: Double, _ longitude: Double) throws -> AirPlace {
    AirPlace(name: name, coordinate: try Coordinate(latitude, longitude))
  }
  static var brno: AirPlace { get throws { try named("Brno", 49.19, 16.61) } }
  static var berlin: AirPlace { get throws { try named("Berlin", 52.52, 13.41) } }
}

extension AQError {
  static let offline = AQError(.unreachable, "No network.")
}

/// A value that several tasks may change.
final class Shared<Value: Sendable>: Sendable {
  private let mutex: Mutex<Value>

  init(_ value: Value) { mutex = Mutex(value) }

  func withLock<Result: Sendable>(_ body: (inout Value) -> Result) -> Result { mutex.withLock { body(&$0) } }
}
