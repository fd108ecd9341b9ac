import AQKit
import ArgumentParser
import Foundation

struct NewAdapterCommand: ToolCommand {
  static let help = CommandHelp(
    "new-adapter", "Write a package with an adapter to fill in, and its contract test.",
    about: """
      The package builds as it is. Its test runs the contract, which is broken only where something is to be filled in, \
      and says what.
      """,
    examples: "new-adapter CityAir --into Projects")

  @Argument(help: "The adapter's name, a Swift type such as CityAir.")
  var name: String

  @Option(
    name: .customLong("into"), help: ArgumentHelp("The folder to write the package to.", valueName: "DIR"),
    completion: .directory)
  var folder = "."

  @Option(
    help: ArgumentHelp("Where the package finds AQKit: a folder or an address.", valueName: "PATH-OR-URL"))
  var aqkit = "https://github.com/aqkit/aqkit"

  mutating func run() throws {
    let scaffold = try WrongUsage.checked { try AdapterScaffold(name: name, aqkit: aqkit) }
    let written = try scaffold.write(into: folder)
    for file in written { try StandardOutput.print("\(file)") }
    let test = "Fill in what the test asks for: swift test --package-path \(folder)/\(name)"
    for case let line? in [scaffold.advice, test] { try? StandardOutput.print("\(line)", to: STDERR_FILENO) }
  }
}
