// swift-tools-version: 6.2
import PackageDescription

// Depends on the product AQKit alone, without traits: nothing is fetched, no third-party module is compiled, and neither
// FoundationNetworking nor ICU is linked.
let package = Package(
  name: "CoreOnly",
  platforms: [.macOS(.v15)],
  dependencies: [.package(name: "AQKit", path: "../..", traits: [])],
  targets: [
    .executableTarget(name: "CoreOnly", dependencies: [.product(name: "AQKit", package: "AQKit")])
  ]
)
