// swift-tools-version: 6.2
import PackageDescription

let settings: [SwiftSetting] = [
  .enableUpcomingFeature("ExistentialAny"),
  .enableUpcomingFeature("InternalImportsByDefault"),
  .enableUpcomingFeature("MemberImportVisibility"),
  .enableUpcomingFeature("NonisolatedNonsendingByDefault"),
  .treatAllWarnings(as: .error),
]

let package = Package(
  name: "AQKitBenchmarks",
  platforms: [.macOS(.v15)],
  dependencies: [.package(name: "AQKit", path: "..", traits: [])],
  targets: [
    .target(name: "AllocationCounter"),
    .executableTarget(
      name: "aqkit-bench",
      dependencies: [
        "AllocationCounter",
        .product(name: "AQKit", package: "AQKit"),
        .product(name: "AQKitFixtures", package: "AQKit"),
        .product(name: "AQKitOpenMeteo", package: "AQKit"),
        .product(name: "AQKitStations", package: "AQKit"),
      ],
      swiftSettings: settings),
    // Scores the estimate of the air at a place; Scripts/at-place runs it.
    .executableTarget(
      name: "at-place", dependencies: [.product(name: "AQKit", package: "AQKit")], swiftSettings: settings),
  ],
  swiftLanguageModes: [.v6]
)
