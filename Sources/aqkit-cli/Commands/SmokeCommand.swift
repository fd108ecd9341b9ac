import AQKit
import ArgumentParser

struct SmokeCommand: ToolCommand {
  static let help = CommandHelp(
    "smoke", "Run the full path of the recordings, Open-Meteo and a feed, and say what passed.",
    about: """
      Without --live nothing leaves this machine: servers on loopback stand in for Open-Meteo and the feed. With --live \
      the real services are asked, as --set and --config say.
      """,
    examples: "smoke", "smoke --json")

  @Flag(name: .customLong("live"), help: "Ask the real services.")
  var isLive = false

  @OptionGroup var output: OutputOptions
  @OptionGroup var options: ContainerOptions

  mutating func run() async throws {
    let tools = try isLive ? nil : SocketAccess.needed()
    let container = try options.container()
    let checks = try tools?.smokeChecks ?? Self.checks(of: container)
    var results: [SmokeResult] = []
    for check in checks {
      let result = await check.result()
      results.append(result)
      if !output.printsJSON { try output.terminal.print([result.line]) }
    }
    if output.printsJSON { try output.print(["results": results]) { _ in [] } }
    if results.contains(where: { !$0.passed }) { throw ExitCode(1) }
  }

  /// Returns the checks of all configured sources against the real services. A feed without an address is left out.
  private static func checks(of container: AQContainer) throws -> [SmokeCheck] {
    let (hub, clock) = (try AirHub(container), try container[.clock])
    return container.descriptors.filter { container.isEnabled($0.id) && container.isConfigured($0.id) }.map {
      source in
      SmokeCheck(adapter: source.id.rawValue, path: source.endpoints.first?.url ?? source.name) {
        try await AirDeadline.limit(.seconds(20), clock: clock, source: source.id) {
          try await hub.source(source.id).fetch(AirQuery(places: source.testPlaces)).reports
        }
      }
    }
  }
}

extension AQContainer {
  /// Returns whether a source has its options; reports it if not.
  func isConfigured(_ source: SourceID) -> Bool {
    if descriptors.contains(where: { $0.id == source && missingOptions(of: $0).isEmpty }) { return true }
    complain("\(source) is not configured and was left out; see \(toolName) sources.")
    return false
  }
}
