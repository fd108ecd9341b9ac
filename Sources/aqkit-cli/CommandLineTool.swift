import ArgumentParser

/// The root of the command line; without a command it shows the bundled recordings.
struct CommandLineTool: AsyncParsableCommand {
  static var configuration: CommandConfiguration {
    CommandConfiguration(
      commandName: toolName,
      abstract: "Air quality on the command line: now, past and future, from every source that AQKit knows.",
      discussion: """
        Results go to stdout, everything else to stderr. Exit codes: 0 done, 1 asked and failed, 2 wrong usage. Without a \
        command it shows the recordings that are bundled with AQKit, and needs no network.

        EXAMPLES:
          \(toolName) current Brno
          \(toolName) forecast --at 52.52,13.41 --standard eu-eaqi
          \(toolName) index pm25=35.4ug/m3
          \(toolName) --generate-completion-script bash
        """,
      version: Build.description,
      subcommands: [
        CurrentCommand.self, ForecastCommand.self, HistoryCommand.self, CompareCommand.self,
        ExplainCommand.self, StationsCommand.self, SearchCommand.self, IndexCommand.self,
        SourcesCommand.self, SmokeCommand.self, NormalizeCommand.self, CheckCommand.self,
        NewAdapterCommand.self, WatchCommand.self, ServeFeedCommand.self, ServeCommand.self,
        RecordCommand.self, DoctorCommand.self,
      ],
      defaultSubcommand: CurrentCommand.self)
  }
}
