import AQKit
import ArgumentParser

struct ForecastCommand: ToolCommand {
  static let help = CommandHelp(
    "forecast", "Show the index of the coming hours at places, a bar for each hour in its band's colour.",
    about: """
      Hours are those of the place's clock. Asks every source that is ready, covers the place and looks ahead; without \
      a place, or with --source recordings alone, it shows the bundled recordings as if they were current.
      """,
    examples: "forecast Berlin", "forecast --at 49.2,16.6 --days 2 --standard eu-eaqi",
    "forecast Brno --json")

  @OptionGroup var question: HourQuestion

  @Option(help: ArgumentHelp("How far to look, 1 to 16 days.", valueName: "N"))
  var days = 3

  mutating func validate() throws {
    try refuse(if: !(1...16).contains(days), "--days takes 1 to 16.")
  }

  mutating func run() async throws { try await question.run(.next(.seconds(days * 86_400))) }
}
