// swift-tools-version: 6.2
import PackageDescription

// A package of its own, so that only this suite resolves and builds SwiftNIO. `aqkit-bench feed` runs it.
let package = Package(
  name: "AQKitFeedBenchmarks",
  platforms: [.macOS(.v15)],
  dependencies: [
    .package(name: "AQKit", path: "../.."),
    .package(url: "https://github.com/apple/swift-nio", from: "2.90.0"),
  ],
  targets: [
    .executableTarget(
      name: "aqkit-feed-bench",
      dependencies: [
        .product(name: "AQKit", package: "AQKit"),
        .product(name: "AQKitSocketFeed", package: "AQKit"),
        .product(name: "NIOCore", package: "swift-nio"),
        .product(name: "NIOPosix", package: "swift-nio"),
        .product(name: "NIOWebSocket", package: "swift-nio"),
      ],
      swiftSettings: [
        .enableUpcomingFeature("ExistentialAny"),
        .enableUpcomingFeature("InternalImportsByDefault"),
        .enableUpcomingFeature("MemberImportVisibility"),
        .enableUpcomingFeature("NonisolatedNonsendingByDefault"),
        .treatAllWarnings(as: .error),
      ])
  ],
  swiftLanguageModes: [.v6]
)
