import AQKit
import AQKitTesting
import ArgumentParser
import Foundation
import TestRuns
import Testing

@testable import AQKitCommands

/// The command line with sources and indices of a third party, and with an index of a file.
@Suite("Additions to the command line") struct ToolAdditionTests {
  /// Registers a source.
  private struct Module: AQModule {
    let id: SourceID
    var offers: [SourceDescriptor.Offer] = []

    func install(into container: inout AQContainer) throws {
      let descriptor = SourceDescriptor(id: id, name: "City", offers: offers)
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

  @Test("a module's source and an index are available to every command, after AQKit's")
  func additions() throws {
    let index = try BreakpointIndex(json: Self.json)
    let container = try container([Module(id: "acme-city")], [index])
    #expect(container.descriptors.last?.id == "acme-city")
    #expect(try container[.indexCatalog].named("playground").edition.identifier == "playground_1")
    #expect(try container[.indexCatalog].named("us-epa").edition.family == "us-epa")
  }

  @Test("index knows the indices that the executable adds, and suggests one for a similar name")
  func indexCommand() throws {
    let index = try BreakpointIndex(json: Self.json)
    try ToolAdditions.current.withValue(ToolAdditions(modules: [], indices: [index])) {
      let catalog = try IndexCommand.parse(["--list"]).catalog()
      #expect(catalog.names.contains("playground_1"))
      let fault = #expect(throws: WrongUsage.self) { try catalog.named("playgruond") }
      #expect(fault?.reason.message.contains("“playground”?") == true)
    }
    #expect(try !IndexCommand.parse(["--list"]).catalog().names.contains("playground_1"))
  }

  @Test("a source that names its countries is listed under each, also under one without a source of AQKit's")
  func countries() throws {
    let offer = SourceDescriptor.Offer(
      capabilities: [.current], placeKinds: [.coordinate], parameters: [.pm25],
      coverage: .countries(["AT", "CZ"]), kinds: [.observation], timeConvention: .instant,
      averaging: .instant, cadence: .seconds(3600))
    let container = try container([Module(id: "acme-city", offers: [offer])])
    let austria = try SourcesCommand.parse(["--country", "at"]).declarations(in: container)
    #expect(austria.map(\.id) == ["acme-city"])
    #expect(austria.first?.countries == ["AT", "CZ"])
    let czechia = try SourcesCommand.parse(["--country", "CZ"]).declarations(in: container)
    #expect(czechia.map(\.id).contains("acme-city") && czechia.map(\.id).contains("chmi"))
    // A box around a city, which touches two of the country's.
    let britain = try SourcesCommand.parse(["--country", "GB"]).declarations(in: container)
    #expect(britain.map(\.id).contains("london-air"))
    let fault = #expect(throws: WrongUsage.self) {
      try SourcesCommand.parse(["--country", "XX"]).declarations(in: container)
    }
    #expect(fault?.reason.message.contains("countries with one: AT, ") == true)
  }

  @Test("help, version and advice call an executable by its own name, and AQKit's by AQKit's")
  func name() {
    let error = AQError(.unsupported, "No.")
    #expect(CommandLineTool.helpMessage().contains("USAGE: aqkit-cli "))
    #expect(error.advice.hasPrefix("See aqkit-cli sources "))
    let missing = AQError(.notConfigured, "No.", source: "city")
    #expect(missing.advice.hasPrefix("See aqkit-cli sources "))
    #expect(AQError(.notConfigured, "There is no format “x”.").advice.isEmpty)
    #expect(AQError(.notConfigured, "The disk is full.", cause: CancellationError()).advice.isEmpty)
    #expect(CheckCommand.configuration.discussion.contains("  aqkit-cli check --all"))
    ToolAdditions.current.withValue(ToolAdditions(modules: [], indices: [], name: "acme-air")) {
      #expect(CommandLineTool.helpMessage().contains("USAGE: acme-air "))
      #expect(CommandLineTool.configuration.version.hasPrefix("acme-air, with AQKit \(Build.version)"))
      #expect(error.advice.hasPrefix("See acme-air sources "))
      #expect(CheckCommand.configuration.discussion.contains("  acme-air check --all"))
      #expect(WatchCommand.configuration.discussion.contains("Try it with acme-air serve-feed."))
      #expect(CheckCommand.helpMessage().contains("see acme-air sources."))
    }
  }

  @Test("a module whose identifier is taken is wrong usage")
  func taken() {
    #expect(throws: WrongUsage.self) { try container([Module(id: "open-meteo")]) }
  }

  /// Runs a body with a file that holds the index.
  private func withFile(_ body: (URL) async throws -> Void) async throws {
    let file = FileManager.default.temporaryDirectory.appending(path: "\(UUID().uuidString).json")
    defer { try? FileManager.default.removeItem(at: file) }
    try Data(Self.json.utf8).write(to: file)
    try await body(file)
  }

  @Test("index compares, lists and reads files with the index in a file, too")
  func indexFile() async throws {
    try await withFile { file in
      for arguments in [["--all", "pm25=20"], ["--list"], ["--batch", "-"]] {
        let command = try IndexCommand.parse(arguments + ["--standard", file.path])
        #expect(try command.catalog().names.contains("playground_1"))
      }
      let run = try await CommandRun(["index", "--standard", file.path, "pm25=20ug/m3"]).outcome()
      #expect(run.status == 0 && run.output.contains("Playground rule"), "\(run.errors)")
      let other = ["--list", "--standard", "us-epa"]
      #expect(throws: (any Error).self) { _ = try IndexCommand.parse(other) }
    }
  }

  @Test(
    "an agent's results use the index in a file, which a call may name; a file that the call names isn't read"
  )
  func agents() async throws {
    try await withFile { file in
      let place = #"{"latitude":50,"longitude":14}"#
      let named = #"{"latitude":50,"longitude":14,"standard":"playground"}"#
      let path = #"{"latitude":50,"longitude":14,"standard":"\#(file.path)"}"#
      let conversation = try await AgentConversation(
        [
          AgentConversation.call(1, "current", place), AgentConversation.call(2, "forecast", named),
          AgentConversation.call(3, "current", path),
        ],
        in: AgentSources.container(AgentSources.station("city", kind: .forecast)),
        arguments: ["--standard", file.path])
      let current = try conversation.result(1)["structuredContent"]["index"]
      #expect(current["standard"].stringValue == "playground_1" && current["display"].stringValue == "Play")
      #expect(try conversation.result(2)["structuredContent"]["quantity"].string() == "Playground rule")
      #expect(try conversation.text(3).contains("There is no index"))
    }
  }

  @Test("watch takes a scale from a file, which it reads once, as a pipe must be")
  func scale() async throws {
    try await withFile { file in
      var command = try WatchCommand.parse(
        ["ws://127.0.0.1:1/feed", "--scale", file.path, "--no-reconnect", "--no-config"])
      let connector = ScriptedConnector(playing: [.text(#"[{"city":"Pune","aqi":2}]"#), .end])
      let container = try command.options.container(opensFeeds: false, environment: [:])
        .setting(.feedConnector, to: connector)
      let catalog = try command.catalog(in: container)
      #expect(catalog.index("playground_1") != nil)
      try FileManager.default.removeItem(at: file)
      var parameters: [AirParameter] = []
      for try await update in try command.source(in: container).updates(for: AirQuery(places: [])) {
        parameters += update.reports.flatMap(\.series).map(\.parameter)
      }
      #expect(parameters == [.publishedIndex(scale: "playground_1")])
    }
  }

  @Test("an index in a file is accepted wherever one is named; an unreadable file says why")
  func file() async throws {
    try await withFile { file in
      let index = try AirQualityIndexCatalog.standard.named(file.path)
      #expect(index.edition.identifier == "playground_1")
      let command = try CurrentCommand.parse(["--at", "50,14", "--standard", file.path, "--no-config"])
      let container = try command.options.container(opensFeeds: false, environment: [:])
      let chosen = try container[.indexCatalog].named(command.index.name)
      #expect(IndexChoice.parameters(of: chosen, in: container, asking: []).first == .pm25)
      try Data("{}".utf8).write(to: file)
      let fault = #expect(throws: WrongUsage.self) { try AirQualityIndexCatalog.standard.named(file.path) }
      #expect(fault?.reason.message.contains("contains no index") == true)
      let missing = #expect(throws: WrongUsage.self) {
        try AirQualityIndexCatalog.standard.named("/none.json")
      }
      #expect(missing?.reason.message.contains("can't be read") == true)
    }
  }
}
