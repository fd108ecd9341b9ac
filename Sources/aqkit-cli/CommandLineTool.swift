import ArgumentParser

/// The root of the command line; without a command it shows the bundled recordings.
struct CommandLineTool: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "aqkit-cli",
    abstract: "Air quality on the command line: a smoke test of AQKit and its adapters.",
    discussion: """
      Results go to stdout, everything else to stderr. Exit codes: 0 done, 1 asked and failed, 2 wrong usage.
      Without a command it shows the recordings that are bundled with AQKit, and needs no network.
      """,
    version: Build.description,
    subcommands: [
      CurrentCommand.self, SearchCommand.self, IndexCommand.self, SourcesCommand.self, SmokeCommand.self,
      NormalizeCommand.self, CheckCommand.self, NewAdapterCommand.self, WatchCommand.self,
      ServeFeedCommand.self, RecordCommand.self, DoctorCommand.self,
    ],
    defaultSubcommand: CurrentCommand.self)
}
