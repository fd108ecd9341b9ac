// swift-tools-version: 6.2
import PackageDescription

var settings: [SwiftSetting] = [
  .enableUpcomingFeature("ExistentialAny"),
  .enableUpcomingFeature("InternalImportsByDefault"),
  .enableUpcomingFeature("MemberImportVisibility"),
  .enableUpcomingFeature("NonisolatedNonsendingByDefault"),
  .treatAllWarnings(as: .error),
]

// The reader below AQJSON has package access, and this is another package. SwiftPM names the package of a path after
// its folder; under that name the benchmark sees the reader. Where the folder's name isn't a plain word, the figures
// of the bare reader are left out, and said to be.
let folder = Context.packageDirectory.split(separator: "/").dropLast().last.map { $0.lowercased() } ?? ""
let seesPackage =
  folder.first?.isLetter == true && folder.allSatisfy { $0.isASCII && ($0.isLetter || $0.isNumber) }
if seesPackage {
  settings += [.define("PACKAGE_ACCESS"), .unsafeFlags(["-package-name", folder])]
}

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
      ],
      packageAccess: !seesPackage, swiftSettings: settings),
  ],
  swiftLanguageModes: [.v6]
)
