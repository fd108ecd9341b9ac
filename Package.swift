// swift-tools-version: 6.2
import PackageDescription

/// Products of SwiftNIO; with a condition, only where it holds.
func nio(_ names: String..., when condition: TargetDependencyCondition? = nil) -> [Target.Dependency] {
  names.map { name in
    .product(
      name: name, package: name == "NIOSSL" ? "swift-nio-ssl" : "swift-nio", condition: condition)
  }
}

let withNIO = TargetDependencyCondition.when(traits: ["NIO"])

let package = Package(
  name: "AQKit",
  platforms: [.macOS(.v15), .iOS(.v18), .tvOS(.v18), .watchOS(.v11), .visionOS(.v2)],
  products: [
    .library(name: "AQKit", targets: ["AQKit"]),
    .library(name: "AQKitURLSession", targets: ["AQKitURLSession"]),
    .library(name: "AQKitOpenMeteo", targets: ["AQKitOpenMeteo"]),
    .library(name: "AQKitSocketFeed", targets: ["AQKitSocketFeed"]),
    .library(name: "AQKitFixtures", targets: ["AQKitFixtures"]),
    .library(name: "AQKitTesting", targets: ["AQKitTesting"]),
  ],
  traits: [
    .default(enabledTraits: ["NIO"]),
    .trait(name: "NIO", description: "SwiftNIO's connector for AQKitSocketFeed."),
  ],
  dependencies: [
    // Fetched by a consumer only while the trait NIO is on; the other two never.
    .package(url: "https://github.com/apple/swift-nio", from: "2.90.0"),
    .package(url: "https://github.com/apple/swift-nio-ssl", from: "2.30.0"),
    .package(url: "https://github.com/apple/swift-argument-parser", from: "1.6.0"),
    .package(url: "https://github.com/swiftlang/swift-docc-plugin", from: "1.4.0"),
  ],
  targets: [
    .target(name: "AQKit"),
    .target(name: "AQKitURLSession", dependencies: ["AQKit"], path: "Sources/Adapters/URLSession"),
    .target(name: "AQKitOpenMeteo", dependencies: ["AQKit"], path: "Sources/Adapters/OpenMeteo"),
    .target(
      name: "AQKitFixtures", dependencies: ["AQKit", "CZlib"], path: "Sources/Adapters/Fixtures",
      resources: [.copy("Recordings")]),
    .target(
      name: "AQKitSocketFeed",
      dependencies: ["AQKit"]
        + nio("NIOCore", "NIOPosix", "NIOHTTP1", "NIOWebSocket", "NIOSSL", "NIOTLS", when: withNIO),
      path: "Sources/Adapters/SocketFeed"),
    .target(name: "AQKitTesting", dependencies: ["AQKit"]),
    .target(
      name: "LoopbackServers",
      dependencies: ["AQKit"] + nio("NIOCore", "NIOPosix", "NIOHTTP1", "NIOWebSocket", "NIOSSL")),
    .executableTarget(
      name: "aqkit-cli",
      dependencies: [
        "AQKit", "AQKitURLSession", "AQKitOpenMeteo", "AQKitFixtures", "AQKitSocketFeed",
        "AQKitTesting", "LoopbackServers",
        .product(name: "ArgumentParser", package: "swift-argument-parser"),
      ]),
    // The system's zlib, for recordings in gzip; its header comes with the packages that Swift itself needs on Linux.
    .systemLibrary(name: "CZlib"),
    .testTarget(
      name: "AQKitTests", dependencies: ["AQKit", "AQKitTesting"],
      resources: [.copy("Index/Vectors")]),
    .testTarget(
      name: "AdapterTests",
      dependencies: ["AQKit", "AQKitTesting", "AQKitOpenMeteo", "AQKitFixtures", "AQKitSocketFeed"]),
    .testTarget(
      name: "CLITests",
      dependencies: [
        "AQKit", "AQKitTesting", "LoopbackServers", "aqkit-cli",
        .product(name: "ArgumentParser", package: "swift-argument-parser"),
      ]),
    .testTarget(
      name: "LoopbackTests",
      dependencies: [
        "AQKit", "AQKitTesting", "AQKitURLSession", "AQKitOpenMeteo", "AQKitFixtures",
        "AQKitSocketFeed", "LoopbackServers", "aqkit-cli",
      ] + nio("NIOCore", "NIOPosix", when: withNIO)),
  ],
  swiftLanguageModes: [.v6]
)

for target in package.targets where target.type != .system {
  target.swiftSettings =
    (target.swiftSettings ?? []) + [
      .enableUpcomingFeature("ExistentialAny"),
      .enableUpcomingFeature("InternalImportsByDefault"),
      .enableUpcomingFeature("MemberImportVisibility"),
      .enableUpcomingFeature("NonisolatedNonsendingByDefault"),
      .treatAllWarnings(as: .error),
    ]
}
