// swift-tools-version: 6.2
import PackageDescription

// Depends only on the product AQKitIndices: only models and indices are compiled.
let package = Package(
  name: "IndicesOnly",
  platforms: [.macOS(.v13)],
  dependencies: [.package(name: "AQKit", path: "../..")],
  targets: [
    .executableTarget(name: "IndicesOnly", dependencies: [.product(name: "AQKitIndices", package: "AQKit")])
  ]
)
