// swift-tools-version: 6.2
import PackageDescription

// MQTT for live feeds: a connector over libmosquitto, and decoders for devices at home. Debian has the library as
// `libmosquitto-dev`, Homebrew as `mosquitto`; the tests also start the broker `mosquitto`.
let package = Package(
  name: "MQTTFeeds",
  platforms: [.macOS(.v15)],
  products: [.library(name: "MQTTFeeds", targets: ["MQTTFeeds"])],
  dependencies: [.package(name: "AQKit", path: "../..", traits: [])],
  targets: [
    .systemLibrary(
      name: "CMosquitto", pkgConfig: "libmosquitto",
      providers: [.apt(["libmosquitto-dev"]), .brew(["mosquitto"])]),
    .target(
      name: "MQTTFeeds",
      dependencies: [
        "CMosquitto", .product(name: "AQKit", package: "AQKit"),
        .product(name: "AQKitDevices", package: "AQKit"),
      ]),
    .testTarget(
      name: "MQTTFeedsTests",
      dependencies: [
        "MQTTFeeds", .product(name: "AQKitDevices", package: "AQKit"),
        .product(name: "AQKitTesting", package: "AQKit"),
      ]),
  ]
)
