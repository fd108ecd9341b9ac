// swift-tools-version: 6.2
import PackageDescription

// AQKIT_TRAITS=none builds without SwiftNIO.
let withoutTraits = Context.environment["AQKIT_TRAITS"] == "none"

let package = Package(
  name: "Dashboard",
  platforms: [.macOS(.v15)],
  dependencies: [
    withoutTraits
      ? .package(name: "AQKit", path: "../..", traits: []) : .package(name: "AQKit", path: "../..")
  ],
  targets: [
    .executableTarget(
      name: "Dashboard",
      dependencies: [
        .product(name: "AQKit", package: "AQKit"),
        .product(name: "AQKitURLSession", package: "AQKit"),
        .product(name: "AQKitSocketFeed", package: "AQKit"),
      ]),
    // The first example of the README, word for word. It asks the real service.
    .executableTarget(
      name: "FirstExample",
      dependencies: [
        .product(name: "AQKit", package: "AQKit"),
        .product(name: "AQKitURLSession", package: "AQKit"),
        .product(name: "AQKitOpenMeteo", package: "AQKit"),
      ]),
  ]
)
