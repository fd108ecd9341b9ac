// swift-tools-version: 6.2
import PackageDescription

// Live feeds as a third party writes them: three decoders and a connector. An application that opens ws, wss, tcp,
// tls, http or https addresses adds the trait NIO, for SwiftNIO's connector.
let package = Package(
  name: "Feeds",
  platforms: [.macOS(.v13)],
  dependencies: [.package(name: "AQKit", path: "../..")],
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
