// swift-tools-version: 6.2
import PackageDescription

// Depends on the product AQKitIndices alone, without traits: nothing is fetched, models and indices are compiled, and
// neither sources nor transports.
let package = Package(
  name: "IndicesOnly",
  platforms: [.macOS(.v15)],
  dependencies: [.package(name: "AQKit", path: "../..", traits: [])],
  targets: [
    .executableTarget(name: "IndicesOnly", dependencies: [.product(name: "AQKitIndices", package: "AQKit")])
  ]
)
