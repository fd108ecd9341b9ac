// swift-tools-version: 6.2
import PackageDescription

// The data side of five published applications. As in an application, everything is on the main actor by default. An
// application on Linux that opens sockets adds the trait NIO.
let aqkit: [Target.Dependency] = ["AQKit", "AQKitURLSession", "AQKitOpenMeteo", "AQKitFixtures"]
  .map { .product(name: $0, package: "AQKit") }
let application: [SwiftSetting] = [
  .defaultIsolation(MainActor.self), .enableUpcomingFeature("NonisolatedNonsendingByDefault"),
]

let package = Package(
  name: "Apps",
  platforms: [.macOS(.v14), .iOS(.v17)],
  dependencies: [.package(name: "AQKit", path: "../..")],
  targets: [
    .target(name: "Breeze", dependencies: aqkit, swiftSettings: application),
    .target(
      name: "BreatheSafe", dependencies: aqkit + [.product(name: "AQKitSocketFeed", package: "AQKit")],
      swiftSettings: application),
    .target(name: "Puddles", dependencies: aqkit, swiftSettings: application),
    .target(name: "ModelView", dependencies: aqkit, swiftSettings: application),
    .target(name: "Breather", dependencies: aqkit + ["AirVisual"], swiftSettings: application),
    .target(
      name: "Favourites", dependencies: aqkit + [.product(name: "AQKitStorage", package: "AQKit")],
      swiftSettings: application),
    // An adapter is pure and belongs to no actor.
    .target(name: "AirVisual", dependencies: [.product(name: "AQKit", package: "AQKit")]),
    .testTarget(
      name: "AppsTests",
      dependencies: [
        "Breeze", "BreatheSafe", "Puddles", "ModelView", "Breather", "Favourites", "AirVisual",
        .product(name: "AQKitTesting", package: "AQKit"),
        .product(name: "AQKitOpenMeteoStandIn", package: "AQKit"),
      ]),
    // The core's stores in a model of an application's own.
    .testTarget(
      name: "MainActorTests",
      dependencies: [
        .product(name: "AQKit", package: "AQKit"), .product(name: "AQKitTesting", package: "AQKit"),
      ], swiftSettings: application),
  ]
)
