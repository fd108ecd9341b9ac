// swift-tools-version: 6.2
import PackageDescription

let products = [
  "AQKit", "AQKitURLSession", "AQKitOpenMeteo", "AQKitStations", "AQKitDevices", "AQKitFixtures",
  "AQKitStorage",
]

/// The code of the guides in Docs and of the products' first pages, and of the tutorial's last step.
let package = Package(
  name: "Guides",
  platforms: [.macOS(.v15)],
  dependencies: [.package(name: "AQKit", path: "../..", traits: [])],
  targets: [
    .target(name: "Guides", dependencies: products.map { .product(name: $0, package: "AQKit") }),
    .executableTarget(
      name: "CityTable", dependencies: products.map { .product(name: $0, package: "AQKit") },
      path: "Tutorial/04"),
    .testTarget(
      name: "GuidesTests",
      dependencies: ["Guides", .product(name: "AQKitTesting", package: "AQKit")]
        + products.map { .product(name: $0, package: "AQKit") }),
  ],
  swiftLanguageModes: [.v6]
)
