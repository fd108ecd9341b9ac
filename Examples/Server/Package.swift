// swift-tools-version: 6.2
import PackageDescription

let package = Package(
  name: "Server",
  platforms: [.macOS(.v15)],
  dependencies: [
    .package(name: "AQKit", path: "../..", traits: ["AsyncHTTPClient", "Observability"]),
    .package(url: "https://github.com/hummingbird-project/hummingbird", from: "2.28.0"),
    .package(url: "https://github.com/swift-server/swift-service-lifecycle", from: "2.13.0"),
    .package(url: "https://github.com/apple/swift-metrics", from: "2.13.0"),
  ],
  targets: [
    .target(
      name: "AirServer",
      dependencies: [
        .product(name: "AQKit", package: "AQKit"),
        .product(name: "AQKitObservability", package: "AQKit"),
        .product(name: "AQKitStorage", package: "AQKit"),
        .product(name: "CoreMetrics", package: "swift-metrics"),
        .product(name: "Hummingbird", package: "hummingbird"),
        .product(name: "ServiceLifecycle", package: "swift-service-lifecycle"),
      ]),
    .executableTarget(
      name: "Server",
      dependencies: [
        "AirServer",
        .product(name: "CoreMetrics", package: "swift-metrics"),
        .product(name: "AQKit", package: "AQKit"),
        .product(name: "AQKitAsyncHTTPClient", package: "AQKit"),
        .product(name: "AQKitFixtures", package: "AQKit"),
        .product(name: "AQKitOpenMeteo", package: "AQKit"),
        .product(name: "AQKitStations", package: "AQKit"),
      ]),
    .testTarget(
      name: "ServerTests",
      dependencies: [
        "AirServer",
        .product(name: "AQKit", package: "AQKit"),
        .product(name: "AQKitOpenMeteo", package: "AQKit"),
        .product(name: "AQKitOpenMeteoStandIn", package: "AQKit"),
        .product(name: "AQKitTesting", package: "AQKit"),
        .product(name: "HummingbirdTesting", package: "hummingbird"),
      ]),
  ],
  swiftLanguageModes: [.v6]
)
