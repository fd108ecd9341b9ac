import AQKit
import ArgumentParser
import Foundation
import Testing

@testable import AQKitCommands

/// The command line with sources and indices of a third party, and with an index of a file.
@Suite("Additions to the command line") struct ToolAdditionTests {
  /// Registers a source.
  private struct Module: AQModule {
    let id: SourceID

    func install(into container: inout AQContainer) throws {
      let descriptor = SourceDescriptor(id: id, name: "City", offers: [])
      try container.register(descriptor) { _, _ in
        ClosureSource(descriptor) { _ in AirResponse(reports: []) }
      }
    }
  }

  private static let json = """
    {"schema": 1, "identifier": "playground_1", "family": "playground", "title": "Playground rule",
     "document": "Clean-air plan of the school, 2026", "kind": "category",
     "rules": {"decimals": 0, "rounding": "halfUp"},
     "bands": [{"key": "play", "name": "Play", "index": [1, 1], "color": "#2E8B57"},
               {"key": "inside", "name": "Inside", "index": [2, null], "color": "#B22222"}],
     "scales": [{"pollutant": "pm25", "averaging": "1h", "unit": "µg/m³", "current": "1h",
                 "rows": [[0, 15, 1, 1], [16, null, 2, 2]]}]}
    """

  private func container(_ modules: [any AQModule], _ indices: [any AirQualityIndex] = []) throws
    -> AQContainer
  {
    try ToolAdditions.current.withValue(ToolAdditions(modules: modules, indices: indices)) {
      try ContainerOptions.parse(["--no-config"]).container(opensFeeds: false, environment: [:])
    }
  }

  @Test("a module's source and an index are there for every command, after those of AQKit")
  func additions() throws {
    let index = try BreakpointIndex(json: Self.json)
    let container = try container([Module(id: "acme-city")], [index])
    #expect(container.descriptors.last?.id == "acme-city")
    #expect(try container[.indexCatalog].named("playground").edition.identifier == "playground_1")
    #expect(try container[.indexCatalog].named("us-epa").edition.family == "us-epa")
  }

  @Test("a module whose identifier is taken is wrong usage")
  func taken() {
    #expect(throws: WrongUsage.self) { try container([Module(id: "open-meteo")]) }
  }

  @Test("an index of a file is taken wherever one is named; what can't be read says why")
  func file() throws {
    let file = FileManager.default.temporaryDirectory.appending(path: "\(UUID().uuidString).json")
    defer { try? FileManager.default.removeItem(at: file) }
    try Data(Self.json.utf8).write(to: file)
    let index = try AirQualityIndexCatalog.standard.named(file.path)
    #expect(index.edition.identifier == "playground_1")
    let command = try CurrentCommand.parse(["--at", "50,14", "--standard", file.path, "--no-config"])
    let container = try command.options.container(opensFeeds: false, environment: [:])
    #expect(try command.index.parameters(in: container, asking: []).first == .pm25)
    try Data("{}".utf8).write(to: file)
    let fault = #expect(throws: WrongUsage.self) { try AirQualityIndexCatalog.standard.named(file.path) }
    #expect(fault?.reason.message.contains("holds no index") == true)
    let missing = #expect(throws: WrongUsage.self) { try AirQualityIndexCatalog.standard.named("/none.json") }
    #expect(missing?.reason.message.contains("can't be read") == true)
  }
}
