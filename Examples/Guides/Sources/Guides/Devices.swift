import AQKit
import AQKitDevices
import AQKitOpenMeteo
import AQKitStations
import AQKitURLSession

/// Adds two monitors at home.
func atHome() throws -> AQContainer {
  let home = try Coordinate(50.08, 14.42)
  let container = try AQContainer.live.installing(
    .devices([
      .init("airgradient", at: "http://192.168.1.20", id: "airgradient-kitchen", near: home, isIndoor: true),
      .init("airgradient", at: "http://192.168.1.21", id: "airgradient-balcony", near: home),
    ]))
  return container
}

/// Registers your own description in addition to the catalogue.
func sniffing(_ text: [UInt8], in container: inout AQContainer) throws {
  var catalogue = DeviceCatalog.standard
  try catalogue.register(DeviceDescription(json: text))
  container.set(.deviceCatalog, to: catalogue)
  try container.install(.devices([.init("sniffer", at: "http://sniffer.local")]))
}

/// Models and stations.
func withKeys() throws -> AirHub {
  let keys = StationKeys(openAQ: "…")
  let air = try AirHub(.live.installing(.openMeteo).installing(.stations(keys)))
  return air
}
