// swift-tools-version: 6.2
import PackageDescription

// AQKIT_TRAITS names the traits, separated by commas. If it is empty there are none; if it isn't set, the default ones
// apply.
let traits = Context.environment["AQKIT_TRAITS"]?.split(separator: ",").map {
  Package.Dependency.Trait(name: String($0))
}

let package = Package(
  name: "Dashboard",
  platforms: [.macOS(.v13)],
  dependencies: [
    .package(name: "AQKit", path: "../..", traits: traits.map { Set($0) } ?? [.defaults])
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
