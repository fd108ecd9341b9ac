// swift-tools-version: 6.2
import PackageDescription

let package = Package(
  name: "CustomAdapter",
  platforms: [.macOS(.v13), .iOS(.v16)],
  products: [.library(name: "CustomAdapter", targets: ["CustomAdapter"])],
  dependencies: [
    // Outside this repository: .package(url: "https://github.com/aqkit/aqkit", exact: "1.0.0-beta.1").
    .package(name: "AQKit", path: "../..")
  ],
  targets: [
    .target(name: "CustomAdapter", dependencies: [.product(name: "AQKit", package: "AQKit")]),
    .testTarget(
      name: "CustomAdapterTests",
      dependencies: ["CustomAdapter", .product(name: "AQKitTesting", package: "AQKit")]),
  ]
)

// The command line with this source and this index.
package.targets += [
  .executableTarget(
    name: "acme-air",
    dependencies: [
      "CustomAdapter", .product(name: "AQKit", package: "AQKit"),
      .product(name: "AQKitCommands", package: "AQKit"),
    ])
]
