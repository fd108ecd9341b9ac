// swift-tools-version: 6.2
import PackageDescription

/// Returns products of SwiftNIO as dependencies; with a condition, only where it holds.
func nio(_ names: String..., when condition: TargetDependencyCondition? = nil) -> [Target.Dependency] {
  names.map { name in
    .product(
      name: name, package: name == "NIOSSL" ? "swift-nio-ssl" : "swift-nio", condition: condition)
  }
}

let withNIO = TargetDependencyCondition.when(traits: ["NIO"])
let withAsyncHTTPClient = TargetDependencyCondition.when(traits: ["AsyncHTTPClient"])
let withObservability = TargetDependencyCondition.when(traits: ["Observability"])
let argumentParser = Target.Dependency.product(
  name: "ArgumentParser", package: "swift-argument-parser", condition: .when(traits: ["Commands"]))
let asyncHTTPClient = Target.Dependency.product(
  name: "AsyncHTTPClient", package: "async-http-client", condition: withAsyncHTTPClient)

// Apple's systems by their year, for `@available(Systems 2024, *)`.
let systems: [SwiftSetting] = [
  "Systems 2023:macOS 14.0, iOS 17.0, tvOS 17.0, watchOS 10.0, visionOS 1.0",
  "Systems 2024:macOS 15.0, iOS 18.0, tvOS 18.0, watchOS 11.0, visionOS 2.0",
].map { .enableExperimentalFeature("AvailabilityMacro=\($0)") }

let package = Package(
  name: "AQKit",
  // The first systems with `Duration`, which every query needs; `@available` marks what needs newer ones.
  platforms: [.macOS(.v13), .iOS(.v16), .tvOS(.v16), .watchOS(.v9), .visionOS(.v1)],
  products: [
    .library(name: "AQKit", targets: ["AQKit"]),
    // Models and indices alone, without sources and transports.
    .library(name: "AQKitIndices", targets: ["AQKitIndices"]),
    .library(name: "AQKitURLSession", targets: ["AQKitURLSession"]),
    .library(name: "AQKitAsyncHTTPClient", targets: ["AQKitAsyncHTTPClient"]),
    .library(name: "AQKitOpenMeteo", targets: ["AQKitOpenMeteo"]),
    .library(name: "AQKitStations", targets: ["AQKitStations"]),
    .library(name: "AQKitDevices", targets: ["AQKitDevices"]),
    .library(name: "AQKitSocketFeed", targets: ["AQKitSocketFeed"]),
    .library(name: "AQKitFixtures", targets: ["AQKitFixtures"]),
    .library(name: "AQKitStorage", targets: ["AQKitStorage"]),
    .library(name: "AQKitText", targets: ["AQKitText"]),
    .library(name: "AQKitObservability", targets: ["AQKitObservability"]),
    // Empty on systems other than Apple's.
    .library(name: "AQKitSwiftUI", targets: ["AQKitSwiftUI"]),
    .library(name: "AQKitTesting", targets: ["AQKitTesting"]),
    // The command line, for an executable that adds sources and indices to it; needs the trait Commands.
    .library(name: "AQKitCommands", targets: ["AQKitCommands"]),
    // A stand-in for Open-Meteo's servers in an application's tests.
    .library(name: "AQKitOpenMeteoStandIn", targets: ["AQKitOpenMeteoStandIn"]),
  ],
  traits: [
    // An application that only fetches builds nothing but AQKit; the trait for live feeds is opt-in (Docs/Decisions/0042).
    .default(enabledTraits: ["Commands"]),
    .trait(name: "NIO", description: "SwiftNIO's connector for live feeds in AQKitSocketFeed."),
    .trait(name: "AsyncHTTPClient", description: "AsyncHTTPClient's transport in AQKitAsyncHTTPClient."),
    .trait(name: "Observability", description: "Logs, metrics and traces in AQKitObservability."),
    .trait(name: "Commands", description: "What AQKitCommands needs to compile: swift-argument-parser."),
  ],
  dependencies: [
    // A consumer fetches each of these only if a trait that needs it is enabled.
    .package(url: "https://github.com/apple/swift-nio", from: "2.90.0"),
    .package(url: "https://github.com/apple/swift-nio-ssl", from: "2.30.0"),
    .package(url: "https://github.com/swift-server/async-http-client", from: "1.37.0"),
    .package(url: "https://github.com/apple/swift-log", from: "1.16.0"),
    .package(url: "https://github.com/apple/swift-metrics", from: "2.13.0"),
    .package(url: "https://github.com/apple/swift-distributed-tracing", from: "1.3.0"),
    .package(url: "https://github.com/apple/swift-argument-parser", from: "1.6.0"),
  ],
  targets: [
    // The core: four modules, each a folder of Sources/AQKit. AQKit exports the other three.
    .target(name: "AQKitModels", path: "Sources/AQKit/Models"),
    .target(name: "AQKitDecoding", dependencies: ["AQKitModels"], path: "Sources/AQKit/Decoding"),
    .target(name: "AQKitIndices", dependencies: ["AQKitModels"], path: "Sources/AQKit/Indices"),
    .target(
      name: "AQKit", dependencies: ["AQKitModels", "AQKitDecoding", "AQKitIndices"], path: "Sources/AQKit",
      exclude: ["Models", "Decoding", "Indices"]),
    // The rules that every HTTP transport follows, and the only decompressor. They aren't products.
    .target(name: "AQKitHTTPRules", dependencies: ["AQKit"], path: "Sources/Adapters/HTTPRules"),
    .target(name: "AQKitInflate", dependencies: ["AQKit", "CZlib"], path: "Sources/Adapters/Inflate"),
    // The conformance for `localizedDescription` of an `AQError`. Each product that links Foundation also links it, except
    // those for tests. It isn't a product.
    .target(
      name: "AQKitLocalizedErrors", dependencies: ["AQKitModels"], path: "Sources/Adapters/LocalizedErrors"),
    .target(
      name: "AQKitURLSession", dependencies: ["AQKit", "AQKitHTTPRules", "AQKitLocalizedErrors"],
      path: "Sources/Adapters/URLSession"),
    .target(
      name: "AQKitAsyncHTTPClient",
      dependencies: [
        "AQKit", "AQKitHTTPRules", "AQKitInflate", "AQKitLocalizedErrors",
        asyncHTTPClient,
      ] + nio("NIOCore", "NIOPosix", "NIOHTTP1", "NIOSSL", when: withAsyncHTTPClient),
      path: "Sources/Adapters/AsyncHTTPClient"),
    .target(name: "AQKitOpenMeteo", dependencies: ["AQKit"], path: "Sources/Adapters/OpenMeteo"),
    // Networks of stations, a folder each, and devices described as data.
    .target(name: "AQKitStations", dependencies: ["AQKit"], path: "Sources/Adapters/Stations"),
    .target(name: "AQKitDevices", dependencies: ["AQKit"], path: "Sources/Adapters/Devices"),
    .target(
      name: "AQKitFixtures", dependencies: ["AQKit", "AQKitInflate", "AQKitLocalizedErrors"],
      path: "Sources/Adapters/Fixtures",
      resources: [.copy("Recordings")]),
    // The last responses on disk.
    .target(
      name: "AQKitStorage", dependencies: ["AQKit", "AQKitLocalizedErrors"],
      path: "Sources/Adapters/Storage"),
    // The part of live feeds that needs no connector. It isn't a product; AQKitSocketFeed exports it.
    .target(
      name: "AQKitFeedFormats", dependencies: ["AQKit"], path: "Sources/Adapters/SocketFeed/Formats"),
    // Neither SwiftNIO on Linux nor anything here links Foundation (Docs/Decisions/0033), as AQKitHTTPRules would.
    .target(
      name: "AQKitSocketFeed",
      dependencies: ["AQKit", "AQKitFeedFormats"]
        + nio("NIOCore", "NIOPosix", "NIOHTTP1", "NIOWebSocket", "NIOSSL", "NIOTLS", when: withNIO),
      path: "Sources/Adapters/SocketFeed", exclude: ["Formats"]),
    // Logs, metrics and traces of hubs; empty without the trait Observability.
    .target(
      name: "AQKitObservability",
      dependencies: [
        "AQKit",
        .product(name: "Logging", package: "swift-log", condition: withObservability),
        .product(name: "Metrics", package: "swift-metrics", condition: withObservability),
        .product(name: "Tracing", package: "swift-distributed-tracing", condition: withObservability),
      ],
      path: "Sources/Adapters/Observability"),
    // Texts for people, and SwiftUI views, which only compile on Apple's systems.
    .target(
      name: "AQKitText", dependencies: ["AQKit", "AQKitLocalizedErrors"], path: "Sources/Adapters/Text"),
    .target(
      name: "AQKitSwiftUI", dependencies: ["AQKit", "AQKitText"], path: "Sources/Adapters/SwiftUI"),
    .target(name: "AQKitTesting", dependencies: ["AQKit"]),
    // The command line: all commands without SwiftNIO, and an executable that opens and serves sockets, too
    // (Docs/Decisions/0025).
    .target(
      name: "AQKitCommands",
      dependencies: [
        "AQKit", "AQKitInflate", "AQKitURLSession", "AQKitAsyncHTTPClient", "AQKitOpenMeteo",
        "AQKitFixtures", "AQKitStations", "AQKitStorage", "AQKitDevices", "AQKitFeedFormats",
        "AQKitTesting",
        argumentParser,
      ], path: "Sources/aqkit-cli", exclude: ["Main", "Live"],
      resources: [
        .embedInCode("Scaffold/Template/Package.swift.txt"),
        .embedInCode("Scaffold/Template/Adapter.swift.txt"),
        .embedInCode("Scaffold/Template/Module.swift.txt"),
        .embedInCode("Scaffold/Template/Recording.swift.txt"),
        .embedInCode("Scaffold/Template/ContractTests.swift.txt"),
        .embedInCode("Scaffold/Template/Workflow.yml.txt"),
        .embedInCode("Agents/Tools.json"),
      ]),
    .executableTarget(name: "aqkit-cli", dependencies: ["AQKitCommands"], path: "Sources/aqkit-cli/Main"),
    .executableTarget(
      name: "aqkit-cli-live",
      dependencies: [
        "AQKit", "AQKitCommands", "AQKitFixtures", "AQKitOpenMeteo", "AQKitOpenMeteoStandIn",
        "AQKitSocketFeed", "AQKitTesting", "LoopbackServers",
      ], path: "Sources/aqkit-cli/Live"),
    // The system's zlib, for recordings in gzip; its header comes with the packages that Swift itself needs on Linux.
    .systemLibrary(name: "CZlib"),
    // Support for tests and for `smoke` of the command line: the stand-in for Open-Meteo's servers, real servers on loopback,
    // and the settings, measurements and built command of test runs.
    .target(
      name: "AQKitOpenMeteoStandIn", dependencies: ["AQKit"], path: "Tests/Support/OpenMeteoStandIn"),
    .target(
      name: "LoopbackServers",
      dependencies: ["AQKit"] + nio("NIOCore", "NIOPosix", "NIOHTTP1", "NIOWebSocket", "NIOSSL"),
      path: "Tests/Support/LoopbackServers"),
    .target(name: "TestRuns", dependencies: ["AQKit", "AQKitTesting"], path: "Tests/Support/TestRuns"),
    .testTarget(
      name: "AQKitTests", dependencies: ["AQKit", "AQKitTesting", "AQKitOpenMeteoStandIn", "TestRuns"],
      resources: [.copy("Index/Vectors"), .copy("Estimate/PlaceVectors.json")]),
    // A process that stores responses until it is killed.
    .executableTarget(
      name: "StorageWriter", dependencies: ["AQKit", "AQKitStorage"], path: "Tests/Support/StorageWriter"),
    .testTarget(
      name: "AdapterTests",
      dependencies: [
        "AQKit", "AQKitTesting", "AQKitOpenMeteo", "AQKitOpenMeteoStandIn", "AQKitFixtures",
        "AQKitSocketFeed", "AQKitText", "AQKitStorage", "TestRuns", "StorageWriter", "AQKitObservability",
        .product(name: "InMemoryLogging", package: "swift-log", condition: withObservability),
        .product(name: "Logging", package: "swift-log", condition: withObservability),
        .product(name: "Metrics", package: "swift-metrics", condition: withObservability),
        .product(name: "MetricsTestKit", package: "swift-metrics", condition: withObservability),
        .product(name: "InMemoryTracing", package: "swift-distributed-tracing", condition: withObservability),
        .product(name: "Tracing", package: "swift-distributed-tracing", condition: withObservability),
      ]),
    .testTarget(
      name: "StationTests",
      dependencies: [
        "AQKit", "AQKitTesting", "AQKitStations", "AQKitDevices", "AQKitOpenMeteo", "AQKitOpenMeteoStandIn",
        "TestRuns",
      ],
      resources: [.copy("Payloads")]),
    .testTarget(
      name: "StoreTests",
      dependencies: [
        "AQKit", "AQKitTesting", "AQKitFixtures", "AQKitOpenMeteo", "AQKitOpenMeteoStandIn", "TestRuns",
      ]),
    .testTarget(
      name: "CLITests",
      dependencies: [
        "AQKit", "AQKitTesting", "AQKitOpenMeteoStandIn", "TestRuns", "LoopbackServers",
        "AQKitCommands", "aqkit-cli", "aqkit-cli-live",
        argumentParser,
      ]),
    .testTarget(
      name: "LoopbackTests",
      dependencies: [
        "AQKit", "AQKitTesting", "AQKitHTTPRules", "AQKitURLSession", "AQKitAsyncHTTPClient",
        "AQKitOpenMeteo", "AQKitOpenMeteoStandIn", "AQKitFixtures", "AQKitSocketFeed",
        "AQKitStations", "AQKitDevices", "TestRuns", "LoopbackServers", "aqkit-cli", "aqkit-cli-live",
        asyncHTTPClient,
        .product(
          name: "InMemoryTracing", package: "swift-distributed-tracing", condition: withAsyncHTTPClient),
        .product(
          name: "Instrumentation", package: "swift-distributed-tracing", condition: withAsyncHTTPClient),
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
    ] + systems
}

// In a release run, test modules compile in a fraction of the time without optimisation, and the code that they test is still
// optimised. A package with unsafe flags can't be a dependency, so the flags are only set on request.
if Context.environment["AQKIT_PLAIN_TESTS"] != nil {
  for target in package.targets where target.type == .test {
    target.swiftSettings =
      (target.swiftSettings ?? []) + [.unsafeFlags(["-Onone"], .when(configuration: .release))]
  }
}
