import AQKit
import Foundation
import MQTTFeeds
import Testing

/// The code of `Docs/MQTT.md`.
private enum Guide {
  /// The air sensors of a Zigbee network.
  static func home(password: AirSecret, certificates: String) -> some AirDataSource {
    FeedSource(
      MQTTFeed(Zigbee2MQTTFeed(vocUnit: .ppb)),
      at: FeedEndpoint(url: "mqtts://broker.local", trustedCertificates: certificates),
      through: MQTTFeedConnector(
        ["zigbee2mqtt/#"], credentials: .init(user: "air", password: password)))
  }

  /// All monitors of AirGradient, and all devices with Tasmota's firmware, of which only the sensors' messages count.
  static func devices(at broker: FeedEndpoint) throws -> [any AirDataSource] {
    [
      FeedSource(
        MQTTFeed(try MQTTDeviceFeed.airGradient()), at: broker,
        through: MQTTFeedConnector([.init("airgradient/readings/+", .atMostOnce)])),
      FeedSource(
        MQTTFeed(try MQTTDeviceFeed.tasmota(timeZone: "Europe/Prague")), at: broker,
        through: MQTTFeedConnector(["tele/+/SENSOR"])),
    ]
  }

  /// Misses no message, even while it doesn't run: the broker keeps them.
  static func recorder(at broker: FeedEndpoint) throws -> SharedFeed<MQTTFeed<MQTTDeviceFeed>> {
    let connector = MQTTFeedConnector(["tele/+/SENSOR"], session: .persistent(clientID: "air-recorder"))
    return FeedSource(
      MQTTFeed(try MQTTDeviceFeed.tasmota(timeZone: "Europe/Prague")), at: broker, through: connector
    ).sharing()
  }

  /// A container has it as any other source.
  static func container(at broker: FeedEndpoint) throws -> AQContainer {
    var container = AQContainer()
    try container.register(Zigbee2MQTTFeed.descriptor) { container, _ in
      FeedSource(
        MQTTFeed(Zigbee2MQTTFeed()), at: broker, through: MQTTFeedConnector(["zigbee2mqtt/#"]),
        clock: try container[.clock]
      ).sharing()
    }
    return container
  }
}

@Suite struct GuideTests {
  @Test("the sources of the guide work as described")
  func sources() throws {
    let broker = FeedEndpoint(url: "mqtt://broker.local")
    #expect(Guide.home(password: "x", certificates: "").descriptor.id == "zigbee2mqtt")
    #expect(try Guide.devices(at: broker).map(\.descriptor.id) == ["airgradient", "tasmota"])
    #expect(try Guide.recorder(at: broker).descriptor.offers.allSatisfy { $0.capabilities.contains(.live) })
    #expect(try Guide.container(at: broker).descriptors.map(\.id) == ["zigbee2mqtt"])
  }
}
