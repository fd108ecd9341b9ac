import AQKit
import ArgumentParser
import Foundation

struct ServeCommand: ToolCommand {
  static let help = CommandHelp(
    "serve", "Serve an agent's questions about air quality over the Model Context Protocol.",
    arguments: "--mcp [<options>]",
    about: """
      The tools are current, forecast, estimate, explain and search; every result has caveats and the credit that \
      licences ask for. An agent's host starts it by itself: its command is aqkit-cli, its arguments are serve and --mcp.
      """,
    examples: "serve --mcp", "serve --mcp --standard eu-eaqi --store ~/.cache/aqkit")

  @Flag(name: .customLong("mcp"), help: "Speak the Model Context Protocol on standard input and output.")
  var speaksMCP = false

  @OptionGroup var index: IndexChoice
  @OptionGroup var patience: Patience
  @OptionGroup var options: ContainerOptions

  mutating func validate() throws {
    try refuse(if: !speaksMCP, "Name the protocol: \(toolName) serve --mcp")
  }

  mutating func run() async throws {
    let container = try options.container()
    complain("Speaking the Model Context Protocol on standard input and output.")
    try await serve(container, reading: .standardInput, writing: STDOUT_FILENO)
  }

  /// Serves the requests of an input, one a line, by one hub until it ends.
  func serve(_ container: AQContainer, reading input: FileHandle, writing output: Int32) async throws {
    var catalog = try container[.indexCatalog]
    let standard = try catalog.take(index.name)
    let container = container.setting(.indexCatalog, to: catalog)
    let tools = AgentTools(
      container: container, hub: try WrongUsage.checked { try AirHub(container) },
      standard: standard, limit: patience.limit)
    try await AgentServer(tools, writing: output).serve(input)
  }
}
