// swift-tools-version: 6.2
import PackageDescription

let products = [
  "AQKit", "AQKitURLSession", "AQKitOpenMeteo", "AQKitStations", "AQKitDevices", "AQKitFixtures",
  "AQKitStorage", "AQKitSocketFeed", "AQKitText",
]

/// The code of the guides in Docs, of the products' first pages and of doc comments, and the steps of the tutorial.
let package = Package(
  name: "Guides",
  platforms: [.macOS(.v15)],
  dependencies: [.package(name: "AQKit", path: "../..")],
  targets: [
    .target(name: "Guides", dependencies: products.map { .product(name: $0, package: "AQKit") }),
    // Prints the site's page of declarations.
    .executableTarget(
      name: "Reference",
      dependencies: (products + ["AQKitTesting"]).map { .product(name: $0, package: "AQKit") },
      path: "Reference"),
    .testTarget(
      name: "GuidesTests",
      dependencies: ["Guides"]
        + (products + ["AQKitTesting", "AQKitOpenMeteoStandIn"]).map { .product(name: $0, package: "AQKit") }),
  ],
  swiftLanguageModes: [.v6]
)

// Each step of the tutorial is a whole program.
for step in 1...4 {
  package.targets.append(
    .executableTarget(
      name: "Step\(step)", dependencies: products.map { .product(name: $0, package: "AQKit") },
      path: "Tutorial/Step\(step)"))
}
