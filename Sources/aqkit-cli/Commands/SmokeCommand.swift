import AQKit
import ArgumentParser

/// Runs the real path of every adapter.
struct SmokeCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "smoke",
    abstract: "Run the full path of every adapter, and say what passed.",
    discussion: """
      Without --live nothing leaves this machine: recordings are read from disk, Open-Meteo's are served by a loopback
      HTTP server and fetched with \(Build.transport), a recorded feed is served by a loopback WebSocket server and received
      with SwiftNIO. With --live the real services are asked, as --set and --config say.
      """)

  @Flag(name: .customLong("live"), help: "Ask the real services.")
  var isLive = false

  @Flag(name: .customLong("json"), help: "Print the results as a JSON array.")
  var printsJSON = false

  @OptionGroup var options: ContainerOptions

  mutating func run() async throws {
    let container = try options.container()
    let checks = isLive ? try LiveSmoke(container: container).checks : LoopbackSmoke.checks
    var results: [SmokeResult] = []
    for check in checks {
      let result = await check.result()
      results.append(result)
      if !printsJSON { try StandardOutput.print(result.line) }
    }
    if printsJSON { try StandardOutput.print(JSONText.text(of: results)) }
    if results.contains(where: { !$0.passed }) { throw ExitCode(1) }
  }
}
