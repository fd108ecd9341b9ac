import ArgumentParser

/// A command of the tool.
protocol ToolCommand: AsyncParsableCommand {
  static var help: CommandHelp { get }
}

extension ToolCommand {
  static var configuration: CommandConfiguration { help.configuration }
}

/// The help of a command. Its examples are what is typed after the name of the executable.
struct CommandHelp {
  private let name: String
  private let abstract: String
  private let about: [String]
  private let examples: [String]

  init(_ name: String, _ abstract: String, about: String..., examples: String...) {
    (self.name, self.abstract, self.about, self.examples) = (name, abstract, about, examples)
  }

  var configuration: CommandConfiguration {
    let list = "EXAMPLES:\n" + examples.map { "  \(toolName) \($0)" }.joined(separator: "\n")
    return CommandConfiguration(
      commandName: name, abstract: abstract, discussion: (about + [list]).joined(separator: "\n\n"))
  }
}
