import ArgumentParser

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

  init(_ name: String, _ abstract: String, about: String..., examples: String...) {
    configuration = {
      let list = "EXAMPLES:\n" + examples.map { "  aqkit-cli \($0)" }.joined(separator: "\n")
      let discussion = (about + [list]).joined(separator: "\n\n")
      return CommandConfiguration(
        commandName: name, abstract: abstract,
        discussion: discussion.replacing(ToolAdditions.usualName, with: toolName))
    }
  }
}
