import AQKit
import ArgumentParser
import Foundation
import TestRuns
import Testing

@testable import AQKitCommands

@Suite("The tool's configuration") struct ConfigurationTests {
  private func path(
    _ environment: [String: String], named name: String? = nil, searches: Bool = true, there: String...
  ) -> String? {
    ToolConfiguration(
      named: name, searches: searches, environment: environment, exists: { there.contains($0) }
    ).path
  }

  @Test("is the named file, else that of the working directory, else the user's")
  func order() {
    let home = ["HOME": "/home/me"]
    let own = "/home/me/.config/aqkit/aqkit.json"
    #expect(path(home, named: "x.json", there: "aqkit.json") == "x.json")
    #expect(path(home, there: "aqkit.json", own) == "aqkit.json")
    #expect(path(home, there: own) == own)
    #expect(path(home) == nil)
    #expect(path(home, searches: false, there: "aqkit.json", own) == nil)
  }

  @Test("of the user is in XDG_CONFIG_HOME, if that is an absolute path")
  func folder() {
    let there = "/etc/me/aqkit/aqkit.json"
    #expect(path(["HOME": "/home/me", "XDG_CONFIG_HOME": "/etc/me"], there: there) == there)
    let usual = "/home/me/.config/aqkit/aqkit.json"
    #expect(path(["HOME": "/home/me", "XDG_CONFIG_HOME": "etc"], there: usual) == usual)
    #expect(path([:], there: usual) == nil)
  }

  @Test(
    "takes credentials from variables that are named after source and option",
    arguments: [
      ("open-meteo", "apiKey", "AQKIT_OPEN_METEO_API_KEY"),
      ("airkorea", "serviceKey", "AQKIT_AIRKOREA_SERVICE_KEY"),
      ("openaq", "apiKey", "AQKIT_OPENAQ_API_KEY"),
    ])
  func names(source: String, option: String, name: String) {
    #expect(ToolConfiguration.variable(for: option, of: SourceID(source)) == name)
  }

  @Test("takes a key from the environment, which --set overrides, and no other options")
  func environment() throws {
    let options = try ContainerOptions.parse(["--no-config"])
    let container = try options.container(environment: [
      "AQKIT_OPENAQ_API_KEY": "k-1", "AQKIT_OPEN_METEO_BASE_URL": "http://127.0.0.1:9",
    ])
    #expect(container.hasOption("apiKey", of: "openaq"))
    #expect(!container.hasOption("baseURL", of: "open-meteo"))
    #expect(try !options.container(environment: [:]).hasOption("apiKey", of: "openaq"))
  }

  /// A folder with an `aqkit.json` in it.
  private func inFolder(_ json: String, _ body: (ToolConfiguration, String) throws -> Void) throws {
    let folder = FileManager.default.temporaryDirectory.appending(path: "aqkit-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let file = folder.appending(path: "aqkit.json")
    try Data(json.utf8).write(to: file)
    try body(ToolConfiguration(named: nil, environment: [:], in: folder.path + "/"), file.path)
  }

  @Test("found in the working directory sends no key and no place to its own addresses; if named, it does")
  func foreignFolder() throws {
    let json = """
      {"sources": [
        {"id": "openaq", "options": {"baseURL": "https://elsewhere.example"}},
        {"id": "sc2", "recipe": "sensor-community", "options": {"baseURL": "https://elsewhere.example/2"}},
        {"id": "open-meteo", "options": {"searchURL": "https://elsewhere.example/3"}},
        {"id": "recordings", "enabled": false}
      ], "others": "keep"}
      """
    try inFolder(json) { found, path in
      let keys = ["AQKIT_OPENAQ_API_KEY": "k-1", "AQKIT_WAQI_API_KEY": "k-2"]
      let options = try ContainerOptions.parse(["--set", "waqi.apiKey=k-3"])
      let container = try options.container(environment: keys, by: found)
      #expect(!container.hasOption("baseURL", of: "openaq"))
      #expect(!container.hasOption("searchURL", of: "open-meteo"))
      #expect(container.hasOption("apiKey", of: "openaq") && container.isEnabled("open-meteo"))
      #expect(!container.descriptors.contains { $0.id == "sc2" } && !container.isEnabled("recordings"))
      let named = try ContainerOptions.parse(["--config", path]).container(environment: keys)
      #expect(named.hasOption("baseURL", of: "openaq") && named.hasOption("apiKey", of: "openaq"))
      #expect(named.descriptors.contains { $0.id == "sc2" })
    }
  }

  @Test("found in the working directory still says which sources are on")
  func harmlessFolder() throws {
    try inFolder(
      #"{"sources": [{"id": "recordings"}, {"id": "openaq", "enabled": false}], "others": "disable"}"#
    ) {
      found, _ in
      let container = try ContainerOptions.parse([]).container(environment: [:], by: found)
      #expect(container.isEnabled("recordings") && !container.isEnabled("open-meteo"))
    }
  }

  @Test("that can't be used is named by its path", arguments: ["{", #"{"sources": [{"id": "open-metoe"}]}"#])
  func named(json: String) throws {
    try inFolder(json) { _, path in
      let fault = #expect(throws: WrongUsage.self) {
        try ContainerOptions.parse(["--config", path]).container(environment: [:])
      }
      #expect(fault?.reason.message.hasPrefix("\(path): ") == true)
    }
  }

  @Test("as a sparse file of 8 GB is refused before it is read, and a pipe isn't waited for")
  func hugeFile() throws {
    try inFolder("{}") { found, path in
      let handle = try #require(FileHandle(forWritingAtPath: path))
      try handle.truncate(atOffset: 8 << 30)
      try handle.close()
      let error = #expect(throws: WrongUsage.self) {
        try ContainerOptions.parse([]).container(environment: [:], by: found)
      }
      #expect(error?.reason.message.contains("it is larger than 16 MiB") == true)
      try FileManager.default.removeItem(atPath: path)
      #expect(mkfifo(path, 0o600) == 0)
      let pipe = #expect(throws: WrongUsage.self) {
        try ContainerOptions.parse([]).container(environment: [:], by: found)
      }
      #expect(pipe?.reason.message.contains("it isn't a regular file") == true)
    }
  }

  @Test("with a password in an address doesn't print it in sources, neither as text nor as JSON")
  func passwordInAddress() async throws {
    // People are shown the addresses that aren't encrypted.
    let setting = "open-meteo.baseURL=http://someone:s3cr3t@mirror.example/v1"
    for format in [["open-meteo"], ["--json"]] {
      let outcome = try await CommandRun(["sources", "--no-config", "--set", setting] + format).outcome()
      #expect(!outcome.output.contains("s3cr3t") && outcome.output.contains("mirror.example"))
    }
  }

  @Test("that a named file holds counts; one that can't be read says why")
  func file() throws {
    let file = FileManager.default.temporaryDirectory.appending(path: "aqkit-\(UUID().uuidString).json")
    try Data(#"{"sources": [{"id": "recordings"}], "others": "disable"}"#.utf8).write(to: file)
    defer { try? FileManager.default.removeItem(at: file) }
    let container = try ContainerOptions.parse(["--config", file.path]).container()
    #expect(!container.isEnabled("open-meteo") && container.isEnabled("recordings"))
    let folder = FileManager.default.temporaryDirectory.path
    let error = #expect(throws: WrongUsage.self) {
      try ContainerOptions.parse(["--config", folder]).container()
    }
    #expect(error?.reason.message.contains("it is a folder") == true)
    #expect(throws: (any Error).self) { try ContainerOptions.parse(["--config", "x", "--no-config"]) }
  }
}
