import AQKit
import Foundation
import Testing

@testable import AQKitCommands

/// The package that `aqkit-cli new-adapter` writes. A script of CI checks that it builds, and which rules it leaves open.
@Suite("A new adapter's package") struct AdapterScaffoldTests {
  private func folder() -> String {
    FileManager.default.temporaryDirectory.appending(path: "scaffold-\(UUID().uuidString)").path
  }

  @Test("is written into a new folder, and never over an existing one")
  func written() throws {
    let folder = folder()
    defer { try? FileManager.default.removeItem(atPath: folder) }
    let scaffold = try AdapterScaffold(name: "CityAir", aqkit: "/somewhere/AQKit")
    let paths = try scaffold.write(into: folder)
    #expect(paths.count == 7 && paths.allSatisfy { $0.contains("CityAir/") })
    let adapter = "\(folder)/CityAir/Sources/CityAir/CityAir.swift"
    let text = try String(contentsOfFile: adapter, encoding: .utf8)
    #expect(text.contains("public struct CityAir: HTTPAdapter {") && text.contains(#"id: "city-air""#))
    try "mine".write(toFile: adapter, atomically: true, encoding: .utf8)
    let error = #expect(throws: AQError.self) { try scaffold.write(into: folder) }
    #expect(error?.code == .invalidRequest)
    #expect(try String(contentsOfFile: adapter, encoding: .utf8) == "mine")
  }

  @Test("a folder that can't be written is named in the error")
  func unwritable() throws {
    let scaffold = try AdapterScaffold(name: "CityAir", aqkit: "/somewhere/AQKit")
    let error = #expect(throws: AQError.self) { try scaffold.write(into: "/dev/null") }
    #expect(error?.message.hasPrefix("/dev/null/CityAir can't be written: ") == true)
  }

  @Test(
    "finds AQKit in a folder, or at an address",
    arguments: [
      ("/opt/AQKit", #".package(name: "AQKit", path: "/opt/AQKit")"#, "AQKit"),
      (
        "https://example.org/air/aqkit.git",
        #".package(url: "https://example.org/air/aqkit.git", exact: "1.0.0-beta.1")"#, "aqkit"
      ),
      (
        "git@example.org:air/aqkit.git",
        #".package(url: "git@example.org:air/aqkit.git", exact: "1.0.0-beta.1")"#, "aqkit"
      ),
    ])
  func dependency(aqkit: String, declaration: String, package: String) throws {
    let scaffold = try AdapterScaffold(name: "CityAir", aqkit: aqkit)
    #expect(scaffold.packageDeclaration == declaration && scaffold.packageName == package)
    #expect(scaffold.files[0].text.contains("    \(declaration)\n"))
  }

  @Test("its version matches the README, the guides and the script that tries it")
  func version() throws {
    let root = URL(filePath: #filePath).appending(path: "../../../..").standardized
    for file in [
      "README.md", "Docs/GettingStarted.md", "Docs/PublishAPlugin.md", "Docs/Observability.md",
      "Scripts/outside-package",
    ] {
      let text = try String(contentsOf: root.appending(path: file), encoding: .utf8)
      let versions = text.matches(of: #/aqkit", (?:from|exact): "([^"]+)"/#).map { String($0.output.1) }
      #expect(!versions.isEmpty && Set(versions) == [Build.version], "\(file): \(versions)")
    }
  }

  @Test("until a version is tagged, the manifest and the output say how the package resolves")
  func untagged() throws {
    let remote = try AdapterScaffold(name: "CityAir", aqkit: "https://example.org/air/aqkit.git")
    #expect(remote.files[0].text.contains(#"write branch: "main" instead of exact:"#))
    #expect(remote.advice?.contains(#"branch: "main""#) == true)
    let local = try AdapterScaffold(name: "CityAir", aqkit: "/opt/AQKit")
    #expect(!local.files[0].text.contains("branch:") && local.advice == nil)
  }

  @Test("a path is relative to the working directory")
  func relativePath() throws {
    let scaffold = try AdapterScaffold(name: "CityAir", aqkit: "..")
    let parent = URL(filePath: FileManager.default.currentDirectoryPath).deletingLastPathComponent()
    #expect(scaffold.packageDeclaration.contains("\"\(parent.standardizedFileURL.path)\""))
  }

  @Test(
    "names its source in lower case, with hyphens between words",
    arguments: [
      ("CityAir", "city-air", ".cityAir"), ("UBAStations", "uba-stations", ".ubaStations"),
      ("Oslo", "oslo", ".oslo"),
      ("Air4Thai", "air4-thai", ".air4Thai"), ("EEA", "eea", ".eea"),
    ])
  func names(name: String, identifier: String, member: String) throws {
    let scaffold = try AdapterScaffold(name: name, aqkit: "AQKit")
    #expect(scaffold.identifier == identifier)
    #expect(scaffold.files[2].text.contains("container.install(\(member))"))
    let tests = scaffold.files.first { $0.path.hasSuffix("ContractTests.swift") }?.text
    #expect(tests?.contains("  .installing(\(member))\n") == true)
  }

  @Test(
    "a name that can't be a module's is refused",
    arguments: [
      "", "cityAir", "City-Air", "City Air", "4Air", "Città", "../Air", "AQKit", "Self", "Any", "Testing",
      "Default", "Import", "AirSite", "HTTPCall", "ContractTests", "URL", "Suite", "Test",
      "A" + String(repeating: "b", count: 40),
    ])
  func refused(name: String) {
    let error = #expect(throws: AQError.self) { try AdapterScaffold(name: name, aqkit: "AQKit") }
    #expect(error?.code == .invalidRequest)
  }

  @Test(
    "a place that would break the manifest is refused",
    arguments: [
      "", "a\"b", "a\\b", "a\nb", "https://x/\r\nimport Evil", "a\"\u{301}b", "a\u{2028}b", "a\u{0}b",
      "a\u{202E}b",
    ])
  func refusedPlace(aqkit: String) {
    #expect(throws: AQError.self) { try AdapterScaffold(name: "CityAir", aqkit: aqkit) }
  }
}
