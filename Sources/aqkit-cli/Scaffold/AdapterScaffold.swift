import AQKit
import Foundation

/// A package with an adapter to fill in.
struct AdapterScaffold {
  /// The adapter's type, module and package.
  let name: String
  /// The source's identifier: the name in lower case, its words parted by hyphens.
  let identifier: String
  private let dependency: Dependency

  /// The location of AQKit for the package.
  private struct Dependency {
    /// The entry of the manifest's dependencies.
    let declaration: String
    /// The name by which products refer to it.
    let package: String
    /// The advice for a version that can't be found yet; nil if none is needed.
    var advice: String?
  }

  /// Plans a package.
  ///
  /// - Parameters:
  ///   - name: The adapter's name: capital letter first, then letters and digits, at most 40.
  ///   - aqkit: A folder, or an address with a scheme or of the form `user@host:path`.
  /// - Throws: ``AQError/Code/invalidRequest`` when the name can't name a Swift module, or the place is empty or
  ///   holds a quotation mark.
  init(name: String, aqkit: String) throws(AQError) {
    guard name.utf8.count <= 40, name.first.map({ $0.isASCII && $0.isUppercase }) ?? false,
      name.allSatisfy({ $0.isASCII && ($0.isLetter || $0.isNumber) })
    else {
      throw AQError(
        .invalidRequest,
        "“\(name.prefix(60))” is no name for an adapter: a capital letter, then letters and digits, as in CityAir."
      )
    }
    let taken: Set<String> = [
      "AQKit", "AQKitTesting", "Any", "Foundation", "Protocol", "Recording", "Self", "String", "Swift",
      "Testing", "Type", "XCTest",
    ]
    guard !taken.contains(name) else {
      throw AQError(.invalidRequest, "“\(name)” is the name of something else; choose another one.")
    }
    // Scalars, since CR LF is one character, and a quotation mark is one with a mark behind it.
    let isPlain = aqkit.unicodeScalars.allSatisfy { !$0.steers && !$0.isJoiner && $0 != "\"" && $0 != "\\" }
    guard !aqkit.isEmpty, isPlain else {
      throw AQError(.invalidRequest, "AQKit can't be found at “\(aqkit.prefix(60))”.")
    }
    self.name = name
    identifier = Self.identifier(of: name)
    dependency = Self.dependency(on: aqkit)
  }

  /// `CityAir` as `city-air`, `UBAStations` as `uba-stations`.
  private static func identifier(of name: String) -> String {
    let letters = Array(name)
    var result = ""
    for (index, letter) in letters.enumerated() {
      let follows = index > 0 && (letters[index - 1].isLowercase || letters[index - 1].isNumber)
      let begins = index > 0 && index + 1 < letters.count && letters[index + 1].isLowercase
      if letter.isUppercase, follows || begins { result += "-" }
      result += letter.lowercased()
    }
    return result
  }

  private static func dependency(on aqkit: String) -> Dependency {
    if aqkit.contains("://") || (aqkit.contains("@") && aqkit.contains(":")) {
      var identity = aqkit.split(separator: "/").last.map(String.init) ?? "aqkit"
      if identity.hasSuffix(".git") { identity.removeLast(4) }
      return Dependency(
        declaration: ".package(url: \"\(aqkit)\", from: \"\(Build.version)\", traits: [])", package: identity,
        advice: Build.untagged)
    }
    let path = URL(filePath: aqkit).standardizedFileURL.path
    return Dependency(
      declaration: ".package(name: \"AQKit\", path: \"\(path)\", traits: [])", package: "AQKit")
  }

  /// The files with their texts, by path in the package.
  var files: [(path: String, text: String)] {
    [
      ("Package.swift", manifestText), ("Sources/\(name)/\(name).swift", adapterText),
      ("Sources/\(name)/\(name)Module.swift", moduleText),
      ("Tests/\(name)Tests/Recording.swift", recordingText),
      ("Tests/\(name)Tests/ContractTests.swift", testText), (".gitignore", ".build/\n"),
    ]
  }

  /// The manifest's entry for AQKit.
  var packageDeclaration: String { dependency.declaration }
  /// The advice on the manifest for a version that can't be found yet; nil if none is needed.
  var advice: String? { dependency.advice }
  /// The name by which the manifest's targets refer to AQKit.
  var packageName: String { dependency.package }

  /// Writes the package as a new folder.
  ///
  /// - Parameter folder: The parent of the new folder; it is created if necessary.
  /// - Returns: The paths that were written.
  /// - Throws: ``AQError/Code/invalidRequest`` when the place is already taken; existing files don't change.
  func write(into folder: String) throws -> [String] {
    let root = URL(filePath: folder, directoryHint: .isDirectory).appending(path: name)
    guard !FileManager.default.fileExists(atPath: root.path) else {
      throw AQError(
        .invalidRequest, "There is something at \(root.relativePath) already; nothing was written.")
    }
    return try files.map { file in
      let place = root.appending(path: file.path)
      try FileManager.default.createDirectory(
        at: place.deletingLastPathComponent(), withIntermediateDirectories: true)
      try Data(file.text.utf8).write(to: place, options: .withoutOverwriting)
      return place.relativePath
    }
  }
}

extension AdapterScaffold {
  /// The adapter: of a service that lists stations with their newest values, which is where most begin.
  var adapterText: String {
    #"""
    import AQKit

    /// TODO: what the service is, and where it is documented.
    public struct \#(name): HTTPAdapter {
      /// The declaration of what the service offers, needs and allows. The contract reports missing parts, and each `TODO`
      /// fails its test until the line is decided and the word is removed.
      public static let descriptor = SourceDescriptor(
        id: "\#(identifier)", name: "\#(name)",
        summary: "",  // TODO: one sentence on what the source is.
        offers: [
          SourceDescriptor.Offer(
            capabilities: [.current, .stations],  // TODO: what can be asked.
            placeKinds: [.coordinate, .site, .area],  // TODO: which kinds of place `calls` can ask about.
            parameters: [.pm25, .no2],  // TODO: what is measured.
            kinds: [.observation],
            timeConvention: .end,  // TODO: whether a time stamp is the start or the end of an interval, or an instant.
            averaging: .oneHour,  // TODO: over which time a value is the mean; `.instant` for momentary values.
            cadence: .seconds(3600),  // TODO: how often there is a new value.
            latency: .seconds(1800))  // TODO: how late it is.
        ],
        precedence: 300,  // By convention: reference stations 300, low-cost sensors 200, models 100.
        siteKinds: [.referenceStation],  // TODO: stations, sensors, areas or model cells.
        limits: RequestLimits(placesPerRequest: 1000),  // TODO: how many places one request can name, and how often.
        attribution: [AirAttribution("")],  // TODO: what the licence asks to be shown.
        rights: .unknown,  // TODO: what the licence allows, or AirRights(terms: "https://…").
        endpoints: [SourceDescriptor.Endpoint("https://api.example.org")],  // TODO: the address.
        testPlaces: .points((52.52, 13.41)))  // TODO: a place with data.

      /// An adapter.
      public init() {}

      /// The requests for a query. A key is `TransportRequest.Header("X-Key", secret: key)`.
      public func calls(for query: AirQuery, at now: AirTime) throws -> [HTTPCall<Void>] {
        // TODO: address, path and query items.
        [HTTPCall(TransportRequest(base: "https://api.example.org", path: "/v1/stations", query: []))]
      }

      /// Reads an answer.
      public func decode(_ reply: HTTPReply<Void>, into report: inout ReportBuilder) throws -> [HTTPCall<Void>] {
        // TODO: the members as the service names them, and their units.
        try report.each(reply.json().require("stations").elements) { station, report in
          // The core matches the stations to the places by coordinates and identifiers.
          let site = report.site(
            AirSite(
              id: try station.require("id").string(acceptingNumber: true), name: station["name"].asString,
              coordinate: try station.coordinate("lat", "lon"), kind: .referenceStation))
          let time = TimeStamp.text(try station.require("time").string())
          report.add(.pm25, station["pm25"], unit: "µg/m³", at: time, to: site)
          report.add(.no2, station["no2"], unit: "µg/m³", at: time, to: site)
        }
        return []
      }
    }

    """#
  }

  /// The module that installs it.
  var moduleText: String {
    """
    import AQKit

    /// Registers the source: `try container.install(.\(memberName))`.
    public struct \(name)Module: AQModule {
      /// Registers the source. It is made when it is first asked, of the container's transport and clock.
      public func install(into container: inout AQContainer) throws {
        let descriptor = \(name).descriptor
        try container.register(descriptor) { container, options in
          try HTTPSource(
            \(name)(), transport: container.transport(for: descriptor), clock: container[.clock])
        }
      }
    }

    extension AQModule where Self == \(name)Module {
      /// The source \(name).
      public static var \(memberName): \(name)Module { \(name)Module() }
    }

    """
  }

  /// The name with its first word in lower case: `cityAir`, `ubaStations`.
  private var memberName: String {
    let words = identifier.split(separator: "-")
    let rest = words.dropFirst().map { $0.prefix(1).uppercased() + $0.dropFirst() }
    return (words.prefix(1).map(String.init) + rest).joined()
  }
}

extension AdapterScaffold {
  /// `Package.swift`.
  var manifestText: String {
    """
    // swift-tools-version: 6.2
    import PackageDescription

    let package = Package(
      name: "\(name)",
      platforms: [.macOS(.v15), .iOS(.v18)],
      products: [.library(name: "\(name)", targets: ["\(name)"])],
      dependencies: [\(dependency.advice.map { "\n    // \($0)" } ?? "")
        \(packageDeclaration)
      ],
      targets: [
        .target(name: "\(name)", dependencies: [.product(name: "AQKit", package: "\(packageName)")]),
        .testTarget(
          name: "\(name)Tests",
          dependencies: ["\(name)", .product(name: "AQKitTesting", package: "\(packageName)")]),
      ]
    )

    """
  }
}

extension AdapterScaffold {
  /// The recorded answer that the contract serves.
  var recordingText: String {
    ##"""
    import AQKit

    /// An answer of the service as it was recorded.
    enum Recording {
      /// TODO: the moment at which it was recorded.
      static let recordedAt = AirTime(secondsSince1970: 1_790_856_000)  // 2026-10-01T12:00:00Z

      /// TODO: the body, such as `curl` prints it; a few stations are enough. Leave out whatever is private.
      static let body = #"""
        {}
        """#
    }

    """##
  }

  /// The contract.
  var testText: String {
    """
    import AQKit
    import AQKitTesting
    import Foundation
    import Testing

    @testable import \(name)

    /// The contract of sources, served from the recording: each broken rule states the remedy.
    @Suite("\(name)") struct ContractTests {
      static let contract = SourceContract(
        adapter: \(name)(), recorded: StubTransport(always: .json(Recording.body)), at: Recording.recordedAt)

      @Test("the source keeps every rule", arguments: contract.rules)
      func source(rule: ContractRule) async throws { try await Self.contract.verify(rule) }

      @Test("the adapter keeps every rule, whatever bytes it is given", arguments: AdapterRule.allCases)
      func adapter(rule: AdapterRule) async throws {
        let recording = AdapterContract.Recording<Void>(
          Array(Recording.body.utf8), for: AirQuery(places: []), at: Recording.recordedAt)
        try await AdapterContract(\(name)(), recordings: [recording]).verify(rule)
      }

      @Test(
        "nothing is left as new-adapter wrote it",
        arguments: ["Sources/\(name)/\(name).swift", "Tests/\(name)Tests/Recording.swift"])
      func placeholders(file: String) throws {
        let package = URL(filePath: #filePath).appending(path: "../../..").standardized
        let text = try String(contentsOf: package.appending(path: file), encoding: .utf8)
        for (index, line) in text.split(separator: "\\n", omittingEmptySubsequences: false).enumerated() {
          guard let todo = line.range(of: "TODO:") else { continue }
          Issue.record("\\(file):\\(index + 1): decide\\(line[todo.upperBound...]) Then delete the TODO.")
        }
      }
    }

    """
  }
}
