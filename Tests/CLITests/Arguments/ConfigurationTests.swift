import AQKit
import ArgumentParser
import Foundation
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

  @Test("of the user stands in XDG_CONFIG_HOME, if that is a whole path")
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

  @Test("has a key of the environment, which --set overrides; other options have none")
  func environment() throws {
    let options = try ContainerOptions.parse(["--no-config"])
    let container = try options.container(environment: [
      "AQKIT_OPENAQ_API_KEY": "k-1", "AQKIT_OPEN_METEO_BASE_URL": "http://127.0.0.1:9",
    ])
    #expect(container.hasOption("apiKey", of: "openaq"))
    #expect(!container.hasOption("baseURL", of: "open-meteo"))
    #expect(try !options.container(environment: [:]).hasOption("apiKey", of: "openaq"))
  }

  @Test("found in the working directory gets no key for what it changes; named, it does")
  func foreignFolder() throws {
    let folder = FileManager.default.temporaryDirectory.appending(path: "aqkit-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let file = folder.appending(path: "aqkit.json")
    let json = #"{"sources": [{"id": "openaq", "options": {"baseURL": "https://elsewhere.example"}}]}"#
    try Data(json.utf8).write(to: file)
    let found = ToolConfiguration(named: nil, environment: [:], in: folder.path + "/")
    let keys = ["AQKIT_OPENAQ_API_KEY": "k-1", "AQKIT_WAQI_TOKEN": "k-2"]
    let container = try ContainerOptions.parse([]).container(environment: keys, by: found)
    #expect(container.hasOption("baseURL", of: "openaq"))
    #expect(!container.hasOption("apiKey", of: "openaq"))
    let named = try ContainerOptions.parse(["--config", file.path]).container(environment: keys)
    #expect(named.hasOption("apiKey", of: "openaq"))
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
