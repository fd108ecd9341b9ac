import AQKit
import AQKitFixtures
import AQKitSocketFeed
import AQKitURLSession

extension BreatheSafe {
  /// Over a socket, for which AQKitSocketFeed has a connector with the trait NIO.
  static func live(at url: String, in container: AQContainer = .live) throws -> BreatheSafe {
    BreatheSafe(try LiveAirStore(container.installing(.cityFeed(at: url, scale: "in-naqi"))))
  }
  /// The recorded feed of nine cities, ten times as fast.
  static func preview() throws -> BreatheSafe {
    let folder = FixtureFolder.bundled
    let source = FixtureSource(folder, options: FixtureOptions(timing: .asIfNow(), replaySpeed: 10))
    return BreatheSafe(LiveAirStore(AirClient(try AirHub(sources: [source])), index: .inNAQI))
  }
}
