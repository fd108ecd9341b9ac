import ArgumentParser

/// A command of the command line, configured by its help.
protocol ToolCommand: AsyncParsableCommand {
  static var help: CommandHelp { get }
}

extension ToolCommand {
  static var configuration: CommandConfiguration { help.configuration() }
}
