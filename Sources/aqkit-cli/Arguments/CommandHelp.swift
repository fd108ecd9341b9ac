import ArgumentParser

protocol ToolCommand: AsyncParsableCommand {
  static var help: CommandHelp { get }
}

extension ToolCommand {
  static var configuration: CommandConfiguration { help.configuration() }
}

/// The help of a command. Its examples are what is typed after the name of the executable.
struct CommandHelp: Sendable {
  let configuration: @Sendable () -> CommandConfiguration

  init(_ name: String, _ abstract: String, about: String..., examples: String...) {
    configuration = {
      let list = "EXAMPLES:\n" + examples.map { "  \(toolName) \($0)" }.joined(separator: "\n")
      return CommandConfiguration(
        commandName: name, abstract: abstract, discussion: (about + [list]).joined(separator: "\n\n"))
    }
  }
}
