// swift-tools-version: 6.2
import PackageDescription

// Depends on the product AQKit alone: no third-party module is compiled, and neither
// FoundationNetworking nor ICU is linked.
let package = Package(
  name: "CoreOnly",
  platforms: [.macOS(.v13)],
  dependencies: [.package(name: "AQKit", path: "../..")],
  targets: [
    .executableTarget(name: "CoreOnly", dependencies: [.product(name: "AQKit", package: "AQKit")])
  ]
)
