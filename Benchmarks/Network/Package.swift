// swift-tools-version: 6.2
import PackageDescription

// A separate package, so that only these suites resolve and build SwiftNIO and AsyncHTTPClient. `aqkit-bench feed` and
// `aqkit-bench http` run it.
let package = Package(
  name: "AQKitNetworkBenchmarks",
  platforms: [.macOS(.v15)],
  dependencies: [
    .package(name: "AQKit", path: "../..", traits: ["NIO", "AsyncHTTPClient"]),
    .package(url: "https://github.com/apple/swift-nio", from: "2.90.0"),
    .package(url: "https://github.com/swift-server/async-http-client", from: "1.37.0"),
  ],
  targets: [
    .target(name: "BenchSupport"),
    .executableTarget(
      name: "aqkit-feed-bench",
      dependencies: [
        "BenchSupport",
        .product(name: "AQKit", package: "AQKit"),
        .product(name: "AQKitSocketFeed", package: "AQKit"),
        .product(name: "NIOCore", package: "swift-nio"),
        .product(name: "NIOPosix", package: "swift-nio"),
        .product(name: "NIOWebSocket", package: "swift-nio"),
      ]),
    .executableTarget(
      name: "aqkit-http-bench",
      dependencies: [
        "BenchSupport",
        .product(name: "AQKit", package: "AQKit"),
        .product(name: "AQKitURLSession", package: "AQKit"),
        .product(name: "AQKitAsyncHTTPClient", package: "AQKit"),
        .product(name: "AsyncHTTPClient", package: "async-http-client"),
        .product(name: "NIOCore", package: "swift-nio"),
        .product(name: "NIOPosix", package: "swift-nio"),
      ]),
  ],
  swiftLanguageModes: [.v6]
)

for target in package.targets {
  target.swiftSettings = [
    .enableUpcomingFeature("ExistentialAny"),
    .enableUpcomingFeature("InternalImportsByDefault"),
    .enableUpcomingFeature("MemberImportVisibility"),
    .enableUpcomingFeature("NonisolatedNonsendingByDefault"),
    .treatAllWarnings(as: .error),
  ]
}
