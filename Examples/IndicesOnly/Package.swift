// swift-tools-version: 6.2
import PackageDescription

// Depends only on the product AQKitIndices, without traits: nothing is fetched, and only models and indices are compiled.
let package = Package(
  name: "IndicesOnly",
  platforms: [.macOS(.v15)],
  dependencies: [.package(name: "AQKit", path: "../..", traits: [])],
  targets: [
    .executableTarget(name: "IndicesOnly", dependencies: [.product(name: "AQKitIndices", package: "AQKit")])
  ]
)
