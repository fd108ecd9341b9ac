import AQKit
import ArgumentParser

struct HistoryCommand: ToolCommand {
  static let help = CommandHelp(
    "history", "Show the past hours of an index, or of parameters, a bar for each hour.",
    about: """
      Without --parameters the index in its bands' colours; with them a chart for each. Asks every source that is ready, \
      covers the place and looks back.
      """,
    examples: "history Brno --days 7", "history --at 52.52,13.41 --parameters pm25,o3")

  @OptionGroup var question: HourQuestion

  @Option(help: ArgumentHelp("Parameters instead of the index, such as pm25,o3.", valueName: "LIST"))
  var parameters: String?

  @Option(help: ArgumentHelp("How far to look back, 1 to 366 days.", valueName: "N"))
  var days = 3

  mutating func validate() throws {
    try refuse(if: !(1...366).contains(days), "--days takes 1 to 366.")
    let showsParameters = try !QueryArguments.parameters(parameters).isEmpty
    try refuse(
      if: showsParameters && question.index.name != IndexChoice.usual,
      "--standard is for an index; --parameters shows parameters instead.")
  }

  mutating func run() async throws {
    try await question.run(.past(.seconds(days * 86_400)), QueryArguments.parameters(parameters))
  }
}
