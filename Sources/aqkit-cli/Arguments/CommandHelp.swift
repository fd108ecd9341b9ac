import ArgumentParser

/// A command of the command line, configured by its help.
protocol ToolCommand: AsyncParsableCommand {
  static var help: CommandHelp { get }
}

extension ToolCommand {
  static var configuration: CommandConfiguration { help.configuration() }
}

/// The help of a command, in which `aqkit-cli` stands for the name of the executable. Its examples are what is typed after
/// that name.
struct CommandHelp: Sendable {
  let configuration: @Sendable () -> CommandConfiguration

  /// The arguments, in the usage line, of a command that needs one place by name or by coordinates.
  static let onePlace = "(<PLACE> | --at <LATITUDE,LONGITUDE>) [<options>]"

  /// Creates the help of a command; without `arguments` the parser makes the usage line.
  init(
    _ name: String, _ abstract: String, arguments: String? = nil, about: String..., examples: String...
  ) {
    configuration = {
      let list = "EXAMPLES:\n" + examples.map { "  aqkit-cli \($0)" }.joined(separator: "\n")
      let discussion = (about + [list]).joined(separator: "\n\n")
      return CommandConfiguration(
        commandName: name, abstract: abstract, usage: arguments.map { "\(toolName) \(name) \($0)" },
        discussion: discussion.replacing(ToolAdditions.usualName, with: toolName))
    }
  }
}
