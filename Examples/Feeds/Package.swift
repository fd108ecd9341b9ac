// swift-tools-version: 6.2
import PackageDescription

// Live feeds as a third party writes them: three decoders and a connector. Without traits nothing is fetched; an application
// that opens ws, wss, tcp, tls, http or https addresses keeps the default traits.
let package = Package(
  name: "Feeds",
  platforms: [.macOS(.v15)],
  dependencies: [.package(name: "AQKit", path: "../..", traits: [])],
  targets: [
    .target(
      name: "Feeds",
      dependencies: [
        .product(name: "AQKit", package: "AQKit"), .product(name: "AQKitSocketFeed", package: "AQKit"),
      ]),
    .testTarget(
      name: "FeedsTests",
      dependencies: ["Feeds", .product(name: "AQKitTesting", package: "AQKit")]),
  ]
)
